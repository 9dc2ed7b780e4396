package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Arrangement;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import org.junit.jupiter.api.Test;

/** What every {@link Tracker} promises. */
abstract class TrackerContract {
    static final double ALPHA = 0.1;

    abstract TrackerSettings settings();

    /** What a decision keeps. */
    static final class Issued {
        private final double[] thresholds;
        private final double[] record;

        private Issued(Tracker tracker, int labels) {
            thresholds = new double[labels];
            record = new double[tracker.recordSize()];
            tracker.issueInto(new QueryWeights(), thresholds, record);
        }

        double[] thresholds() {
            return thresholds;
        }

        double[] record() {
            return record;
        }
    }

    static Issued issue(Tracker tracker, int labels) {
        return new Issued(tracker, labels);
    }

    private Tracker create(int labels) {
        return settings().create(labels, ALPHA);
    }

    /** One step of a few pieces of evidence about decisions issued now. */
    private static void randomStep(Source random, Tracker tracker, int labels) {
        Issued issued = issue(tracker, labels);
        for (int i = random.within(0, 4); i > 0; i--) {
            tracker.add(
                    random.below(labels),
                    random.between(0, 10),
                    random.between(-0.2, 1),
                    issued.thresholds,
                    issued.record);
        }
        tracker.apply(random.within(1, 4));
    }

    @Test
    void thresholdsChangeOnlyInApply() {
        Laws.forAll(50, random -> {
            int labels = random.within(1, 8);
            Tracker tracker = create(labels);
            for (int step = 0; step < 20; step++) {
                Issued before = issue(tracker, labels);
                for (int i = 0; i < 3; i++) {
                    int label = random.below(labels);
                    tracker.add(label, random.between(1, 10), random.uniform(), before.thresholds, before.record);
                    assertThat(issue(tracker, labels).thresholds).isEqualTo(before.thresholds);
                    assertThat(issue(tracker, labels).record).isEqualTo(before.record);
                }
                tracker.apply(1);
            }
        });
    }

    @Test
    void applyMovesTheLabelWithEvidenceAndNoOther() {
        Laws.forAll(50, random -> {
            int labels = random.within(2, 8);
            Tracker tracker = create(labels);
            int label = random.below(labels);
            for (int step = 0; step < 5; step++) {
                Issued before = issue(tracker, labels);
                // far enough on one side of all thresholds, so that every copy moves the same way
                boolean covered = random.chance(0.5);
                tracker.add(label, 2, covered ? 1e6 : -1e6, before.thresholds, before.record);
                tracker.apply(1);
                double[] after = issue(tracker, labels).thresholds;
                for (int k = 0; k < labels; k++) {
                    if (k != label) {
                        assertThat(after[k]).isEqualTo(before.thresholds[k]);
                    }
                }
                if (step == 0) { // later the weights of experts shift, too
                    assertThat(after[label] > before.thresholds[label]).isEqualTo(covered);
                }
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
                tracker.add(label, weight, score, issued.thresholds, issued.record);
                twin.add(label, weight, score, issued.thresholds, issued.record);
                twin.add(random.below(labels), 0, random.between(-9, 9), issued.thresholds, issued.record);
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
                for (double threshold : issued.thresholds) {
                    assertThat(threshold).isFinite();
                }
                for (double number : issued.record) {
                    assertThat(number).isFinite();
                }
                double weight = random.oneOf(1e12, -1e12, 1e-12, 1.0, Double.MIN_VALUE);
                double score = random.oneOf(-1e12, 1e12, 0.0, issued.thresholds[0], -1.0, 1.0);
                tracker.add(random.below(labels), weight, score, issued.thresholds, issued.record);
                tracker.apply(random.oneOf(1.0, 1e-6, 256.0));
            }
        });
    }

    @Test
    void permutingLabelsPermutesThresholds() {
        Laws.forAll(50, random -> {
            int labels = random.within(2, 8);
            int[] to = random.permutation(labels);
            Tracker tracker = create(labels);
            Tracker renamed = create(labels);
            for (int step = 0; step < 30; step++) {
                Issued issued = issue(tracker, labels);
                Issued other = issue(renamed, labels);
                assertThat(other.thresholds).isEqualTo(Arrangement.moved(issued.thresholds, to));
                for (int i = random.within(0, 3); i > 0; i--) {
                    int label = random.below(labels);
                    double weight = random.between(0, 10);
                    double score = random.uniform();
                    tracker.add(label, weight, score, issued.thresholds, issued.record);
                    renamed.add(to[label], weight, score, other.thresholds, other.record);
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
            double score = early.thresholds[label] + 1e-6; // just held when it was issued
            for (int step = 0; step < 5; step++) {
                Issued now = issue(tracker, labels);
                tracker.add(label, 2, 1e3, now.thresholds, now.record);
                tracker.apply(1);
            }
            Issued late = issue(tracker, labels);
            assertThat(late.thresholds[label]).isGreaterThan(score); // it would be missed by now
            Tracker twin = States.copied(tracker, create(labels));
            tracker.add(label, 1, score, early.thresholds, early.record);
            twin.add(label, 1, score, late.thresholds, late.record);
            tracker.apply(1);
            twin.apply(1);
            double byIssued = issue(tracker, labels).thresholds[label];
            assertThat(byIssued).isGreaterThan(late.thresholds[label]);
            assertThat(issue(twin, labels).thresholds[label]).isLessThan(byIssued);
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
            tracker.add(0, 3, random.uniform(), issued.thresholds, issued.record);
            Tracker restored = States.copied(tracker, create(labels));
            tracker.apply(2);
            restored.apply(2);
            assertThat(States.bytes(restored)).isEqualTo(States.bytes(tracker));
        });
    }

    @Test
    void stateOfOtherSizeIsRefused() {
        assertThatThrownBy(() -> States.copied(create(3), create(2))).isInstanceOf(SnapshotException.class);
    }

    @Test
    void firstThresholdIsTheStart() {
        TrackerSettings settings = settings();
        double start = settings instanceof SgdTracker.Settings sgd ? sgd.start() : startOf(settings);
        assertThat(issue(create(4), 4).thresholds).containsOnly(start);
    }

    private static double startOf(TrackerSettings settings) {
        return ((ExpertsTracker.Settings) settings).start();
    }

    @Test
    void readsBackWhatItPrints() {
        assertThat(TrackerSettings.parse(settings().toString())).isEqualTo(settings());
    }
}
