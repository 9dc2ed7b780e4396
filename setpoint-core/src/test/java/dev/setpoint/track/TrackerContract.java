package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.score.ScoreRange;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Arrangement;
import dev.setpoint.testing.Increments;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.util.Arrays;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** What every {@link Tracker} promises. */
abstract class TrackerContract {
    static final double ALPHA = 0.1;

    abstract TrackerSettings settings();

    /** The threshold of a label of which nothing is known. */
    abstract double firstThreshold();

    /** Whether evidence counts by the threshold it was issued with, and not by its score alone. */
    boolean looksAtIssuedThresholds() {
        return true;
    }

    /**
     * Whether lower scores never give higher thresholds from any state on. Trackers that weigh several thresholds by their losses
     * promise it only for a label's first step: later, a lower score may give more weight to a higher threshold.
     */
    boolean isMonotoneFromAnyState() {
        return true;
    }

    /** Whether a label's thresholds depend on the evidence about that label alone. */
    boolean labelsStandAlone() {
        return true;
    }

    /** Gives evidence as a learner does, with what goes before it. */
    void give(Tracker tracker, int label, double weight, double score, double[] thresholds, double[] record) {
        tracker.add(label, weight, score, thresholds, record);
    }

    /** What a decision keeps. */
    static final class Issued {
        private final double[] thresholds;
        private final double[] record;

        private Issued(Tracker tracker, int labels, QueryWeights query) {
            thresholds = new double[labels];
            record = new double[tracker.recordSize()];
            tracker.issueInto(query, thresholds, record);
        }

        double[] thresholds() {
            return thresholds;
        }

        double[] record() {
            return record;
        }
    }

    static Issued issue(Tracker tracker, int labels) {
        return issue(tracker, labels, new QueryWeights());
    }

    static Issued issue(Tracker tracker, int labels, QueryWeights query) {
        return new Issued(tracker, labels, query);
    }

    /** A query of which evidence about each label would have this weight. */
    static QueryWeights weighing(double... weights) {
        double[] propensities = new double[weights.length];
        for (int k = 0; k < weights.length; k++) {
            propensities[k] = 1 / weights[k];
        }
        QueryWeights query = new QueryWeights();
        query.set(propensities, 1);
        return query;
    }

    private static double[] randomWeights(Source random, int labels) {
        double[] weights = new double[labels];
        for (int k = 0; k < labels; k++) {
            weights[k] = Math.exp(random.between(-3, 5));
        }
        return weights;
    }

    private Tracker create(int labels) {
        return settings().create(labels, ALPHA);
    }

    /** One step of a few pieces of evidence about decisions issued now. */
    private void randomStep(Source random, Tracker tracker, int labels) {
        Issued issued = issue(tracker, labels, weighing(randomWeights(random, labels)));
        for (int i = random.within(0, 4); i > 0; i--) {
            give(
                    tracker,
                    random.below(labels),
                    random.chance(0.1) ? random.between(-10, 0) : random.between(0, 10),
                    random.between(-0.2, 1),
                    issued.thresholds,
                    issued.record);
            tracker.addMembership(random.chance(0.8));
        }
        tracker.apply(random.within(1, 4));
    }

    @Test
    void thresholdsChangeOnlyInApply() {
        Laws.forAll(50, random -> {
            int labels = random.within(1, 8);
            Tracker tracker = create(labels);
            for (int step = 0; step < 20; step++) {
                QueryWeights query = random.chance(0.5) ? new QueryWeights() : weighing(randomWeights(random, labels));
                Issued before = issue(tracker, labels, query);
                for (int i = 0; i < 3; i++) {
                    int label = random.below(labels);
                    give(tracker, label, random.between(1, 10), random.uniform(), before.thresholds, before.record);
                    tracker.addMembership(random.chance(0.5));
                    assertThat(issue(tracker, labels, query).thresholds).isEqualTo(before.thresholds);
                    assertThat(issue(tracker, labels, query).record).isEqualTo(before.record);
                }
                tracker.apply(1);
            }
        });
    }

