package dev.setpoint.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {
    private static final List<Double> QUARTERS = List.of(0.1, 0.2, 0.3, 0.4);

    @Test
    void saysTheMinimumClassCoverageRoundedAsTheTilesAre() {
        assertThat(verdict(0.1, 1, 0.8951, 1.374))
                .isEqualTo("In the last quarter minimum class coverage was 0.895 (target 0.90)"
                        + " with 1.37 labels per set on average.");
    }

    @Test
    void namesTheShortfallWhenAClassIsBelowTheTarget() {
        assertThat(verdict(0.1, 1, 0.84, 1.2))
                .isEqualTo("In the last quarter minimum class coverage was 0.840, 0.060 below the target of"
                        + " 0.90, with 1.20 labels per set on average.");
    }

    @Test
    void saysWhenTheNumbersAreMeansOverSeeds() {
        assertThat(verdict(0.025, 5, 0.98, 3)).contains("(target 0.975)").endsWith("; means over 5 seeds.");
    }

    @Test
    void fallsBackToTheWholeStreamWhenTheLastQuarterHasNoValue() {
        Summary.Head head = head(Double.NaN, Double.NaN, 0.91, 2.5);
        assertThat(Verdict.of(summary(0.1, 1, head), head))
                .isEqualTo("Over the whole stream minimum class coverage was 0.910 (target 0.90) with 2.50 labels"
                        + " per set on average.");
    }

    @Test
    void admitsThatNothingCanBeSaid() {
        Summary.Head head = head(Double.NaN, 1, Double.NaN, 1);
        assertThat(Verdict.of(summary(0.1, 1, head), head)).startsWith("No class was seen often enough");
    }

    @Test
    void leavesOutASizeThatIsNotThere() {
        Summary.Head head = head(0.5, Double.NaN, 0.5, Double.NaN);
        assertThat(Verdict.of(summary(0.1, 1, head), head)).endsWith("0.400 below the target of 0.90.");
    }

    @Test
    void speaksOfAllQueriesTogetherWhereThatIsTheTarget() {
        Summary.Head head = head(0.3, 1.5, 0.3, 2);
        Summary summary = new Summary(0.1, true, 2, QUARTERS, QUARTERS, List.of(head), List.of());
        assertThat(Verdict.of(summary, head))
                .isEqualTo("In the last quarter the set held the true label of 0.914 of all queries (target 0.90 of all"
                        + " together, not of each class), with 1.50 labels per set on average; means over 2 seeds.");
    }

    private static String verdict(double alpha, int seeds, double coverage, double size) {
        Summary.Head head = head(coverage, size, 0.1, 9);
        return Verdict.of(summary(alpha, seeds, head), head);
    }

    private static Summary summary(double alpha, int seeds, Summary.Head head) {
        return new Summary(alpha, false, seeds, QUARTERS, QUARTERS, List.of(head), List.of());
    }

    private static Summary.Head head(double coverage, double size, double allCoverage, double allSize) {
        return new Summary.Head(
                "h",
                "softmax",
                "sgd",
                List.of(0.2, 0.2, 0.2, coverage),
                List.of(1.0, 1.0, 1.0, 1.0),
                List.of(0.8, 0.8, 0.8, 0.914),
                List.of(9.0, 9.0, 9.0, size),
                QUARTERS,
                new Summary.Accumulated(allCoverage, 1, allSize));
    }
}
