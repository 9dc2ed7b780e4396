package dev.setpoint.cli.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RateChoiceTest {
    @TempDir
    Path out;

    private ConstructedRun run() {
        return new ConstructedRun(out, "cifar10", Feedback.SOFTMAX);
    }

    @Test
    void theSmallestSetsAmongRatesThatCoverEveryClass() throws IOException {
        FigureRun run = run().head(1, 100, "raps 0.1", 0.96, 0.97, 5)
                .head(1, 100, "raps 0.01", 0.94, 0.97, 4)
                .head(1, 100, "raps 0.001", 0.939, 0.97, 3)
                .write();
        assertThat(RateChoice.of(run, "raps")).contains(new RateChoice("0.01", true));
    }

    @Test
    void meansOverSeedsAndTheLastStepDecide() throws IOException {
        FigureRun run = run().head(1, 100, "raps 0.1", 0.9, 0.9, 1)
                .head(1, 200, "raps 0.1", 0.93, 0.97, 4) // mean 0.945, 4.5
                .head(2, 200, "raps 0.1", 0.96, 0.97, 5)
                .head(1, 200, "raps 0.01", 0.95, 0.97, 4) // mean 0.93, 3.5
                .head(2, 200, "raps 0.01", 0.91, 0.97, 3)
                .write();
        assertThat(RateChoice.of(run, "raps")).contains(new RateChoice("0.1", true));
    }

    @Test
    void theBestCoverageWhereNoRateCoversEveryClass() throws IOException {
        FigureRun run = run().head(1, 100, "aps 0.1", 0.92, 0.97, 5)
                .head(1, 100, "aps 0.0001", 0.9, 0.97, 2)
                .write();
        assertThat(RateChoice.of(run, "aps")).contains(new RateChoice("0.1", false));
    }

    @Test
    void otherScoresAndTrackersAreNoRates() throws IOException {
        FigureRun run = run().head(1, 100, "raps experts", 0.96, 0.97, 1)
                .head(1, 100, "raps auto", 0.96, 0.97, 1)
                .head(1, 100, "aps 0.1", 0.96, 0.97, 1)
                .write();
        assertThat(RateChoice.of(run, "raps")).isEmpty();
        assertThat(run.rates("aps")).containsExactly("0.1");
    }

    @Test
    void ratesComeFromTheLargestAndOfEqualsItIsChosen() throws IOException {
        FigureRun run = run().head(1, 100, "aps 0.0005", 0.95, 0.97, 2)
                .head(1, 100, "aps 0.1", 0.95, 0.97, 2)
                .head(1, 100, "aps 0.05", 0.95, 0.97, 2)
                .write();
        assertThat(run.rates("aps")).containsExactly("0.1", "0.05", "0.0005");
        assertThat(RateChoice.of(run, "aps")).contains(new RateChoice("0.1", true));
    }
}
