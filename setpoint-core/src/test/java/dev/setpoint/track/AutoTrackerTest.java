package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The laws of {@link AutoTracker} beside the contract of all trackers. */
class AutoTrackerTest {
    private static final double ALPHA = 0.1;
    private static final double[] NO_RECORD = {};

    private final double[] thresholds = new double[2];

    private static Tracker tracker(int labels) {
        return AutoTracker.Settings.DEFAULT.create(labels, ALPHA);
    }

    private static double[] issue(Tracker tracker, int labels) {
        double[] thresholds = new double[labels];
        tracker.issueInto(new QueryWeights(), thresholds, NO_RECORD);
        return thresholds;
    }

    /** A pull of a label that was right, and its evidence, as one step. */
    private static void rightPull(Tracker tracker, double[] p, int arm, double weight, double[] issued) {
        tracker.addPull(p, p, 1, arm, true);
        tracker.add(arm, weight, p[arm], issued, NO_RECORD);
        tracker.apply(1);
    }

    private static void wrongPull(Tracker tracker, double[] p, int arm) {
        tracker.addPull(p, p, 1, arm, false);
        tracker.apply(1);
    }

    @Test
    void weightedCoverageNeverLiesFurtherBelowTheTargetThanItsBound() {
        // the world answers against the tracker: where a threshold can be missed, it is missed, with weights up to 200
        Laws.forAll(20, random -> {
            Tracker tracker = tracker(2);
            double errors = 0;
            double squares = 0;
            double scale = 1;
            for (int n = 1; n <= 4000; n++) {
                tracker.issueInto(new QueryWeights(), thresholds, NO_RECORD);
                boolean against = n > 200 || random.chance(0.5);
                double p = against && thresholds[0] > 0 ? thresholds[0] * 0.9999 : random.uniform();
                boolean missed = p < thresholds[0];
                double weight = random.chance(0.2) ? random.between(1, 200) : 1;
                // the tracker's own fading, by its definition
                scale *= 1
                        + Math.max(
                                AutoTracker.Settings.DEFAULT.fading() / n,
                                1 / (2 * AutoTracker.Settings.DEFAULT.memory()));
                errors += scale * weight * (missed ? ALPHA - 1 : ALPHA);
                squares += scale * weight * scale * weight;
                rightPull(tracker, new double[] {p, 1 - p}, 0, weight, thresholds);
                assertThat(errors / Math.sqrt(squares)).isGreaterThan(-Math.sqrt(10) - 1e-9);
            }
        });
    }

    @Test
    void labelIsInEverySetUntilSplitConformalPredictionWouldLeaveAnythingOut() {
        // alpha - (1 - alpha) / n <= 0 up to n = 9
        Source random = new Source(5);
        Tracker tracker = AutoTracker.Settings.DEFAULT.create(2, ALPHA);
        assertThat(issue(tracker, 2)).containsOnly(Tracker.ALWAYS);
        for (int n = 1; n <= 8; n++) {
            double p = random.between(0.6, 0.9);
            rightPull(tracker, new double[] {p, 1 - p}, 0, 1 / p, issue(tracker, 2));
            assertThat(issue(tracker, 2)).containsOnly(Tracker.ALWAYS);
        }
        for (int n = 9; n <= 60; n++) {
            double p = random.between(0.6, 0.9);
            rightPull(tracker, new double[] {p, 1 - p}, 0, 1 / p, issue(tracker, 2));
        }
        assertThat(issue(tracker, 2)[0]).isBetween(0.3, 0.9);
        assertThat(issue(tracker, 2)[1]).isEqualTo(Tracker.ALWAYS); // never right so far
    }

    @Test
    void revealedLabelsGiveTheQuantileOfTheirScores() {
        // the alpha-quantile of uniform scores is alpha; fading leaves some 2,000 of 6,000 answers, so the standard
        // error of the
        // quantile is below 0.007, and 6 of them are a false alarm once in 10^8
        Source random = new Source(11);
        Tracker tracker = tracker(2);
        for (int n = 0; n < 6000; n++) {
            double p = random.uniform();
            double[] both = {p, 1 - p};
            int label = random.below(2);
            double[] issued = issue(tracker, 2);
            tracker.addLabel(both, both, 1, label);
            tracker.add(label, 1, both[label], issued, NO_RECORD);
            tracker.apply(1);
        }
        for (double threshold : issue(tracker, 2)) {
            assertThat(threshold).isBetween(ALPHA - 0.042, ALPHA + 0.042);
        }
    }

    @Test
    void pullsAloneGiveTheCoverageThatIsAsked() {
        // y ~ p on three labels, pulls from p: the model is right about itself. Coverage of the second half per class,
        // of about
        // 3,300 queries each, must lie above 1 - alpha - 0.04: more than 7 binomial standard errors
        Source random = new Source(3);
        int labels = 3;
        Tracker tracker = tracker(labels);
        long[] queries = new long[labels];
        long[] covered = new long[labels];
        long members = 0;
        int steps = 20_000;
        for (int n = 0; n < steps; n++) {
            double[] p = random.distribution(labels);
            int y = draw(random, p);
            int arm = draw(random, p);
            double[] issued = issue(tracker, labels);
            if (n >= steps / 2) {
                queries[y]++;
                covered[y] += p[y] >= issued[y] ? 1 : 0;
                members += Arrays.stream(new int[] {0, 1, 2})
                        .filter(k -> p[k] >= issued[k])
                        .count();
            }
            if (arm == y) {
                rightPull(tracker, p, arm, 1 / p[arm], issued);
            } else {
                wrongPull(tracker, p, arm);
            }
        }
        for (int k = 0; k < labels; k++) {
            assertThat((double) covered[k] / queries[k]).isBetween(1 - ALPHA - 0.04, 1 - ALPHA + 0.06);
        }
        assertThat((double) members / (steps - steps / 2)).isLessThan(2.5); // and not by holding every label
    }

