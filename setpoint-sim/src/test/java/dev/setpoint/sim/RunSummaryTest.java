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
                new Accumulated(base + 12, base + 13, base + 14));
    }

    @Test
    void theMeanIsTakenFigureByFigure() {
        RunSummary one = new RunSummary(List.of(0.0, 0.25, 0.5, 1.0), List.of(head("a", 0), head("b", 100)));
        RunSummary two = new RunSummary(List.of(1.0, 0.75, 0.5, 0.0), List.of(head("a", 2), head("b", 104)));
        RunSummary three = new RunSummary(List.of(0.5, 0.5, 0.5, 0.5), List.of(head("a", 4), head("b", 108)));
        assertThat(RunSummary.mean(List.of(one, two, three)))
                .isEqualTo(new RunSummary(List.of(0.5, 0.5, 0.5, 0.5), List.of(head("a", 2), head("b", 104))));
    }

    @Test
    void theMeanOfOneRunIsTheRun() {
        RunSummary run = new RunSummary(List.of(0.1, 0.2, 0.3, 0.4), List.of(head("a", 0.5)));
        assertThat(RunSummary.mean(List.of(run))).isEqualTo(run);
    }
}
