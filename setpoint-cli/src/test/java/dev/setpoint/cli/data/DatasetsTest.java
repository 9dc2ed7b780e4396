package dev.setpoint.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.Cli;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.KnownDataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatasetsTest {
    @TempDir
    Path folder;

    @Test
    void listsAllWithWhatIsThere() {
        Cli result = Cli.run("datasets", "--data", Cli.DATA).succeeded();
        assertThat(result.out()).startsWith("looked for in " + Cli.DATA + "\n");
        for (KnownDataset dataset : DatasetCatalog.all()) {
            assertThat(result.out()).contains("\n" + dataset.name() + ": " + dataset.title() + "\n");
            assertThat(result.out()).contains(dataset.whereToGetIt(), dataset.licence());
            dataset.files().forEach(file -> assertThat(result.out()).contains("  " + file.path() + ": "));
        }
        assertThat(result.out()).contains("  clinc150/data_full.json: present, checksum correct (sha256 ");
        assertThat(result.out()).contains(": missing");
    }

    @Test
    void showsOneByItsName() throws IOException {
        Cli missing = Cli.run("datasets", "clinc150", "--data", folder).succeeded();
        assertThat(missing.out()).contains("clinc150: ", "  clinc150/data_full.json: missing");
        assertThat(missing.out()).doesNotContain("cifar10");
        Files.createDirectories(folder.resolve("clinc150"));
        Files.writeString(folder.resolve("clinc150/data_full.json"), "{}");
        assertThat(Cli.run("datasets", "clinc150", "--data", folder).out())
                .contains("clinc150/data_full.json: present, but its checksum differs");
    }

    @Test
    void anUnknownNameIsWrongUsageWithASuggestion() {
        Cli.run("datasets", "clinc15").refusedUsage("data set: clinc15 (expected: one of", "nearest: clinc150");
    }
}