    @Test
    void issuingChangesNothing() {
        Laws.forAll(20, random -> {
            int labels = random.within(1, 5);
            Tracker tracker = create(labels);
            for (int step = 0; step < 20; step++) {
                byte[] before = States.bytes(tracker);
                issue(tracker, labels);
                issue(tracker, labels, weighing(randomWeights(random, labels)));
                assertThat(States.bytes(tracker)).isEqualTo(before);
                randomStep(random, tracker, labels);
            }
        });
    }

    @Test
    void labelsWithoutEvidenceStayWhereTheyAre() {
        Assumptions.assumeTrue(labelsStandAlone());
        Laws.forAll(50, random -> {
            int labels = random.within(2, 8);
            Tracker tracker = create(labels);
            for (int label = 0; label < labels; label++) {
                for (int step = 0; step < 5; step++) {
                    Issued issued = issue(tracker, labels);
                    give(tracker, label, 2, random.uniform(), issued.thresholds, issued.record);
                    tracker.apply(1);
                }
            }
            int label = random.below(labels);
            // counting steps evens out the weights of experts, so steps that are the same but for the evidence compare
            Tracker idle = States.copied(tracker, create(labels));
            for (int step = 0; step < 5; step++) {
                Issued issued = issue(tracker, labels);
                give(tracker, label, 2, random.between(-1, 2), issued.thresholds, issued.record);
                tracker.apply(1);
                idle.apply(1);
                double[] after = issue(tracker, labels).thresholds;
                double[] unmoved = issue(idle, labels).thresholds;
                for (int k = 0; k < labels; k++) {
                    if (k != label) {
                        assertThat(after[k]).isEqualTo(unmoved[k]);
                    }
                }
            }
        });
    }

    @Test
    void evidenceMovesThresholds() {
        Tracker tracker = create(2);
        for (int step = 0; step < 40; step++) {
            Issued issued = issue(tracker, 2);
            give(tracker, 1, 2, 0.7, issued.thresholds, issued.record);
            tracker.apply(1);
        }
        double[] after = issue(tracker, 2).thresholds;
        if (labelsStandAlone()) {
            assertThat(after[0]).isEqualTo(firstThreshold());
        }
        assertThat(after[1]).isGreaterThan(firstThreshold()).isFinite();
    }

    @Test
    void lowerScoresOfTheSameEvidenceNeverGiveHigherThresholds() {
        Laws.forAll(100, random -> {
            int labels = random.within(1, 3);
            Tracker higher = create(labels);
            if (isMonotoneFromAnyState()) {
                for (int step = random.within(0, 10); step > 0; step--) {
                    randomStep(random, higher, labels);
                }
            }
            Tracker lower = States.copied(higher, create(labels));
            Issued issued = issue(higher, labels);
            for (int i = random.within(1, 4); i > 0; i--) {
                int label = random.below(labels);
                double weight = random.between(0, 10);
                double score = random.between(-0.5, 1.5);
                give(higher, label, weight, score, issued.thresholds, issued.record);
                double less = random.chance(0.3) ? 0 : random.between(0, 1);
                give(lower, label, weight, score - less, issued.thresholds, issued.record);
            }
            higher.apply(2);
            lower.apply(2);
            QueryWeights query = random.chance(0.5) ? new QueryWeights() : weighing(randomWeights(random, labels));
            double[] high = issue(higher, labels, query).thresholds;
            double[] low = issue(lower, labels, query).thresholds;
            for (int k = 0; k < labels; k++) {
                assertThat(low[k]).isLessThanOrEqualTo(high[k]);
            }
        });
    }

    @Test
    void missedEvidenceNeverRaisesTheThreshold() {
        Laws.forAll(100, random -> {
            Tracker tracker = create(1);
            if (isMonotoneFromAnyState()) {
                for (int step = random.within(0, 40); step > 0; step--) {
                    randomStep(random, tracker, 1);
                }
            }
            QueryWeights query = weighing(randomWeights(random, 1));
            Issued issued = issue(tracker, 1, query);
            double threshold = issued.thresholds[0];
            if (threshold == Tracker.ALWAYS) {
                return; // misses nothing
            }
            give(
                    tracker,
                    0,
                    random.between(0, 10),
                    threshold - random.between(1e-9, 2),
                    issued.thresholds,
                    issued.record);
            tracker.addMembership(false);
            tracker.apply(1);
            assertThat(issue(tracker, 1, query).thresholds[0]).isLessThanOrEqualTo(threshold);
        });
    }

