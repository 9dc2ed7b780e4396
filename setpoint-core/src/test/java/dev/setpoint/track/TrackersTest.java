package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import dev.setpoint.testing.TrackerContract;
import dev.setpoint.testing.TrackerContract.Issued;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TrackersTest {
    @Nested
    class Auto extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return TrackerSettings.parse("auto(fading=1)");
        }

        @Override
        protected double firstThreshold() {
            return Tracker.ALWAYS;
        }

        @Override
        protected boolean labelsStandAlone() {
            return false; // hit rates are pooled
        }

        @Override
        protected boolean waitsForAScoreBelow() {
            return true;
        }

        @Override
        protected boolean addsOverLabels() {
            return true; // the shares of an incorrect pull
        }

        @Override
        protected void give(
                Tracker tracker, int label, double weight, double score, double[] thresholds, double[] record) {
            if (weight != 0) {
                double[] probabilities = new double[thresholds.length];
                Arrays.fill(probabilities, 1.0 / probabilities.length);
                double[] scores = new double[thresholds.length];
                scores[label] = score;
                tracker.addLabel(probabilities, scores, 1, label);
            }
            tracker.add(label, weight, score, score >= thresholds[label], record);
        }

        @Override
        protected void giveOneOfThree(
                Tracker tracker, int label, double weight, double score, double[] thresholds, double[] record) {
            double[] scores = new double[3];
            scores[label] = score;
            tracker.addLabel(new double[] {0.4, 0.3, 0.3}, scores, 1, label);
            tracker.add(0, weight, score, score >= thresholds[0], record);
        }

        @Test
        @Override
        protected void evidenceCountsByWhatItWasIssuedWithHoweverLate() {
            Tracker byIssued = settings().create(1, ALPHA);
            Issued early = issue(byIssued, 1);
            for (int n = 0; n < someAnswers(); n++) {
                Issued now = issue(byIssued, 1);
                give(byIssued, 0, 2, 0.5 + 0.4 * (n * 0.618 % 1), now.thresholds(), now.record());
                byIssued.apply(1);
            }
            Tracker byPresent = States.copied(byIssued, settings().create(1, ALPHA));
            Issued late = issue(byPresent, 1);
            assertThat(late.thresholds()[0]).isGreaterThan(0.3);
            give(byIssued, 0, 40, 0.3, early.thresholds(), early.record()); // held when it was issued
            give(byPresent, 0, 40, 0.3, late.thresholds(), late.record()); // missed now
            byIssued.apply(1);
            byPresent.apply(1);
            assertThat(issue(byPresent, 1).thresholds()[0])
                    .isLessThan(issue(byIssued, 1).thresholds()[0]);
        }
    }

    /** Whose numbers grow until they are divided, within the answers of a law. */
    @Nested
    class FadingAuto extends Auto {
        @Override
        protected TrackerSettings settings() {
            return TrackerSettings.parse("auto(fading=20)");
        }

        @Override
        protected int someAnswers() {
            return 400;
        }
    }

    @Nested
    class Sgd extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new SgdTracker.Settings(0.05, 0.25);
        }

        @Override
        protected double firstThreshold() {
            return 0.25;
        }
    }

    @Nested
    class Experts extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return ExpertsTracker.Settings.PAPER;
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }

        @Override
        protected boolean isMonotoneFromAnyState() {
            return false;
        }
    }

    @Nested
    class OneExpert extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new ExpertsTracker.Settings(List.of(0.3), -0.5);
        }

        @Override
        protected double firstThreshold() {
            return -0.5;
        }
    }

    @Nested
    class ScaleFree extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new ScaleFreeTracker.Settings(0.1, 0.25, 0);
        }

        @Override
        protected double firstThreshold() {
            return 0.25;
        }
    }

    @Nested
    class ScaleFreeWithPrior extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new ScaleFreeTracker.Settings(0.3, -0.5, 100);
        }

        @Override
        protected double firstThreshold() {
            return -0.5;
        }
    }

    @Nested
    class Decaying extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new DecayingTracker.Settings(0.05, 0.6, 0.25);
        }

        @Override
        protected double firstThreshold() {
            return 0.25;
        }
    }

    @Nested
    class ExactQuantile extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new WeightedQuantileTracker.Settings(200, Double.POSITIVE_INFINITY);
        }

        @Override
        protected double firstThreshold() {
            return Tracker.ALWAYS;
        }

        @Override
        protected boolean looksAtIssuedThresholds() {
            return false;
        }

        @Override
        protected boolean issuesQuantiles() {
            return true;
        }
    }

    @Nested
    class ForgettingQuantile extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new WeightedQuantileTracker.Settings(200, 50);
        }

        @Override
        protected double firstThreshold() {
            return Tracker.ALWAYS;
        }

        @Override
        protected boolean looksAtIssuedThresholds() {
            return false;
        }

        @Override
        protected boolean issuesQuantiles() {
            return true;
        }
    }

    @Nested
    class SmallQuantile extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new WeightedQuantileTracker.Settings(4, 25);
        }

        @Override
        protected double firstThreshold() {
            return Tracker.ALWAYS;
        }

        @Override
        protected boolean looksAtIssuedThresholds() {
            return false;
        }

        @Override
        protected boolean issuesQuantiles() {
            return true;
        }

        @Override
        protected boolean isMonotoneFromAnyState() {
            return false;
        }
    }

    @Nested
    class StronglyAdaptive extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new StronglyAdaptiveTracker.Settings(0.1, 8, 10, 0.25);
        }

        @Override
        protected double firstThreshold() {
            return 0.25;
        }

        @Override
        protected boolean isMonotoneFromAnyState() {
            return false;
        }
    }

    @Nested
    class StronglyAdaptiveInOneLevel extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new StronglyAdaptiveTracker.Settings(0.1, 3, 1, 0);
        }

        @Override
        protected double mostMissed() {
            return 0.5; // no learner hears of more than three scores
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }

        @Override
        protected boolean isMonotoneFromAnyState() {
            return false;
        }
    }

    /** Of one label: the inner threshold is the last number of the record, and counts evidence on its own. */
    private static double belowTheInner(Issued issued) {
        return Math.min(issued.thresholds()[0], issued.record()[issued.record().length - 1]);
    }

    @Nested
    class OuterOfSgd extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new OuterLoopTracker.Settings(0.05, new SgdTracker.Settings(0.05, 0.25));
        }

        @Override
        protected double missedScore(Issued issued) {
            return belowTheInner(issued);
        }

        @Override
        protected double firstThreshold() {
            return 0.25;
        }
    }

    @Nested
    class OuterOfAuto extends Auto {
        @Override
        protected TrackerSettings settings() {
            return TrackerSettings.parse("outer(gamma=0.05, tracker=auto)");
        }

        @Override
        protected double missedScore(Issued issued) {
            return belowTheInner(issued);
        }
    }

    @Nested
    class OuterOfExperts extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new OuterLoopTracker.Settings(0.05, ExpertsTracker.Settings.PAPER);
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }

        @Override
        protected boolean isMonotoneFromAnyState() {
            return false;
        }
    }

    @Nested
    class OuterOfOuterOfStronglyAdaptive extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return TrackerSettings.parse("outer(gamma=0.1, tracker=outer(gamma=0.2, tracker=strongly-adaptive))");
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }

        @Override
        protected boolean isMonotoneFromAnyState() {
            return false;
        }
    }

    @Nested
    class OuterOfQuantile extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return TrackerSettings.parse("outer(gamma=0.1, tracker=weighted-quantile)");
        }

        @Override
        protected double missedScore(Issued issued) {
            return belowTheInner(issued);
        }

        @Override
        protected double firstThreshold() {
            return Tracker.ALWAYS;
        }

        @Override
        protected boolean looksAtIssuedThresholds() {
            return false;
        }

        @Override
        protected boolean issuesQuantiles() {
            return true;
        }
    }

    @Test
    void checkLossIsThatOfThePaper() {
        assertThat(CheckLoss.loss(0.1, 0.7, 0.2)).isCloseTo(0.5 * 0.1, within(1e-16));
        assertThat(CheckLoss.loss(0.1, 0.2, 0.7)).isCloseTo(0.5 * 0.9, within(1e-16));
        assertThat(CheckLoss.loss(0.1, 0.4, 0.4)).isZero();
        assertThat(CheckLoss.descent(0.1, 0.4, 0.4)).isEqualTo(0.1); // a score at the threshold is covered
        assertThat(CheckLoss.descent(0.1, Math.nextDown(0.4), 0.4)).isEqualTo(0.1 - 1);
    }

    @Test
    void checkLossIsConvexAndDescentIsMinusItsSlope() {
        Laws.forAll(500, random -> {
            double alpha = random.between(0.01, 0.99);
            double score = random.between(-1, 1);
            double a = random.between(-1, 1);
            double b = random.between(-1, 1);
            double la = CheckLoss.loss(alpha, score, a);
            assertThat(la).isGreaterThanOrEqualTo(0);
            // subgradient inequality: loss(b) >= loss(a) - descent(a) (b - a)
            assertThat(CheckLoss.loss(alpha, score, b))
                    .isGreaterThanOrEqualTo(la - CheckLoss.descent(alpha, score, a) * (b - a) - 1e-15);
        });
    }

    @Test
    void oneExpertIsTheSgdTracker() {
        Laws.forAll(50, random -> {
            double eta = random.between(0.001, 0.5);
            Tracker sgd = new SgdTracker.Settings(eta, 0.1).create(3, 0.2);
            Tracker experts = new ExpertsTracker.Settings(List.of(eta), 0.1).create(3, 0.2);
            for (int t = 0; t < 100; t++) {
                Issued a = TrackerContract.issue(sgd, 3);
                Issued b = TrackerContract.issue(experts, 3);
                assertThat(b.thresholds()).isEqualTo(a.thresholds());
                int label = random.below(3);
                double weight = random.between(0, 5);
                double score = random.uniform();
                sgd.add(label, weight, score, score >= a.thresholds()[label], a.record());
                experts.add(label, weight, score, score >= b.thresholds()[label], b.record());
                sgd.apply(2);
                experts.apply(2);
            }
        });
    }

    @Test
    void expertsFollowAlgorithmTwoUnderAnyDelay() {
        // the paper's formulas, written down once more without care for speed or overflow
        Laws.forAll(60, random -> {
            double alpha = random.between(0.02, 0.4);
            double[] etas = {0.3, 0.05, 0.004};
            Tracker tracker = new ExpertsTracker.Settings(List.of(0.3, 0.05, 0.004), 0.1).create(1, alpha);
            double[] own = {0.1, 0.1, 0.1};
            double[] losses = new double[3];
            List<Issued> waiting = new ArrayList<>();
            for (int t = 0; t < 80; t++) {
                Issued now = TrackerContract.issue(tracker, 1);
                double weighted = 0;
                double total = 0;
                for (int j = 0; j < 3; j++) {
                    assertThat(now.record()[j]).isCloseTo(own[j], within(1e-12));
                    double weight = Math.exp(-losses[j] / Math.sqrt(t + 1.0));
                    weighted += weight * own[j];
                    total += weight;
                }
                assertThat(now.thresholds()[0]).isCloseTo(weighted / total, within(1e-9));
                waiting.add(now);
                double divisor = random.within(1, 3);
                double[] sums = new double[3];
                double[] lossSums = new double[3];
                for (int i = random.within(0, 3); i > 0 && !waiting.isEmpty(); i--) {
                    Issued issued = waiting.remove(random.below(waiting.size()));
                    double weight = random.between(0.5, 4);
                    double score = random.between(-0.2, 0.8);
                    tracker.add(0, weight, score, score >= issued.thresholds()[0], issued.record());
                    for (int j = 0; j < 3; j++) {
                        double below = score < issued.record()[j] ? 1 : 0;
                        sums[j] += weight * (alpha - below);
                        lossSums[j] += weight * (score - issued.record()[j]) * (alpha - below);
                    }
                }
                tracker.apply(divisor);
                for (int j = 0; j < 3; j++) {
                    own[j] += etas[j] * sums[j] / divisor;
                    losses[j] += lossSums[j] / divisor;
                }
            }
        });
    }

    @Test
    void issuedThresholdLiesBetweenItsExperts() {
        Laws.forAll(50, random -> {
            Tracker experts = ExpertsTracker.Settings.PAPER.create(2, 0.1);
            for (int t = 0; t < 100; t++) {
                Issued issued = TrackerContract.issue(experts, 2);
                for (int k = 0; k < 2; k++) {
                    double least = Double.POSITIVE_INFINITY;
                    double most = Double.NEGATIVE_INFINITY;
                    for (int j = 0; j < 4; j++) {
                        least = Math.min(least, issued.record()[4 * k + j]);
                        most = Math.max(most, issued.record()[4 * k + j]);
                    }
                    assertThat(issued.thresholds()[k]).isBetween(least - 1e-12, most + 1e-12);
                }
                int label = random.below(2);
                double weight = random.between(0, 20);
                double score = random.uniform();
                experts.add(label, weight, score, score >= issued.thresholds()[label], issued.record());
                experts.apply(1);
            }
        });
    }

    @Test
    void emptyStepsEvenOutTheWeightsOfExperts() {
        // weights are exp(-L / sqrt(t + 1)): steps without evidence count in t
        Tracker experts = new ExpertsTracker.Settings(List.of(1.0, 0.1), 0).create(1, 0.1);
        Issued issued = TrackerContract.issue(experts, 1);
        experts.add(0, 10, 1, 1 >= issued.thresholds()[0], issued.record()); // thresholds 1 and 0.1
        experts.apply(1);
        issued = TrackerContract.issue(experts, 1);
        experts.add(0, 1, 0.9, 0.9 >= issued.thresholds()[0], issued.record()); // losses 0.09 and 0.08 more
        experts.apply(1);
        double[] own = TrackerContract.issue(experts, 1).record();
        double difference = 0.1 * 0.9 - 0.8 * 0.1;
        for (int t = 2; t < 6; t++) {
            double w = Math.exp(-difference / Math.sqrt(t + 1.0)); // of the first, relative to the second
            assertThat(TrackerContract.issue(experts, 1).thresholds()[0])
                    .isCloseTo((w * own[0] + own[1]) / (w + 1), within(1e-12));
            experts.apply(1);
        }
    }

    @Test
    void constantsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new SgdTracker.Settings(0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("eta: 0.0 (expected: > 0 and <= 1.0E9)");
        assertThatThrownBy(() -> new SgdTracker.Settings(Double.NaN, 0)).hasMessageStartingWith("eta: NaN");
        assertThatThrownBy(() -> new SgdTracker.Settings(1, Double.NEGATIVE_INFINITY))
                .hasMessage("start: -Infinity (expected: in [-1.0E9, 1.0E9])");
        assertThatThrownBy(() -> new ExpertsTracker.Settings(List.of(), 0))
                .hasMessage("etas: none (expected: 1 to 1000)");
        assertThatThrownBy(() -> new ExpertsTracker.Settings(List.of(0.1, -1.0), 0))
                .hasMessageStartingWith("eta: -1.0");
        assertThatThrownBy(() -> new ExpertsTracker.Settings(List.of(0.1), Double.NaN))
                .hasMessageStartingWith("start");
        assertRefused("scale-free(prior=-1)", "prior: -1.0 (expected: in [0, 1.0E9])");
        assertRefused("scale-free(eta=Infinity)", "eta: Infinity (expected: > 0 and <= 1.0E9)");
        assertRefused("decaying(power=1.5)", "power: 1.5 (expected: in [0, 1])");
        assertRefused("decaying(power=NaN)", "power: NaN (expected: in [0, 1])");
        assertRefused("weighted-quantile(size=1)", "size: 1 (expected: in [2, 100000])");
        assertRefused("weighted-quantile(memory=0)", "memory: 0.0 (expected: >= 2, or Infinity)");
        assertRefused("weighted-quantile(memory=NaN)", "memory: NaN (expected: >= 2, or Infinity)");
        assertRefused("strongly-adaptive(lifetime=1)", "lifetime: 1 (expected: in [2, 65536])");
        assertRefused("strongly-adaptive(levels=0)", "levels: 0 (expected: in [1, 32])");
        assertRefused("strongly-adaptive(levels=33)", "levels: 33 (expected: in [1, 32])");
        assertRefused("sgd(eta=1e308)", "eta: 1.0E308 (expected: > 0 and <= 1.0E9)");
        assertRefused("sgd(start=1e10)", "start: 1.0E10 (expected: in [-1.0E9, 1.0E9])");
        assertRefused("auto(memory=1e10)", "memory: 1.0E10 (expected: in [1, 1.0E9])");
        assertRefused("weighted-quantile(size=2147483647)", "size: 2147483647 (expected: in [2, 100000])");
        assertRefused("outer(gamma=0)", "gamma: 0.0 (expected: > 0 and <= 1.0E9)");
        assertRefused("outer(tracker=sgd(eta=0))", "eta: 0.0 (expected: > 0 and <= 1.0E9)");
    }

    private static void assertRefused(String text, String message) {
        assertThatThrownBy(() -> TrackerSettings.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sgd",
                "experts",
                "scale-free",
                "decaying",
                "weighted-quantile",
                "strongly-adaptive",
                "auto",
                "outer(gamma=1e-300, tracker=auto)"
            })
    void outerLoopThatHardlyMovesIsTheTrackerInside(String inside) {
        Tracker inner = TrackerSettings.parse(inside).create(3, TrackerContract.ALPHA);
        Tracker outer = TrackerSettings.parse("outer(gamma=1e-300, tracker=" + inside + ")")
                .create(3, TrackerContract.ALPHA);
        Source random = new Source(61);
        for (int n = 0; n < 400; n++) {
            Issued one = TrackerContract.issue(inner, 3);
            Issued other = TrackerContract.issue(outer, 3);
            for (int k = 0; k < 3; k++) {
                double threshold = one.thresholds()[k];
                assertThat(other.thresholds()[k]).isBetween(threshold - 1e-290, threshold + 1e-290);
            }
            double[] p = random.distribution(3);
            int arm = random.below(3);
            boolean correct = random.chance(0.7);
            for (int t = 0; t < 2; t++) {
                Tracker tracker = t == 0 ? inner : outer;
                Issued issued = t == 0 ? one : other;
                if (n % 7 == 0) {
                    tracker.addLabel(p, p, 1, arm);
                } else {
                    tracker.addPull(p, p, 1, arm, correct);
                }
                if (correct) {
                    tracker.add(arm, 1 / p[arm], p[arm], p[arm] >= issued.thresholds()[arm], issued.record());
                    tracker.addMembership(p[arm] >= issued.thresholds()[arm]);
                }
                tracker.apply(1);
            }
        }
        for (Method method : Tracker.class.getDeclaredMethods()) { // what is not passed on is lost without a word
            assertThat(Arrays.stream(OuterLoopTracker.class.getDeclaredMethods())
                            .map(Method::getName))
                    .contains(method.getName());
        }
    }
}