    private static int draw(Source random, double[] distribution) {
        double u = random.uniform();
        int k = 0;
        while (k < distribution.length - 1 && u >= distribution[k]) {
            u -= distribution[k++];
        }
        return k;
    }

    @Test
    void worldThatChangesIsLearnedAnew() {
        // until the change the most probable label is right, after it the other one: within 200 answers both are in
        // every set
        Tracker tracker = tracker(2);
        Source random = new Source(21);
        for (int n = 0; n < 3000; n++) {
            double p = random.between(0.8, 1);
            rightPull(tracker, new double[] {p, 1 - p}, 0, 1, issue(tracker, 2));
            rightPull(tracker, new double[] {1 - p, p}, 1, 1, issue(tracker, 2));
            wrongPull(tracker, new double[] {p, 1 - p}, 1);
        }
        assertThat(issue(tracker, 2)[0]).isGreaterThan(0.5);
        for (int n = 0; n < 200; n++) {
            double p = random.between(0.8, 1);
            wrongPull(tracker, n % 2 == 0 ? new double[] {p, 1 - p} : new double[] {1 - p, p}, n % 2);
        }
        assertThat(issue(tracker, 2)).containsOnly(Tracker.ALWAYS);
    }

    @Test
    void startIsNoChangeOfTheWorldHoweverLargeTheStep() {
        // 20 labels pulled evenly by a model that knows nothing: a pull is right once in 20 times. Hit rates start at
        // 1, and if the
        // alarm took that for the past, it would sound every 50 answers and n would never reach 10
        int labels = 20;
        double[] p = new double[labels];
        Arrays.fill(p, 1.0 / labels);
        for (int step : new int[] {1, 5000}) {
            Source random = new Source(31);
            Tracker tracker = tracker(labels);
            double[] issued = issue(tracker, labels);
            for (int n = 1; n <= 50_000; n++) {
                int arm = random.below(labels);
                boolean right = random.below(labels) == arm;
                tracker.addPull(p, p, 1, arm, right);
                if (right) {
                    tracker.add(arm, labels, p[arm], issued, NO_RECORD);
                }
                if (n % step == 0) {
                    tracker.apply(1);
                    issued = issue(tracker, labels);
                }
            }
            for (double threshold : issued) {
                assertThat(threshold).isGreaterThan(0.03); // ten right pulls of each were seen and kept
            }
        }
    }

    @Test
    void missNeverRaisesAThresholdAlsoWhenAllAreReadOffAnew() {
        Source random = new Source(41);
        Tracker tracker = tracker(2);
        int misses = 0;
        for (int n = 0; n < 60_000; n++) {
            double[] before = issue(tracker, 2);
            double p = random.uniform();
            boolean missed = p < before[0];
            misses += missed ? 1 : 0;
            rightPull(tracker, new double[] {p, 1 - p}, 0, random.between(1, 50), before);
            if (missed) {
                assertThat(issue(tracker, 2)[0]).isLessThanOrEqualTo(before[0]);
            }
        }
        assertThat(misses).isGreaterThan(2000);
    }

    @Test
    void tiedScoresAreHeldNotMissed() {
        // a model that says the same of every query: all scores of a label are equal, and at the edge of a bin for 2, 4
        // and 16 labels.
        // A threshold above them would miss every query, one at them misses none
        for (int labels : new int[] {2, 4, 10, 16}) {
            Source random = new Source(71);
            Tracker tracker = tracker(labels);
            double[] p = new double[labels];
            Arrays.fill(p, 1.0 / labels);
            for (int n = 0; n < 20_000; n++) {
                double[] issued = issue(tracker, labels);
                int arm = random.below(labels);
                if (random.below(labels) == arm) {
                    rightPull(tracker, p, arm, labels, issued);
                } else {
                    wrongPull(tracker, p, arm);
                }
            }
            for (double threshold : issue(tracker, labels)) {
                assertThat(threshold).isLessThanOrEqualTo(p[0]);
            }
        }
    }

    @Test
    void fadingKeepsEveryNumberFiniteForever() {
        // memory 1 doubles the scale with every answer: it must be taken back before it overflows
        Tracker tracker = new AutoTracker.Settings(0.01, 0.3, 2, 1).create(2, ALPHA);
        Source random = new Source(9);
        for (int n = 0; n < 5000; n++) {
            double p = random.uniform();
            rightPull(tracker, new double[] {p, 1 - p}, n % 2, random.between(1, 1e6), issue(tracker, 2));
            for (double threshold : issue(tracker, 2)) {
                assertThat(threshold).isNotNaN().isLessThan(Double.POSITIVE_INFINITY);
            }
        }
    }
}