    @Test
    void heavierQueriesNeverGetHigherThresholds() {
        Laws.forAll(50, random -> {
            int labels = random.within(1, 4);
            Tracker tracker = create(labels);
            for (int step = 0; step < 30; step++) {
                double[] light = randomWeights(random, labels);
                double[] heavy = light.clone();
                heavy[random.below(labels)] *= 3;
                double[] high = issue(tracker, labels, weighing(light)).thresholds;
                double[] low = issue(tracker, labels, weighing(heavy)).thresholds;
                for (int k = 0; k < labels; k++) {
                    assertThat(low[k]).isLessThanOrEqualTo(high[k]);
                    if (heavy[k] == light[k]) {
                        assertThat(low[k]).isEqualTo(high[k]);
                    }
                }
                randomStep(random, tracker, labels);
            }
        });
    }

    @Test
    void longerRecordIsUsedAsFarAsItIsNeeded() {
        Laws.forAll(20, random -> {
            Tracker tracker = create(3);
            Tracker twin = create(3);
            for (int step = 0; step < 10; step++) {
                Issued issued = issue(tracker, 3);
                double[] longer = new double[tracker.recordSize() + 2];
                longer[longer.length - 2] = Double.NaN;
                longer[longer.length - 1] = Double.NaN;
                twin.issueInto(new QueryWeights(), new double[3], longer);
                assertThat(Arrays.copyOf(longer, tracker.recordSize())).isEqualTo(issued.record);
                assertThat(longer[longer.length - 2]).isNaN();
                assertThat(longer[longer.length - 1]).isNaN();
                double score = random.uniform();
                give(tracker, 1, 2, score, issued.thresholds, issued.record);
                give(twin, 1, 2, score, issued.thresholds, longer);
                tracker.apply(1);
                twin.apply(1);
                assertThat(States.bytes(twin)).isEqualTo(States.bytes(tracker));
            }
        });
    }

    @Test
    void weightZeroIsNoEvidence() {
        Laws.forAll(50, random -> {
            int labels = random.within(1, 8);
            Tracker tracker = create(labels);
            Tracker twin = create(labels);
            for (int step = 0; step < 20; step++) {
                Issued issued = issue(tracker, labels);
                int label = random.below(labels);
                double weight = random.between(0, 10);
                double score = random.uniform();
                give(tracker, label, weight, score, issued.thresholds, issued.record);
                give(twin, label, weight, score, issued.thresholds, issued.record);
                give(twin, random.below(labels), 0, random.between(-9, 9), issued.thresholds, issued.record);
                tracker.apply(1);
                twin.apply(1);
                assertThat(States.bytes(twin)).isEqualTo(States.bytes(tracker));
            }
        });
    }

    @Test
    void everythingStaysFiniteUnderExtremeWeightsAndScores() {
        Laws.forAll(50, random -> {
            int labels = random.within(1, 4);
            Tracker tracker = create(labels);
            for (int step = 0; step < 200; step++) {
                Issued issued = issue(tracker, labels);
                assertFiniteOrAlways(issued.thresholds);
                assertFiniteOrAlways(issued.record);
                assertFiniteOrAlways(issue(tracker, labels, weighing(randomWeights(random, labels))).thresholds);
                double beside = Double.isFinite(issued.thresholds[0]) ? issued.thresholds[0] : 0.5;
                for (int i = random.within(0, 2); i >= 0; i--) {
                    double weight = random.oneOf(1e12, -1e12, 1e-12, 1.0, -1e-12, -1.0, Double.MIN_VALUE);
                    double score = random.oneOf(-1e12, 1e12, 0.0, beside, -1.0, 1.0);
                    give(tracker, random.below(labels), weight, score, issued.thresholds, issued.record);
                    tracker.addMembership(random.chance(0.5));
                }
                tracker.apply(random.oneOf(1.0, 1e-6, 256.0));
            }
        });
    }

