package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.score.ScoreRange;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Increments;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.nio.ByteBuffer;
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

    /** A pull of a label that was correct, and its evidence, as one step. */
    private static void correctPull(Tracker tracker, double[] p, int arm, double weight, double[] issued) {
        tracker.addPull(p, p, 1, arm, true);
        tracker.add(arm, weight, p[arm], p[arm] >= issued[arm], NO_RECORD);
        tracker.apply(1);
    }

    private static void incorrectPull(Tracker tracker, double[] p, int arm) {
        tracker.addPull(p, p, 1, arm, false);
        tracker.apply(1);
    }

    @Test
    void weightedCoverageNeverLiesFurtherBelowTheTargetThanItsBound() {
        // the world answers against the tracker: where a threshold can be missed, it is missed, with weights up to 200
        Laws.forAll(20, random -> {
            int count = random.within(1, 2); // thresholds
            Tracker tracker = AutoTracker.Settings.DEFAULT.create(new TrackingTask(2, count, ALPHA, ScoreRange.UNIT));
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
                correctPull(tracker, new double[] {p, 1 - p}, 0, weight, thresholds);
                assertThat(errors / Math.sqrt(squares)).isGreaterThan(-Math.sqrt(10) - 1e-9);
            }
        });
    }

    @Test
    void labelAddedLateKeepsTheBoundToo() {
        Laws.forAll(10, random -> {
            Tracker tracker = tracker(2);
            double errors = 0;
            double squares = 0;
            double scale = 1;
            int missed = 0;
            for (int n = 1; n <= 4000; n++) {
                int labels = n <= 300 ? 2 : 3;
                if (n == 301) {
                    tracker.grow(TrackingTask.byLabel(3, ALPHA));
                }
                double[] issued = issue(tracker, labels);
                int label = labels == 3 && random.chance(0.7) ? 2 : random.below(2);
                boolean against = label == 2 && n > 500 && issued[2] > 0;
                double p = against ? issued[2] * 0.9999 : random.uniform();
                double weight = random.chance(0.2) ? random.between(1, 200) : 1;
                scale *= 1
                        + Math.max(
                                AutoTracker.Settings.DEFAULT.fading() / n,
                                1 / (labels * AutoTracker.Settings.DEFAULT.memory()));
                if (label == 2) {
                    missed += p < issued[2] ? 1 : 0;
                    errors += scale * weight * (p < issued[2] ? ALPHA - 1 : ALPHA);
                    squares += scale * weight * scale * weight;
                    assertThat(errors / Math.sqrt(squares)).isGreaterThan(-Math.sqrt(10) - 1e-9);
                }
                double[] all = new double[labels];
                Arrays.fill(all, (1 - p) / (labels - 1));
                all[label] = p;
                correctPull(tracker, all, label, weight, issued);
            }
            assertThat(missed).isGreaterThan(20);
        });
    }

    @Test
    void rangeOfScoresGrowsWithTheLabelsAsThatOfRapsDoes() {
        Source random = new Source(29);
        TrackingTask task = new TrackingTask(2, 2, ALPHA, new ScoreRange(-0.25, 1));
        Tracker tracker = AutoTracker.Settings.DEFAULT.create(task);
        for (int n = 0; n < 4000; n++) {
            double[] scores = random.uniforms(2);
            tellLabel(tracker, new double[] {0.5, 0.5}, scores, random.below(2));
        }
        double[] before = issue(tracker, 2);
        Tracker follower = AutoTracker.Settings.DEFAULT.create(task);
        Increments increments = new Increments(tracker, follower);
        task = new TrackingTask(3, 3, ALPHA, new ScoreRange(-0.5, 1));
        tracker.grow(task);
        follower.grow(task);
        increments.follow(); // every page, as what is in bins has moved
        assertThat(issue(tracker, 3)).startsWith(before).endsWith(Tracker.ALWAYS);
        task = new TrackingTask(4, 4, ALPHA, new ScoreRange(-0.75, 1)); // for which the bins suffice
        tracker.grow(task);
        Tracker restored = States.copied(tracker, AutoTracker.Settings.DEFAULT.create(task));
        for (int n = 0; n < 4000; n++) {
            double[] scores = {
                random.uniform(), random.uniform(), random.between(-0.5, 0.5), random.between(-0.75, 0.25)
            };
            int label = random.below(4);
            tellLabel(tracker, new double[] {0.2, 0.2, 0.3, 0.3}, scores, label);
            tellLabel(restored, new double[] {0.2, 0.2, 0.3, 0.3}, scores, label);
        }
        assertThat(States.bytes(restored)).isEqualTo(States.bytes(tracker));
        double[] expected = {0.1, 0.1, -0.4, -0.65};
        for (int k = 0; k < 4; k++) {
            assertThat(issue(tracker, 4)[k]).isCloseTo(expected[k], within(0.07));
        }
        byte[] state = States.bytes(tracker);
        for (byte[] range : new byte[][] {bits(1, 1), bits(Double.NaN, 1), bits(0, Double.POSITIVE_INFINITY)}) {
            byte[] page = Sealed.pages(state).get(0L);
            System.arraycopy(range, 0, page, RANGE_AT, range.length);
            byte[] forged = Sealed.replaced(state, 0, page);
            TrackingTask same = task;
            assertThatThrownBy(() -> States.read(forged, AutoTracker.Settings.DEFAULT.create(same)))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageStartingWith("snapshot: range of scores, ");
        }
    }

    /** In page 0, after answers, correct pulls, until refresh, scale; pulls, hits, rates; the pool and its sum. */
    private static final int RANGE_AT = 28 + 3 * (4 + 8 * HitRates.COUNT) + 4 + 8 * ScoreBins.COUNT + 8;

    private static byte[] bits(double least, double most) {
        return ByteBuffer.allocate(16).putDouble(least).putDouble(most).array();
    }

    @Test
    void levelIsThatOfTheObservationsOwnAndBorrowed() {
        // told scores that are spread evenly, the threshold after n of them is alpha n / (n + 9): nothing to borrow
        // with one label
        Tracker alone = new AutoTracker.Settings(0.015, 0.3, 0, 1e9, 1).create(1, ALPHA);
        assertThat(issue(alone, 1)).containsOnly(Tracker.ALWAYS);
        for (int n = 0; n < 1000; n++) {
            double[] score = {(n * 0.6180339887498949) % 1};
            tellLabel(alone, new double[] {1}, score, 0);
        }
        assertThat(issue(alone, 1)[0]).isCloseTo(ALPHA * 1000 / 1009, within(0.003));
    }

    @Test
    void lowestOfAFewScoresIsNoThreshold() {
        // with alpha 0.1 and no fading, less than one of n scores is to lie below up to n = 15: 0.1 n^2 / (n + 9) < 1
        Tracker alone = new AutoTracker.Settings(0.015, 0.3, 0, 1e9, 1).create(1, ALPHA);
        for (int n = 1; n <= 40; n++) {
            tellLabel(alone, new double[] {1}, new double[] {0.9 - 0.01 * (n * 7 % 13)}, 0);
            boolean toTell = ALPHA * n * n / (n + (1 - ALPHA) / ALPHA) >= 1;
            assertThat(toTell).isEqualTo(n > 15);
            if (!toTell) {
                assertThat(issue(alone, 1)).containsOnly(Tracker.ALWAYS);
            }
        }
        assertThat(issue(alone, 1)[0]).isGreaterThan(0.7);
    }

    private static void tellLabel(Tracker tracker, double[] p, double[] scores, int label) {
        double[] issued = issue(tracker, p.length);
        tracker.addLabel(p, scores, 1, label);
        tracker.add(label, 1, scores[label], scores[label] >= issued[label], NO_RECORD);
        tracker.apply(1);
    }

    @Test
    void labelThatNeverOccursIsTreatedAsThePoolIsAndOneThatDoesByItsOwnScores() {
        // scores of label 0 lie in 0.6 to 0.8 and of label 1 in 0.2 to 0.3; label 2 is never told. Of the pool, half
        // lies in each
        Tracker tracker = tracker(3);
        Source random = new Source(5);
        for (int n = 0; n < 4000; n++) {
            int label = n % 2;
            double score = label == 0 ? random.between(0.6, 0.8) : random.between(0.2, 0.3);
            double[] scores = {score, score, score};
            tellLabel(tracker, new double[] {0.5, 0.4, 0.1}, scores, label);
        }
        double[] thresholds = issue(tracker, 3);
        assertThat(thresholds[0]).isBetween(0.6, 0.63);
        assertThat(thresholds[1]).isBetween(0.2, 0.22);
        // level alpha 10 / (10 + 9), which in the pool is twice as deep in the scores of label 1
        assertThat(thresholds[2]).isCloseTo(0.2 + 0.1 * 2 * ALPHA * 10 / 19, within(0.003));
        Tracker withoutPool = new AutoTracker.Settings(0.015, 0.3, 1, 5000, 0).create(3, ALPHA);
        for (int n = 0; n < 400; n++) {
            tellLabel(withoutPool, new double[] {0.5, 0.4, 0.1}, new double[] {0.5, 0.5, 0.5}, n % 2);
        }
        assertThat(issue(withoutPool, 3)[2]).isEqualTo(Tracker.ALWAYS);
    }

    @Test
    void massIsUnbiasedWhateverThePolicy() {
        // y ~ p on three labels. Whether arms are drawn from p, evenly or are mostly label 0, each threshold must come
        // near the
        // alpha-quantile of p_k among the queries of label k, 0.196 (P(p_k < x) = integral of 6 p (1 - p) = 3 x^2 - 2
        // x^3 = 0.1
        // there, for p uniform on the simplex). Half of 20,000 answers count, a sixth of them for each label, so that
        // the
        // standard error of a quantile is about sqrt(0.1 x 0.9 / 3300) / 0.94 = 0.006; hit rates of octaves blur it
        // further
        double[][] shares = {null, {1 / 3.0, 1 / 3.0, 1 / 3.0}, {0.8, 0.1, 0.1}};
        for (double[] share : shares) {
            Source random = new Source(13);
            Tracker tracker = tracker(3);
            for (int n = 0; n < 20_000; n++) {
                double[] p = random.distribution(3);
                double[] policy = share == null ? p : share;
                int y = draw(random, p);
                int arm = draw(random, policy);
                if (arm == y) {
                    correctPull(tracker, p, arm, 1 / policy[arm], issue(tracker, 3));
                } else {
                    incorrectPull(tracker, p, arm);
                }
            }
            for (double threshold : issue(tracker, 3)) {
                assertThat(threshold).isCloseTo(0.196, within(0.04));
            }
        }
    }

    @Test
    void scoresOfAnyRangeAreTrackedAlike() {
        // the same stream, once with scores in [0, 1] and once moved to [-8, 24]
        Tracker unit = tracker(2);
        Tracker wide = AutoTracker.Settings.DEFAULT.create(new TrackingTask(2, 2, ALPHA, new ScoreRange(-8, 24)));
        Source random = new Source(19);
        for (int n = 0; n < 3000; n++) {
            double p = random.uniform();
            double[] both = {p, 1 - p};
            double[] moved = {-8 + 32 * p, -8 + 32 * (1 - p)};
            int arm = random.below(2);
            boolean correct = random.chance(both[arm]);
            step(unit, both, both, arm, correct);
            step(wide, both, moved, arm, correct);
        }
        for (int k = 0; k < 2; k++) {
            assertThat(issue(unit, 2)[k]).isBetween(0.05, 0.5);
            assertThat(issue(wide, 2)[k]).isCloseTo(-8 + 32 * issue(unit, 2)[k], within(32 / 256.0));
        }
    }

    private static void step(Tracker tracker, double[] p, double[] scores, int arm, boolean correct) {
        double[] issued = issue(tracker, p.length);
        tracker.addPull(p, scores, 1, arm, correct);
        if (correct) {
            tracker.add(arm, 2, scores[arm], scores[arm] >= issued[arm], NO_RECORD);
        }
        tracker.apply(1);
    }

    @Test
    void incorrectPullOfTheOnlyLabelLeavesNoMass() {
        Tracker tracker = tracker(1);
        for (int n = 0; n < 100; n++) {
            incorrectPull(tracker, new double[] {0.9}, 0);
        }
        assertThat(issue(tracker, 1)).containsOnly(Tracker.ALWAYS);
    }

    @Test
    void oneThresholdForAllLabelsGivesMarginalCoverage() {
        // as pullsAloneGiveTheCoverageThatIsAsked, of all classes together: 10,000 queries, so 0.02 is more than 6
        // standard errors
        Source random = new Source(23);
        Tracker tracker = AutoTracker.Settings.DEFAULT.create(new TrackingTask(3, 1, ALPHA, ScoreRange.UNIT));
        int steps = 20_000;
        long covered = 0;
        for (int n = 0; n < steps; n++) {
            double[] p = random.distribution(3);
            int y = draw(random, p);
            int arm = draw(random, p);
            double[] issued = issue(tracker, 1);
            covered += n >= steps / 2 && p[y] >= issued[0] ? 1 : 0;
            tracker.addPull(p, p, 1, arm, arm == y);
            if (arm == y) {
                tracker.add(0, 1 / p[arm], p[arm], p[arm] >= issued[0], NO_RECORD);
            }
            tracker.apply(1);
        }
        assertThat(covered / (steps / 2.0)).isBetween(1 - ALPHA - 0.02, 1 - ALPHA + 0.03);
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
            tracker.add(label, 1, both[label], both[label] >= issued[label], NO_RECORD);
            tracker.apply(1);
        }
        for (double threshold : issue(tracker, 2)) {
            assertThat(threshold).isBetween(ALPHA - 0.042, ALPHA + 0.042);
        }
    }

    @Test
    void pullsAloneGiveTheCoverageThatIsAsked() {
        // y ~ p on three labels, pulls from p: the model is correct about itself. Coverage of the second half per
        // class,
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
                correctPull(tracker, p, arm, 1 / p[arm], issued);
            } else {
                incorrectPull(tracker, p, arm);
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
        // until the change the most probable label is correct, after it the other one: within 200 answers both are in
        // every set
        Tracker tracker = tracker(2);
        Source random = new Source(21);
        for (int n = 0; n < 3000; n++) {
            double p = random.between(0.8, 1);
            correctPull(tracker, new double[] {p, 1 - p}, 0, 1, issue(tracker, 2));
            correctPull(tracker, new double[] {1 - p, p}, 1, 1, issue(tracker, 2));
            incorrectPull(tracker, new double[] {p, 1 - p}, 1);
        }
        assertThat(issue(tracker, 2)[0]).isGreaterThan(0.5);
        for (int n = 0; n < 200; n++) {
            double p = random.between(0.8, 1);
            incorrectPull(tracker, n % 2 == 0 ? new double[] {p, 1 - p} : new double[] {1 - p, p}, n % 2);
        }
        assertThat(issue(tracker, 2)).containsOnly(Tracker.ALWAYS);
    }

    @Test
    void startIsNoChangeOfTheWorldHoweverLargeTheStep() {
        // 20 labels pulled evenly by a model that knows nothing: a pull is correct once in 20 times. Hit rates start at
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
                boolean correct = random.below(labels) == arm;
                tracker.addPull(p, p, 1, arm, correct);
                if (correct) {
                    tracker.add(arm, labels, p[arm], p[arm] >= issued[arm], NO_RECORD);
                }
                if (n % step == 0) {
                    tracker.apply(1);
                    issued = issue(tracker, labels);
                }
            }
            for (double threshold : issued) {
                assertThat(threshold).isGreaterThan(0.03); // ten correct pulls of each were seen and kept
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
            correctPull(tracker, new double[] {p, 1 - p}, 0, random.between(1, 50), before);
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
                    correctPull(tracker, p, arm, labels, issued);
                } else {
                    incorrectPull(tracker, p, arm);
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
        Tracker tracker = new AutoTracker.Settings(0.01, 0.3, 2, 1, 1).create(2, ALPHA);
        Source random = new Source(9);
        for (int n = 0; n < 5000; n++) {
            double p = random.uniform();
            correctPull(tracker, new double[] {p, 1 - p}, n % 2, random.between(1, 1e6), issue(tracker, 2));
            for (double threshold : issue(tracker, 2)) {
                assertThat(threshold).isNotNaN().isLessThan(Double.POSITIVE_INFINITY);
            }
        }
    }
}
