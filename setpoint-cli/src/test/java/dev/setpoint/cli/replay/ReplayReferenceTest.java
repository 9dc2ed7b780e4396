package dev.setpoint.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.cli.Cli;
import dev.setpoint.cli.RandomLog;
import dev.setpoint.cli.ReferenceLayer;
import dev.setpoint.cli.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code replay} issues what the formulas say, on random logs under every combination of settings. */
class ReplayReferenceTest {
    private static final double RELATIVE = 1e-12;

    @TempDir
    Path folder;

    static LongStream seeds() {
        return Seeds.upTo(120);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void issuesTheSetsAndThresholdsOfTheReference(long seed) throws IOException {
        RandomLog log = RandomLog.of(seed);
        Path file = Files.writeString(folder.resolve("log.jsonl"), log.text());
        Path sets = folder.resolve("sets.jsonl");
        Path thresholds = folder.resolve("thresholds.csv");
        Cli.run(log.command(file, "--sets", sets, "--thresholds", thresholds)).succeeded();

        ReferenceLayer.Issued expected = ReferenceLayer.replay(log.settings(), log.lines());
        assertThat(Files.readString(sets))
                .as("sets, seed %d, %s", seed, log.settings())
                .isEqualTo(expected.setsText());
        assertThresholds(
                seed, expected, Files.readAllLines(thresholds), log.settings().labels());
    }

    @Test
    void randomLogsMeetEverySetting() {
        // what the test above shows is shown for these, not for whatever the generator happens to make
        List<RandomLog> logs =
                LongStream.rangeClosed(1, 120).mapToObj(RandomLog::of).toList();
        for (String score : List.of("softmax", "aps", "raps")) {
            for (String tracker : List.of("sgd", "experts")) {
                for (String normalize : List.of("none", "batch-size", "correct-pulls")) {
                    assertThat(logs)
                            .anyMatch(log -> log.settings().score().equals(score)
                                    && log.settings().tracker().equals(tracker)
                                    && log.settings().normalize().equals(normalize)
                                    && log.lines().get(0).step() != null);
                }
            }
        }
        assertThat(logs).anyMatch(log -> log.settings().labels() == 2);
        assertThat(logs).anyMatch(log -> log.settings().labels() == 12);
        assertThat(logs)
                .anyMatch(log -> log.lines().stream().anyMatch(line -> line.u() == null)
                        && log.settings().randomised()
                        && !log.settings().score().equals("softmax"));
    }

    private static void assertThresholds(long seed, ReferenceLayer.Issued expected, List<String> rows, int labels) {
        assertThat(rows.get(0))
                .isEqualTo("step,"
                        + String.join(
                                ",",
                                IntStream.range(0, labels)
                                        .mapToObj(String::valueOf)
                                        .toList()));
        assertThat(rows).as("seed %d", seed).hasSize(expected.steps().size() + 1);
        for (int i = 0; i < expected.steps().size(); i++) {
            String[] fields = rows.get(i + 1).split(",", -1);
            assertThat(fields).hasSize(labels + 1);
            assertThat(fields[0]).isEqualTo(String.valueOf(expected.steps().get(i)));
            for (int k = 0; k < labels; k++) {
                double value = expected.thresholds().get(i).get(k);
                assertThat(Double.parseDouble(fields[k + 1]))
                        .as("seed %d, step %s, label %d", seed, fields[0], k)
                        .isCloseTo(value, within(RELATIVE * Math.abs(value)));
            }
        }
    }
}