    private static void assertFiniteOrAlways(double[] numbers) {
        for (double number : numbers) {
            assertThat(Double.isFinite(number) || number == Tracker.ALWAYS)
                    .as("%s", number)
                    .isTrue();
        }
    }

    @Test
    void permutingLabelsPermutesThresholds() {
        Laws.forAll(50, random -> {
            int labels = random.within(2, 8);
            int[] to = random.permutation(labels);
            Tracker tracker = create(labels);
            Tracker renamed = create(labels);
            for (int step = 0; step < 30; step++) {
                double[] weights = randomWeights(random, labels);
                Issued issued = issue(tracker, labels, weighing(weights));
                Issued other = issue(renamed, labels, weighing(Arrangement.moved(weights, to)));
                assertThat(other.thresholds).isEqualTo(Arrangement.moved(issued.thresholds, to));
                for (int i = random.within(0, 3); i > 0; i--) {
                    int label = random.below(labels);
                    double weight = random.between(0, 10);
                    double score = random.uniform();
                    give(tracker, label, weight, score, issued.thresholds, issued.record);
                    give(renamed, to[label], weight, score, other.thresholds, other.record);
                }
                double divisor = random.within(1, 5);
                tracker.apply(divisor);
                renamed.apply(divisor);
            }
        });
    }

    @Test
    void evidenceCountsByWhatItWasIssuedWithHoweverLate() {
        Laws.forAll(50, random -> {
            int labels = random.within(1, 5);
            int label = random.below(labels);
            Tracker tracker = create(labels);
            Issued early = issue(tracker, labels);
            double first = early.thresholds[label];
            double score = Double.isFinite(first) ? first + 1e-6 : 0; // just held when it was issued
            for (int step = looksAtIssuedThresholds() ? 5 : 50; step > 0; step--) {
                Issued now = issue(tracker, labels);
                give(tracker, label, 2, 1e3, now.thresholds, now.record);
                tracker.apply(1);
            }
            Issued late = issue(tracker, labels);
            assertThat(late.thresholds[label]).isGreaterThan(score); // it would be missed by now
            Tracker twin = States.copied(tracker, create(labels));
            give(tracker, label, 1, score, early.thresholds, early.record);
            give(twin, label, 1, score, late.thresholds, late.record);
            tracker.apply(1);
            twin.apply(1);
            if (looksAtIssuedThresholds()) {
                double byIssued = issue(tracker, labels).thresholds[label];
                assertThat(issue(twin, labels).thresholds[label]).isLessThan(byIssued);
                if (isMonotoneFromAnyState()) {
                    assertThat(byIssued).isGreaterThan(late.thresholds[label]);
                }
            } else {
                assertThat(States.bytes(twin)).isEqualTo(States.bytes(tracker));
            }
        });
    }

    @Test
    void restoredAtAnyStepItContinuesBitForBit() {
        Laws.forAll(20, random -> {
            int labels = random.within(1, 5);
            Tracker tracker = create(labels);
            Tracker follower = create(labels);
            for (int step = 0; step < 30; step++) {
                long seed = random.bits();
                follower = States.copied(tracker, create(labels));
                assertThat(States.bytes(follower)).isEqualTo(States.bytes(tracker));
                randomStep(new Source(seed), tracker, labels);
                randomStep(new Source(seed), follower, labels);
                assertThat(issue(follower, labels).thresholds).isEqualTo(issue(tracker, labels).thresholds);
                assertThat(issue(follower, labels).record).isEqualTo(issue(tracker, labels).record);
                assertThat(States.bytes(follower)).isEqualTo(States.bytes(tracker));
            }
        });
    }

