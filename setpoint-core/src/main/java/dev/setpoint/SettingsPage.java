package dev.setpoint;

import dev.setpoint.state.Paged;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/** The settings of a learner as its first page: a text. */
final class SettingsPage implements Paged {
    private final LearnerParts parts;
    private LearnerSettings settled;

    SettingsPage(LearnerParts parts) {
        this.parts = parts;
    }

    @Override
    public boolean isTouched(int page) {
        return !parts.settings().equals(settled);
    }

    @Override
    public void settle() {
        settled = parts.settings();
    }

    @Override
    public void writePage(int page, StateWriter out) {
        out.writeText(parts.settings().toString());
    }

    /** Takes another operation; all else must be as it is. */
    @Override
    public void readPage(int page, StateReader in) {
        LearnerSettings present = parts.settings();
        LearnerSettings stored = SettingsText.parseStored(in.readText());
        if (!stored.equals(present)) {
            SettingsText.checkStored(present, stored.with(present.operation()).toString());
            parts.restore(stored);
        }
    }
}
