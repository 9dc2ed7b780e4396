package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.sim.RunSummary.Accumulated;
import dev.setpoint.sim.RunSummary.Head;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunSummaryTest {
    private static Head head(String name, double base) {
        return new Head(
                name,
                "softmax",
                "sgd",
                List.of(base, base + 1, base + 2, base + 3),
                List.of(base + 4, base + 5, base + 6, base + 7),
                List.of(base + 8, base + 9, base + 10, base + 11),
                List.of(base + 15, base + 16, base + 17, base + 18),
                List.of(base + 19, base + 20, base + 21, base + 22),
                List.of(base + 23, base + 24, base + 25, base + 26),
                new Accumulated(base + 12, base + 13, base + 14));
    }

    @Test
    void theMeanIsTakenMetricByMetric() {
        RunSummary one = new RunSummary(
                List.of(0.0, 0.25, 0.5, 1.0),
                List.of(1.0, 2.0, 3.0, 4.0),
                List.of(head("a", 0), head("b", 100)),
                List.of());
        RunSummary two = new RunSummary(
                List.of(1.0, 0.75, 0.5, 0.0),
                List.of(2.0, 2.0, 2.0, 2.0),
                List.of(head("a", 2), head("b", 104)),
                List.of());
        RunSummary three = new RunSummary(
                List.of(0.5, 0.5, 0.5, 0.5),
                List.of(3.0, 2.0, 1.0, 0.0),
                List.of(head("a", 4), head("b", 108)),
                List.of());
        assertThat(RunSummary.mean(List.of(one, two, three)))
                .isEqualTo(new RunSummary(
                        List.of(0.5, 0.5, 0.5, 0.5),
                        List.of(2.0, 2.0, 2.0, 2.0),
                        List.of(head("a", 2), head("b", 104)),
                        List.of()));
    }

    @Test
    void theMeanIsTakenOfWhatIsOutOfScopeToo() {
        RunSummary one = outOfScope(new RunSummary.OutOfScope("a", 0.25, 2, 0.125));
        RunSummary two = outOfScope(new RunSummary.OutOfScope("a", 0.75, 3, 0.375));
        assertThat(RunSummary.mean(List.of(one, two)).outOfScope())
                .containsExactly(new RunSummary.OutOfScope("a", 0.5, 2.5, 0.25));
    }

    private static RunSummary outOfScope(RunSummary.OutOfScope metrics) {
        return new RunSummary(
                List.of(0.0, 0.0, 0.0, 0.0), List.of(2.0, 2.0, 2.0, 2.0), List.of(head("a", 0)), List.of(metrics));
    }

    @Test
    void theMeanOfOneRunIsTheRun() {
        RunSummary run = new RunSummary(
                List.of(0.1, 0.2, 0.3, 0.4), List.of(0.5, 0.6, 0.7, 0.8), List.of(head("a", 0.5)), List.of());
        assertThat(RunSummary.mean(List.of(run))).isEqualTo(run);
    }
}