    @Test
    void restoredInTheMiddleOfAStepItContinuesBitForBit() {
        Laws.forAll(50, random -> {
            int labels = random.within(1, 5);
            Tracker tracker = create(labels);
            randomStep(random, tracker, labels);
            Issued issued = issue(tracker, labels);
            give(tracker, 0, 3, random.uniform(), issued.thresholds, issued.record);
            tracker.addMembership(random.chance(0.5));
            Tracker restored = States.copied(tracker, create(labels));
            assertThat(issue(restored, labels).thresholds).isEqualTo(issue(tracker, labels).thresholds);
            tracker.apply(2);
            restored.apply(2);
            assertThat(States.bytes(restored)).isEqualTo(States.bytes(tracker));
            randomStep(new Source(1), tracker, labels);
            randomStep(new Source(1), restored, labels);
            assertThat(States.bytes(restored)).isEqualTo(States.bytes(tracker));
        });
    }

    @Test
    void touchedPagesAreAllThatChanges() {
        Laws.forAll(10, random -> {
            int labels = random.oneOf(1, 3, 300);
            Tracker tracker = create(labels);
            Increments increments = new Increments(tracker, create(labels));
            for (int step = 0; step < 30; step++) {
                for (int i = random.below(3); i > 0; i--) {
                    randomStep(random, tracker, labels);
                }
                if (random.chance(0.3)) { // in the middle of a step
                    Issued issued = issue(tracker, labels);
                    give(tracker, random.below(labels), 3, random.uniform(), issued.thresholds, issued.record);
                    tracker.addMembership(random.chance(0.5));
                }
                increments.follow();
            }
        });
    }

    @Test
    void stateOfOtherSizeIsRefused() {
        assertThatThrownBy(() -> States.copied(create(3), create(2))).isInstanceOf(SnapshotException.class);
        assertThatThrownBy(() -> States.copied(create(2), create(3))).isInstanceOf(SnapshotException.class);
    }

    @Test
    void stateCutShortIsRefused() {
        byte[] whole = States.bytes(create(2));
        Sealed.pages(whole).forEach((id, page) -> {
            for (int length = 0; length < page.length; length++) {
                byte[] cut = Sealed.replaced(whole, id, Arrays.copyOf(page, length));
                assertThatThrownBy(() -> States.read(cut, create(2))).isInstanceOf(SnapshotException.class);
            }
            byte[] longer = Sealed.replaced(whole, id, Arrays.copyOf(page, page.length + 1));
            assertThatThrownBy(() -> States.read(longer, create(2))).isInstanceOf(SnapshotException.class);
        });
    }

    @Test
    void firstThresholdIsTheSameForEveryLabelAndQuery() {
        assertThat(issue(create(4), 4).thresholds).containsOnly(firstThreshold());
        assertThat(issue(create(4), 4, weighing(1, 2, 3, 1e6)).thresholds).containsOnly(firstThreshold());
    }

    @Test
    void oneThresholdForAllLabelsIsThatOfOneLabel() {
        // evidence about any of three labels is told as evidence about label 0; which of them it was plays no part
        Tracker pooled = settings().create(new TrackingTask(3, 1, ALPHA, ScoreRange.UNIT));
        assertThat(new Issued(pooled, 1, new QueryWeights()).thresholds).containsExactly(firstThreshold());
        Source random = new Source(17);
        for (int step = 0; step < 60; step++) {
            Issued issued = issue(pooled, 1);
            double score = random.between(0.5, 0.9);
            giveOneOfThree(pooled, step % 3, 2, score, issued.thresholds, issued.record);
            pooled.apply(1);
        }
        double threshold = issue(pooled, 1).thresholds[0];
        assertThat(threshold).isGreaterThan(firstThreshold()).isLessThan(0.95);
    }

    /** Gives evidence about one of three labels to a tracker of one threshold. */
    void giveOneOfThree(Tracker tracker, int label, double weight, double score, double[] thresholds, double[] record) {
        tracker.add(0, weight, score, thresholds, record);
    }

    @Test
    void readsBackWhatItPrints() {
        assertThat(TrackerSettings.parse(settings().toString())).isEqualTo(settings());
    }
}
