package dev.setpoint.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import dev.setpoint.cli.RandomLog;
import dev.setpoint.cli.ReferenceLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Stored outputs of {@code replay}, compared as text: the formats, and every digit. The stored numbers are those of
 * {@link ReferenceLayer} to 1e-12 (its decimals and the program's doubles part in the last digit), and its sets exactly.
 */
class ReplayGoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/dev/setpoint/cli/golden");

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "softmax, sgd",
        "softmax, experts",
        "aps, sgd",
        "aps, experts",
        "raps, sgd",
        "raps, experts",
    })
    void issuesTheStoredText(String score, String tracker) throws IOException {
        String name = score + "-" + tracker;
        ReferenceLayer.Settings settings = new ReferenceLayer.Settings(
                4,
                0.2,
                score,
                0.05,
                2,
                true,
                tracker,
                tracker.equals("sgd") ? List.of(2.0) : List.of(2.0, 0.5, 0.125),
                "batch-size",
                1);
        RandomLog log = new RandomLog(settings, lines());
        Path sets = folder.resolve("sets.jsonl");
        Path thresholds = folder.resolve("thresholds.csv");
        Cli.run(log.command(GOLDEN.resolve("log.jsonl"), "--sets", sets, "--thresholds", thresholds))
                .succeeded();

        assertThat(sets).hasSameTextualContentAs(GOLDEN.resolve(name + "-sets.jsonl"));
        assertThat(thresholds).hasSameTextualContentAs(GOLDEN.resolve(name + "-thresholds.csv"));

        ReferenceLayer.Issued reference = ReferenceLayer.replay(settings, log.lines());
        assertThat(reference.setsText()).isEqualTo(Files.readString(GOLDEN.resolve(name + "-sets.jsonl")));
        List<String> rows = Files.readAllLines(GOLDEN.resolve(name + "-thresholds.csv"));
        assertThat(rows).hasSize(1 + reference.steps().size());
        boolean fell = false;
        for (int i = 0; i < reference.steps().size(); i++) {
            String[] fields = rows.get(i + 1).split(",", -1);
            assertThat(fields[0]).isEqualTo(String.valueOf(reference.steps().get(i)));
            for (int k = 0; k < 4; k++) {
                double value = reference.thresholds().get(i).get(k);
                assertThat(Double.parseDouble(fields[k + 1])).isCloseTo(value, within(1e-12 * Math.abs(value)));
                fell |= i > 0 && value < reference.thresholds().get(i - 1).get(k) - 0.01;
            }
        }
        assertThat(fell)
                .as("some threshold fell, so that both directions are stored")
                .isTrue();
    }

    private static List<ReferenceLayer.Line> lines() throws IOException {
        ObjectMapper json = new ObjectMapper();
        List<ReferenceLayer.Line> lines = new ArrayList<>();
        for (String text : Files.readAllLines(GOLDEN.resolve("log.jsonl"))) {
            JsonNode node = json.readTree(text);
            lines.add(new ReferenceLayer.Line(
                    node.get("step").longValue(),
                    null,
                    doubles(node.get("p")),
                    node.get("arm").intValue(),
                    node.get("propensity").doubleValue(),
                    node.get("correct").isNull() ? null : node.get("correct").booleanValue(),
                    doubles(node.get("u"))));
        }
        return lines;
    }

    private static List<Double> doubles(JsonNode array) {
        List<Double> values = new ArrayList<>();
        array.forEach(value -> values.add(value.doubleValue()));
        return values;
    }
}
