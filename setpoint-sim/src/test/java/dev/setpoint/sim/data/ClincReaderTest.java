package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static dev.setpoint.sim.data.DataFiles.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.sim.data.ClincReader.Labels;
import dev.setpoint.sim.data.ClincReader.Split;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClincReaderTest {
    private static final String DATA = """
            {"oos_val": [["o2", "oos"]], "val": [["v1", "pay"]], "train": [["t1", "fly"], ["t2", "balance"]],
             "oos_test": [["o3", "oos"]], "test": [["e1", "fly"]], "oos_train": [["o1", "oos"]]}
            """;
    private static final String DOMAINS = "{\"travel\": [\"fly\"], \"bank\": [\"pay\", \"balance\"]}";

    @TempDir
    private Path folder;

    private LabelledTexts read(String data, String domains, Labels by) throws IOException {
        return ClincReader.read(write(folder, "data.json", data), write(folder, "domains.json", domains), by);
    }

    @Test
    void splitsAreReadInTheOrderTrainValTestWhateverTheFilesOrder() throws IOException {
        LabelledTexts texts = read(DATA, DOMAINS, Labels.DOMAIN);
        assertThat(texts.name()).isEqualTo("clinc150");
        assertThat(texts.texts()).containsExactly("t1", "t2", "v1", "e1");
        assertThat(texts.labels()).containsExactly("travel", "bank");
        assertThat(texts.label()).containsExactly(0, 1, 1, 0);
    }

    @Test
    void intentsAreOrderedByDomain() throws IOException {
        LabelledTexts texts = read(DATA, DOMAINS, Labels.INTENT);
        assertThat(texts.labels()).containsExactly("fly", "pay", "balance");
        assertThat(texts.label()).containsExactly(0, 2, 1, 0);
    }

    @Test
    void splitsCanBeChosenAndOutOfScopeIsApart() throws IOException {
        Path data = write(folder, "d.json", DATA);
        Path domains = write(folder, "m.json", DOMAINS);
        assertThat(ClincReader.read(data, domains, Labels.DOMAIN, Set.of(Split.TEST, Split.VAL))
                        .texts())
                .containsExactly("v1", "e1");
        assertThat(ClincReader.readOutOfScope(data)).containsExactly("o1", "o2", "o3");
    }

    @Test
    void otherJsonIsRefused() {
        assertRefused(() -> read("{", DOMAINS, Labels.DOMAIN), "data.json, line 1, JSON");
        assertRefused(() -> read("", DOMAINS, Labels.DOMAIN), "data.json: no JSON object");
        assertRefused(() -> read("[]", DOMAINS, Labels.DOMAIN), "no JSON object");
        assertRefused(() -> read(DATA + "x", DOMAINS, Labels.DOMAIN), "JSON");
        assertRefused(() -> read("{}", DOMAINS, Labels.DOMAIN), "data.json, train: missing");
        assertRefused(() -> read(DATA.replace("\"t2\", ", ""), DOMAINS, Labels.DOMAIN), "train[1]: [\"balance\"]");
        assertRefused(() -> read(DATA.replace("\"t2\"", "2"), DOMAINS, Labels.DOMAIN), "train[1]: [2,");
        assertRefused(() -> read(DATA.replace("balance", "owe"), DOMAINS, Labels.DOMAIN), "train[1]: intent owe");
        assertRefused(() -> read(DATA, "{\"a\": 1}", Labels.DOMAIN), "domains.json, a: 1");
        assertRefused(
                () -> read(DATA, "{\"a\": [\"fly\"], \"b\": [\"fly\"]}", Labels.DOMAIN), "domains.json, b: \"fly\"");
        assertRefused(() -> read("[".repeat(5000), DOMAINS, Labels.DOMAIN), "JSON");
    }
}
