package dev.setpoint.cli.paper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.paper.ScoresFigure.Algorithm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements that hold, hold in part and do not, in numbers made for it. */
class ChecksTest {
    private static final int[] STEPS = {100, 1000};

    @TempDir
    Path out;

    private ConstructedRun run(String data, Feedback feedback) {
        return new ConstructedRun(out, data, feedback);
    }

    private List<Check> scores(Algorithm algorithm, Feedback policy) throws IOException {
        return ScoresFigure.of(FigureInput.read(out), "2", algorithm, policy)
                .orElseThrow()
                .checks();
    }

    private static Check about(List<Check> checks, String claim) {
        return checks.stream()
                .filter(check -> check.claim().startsWith(claim))
                .findFirst()
                .orElseThrow(() -> new AssertionError(claim + " not in " + checks));
    }

    private static double[] both(double first, double last) {
        return new double[] {first, last};
    }

    @Test
    void crossEntropyIsComparedAtEveryCommonCheckpoint() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .model(1, 100, 2)
                .model(1, 200, 1)
                .model(1, 300, 0.5)
                .model(1, 400, 9)
                .write();
        run("cifar10", Feedback.UNIFORM)
                .model(1, 100, 1.9)
                .model(1, 200, 1.5)
                .model(1, 300, 1)
                .write();
        Check check = CrossEntropyFigure.of(FigureInput.read(out)).checks().get(0);
        assertThat(check.outcome()).isEqualTo(Outcome.IN_PART);
        assertThat(check.detail()).isEqualTo("lower at 2 of 3 checkpoints");
    }

    @Test
    void crossEntropyOfOnePolicyIsNotCompared() throws IOException {
        run("cifar10", Feedback.SOFTMAX).model(1, 100, 2).write();
        assertThat(CrossEntropyFigure.of(FigureInput.read(out)).checks()).isEmpty();
    }

    @Test
    void coverageApproachesTheTargetWithinThreeHundredths() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.99, 0.92), both(1, 0.98), both(9, 3))
                .write();
        assertThat(about(scores(Algorithm.TWO, Feedback.SOFTMAX), "Class coverage approaches 0.95")
                        .outcome())
                .isEqualTo(Outcome.HOLDS);
    }

    @Test
    void aClassThatIsCoveredTooOftenIsNotNearTheTarget() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.94, 0.95), both(0.97, 0.99), both(9, 3))
                .write();
        Check check = about(scores(Algorithm.TWO, Feedback.SOFTMAX), "Class coverage");
        assertThat(check.outcome()).isEqualTo(Outcome.FAILS);
        assertThat(check.detail()).startsWith("the class furthest from it ends 0.040 / 0.040 / 0.040 away");
    }

    @Test
    void coverageThatIsStillFarButNearerThanBeforeHoldsInPart() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.5, 0.9), both(1, 0.98), both(9, 3))
                .write();
        Check check = about(scores(Algorithm.TWO, Feedback.SOFTMAX), "Class coverage");
        assertThat(check.outcome()).isEqualTo(Outcome.IN_PART);
        assertThat(check.detail())
                .isEqualTo("the class furthest from it ends 0.050 / 0.050 / 0.050 away, after a tenth of the run"
                        + " 0.450 / 0.450 / 0.450");
    }

    @Test
    void coverageThatGoesAwayDoesNotHold() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.94, 0.9), both(0.96, 0.97), both(3, 9))
                .write();
        List<Check> checks = scores(Algorithm.TWO, Feedback.SOFTMAX);
        assertThat(about(checks, "Class coverage").outcome()).isEqualTo(Outcome.FAILS);
        assertThat(about(checks, "Sets become smaller").outcome()).isEqualTo(Outcome.FAILS);
    }

    @Test
    void directionsAreThoseOfTheMinimumClassCoverage() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.99, 0.95), both(1, 0.97), both(9, 3))
                .head(1, 100, "raps experts", 0.8, 0.9, 9)
                .head(1, 1000, "raps experts", 0.94, 0.96, 3)
                .head(1, 100, "aps experts", 0.8, 0.9, 9)
                .write();
        List<Check> checks = scores(Algorithm.TWO, Feedback.SOFTMAX);
        assertThat(about(checks, "The coverage of RAPS comes from below").outcome())
                .isEqualTo(Outcome.HOLDS);
        Check others = about(checks, "The coverage of softmax and APS comes from above");
        assertThat(others.outcome()).isEqualTo(Outcome.IN_PART);
        assertThat(others.detail()).contains("APS 0.800 at first, 0.950 at the end");
    }

    @Test
    void rapsThatComesFromAboveDoesNotHold() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.99, 0.95), both(1, 0.97), both(9, 3))
                .write();
        assertThat(about(scores(Algorithm.TWO, Feedback.SOFTMAX), "The coverage of RAPS")
                        .outcome())
                .isEqualTo(Outcome.FAILS);
    }

    @Test
    void algorithmTwoIsComparedWithTheTunedAlgorithmOne() throws IOException {
        for (Feedback policy : List.of(Feedback.SOFTMAX, Feedback.UNIFORM)) {
            run("cifar10", policy)
                    .heads("0.1", STEPS, both(0.99, 0.95), both(1, 0.97), both(9, 4))
                    .heads("0.01", STEPS, both(0.99, 0.90), both(1, 0.97), both(9, 1))
                    .heads("experts", STEPS, both(0.99, 0.95), both(1, 0.97), both(9, 4.4))
                    .write();
        }
        Check softmax = about(scores(Algorithm.TWO, Feedback.SOFTMAX), "Sets are at most marginally larger");
        assertThat(softmax.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(softmax.detail()).isEqualTo("against the tuned Algorithm 1 +10.0% / +10.0% / +10.0%");
        assertThat(about(scores(Algorithm.TWO, Feedback.UNIFORM), "Sets are smaller than those of the tuned")
                        .outcome())
                .isEqualTo(Outcome.FAILS);
    }

    @Test
    void policiesAreComparedAtTheLastCommonStep() throws IOException {
        run("svhn", Feedback.SOFTMAX)
                .heads(
                        "experts",
                        new int[] {100, 1000, 2000},
                        new double[] {0.5, 0.95, 0.95},
                        new double[] {1, 1, 0.97},
                        new double[] {9, 3, 2})
                .write();
        run("svhn", Feedback.UNIFORM)
                .heads("experts", STEPS, both(0.93, 0.95), both(0.97, 0.97), both(9, 2.5))
                .write();
        List<Check> checks = scores(Algorithm.TWO, Feedback.UNIFORM);
        Check smaller = about(checks, "Sets are smaller than under the softmax policy");
        assertThat(smaller.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(smaller.detail()).startsWith("softmax 2.50 instead of 3.00,").endsWith("at batch 1,000");
        Check faster = about(checks, "Coverage converges faster");
        assertThat(faster.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(faster.detail()).contains("softmax 100 instead of 2,000");
    }

    @Test
    void largerSetsUnderTheUniformPolicyAreSaidToBe() throws IOException {
        run("svhn", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.95, 0.95), both(0.97, 0.97), both(9, 2))
                .write();
        run("svhn", Feedback.UNIFORM)
                .heads("experts", STEPS, both(0.5, 0.5), both(0.97, 0.97), both(9, 2.5))
                .write();
        List<Check> checks = scores(Algorithm.TWO, Feedback.UNIFORM);
        assertThat(about(checks, "Sets are smaller than under the softmax").outcome())
                .isEqualTo(Outcome.FAILS);
        assertThat(about(checks, "Coverage converges faster").outcome()).isEqualTo(Outcome.FAILS);
        assertThat(about(checks, "Coverage converges faster").detail()).contains("softmax never instead of 100");
    }

    @Test
    void rapsIsExpectedToBeSmallestOnCifar100Only() throws IOException {
        run("cifar100", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.99, 0.95), both(1, 0.97), both(9, 4))
                .head(1, 1000, "raps experts", 0.95, 0.97, 3.9)
                .write();
        run("svhn", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.99, 0.95), both(1, 0.97), both(9, 4))
                .write();
        List<Check> raps = scores(Algorithm.TWO, Feedback.SOFTMAX).stream()
                .filter(check -> check.claim().startsWith("RAPS has the smallest"))
                .toList();
        assertThat(raps).hasSize(1);
        assertThat(raps.get(0).outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(raps.get(0).data()).isEqualTo("CIFAR-100");
    }

    @Test
    void nothingIsClaimedForAuto() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .heads("experts", STEPS, both(0.99, 0.95), both(1, 0.97), both(9, 4))
                .heads("auto", STEPS, both(0.99, 0.96), both(1, 0.97), both(9, 3))
                .write();
        FigureEntry entry = ScoresFigure.of(FigureInput.read(out), "4b", Algorithm.AUTO, Feedback.SOFTMAX)
                .orElseThrow();
        assertThat(entry.checks()).isEmpty();
        assertThat(entry.got().get(0))
                .contains("Against Algorithm 2: size -25.0% / -25.0% / -25.0%")
                .contains("+0.010 / +0.010 / +0.010");
    }

    @Test
    void ratesAreComparedByPairs() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .heads("0.1", STEPS, both(0.94, 0.95), both(0.97, 0.97), both(9, 4))
                .heads("0.01", STEPS, both(0.5, 0.95), both(0.97, 0.97), both(9, 3.9))
                .heads("0.001", STEPS, both(0.5, 0.6), both(0.97, 0.97), both(9, 5))
                .write();
        List<Check> checks = RatesFigure.of(FigureInput.read(out), "6", Feedback.SOFTMAX, "softmax")
                .orElseThrow()
                .checks();
        Check sooner = about(checks, "A larger \u03b7\u2082 brings coverage");
        assertThat(sooner.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(sooner.detail()).endsWith("of 3 pairs of rates the larger one is there sooner in 3, later in 0");
        Check larger = about(checks, "A larger \u03b7\u2082 gives larger sets");
        assertThat(larger.outcome()).isEqualTo(Outcome.FAILS);
        assertThat(larger.detail()).isEqualTo("in 1 of 3 pairs of rates");
        Check sensitive = about(checks, "The size of sets is sensitive");
        assertThat(sensitive.outcome()).isEqualTo(Outcome.HOLDS);
        assertThat(sensitive.detail()).isEqualTo("from 3.90 to 5.00 labels");
    }

    @Test
    void sizesThatHardlyDifferAreNotSensitive() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .heads("0.1", STEPS, both(0.94, 0.95), both(0.97, 0.97), both(9, 4))
                .heads("0.01", STEPS, both(0.94, 0.95), both(0.97, 0.97), both(9, 4.1))
                .write();
        List<Check> checks = RatesFigure.of(FigureInput.read(out), "6", Feedback.SOFTMAX, "raps")
                .orElseThrow()
                .checks();
        assertThat(about(checks, "The size of sets").outcome()).isEqualTo(Outcome.FAILS);
        assertThat(about(checks, "A larger \u03b7\u2082 brings").outcome())
                .as("no difference is not sooner")
                .isEqualTo(Outcome.FAILS);
    }

    @Test
    void correctPullsAreComparedWithChance() throws IOException {
        run("cifar10", Feedback.SOFTMAX)
                .pulls(1, 100, "a", 0.5)
                .pulls(1, 100, "b", 0.4)
                .pulls(1, 100, "c", 0.105)
                .write();
        run("cifar10", Feedback.UNIFORM)
                .pulls(1, 100, "a", 0.109)
                .pulls(1, 100, "b", 0.12)
                .pulls(2, 100, "b", 0.09)
                .write();
        FigureEntry entry = CorrectPullsFigure.of(FigureInput.read(out));
        assertThat(about(entry.checks(), "Correct pulls of the uniform policy").outcome())
                .isEqualTo(Outcome.HOLDS);
        Check more = about(entry.checks(), "The softmax policy is correct more often");
        assertThat(more.outcome()).isEqualTo(Outcome.IN_PART);
        assertThat(more.detail()).isEqualTo("more than 1/K + 0.01 for 2 of 3 classes");
        assertThat(entry.got())
                .containsExactly("CIFAR-10, at the end: softmax policy correct for 0.105 to 0.500 of a class's queries;"
                        + " uniform policy correct for 0.105 to 0.109 of a class's queries; 1/K is 0.100.");
    }

    @Test
    void correctPullsFarFromChanceAreNotCloseToIt() throws IOException {
        run("cifar10", Feedback.UNIFORM).pulls(1, 100, "a", 0.3).write();
        assertThat(CorrectPullsFigure.of(FigureInput.read(out)).checks().get(0).outcome())
                .isEqualTo(Outcome.FAILS);
    }
}
