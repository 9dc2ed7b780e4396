package dev.setpoint.text;

import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.nio.file.Path;

/** Real messages. */
final class Clinc {
    private Clinc() {}

    static LabelledTexts byIntent() throws IOException {
        return DatasetCatalog.loadTexts(
                "clinc150-intents", Path.of("..", "data").toAbsolutePath().normalize());
    }
}
