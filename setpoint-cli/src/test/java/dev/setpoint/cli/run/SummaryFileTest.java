package dev.setpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.LearnerSettings;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SummaryFileTest {
    private static final List<Double> QUARTERS = List.of(1.0 / 3, Double.NaN, Double.MIN_VALUE, 0.1 + 0.2);

    @TempDir
    Path folder;

    private static RunSummary summary(List<RunSummary.OutOfScope> outOfScope) {
        RunSummary.Head head = new RunSummary.Head(
                "auto",
                "softmax",
                "auto",
                QUARTERS,
                QUARTERS,
                QUARTERS,
                QUARTERS,
                QUARTERS,
                QUARTERS,
                new RunSummary.Accumulated(Double.NaN, 2.0 / 3, 1e-17));
        return new RunSummary(QUARTERS, QUARTERS, List.of(head), outOfScope);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSeedsSummaryIsReadBackBitForBit(boolean hasUnknown) throws IOException {
        RunSummary summary = summary(
                hasUnknown ? List.of(new RunSummary.OutOfScope("auto", 1.0 / 7, 2.0 / 7, Double.NaN)) : List.of());
        LearnerSettings learner = LearnerSettings.builder(List.of("a", "b")).build();
        Path file = Files.write(folder.resolve("summary.json"), SummaryFile.bytes(learner, 1, summary));
        assertThat(SummaryFile.read(file, List.of("auto"))).isEqualTo(summary);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"correctPulls\":null,\"crossEntropy\":[1,1,1,1],\"heads\":[]}",
                "{\"correctPulls\":[1,1,1],\"crossEntropy\":[1,1,1,1],\"heads\":[]}",
                "{\"correctPulls\":[1,1,1,\"x\"],\"crossEntropy\":[1,1,1,1],\"heads\":[]}",
                "{\"correctPulls\":[1,1,1,1],\"crossEntropy\":[1,1,1,1],\"heads\":[null]}",
                "{\"correctPulls\":[1,1,1,1],\"crossEntropy\":[1,1,1,1],\"heads\":[]}"
            })
    void aDamagedSummaryIsRefused(String damaged) throws IOException {
        Path file = Files.writeString(folder.resolve("seed-1.summary.json"), damaged);
        assertThatThrownBy(() -> SummaryFile.read(file, List.of("auto")))
                .isInstanceOf(Failure.class)
                .hasMessage(file + ": not the summary of a seed of this run (expected: what the run has written)");
    }

    @Test
    void whatIsNoNumberIsNull() throws IOException {
        LearnerSettings learner = LearnerSettings.builder(List.of("a", "b")).build();
        Path file = Files.write(folder.resolve("summary.json"), SummaryFile.bytes(learner, 1, summary(List.of())));
        assertThat(file).content().contains("null").doesNotContain("NaN");
    }
}
