package dev.setpoint.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.Cli;
import dev.setpoint.cli.RandomLog;
import dev.setpoint.cli.ReferenceLayer;
import dev.setpoint.cli.Seeds;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --state-out} and {@code --state-in}: a log in parts gives what the whole gives. */
class ReplayStateTest {
    private static final String LINE = "{\"p\":[0.5,0.3,0.2],\"arm\":0,\"propensity\":0.5,\"correct\":true}\n";

    @TempDir
    Path folder;

    private Path log;
    private Path state;

    @BeforeEach
    void files() throws IOException {
        log = Files.writeString(folder.resolve("log.jsonl"), LINE.repeat(3));
        state = folder.resolve("state.bin");
    }

    static LongStream seeds() {
        return Seeds.upTo(12);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void partsGiveWhatTheWholeGivesWhereverItIsCut(long seed) throws IOException {
        RandomLog whole = RandomLog.of(seed);
        if (seed % 2 == 0) { // without ids, draws must still not depend on the cut
            whole = whole.with(whole.lines().stream()
                    .map(line -> new ReferenceLayer.Line(
                            line.step(), null, line.p(), line.arm(), line.propensity(), line.correct(), line.u()))
                    .toList());
        }
        List<List<ReferenceLayer.Line>> steps = ReferenceLayer.steps(whole.lines());
        Outputs expected = replay(whole, "whole");
        for (int cut = 1; cut < steps.size(); cut += 1 + steps.size() / 5) {
            RandomLog first = whole.with(
                    steps.subList(0, cut).stream().flatMap(List::stream).toList());
            RandomLog second = whole.with(steps.subList(cut, steps.size()).stream()
                    .flatMap(List::stream)
                    .toList());
            Outputs before = replay(first, "first", "--state-out", state);
            Outputs after = replay(second, "second", "--state-in", state);
            assertThat(before.sets() + after.sets())
                    .as("sets, seed %d, cut at %d", seed, cut)
                    .isEqualTo(expected.sets());
            assertThat(before.thresholds()
                            + after.thresholds().substring(after.thresholds().indexOf('\n') + 1))
                    .as("thresholds, seed %d, cut at %d", seed, cut)
                    .isEqualTo(expected.thresholds());
        }
    }

    private record Outputs(String sets, String thresholds) {}

    private Outputs replay(RandomLog part, String name, Object... more) throws IOException {
        Path file = Files.writeString(folder.resolve(name + ".jsonl"), part.text());
        Path sets = folder.resolve(name + "-sets");
        Path thresholds = folder.resolve(name + "-thresholds");
        Object[] outputs = {"--sets", sets, "--thresholds", thresholds};
        Cli.run(part.command(
                        file, Stream.of(outputs, more).flatMap(Arrays::stream).toArray()))
                .succeeded();
        return new Outputs(Files.readString(sets), Files.readString(thresholds));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--alpha 0.2",
                "--score aps",
                "--tracker sgd",
                "--etas 0.1,0.01",
                "--normalize batch-size",
            })
    void refusesTheStateOfOtherSettings(String other) {
        Cli.run("replay", log, "--state-out", state).succeeded();
        String[] option = other.split(" ", 2);
        Cli.run("replay", log, "--state-in", state, option[0], option[1])
                .refusedData("snapshot: made with", "(expected: ");
    }

    @Test
    void refusesTheStateOfAnotherNumberOfLabels() throws IOException {
        Cli.run("replay", log, "--state-out", state).succeeded();
        Files.writeString(log, "{\"p\":[0.5,0.5],\"arm\":0,\"propensity\":0.5,\"correct\":true}\n");
        Cli.run("replay", log, "--state-in", state).refusedData("labels: 3", "labels: 2");
    }

    @Test
    void refusesAStateThatIsCutShortAtAnyByte() throws IOException {
        Cli.run("replay", log, "--state-out", state).succeeded();
        byte[] whole = Files.readAllBytes(state);
        for (int length = 0; length < whole.length; length += 1 + length / 4) {
            Files.write(state, Arrays.copyOf(whole, length));
            Cli.run("replay", log, "--state-in", state, "--sets", folder.resolve("sets"))
                    .refusedData("snapshot: ");
        }
        assertThat(folder.resolve("sets")).doesNotExist();
        assertThat(folder.resolve("sets.part")).doesNotExist();
    }

    @Test
    void refusesAStateWithOneByteChanged() throws IOException {
        Cli.run("replay", log, "--state-out", state).succeeded();
        byte[] whole = Files.readAllBytes(state);
        for (int at = 0; at < whole.length; at += 7) {
            byte[] altered = whole.clone();
            altered[at] ^= 0x10;
            Files.write(state, altered);
            Cli.run("replay", log, "--state-in", state).refusedData("snapshot: ");
        }
    }

    @Test
    void refusesAForeignState() throws IOException {
        Files.write(state, "PK\u0003\u0004 something else".getBytes(StandardCharsets.UTF_8));
        Cli.run("replay", log, "--state-in", state).refusedData("snapshot: foreign bytes");
    }

    @Test
    void refusesAMissingState() {
        Cli.run("replay", log, "--state-in", state).refusedData(state.toString(), "no such file");
    }

    @Test
    void leavesTheOldStateWhenTheLogIsBad() throws IOException {
        Cli.run("replay", log, "--state-out", state).succeeded();
        byte[] before = Files.readAllBytes(state);
        Files.writeString(log, LINE + "{}\n");
        Cli.run("replay", log, "--state-in", state, "--state-out", state).refusedData("line 2");
        assertThat(Files.readAllBytes(state)).isEqualTo(before);
    }
}
