package dev.setpoint;

import dev.setpoint.state.PageId;
import dev.setpoint.state.PageSource;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;

/** The pages of a learner from the first on, whose settings are known before: they are the first page. */
final class SettingsFirst implements PageSource {
    private record Piece(long id, ByteBuffer bytes) {}

    private final PageSource pages;
    private final Queue<Piece> read = new ArrayDeque<>();
    private final LearnerSettings settings;
    private Piece present;
    private boolean more;

    /** Refuses other settings than the expected ones, if these are not null. */
    SettingsFirst(PageSource pages, LearnerSettings expected) throws IOException {
        this.pages = pages;
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        more = pages.next();
        while (more && PageId.part(pages.id()) == Snapshot.SETTINGS_PART && pages.bytes() != null) {
            byte[] bytes = new byte[pages.bytes().remaining()];
            pages.bytes().duplicate().get(bytes);
            page.write(bytes);
            read.add(new Piece(pages.id(), ByteBuffer.wrap(bytes)));
            more = pages.next();
        }
        if (read.isEmpty()) {
            throw new SnapshotException("snapshot: without settings (expected: the settings first)");
        }
        settings = SettingsText.readStored(new StateReader(ByteBuffer.wrap(page.toByteArray())).readText(), expected);
    }

    LearnerSettings settings() {
        return settings;
    }

    @Override
    public boolean next() throws IOException {
        boolean wasBuffered = present != null;
        present = read.poll();
        if (present != null) {
            return true;
        }
        if (!wasBuffered) {
            more = pages.next();
        }
        return more;
    }

    @Override
    public long id() {
        return present == null ? pages.id() : present.id();
    }

    @Override
    public ByteBuffer bytes() {
        return present == null ? pages.bytes() : present.bytes();
    }
}
