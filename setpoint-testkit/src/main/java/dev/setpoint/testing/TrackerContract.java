package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.score.ScoreRange;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.step.LabelSums;
import dev.setpoint.track.QueryWeights;
import dev.setpoint.track.SummedTracker;
import dev.setpoint.track.Tracker;
import dev.setpoint.track.TrackerSettings;
import dev.setpoint.track.TrackingTask;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Tracker} promises. To hold one to it, extend this in a test:
 *
 * <pre>{@code
 * class MyTrackerTest extends TrackerContract {
 *     protected TrackerSettings settings() { return new MyTracker.Settings(0.05); }
 *     protected double firstThreshold() { return 0; }
 * }
 * }</pre>
 *
 * <p>Snapshots keep settings as text, so its text must be read back: name it by a {@link dev.setpoint.notation.Plugin}.
 */
public abstract class TrackerContract {
    /** The miscoverage that trackers are made for. */
    public static final double ALPHA = 0.1;

    private static final int ANSWERS_PER_LABEL = 120;
    /** The largest weight and score that a tracker must bear. */
    private static final double MOST = 1e100;

    /** Of one tracker. */
    protected TrackerContract() {}

    /** The tracker and its constants. */
    protected abstract TrackerSettings settings();

    /** The threshold of a label of which nothing is known. */
    protected abstract double firstThreshold();

    /** Whether evidence counts by the threshold it was issued with, and not by its score alone. */
    protected boolean looksAtIssuedThresholds() {
        return true;
    }

    /**
     * Whether lower scores never give higher thresholds from any state on. Trackers that weigh several thresholds by their losses
     * promise it only for a label's first step: later, a lower score may give more weight to a higher threshold.
     */
    protected boolean isMonotoneFromAnyState() {
        return true;
    }

    /** Whether a label with few scores stays in every set until one lies below the threshold to come: a lower score may be that one. */
    protected boolean waitsForAScoreBelow() {
        return false;
    }

    /** All scores of label 0 below this are missed by every threshold that the tracker works with. */
    protected double missedScore(Issued issued) {
        return issued.thresholds[0];
    }

    /** Whether a label's thresholds depend on the evidence about that label alone. */
    protected boolean labelsStandAlone() {
        return true;
    }

    /** After so many answers about a label its threshold has moved. */
    protected int someAnswers() {
        return 50;
    }

    /** Of 2,000 queries of a label that has long been there, the largest share missed. */
    protected double mostMissed() {
        return ALPHA + 0.06;
    }

    /** Whether it adds up numbers over labels, so that another order of labels gives other last bits. */
    protected boolean addsOverLabels() {
        return false;
    }

    /** Whether thresholds are read off the evidence when a decision is issued, so that another alpha moves them at once. */
    protected boolean issuesQuantiles() {
        return false;
    }

    /** Gives evidence as a learner does, with what goes before it. */
    protected void give(Tracker tracker, int label, double weight, double score, double[] thresholds, double[] record) {
        tracker.add(label, weight, score, score >= thresholds[label], record);
    }

    /** What a decision keeps. */
    public static final class Issued {
        private final double[] thresholds;
        private final double[] record;

        private Issued(Tracker tracker, int labels, QueryWeights query) {
            thresholds = new double[labels];
            record = new double[tracker.recordSize()];
            tracker.issueInto(query, thresholds, record);
        }

        private Issued(double[] thresholds, double[] record) {
            this.thresholds = thresholds;
            this.record = record;
        }

        /** As a tracker that has grown since gets it back: the rest of a longer record is nobody's. */
        public Issued givenTo(Tracker tracker) {
            double[] longer = Arrays.copyOf(record, tracker.recordSize());
            Arrays.fill(longer, record.length, longer.length, Double.NaN);
            return new Issued(thresholds, longer);
        }

        /** By label, or one for all. */
        public double[] thresholds() {
            return thresholds;
        }

        /** What the tracker asked to be kept. */
        public double[] record() {
            return record;
        }
    }

    /** What a decision made now would keep. */
    public static Issued issue(Tracker tracker, int labels) {
        return issue(tracker, labels, new QueryWeights());
    }

    /** What a decision made now about such a query would keep. */
    public static Issued issue(Tracker tracker, int labels, QueryWeights query) {
        return new Issued(tracker, labels, query);
    }

    /** A query of which evidence about each label would have this weight. */
    public static QueryWeights weighing(double... weights) {
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

    private Tracker create(TrackingTask task) {
        return settings().create(task);
    }

    /** With a threshold per label, or now and then one for all. */
    private static TrackingTask task(Source random, int labels) {
        return new TrackingTask(labels, random.chance(0.2) ? 1 : labels, ALPHA, ScoreRange.UNIT);
    }

    /** The same with more labels. */
    private static TrackingTask grown(TrackingTask task, int by) {
        int labels = task.labels() + by;
        boolean together = task.thresholds() < task.labels();
        return new TrackingTask(labels, together ? 1 : labels, task.alpha(), task.scores());
    }

    /** One step of a few answers about decisions issued now, as a learner gives them. */
    private static void randomStep(Source random, Tracker tracker, TrackingTask task) {
        Issued issued = issue(tracker, task.thresholds(), weighing(randomWeights(random, task.thresholds())));
        for (int i = random.within(0, 4); i > 0; i--) {
            ToldAnswer.random(random, task.labels()).tell(tracker, issued);
        }
        tracker.apply(random.within(1, 4));
    }

    private static void randomStep(Source random, Tracker tracker, int labels) {
        randomStep(random, tracker, TrackingTask.byLabel(labels, ALPHA));
    }

    /** Gives a tracker so many answers per label that it has thresholds to speak of. */
    private static void train(Source random, Tracker tracker, TrackingTask task) {
        for (int i = ANSWERS_PER_LABEL * task.labels(); i > 0; i--) {
            ToldAnswer.random(random, task.labels()).tell(tracker, issue(tracker, task.thresholds()));
            tracker.apply(1);
        }
        assertThat(issue(tracker, task.thresholds()).thresholds).isNotEqualTo(always(task.thresholds()));
    }

    private static double[] always(int thresholds) {
        double[] always = new double[thresholds];
        Arrays.fill(always, Tracker.ALWAYS);
        return always;
    }

    /** A tracker in its first state, or one that has thresholds to speak of. */
    private Tracker anyTracker(Source random, TrackingTask task) {
        Tracker tracker = create(task);
        if (random.chance(0.7)) {
            train(random, tracker, task);
        }
        return tracker;
    }

    @Test
    void everyThresholdLeavesItsStart() {
        Laws.forAll(10, random -> {
            TrackingTask task = task(random, random.within(1, 6));
            Tracker tracker = create(task);
            for (int i = 0; i < 3; i++) {
                train(random, tracker, task);
            }
            for (double threshold : issue(tracker, task.thresholds()).thresholds) {
                assertThat(threshold).isFinite().isNotEqualTo(firstThreshold());
            }
        });
    }

    @Test
    void thresholdsChangeOnlyInApply() {
        Laws.forAll(20, random -> {
            TrackingTask task = task(random, random.within(1, 8));
            int count = task.thresholds();
            Tracker tracker = create(task);
            for (int step = 0; step < 40; step++) {
                if (step == 20) {
                    train(random, tracker, task);
                }
                QueryWeights query = random.chance(0.5) ? new QueryWeights() : weighing(randomWeights(random, count));
                Issued before = issue(tracker, count, query);
                for (int i = 0; i < 3; i++) {
                    ToldAnswer answer = ToldAnswer.random(random, task.labels());
                    answer.tellAnswer(tracker);
                    assertIssues(tracker, query, before);
                    answer.tellEvidence(tracker, before);
                    assertIssues(tracker, query, before);
                    answer.tellMembership(tracker, before);
                    assertIssues(tracker, query, before);
                }
                tracker.apply(1);
            }
        });
    }

    private static void assertIssues(Tracker tracker, QueryWeights query, Issued expected) {
        Issued now = issue(tracker, expected.thresholds.length, query);
        assertThat(now.thresholds).isEqualTo(expected.thresholds);
        assertThat(now.record).isEqualTo(expected.record);
    }

    @Test
    void issuingChangesNothing() {
        Laws.forAll(20, random -> {
            TrackingTask task = task(random, random.within(1, 5));
            Tracker tracker = anyTracker(random, task);
            for (int step = 0; step < 20; step++) {
                byte[] before = States.bytes(tracker);
                issue(tracker, task.thresholds());
                issue(tracker, task.thresholds(), weighing(randomWeights(random, task.thresholds())));
                assertThat(States.bytes(tracker)).isEqualTo(before);
                randomStep(random, tracker, task);
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
        for (int step = 0; step < someAnswers(); step++) {
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
                if (high[k] != Tracker.ALWAYS || !waitsForAScoreBelow()) {
                    assertThat(low[k]).isLessThanOrEqualTo(high[k]);
                }
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
                    missedScore(issued) - random.between(1e-9, 2),
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
            TrackingTask task = task(random, random.within(1, 8));
            Tracker tracker = anyTracker(random, task);
            for (int step = 0; step < 20; step++) {
                Issued issued = issue(tracker, task.thresholds());
                ToldAnswer answer = ToldAnswer.random(random, task.labels());
                Tracker twin = States.copied(tracker, create(task));
                answer.tellAnswer(tracker);
                answer.tellAnswer(twin);
                for (int i = random.within(1, 3); i > 0; i--) { // held and missed, near and far
                    twin.add(
                            random.below(task.thresholds()),
                            random.oneOf(0.0, -0.0),
                            random.between(-9, 9),
                            random.chance(0.5),
                            issued.record);
                }
                assertThat(States.bytes(twin)).isEqualTo(States.bytes(tracker));
                answer.tellEvidence(tracker, issued);
                answer.tellEvidence(twin, issued);
                answer.tellMembership(tracker, issued);
                answer.tellMembership(twin, issued);
                tracker.apply(1);
                twin.apply(1);
                assertThat(States.bytes(twin)).isEqualTo(States.bytes(tracker));
            }
        });
    }

    @Test
    void everythingStaysFiniteUnderExtremeWeightsAndScores() {
        Laws.forAll(50, random -> {
            TrackingTask task = task(random, random.within(1, 4));
            int count = task.thresholds();
            Tracker tracker = anyTracker(random, task);
            for (int step = 0; step < 200; step++) {
                Issued issued = issue(tracker, count);
                assertFiniteOrAlways(issued.thresholds);
                assertFiniteOrAlways(issued.record);
                assertFiniteOrAlways(issue(tracker, count, weighing(randomWeights(random, count))).thresholds);
                double beside = Double.isFinite(issued.thresholds[0]) ? issued.thresholds[0] : 0.5;
                for (int i = random.within(0, 2); i >= 0; i--) {
                    double weight = random.oneOf(MOST, 1e12, 1e-12, 1.0, Double.MIN_VALUE, 0.0);
                    double score = random.oneOf(-MOST, MOST, -1e12, 1e12, 0.0, beside, -1.0, 1.0);
                    double evidence =
                            random.oneOf(MOST, -MOST, 1e12, -1e12, 1e-12, 1.0, -1e-12, -1.0, Double.MIN_VALUE);
                    ToldAnswer.random(random, task.labels())
                            .with(weight, random.below(task.labels()), score, evidence)
                            .tell(tracker, issued);
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
        Laws.forAll(20, random -> {
            int labels = random.within(2, 8);
            int[] to = random.permutation(labels);
            Tracker tracker = create(labels);
            Tracker renamed = create(labels);
            int finite = 0;
            for (int step = 0; step < 60 * labels; step++) {
                double[] weights = randomWeights(random, labels);
                Issued issued = issue(tracker, labels, weighing(weights));
                Issued other = issue(renamed, labels, weighing(Arrangement.moved(weights, to)));
                assertSame(other.thresholds, Arrangement.moved(issued.thresholds, to));
                for (double threshold : issue(tracker, labels).thresholds) {
                    finite += threshold == Tracker.ALWAYS ? 0 : 1;
                }
                for (int i = random.within(0, 3); i > 0; i--) {
                    ToldAnswer answer = ToldAnswer.random(random, labels);
                    answer.tell(tracker, issued);
                    answer.moved(to).tell(renamed, other);
                }
                double divisor = random.within(1, 5);
                tracker.apply(divisor);
                renamed.apply(divisor);
            }
            assertThat(finite).as("thresholds that are not ALWAYS").isPositive();
        });
    }

    private void assertSame(double[] found, double[] expected) {
        for (int k = 0; k < expected.length; k++) {
            if (addsOverLabels() && Double.isFinite(expected[k])) {
                assertThat(found[k]).isCloseTo(expected[k], within(1e-9));
            } else {
                assertThat(found[k]).isEqualTo(expected[k]);
            }
        }
    }

    /** A tracker whose first threshold holds everything, and that learns slowly, may have to show it in another way. */
    @Test
    protected void evidenceCountsByWhatItWasIssuedWithHoweverLate() {
        Laws.forAll(50, random -> {
            int labels = random.within(1, 5);
            int label = random.below(labels);
            Tracker tracker = create(labels);
            Issued early = issue(tracker, labels);
            double first = early.thresholds[label];
            double score = Double.isFinite(first) ? first + 1e-6 : 0; // just held when it was issued
            for (int step = looksAtIssuedThresholds() ? 5 : someAnswers(); step > 0; step--) {
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
            TrackingTask task = task(random, random.within(1, 5));
            int count = task.thresholds();
            Tracker tracker = anyTracker(random, task);
            for (int step = 0; step < 30; step++) {
                long seed = random.bits();
                Tracker follower = States.copied(tracker, create(task));
                assertThat(States.bytes(follower)).isEqualTo(States.bytes(tracker));
                randomStep(new Source(seed), tracker, task);
                randomStep(new Source(seed), follower, task);
                assertThat(issue(follower, count).thresholds).isEqualTo(issue(tracker, count).thresholds);
                assertThat(issue(follower, count).record).isEqualTo(issue(tracker, count).record);
                assertThat(States.bytes(follower)).isEqualTo(States.bytes(tracker));
            }
        });
    }

    @Test
    void restoredInTheMiddleOfAStepItContinuesBitForBit() {
        Laws.forAll(50, random -> {
            TrackingTask task = task(random, random.within(1, 5));
            int count = task.thresholds();
            Tracker tracker = anyTracker(random, task);
            Issued issued = issue(tracker, count);
            for (int i = random.within(0, 2); i > 0; i--) {
                ToldAnswer.random(random, task.labels()).tell(tracker, issued);
            }
            ToldAnswer last = ToldAnswer.random(random, task.labels());
            int told = random.below(4); // how much of the answer comes before
            Tracker restored = told == 0 ? copied(tracker, task) : null;
            last.tellAnswer(tracker);
            restored = told == 1 ? copied(tracker, task) : told(restored, last::tellAnswer);
            last.tellEvidence(tracker, issued);
            restored = told == 2 ? copied(tracker, task) : told(restored, to -> last.tellEvidence(to, issued));
            last.tellMembership(tracker, issued);
            restored = told == 3 ? copied(tracker, task) : told(restored, to -> last.tellMembership(to, issued));
            assertThat(States.bytes(restored)).isEqualTo(States.bytes(tracker));
            tracker.apply(2);
            restored.apply(2);
            assertThat(States.bytes(restored)).isEqualTo(States.bytes(tracker));
            randomStep(new Source(1), tracker, task);
            randomStep(new Source(1), restored, task);
            assertThat(States.bytes(restored)).isEqualTo(States.bytes(tracker));
        });
    }

    private Tracker copied(Tracker tracker, TrackingTask task) {
        Tracker restored = States.copied(tracker, create(task));
        assertThat(issue(restored, task.thresholds()).thresholds)
                .isEqualTo(issue(tracker, task.thresholds()).thresholds);
        return restored;
    }

    private static Tracker told(Tracker tracker, Consumer<Tracker> telling) {
        if (tracker != null) {
            telling.accept(tracker);
        }
        return tracker;
    }

    @Test
    void touchedPagesAreAllThatChanges() {
        Laws.forAll(15, random -> {
            int labels = random.oneOf(3, 3, 300);
            TrackingTask task = new TrackingTask(labels, random.chance(0.4) ? 1 : labels, ALPHA, ScoreRange.UNIT);
            Tracker tracker = labels < 300 ? anyTracker(random, task) : create(task);
            Tracker follower = create(task);
            Increments increments = new Increments(tracker, follower);
            for (int step = 0; step < 30; step++) {
                if (random.chance(0.1)) {
                    task = grown(task, random.oneOf(1, 2, 300));
                    tracker.grow(task);
                    follower.grow(task);
                }
                for (int i = random.below(3); i > 0; i--) {
                    randomStep(random, tracker, task);
                }
                if (random.chance(0.3)) { // in the middle of a step, and of an answer
                    Issued issued = issue(tracker, task.thresholds());
                    ToldAnswer answer = ToldAnswer.random(random, task.labels());
                    answer.tellAnswer(tracker);
                    increments.follow();
                    answer.tellEvidence(tracker, issued);
                    increments.follow();
                    answer.tellMembership(tracker, issued);
                }
                increments.follow();
            }
        });
    }

    // ---------------------------------------------------------------- another alpha

    @Test
    void retargetingLeavesEveryThresholdWhereItIs() {
        Assumptions.assumeFalse(issuesQuantiles());
        Laws.forAll(10, random -> {
            TrackingTask task = task(random, random.within(1, 5));
            Tracker tracker = anyTracker(random, task);
            QueryWeights query = weighing(randomWeights(random, task.thresholds()));
            Issued before = issue(tracker, task.thresholds(), query);
            tracker.retarget(random.oneOf(0.02, 0.3));
            assertIssues(tracker, query, before);
        });
    }

    @Test
    void retargetedItGoesOnAsOneMadeForThatAlpha() {
        Laws.forAll(10, random -> {
            TrackingTask task = task(random, random.within(1, 5));
            int count = task.thresholds();
            double alpha = random.oneOf(0.02, 0.3);
            Tracker tracker = anyTracker(random, task);
            Tracker same = States.copied(tracker, create(task));
            Tracker made = States.copied(tracker, create(new TrackingTask(task.labels(), count, alpha, task.scores())));
            tracker.retarget(alpha);
            for (int step = 0; step < ANSWERS_PER_LABEL * task.labels(); step++) {
                long seed = random.bits();
                randomStep(new Source(seed), tracker, task);
                randomStep(new Source(seed), made, task);
                randomStep(new Source(seed), same, task);
                assertThat(issue(made, count).thresholds).isEqualTo(issue(tracker, count).thresholds);
                assertThat(issue(made, count).record).isEqualTo(issue(tracker, count).record);
            }
            assertThat(States.bytes(made)).isEqualTo(States.bytes(tracker));
            assertThat(issue(same, count).thresholds).isNotEqualTo(issue(tracker, count).thresholds);
        });
    }

    // ---------------------------------------------------------------- sums

    private void assumeMovedBySums() {
        Assumptions.assumeTrue(create(1) instanceof SummedTracker);
    }

    private static SummedTracker summed(Tracker tracker) {
        return (SummedTracker) tracker;
    }

    private static List<ToldAnswer> randomAnswers(Source random, TrackingTask task) {
        List<ToldAnswer> answers = new ArrayList<>();
        for (int i = random.within(0, 12); i > 0; i--) {
            answers.add(ToldAnswer.random(random, task.labels()));
        }
        return answers;
    }

    private static LabelSums sums(SummedTracker tracker, List<ToldAnswer> answers, Issued issued) {
        LabelSums sums = tracker.newSums(issued.thresholds.length);
        answers.forEach(answer -> answer.sumEvidence(tracker, sums, issued));
        return sums;
    }

    private static byte[] stored(LabelSums sums) {
        return Snapshot.seal(Snapshot.STEP, sums::writeState);
    }

    private static LabelSums read(SummedTracker tracker, int thresholds, byte[] stored) {
        LabelSums sums = tracker.newSums(thresholds);
        StateReader in = Snapshot.open(Snapshot.STEP, stored);
        sums.readState(in);
        in.finish();
        return sums;
    }

    @Test
    void sumsAreTheSameWhereverTheThresholdsStand() {
        assumeMovedBySums();
        Laws.forAll(20, random -> {
            TrackingTask task = task(random, random.within(1, 5));
            SummedTracker issuing = summed(anyTracker(random, task));
            SummedTracker trained = summed(create(task));
            train(random, trained, task);
            Issued issued = issue(issuing, task.thresholds());
            List<ToldAnswer> answers = randomAnswers(random, task);
            byte[] before = States.bytes(trained);
            byte[] expected = stored(sums(summed(create(task)), answers, issued));
            assertThat(stored(sums(trained, answers, issued))).isEqualTo(expected);
            assertThat(stored(sums(issuing, answers, issued))).isEqualTo(expected);
            assertThat(States.bytes(trained)).isEqualTo(before);
        });
    }

    @Test
    void sumsOfAStepMoveItToTheBitAsItsEvidenceDoes() {
        assumeMovedBySums();
        Laws.forAll(20, random -> {
            TrackingTask task = task(random, random.within(1, 5));
            int count = task.thresholds();
            SummedTracker told = summed(anyTracker(random, task));
            SummedTracker moved = States.copied(told, summed(create(task)));
            Increments increments = new Increments(moved, create(task));
            SummedTracker elsewhere = summed(create(task));
            for (int step = 0; step < 20; step++) {
                Issued issued = issue(told, count, weighing(randomWeights(random, count)));
                List<ToldAnswer> answers = randomAnswers(random, task);
                double divisor = random.within(1, 4);
                answers.forEach(answer -> answer.tellEvidence(told, issued));
                told.apply(divisor);
                byte[] sums = stored(sums(elsewhere, answers, issued));
                LabelSums read = read(moved, count, sums);
                moved.apply(read, divisor);
                assertThat(stored(read)).isEqualTo(sums);
                assertThat(States.bytes(moved)).isEqualTo(States.bytes(told));
                increments.follow();
            }
        });
    }

    /** Up to rounding, as numbers are added up in another order. */
    @Test
    void sumsOfPartsOfAStepMoveItAsThoseOfTheWholeDo() {
        assumeMovedBySums();
        Laws.forAll(20, random -> {
            TrackingTask task = task(random, random.within(1, 5));
            int count = task.thresholds();
            SummedTracker whole = summed(anyTracker(random, task));
            for (int step = 0; step < 10; step++) {
                Issued issued = issue(whole, count);
                List<ToldAnswer> answers = randomAnswers(random, task);
                SummedTracker inParts = States.copied(whole, summed(create(task)));
                SummedTracker again = States.copied(whole, summed(create(task)));
                LabelSums here = whole.newSums(count);
                LabelSums there = whole.newSums(count);
                for (int from = 0; from < answers.size(); ) {
                    int to = random.within(from + 1, answers.size());
                    LabelSums part = sums(summed(create(task)), answers.subList(from, to), issued);
                    here.merge(part);
                    there.merge(read(whole, count, stored(part)));
                    from = to;
                }
                inParts.apply(here, 2);
                again.apply(there, 2);
                whole.apply(sums(whole, answers, issued), 2);
                assertThat(States.bytes(again)).isEqualTo(States.bytes(inParts));
                assertThat(issue(inParts, count).thresholds)
                        .containsExactly(issue(whole, count).thresholds, within(1e-9));
            }
        });
    }

    // ---------------------------------------------------------------- more labels

    @Test
    void growingLeavesEveryThresholdWhereItIs() {
        Laws.forAll(20, random -> {
            TrackingTask task = task(random, random.within(1, 5));
            Tracker tracker = anyTracker(random, task);
            Tracker untold = create(task);
            for (int times = 0; times < 3; times++) {
                Issued before = issue(tracker, task.thresholds());
                task = grown(task, random.oneOf(1, 2, 30));
                tracker.grow(task);
                untold.grow(task);
                Issued after = issue(tracker, task.thresholds());
                assertThat(Arrays.copyOf(after.thresholds, before.thresholds.length))
                        .isEqualTo(before.thresholds);
                assertThat(Arrays.copyOf(after.record, before.record.length)).isEqualTo(before.record);
                Issued first =
                        labelsStandAlone() ? issue(untold, task.thresholds()) : after; // an outer loop shifts all
                for (int k = before.thresholds.length; k < task.thresholds(); k++) {
                    assertThat(first.thresholds[k]).isEqualTo(firstThreshold());
                }
                randomStep(random, tracker, task);
                Tracker restored = copied(tracker, task); // made for all labels, as many as there are now
                assertThat(States.bytes(restored)).isEqualTo(States.bytes(tracker));
                for (int step = 0; step < 50; step++) {
                    long seed = random.bits();
                    randomStep(new Source(seed), tracker, task);
                    randomStep(new Source(seed), restored, task);
                }
                assertThat(States.bytes(restored)).isEqualTo(States.bytes(tracker));
            }
        });
    }

    @Test
    void growingIsAsIfTheNewLabelsHadBeenThereUnheardOf() {
        Assumptions.assumeTrue(labelsStandAlone());
        Laws.forAll(20, random -> {
            TrackingTask task = task(random, random.within(1, 5));
            TrackingTask more = grown(grown(task, random.within(1, 2)), 1);
            Tracker ungrown = create(task);
            Tracker grown = create(task);
            Tracker larger = create(more);
            int present = task.thresholds();
            for (int step = 0; step < 80; step++) {
                if (step == 30 || step == 50) {
                    TrackingTask next = step == 30 ? grown(task, more.labels() - task.labels() - 1) : more;
                    present = next.thresholds();
                    grown.grow(next);
                }
                Issued one = issue(ungrown, task.thresholds());
                Issued other = issue(grown, present);
                Issued third = issue(larger, more.thresholds());
                assertThat(Arrays.copyOf(other.thresholds, one.thresholds.length))
                        .isEqualTo(one.thresholds);
                assertThat(Arrays.copyOf(third.thresholds, present)).isEqualTo(other.thresholds);
                for (int i = random.within(0, 3); i > 0; i--) {
                    ToldAnswer answer = ToldAnswer.random(random, task.labels());
                    answer.tell(ungrown, one);
                    answer.tell(grown, other);
                    answer.tell(larger, third);
                }
                double divisor = random.within(1, 3);
                ungrown.apply(divisor);
                grown.apply(divisor);
                larger.apply(divisor);
            }
            assertThat(States.bytes(grown)).isEqualTo(States.bytes(larger));
        });
    }

    @Test
    void decisionsIssuedBeforeGrowingAreAnsweredAfterIt() {
        Laws.forAll(30, random -> {
            // where labels do not stand alone, a second one is what the first can borrow from
            TrackingTask task = task(random, random.within(labelsStandAlone() ? 1 : 2, 5));
            TrackingTask more = grown(task, random.within(1, 3));
            int count = task.thresholds();
            Tracker answered = anyTracker(random, task);
            Issued issued = issue(answered, count);
            randomStep(random, answered, task); // so that it is not the present state which is recorded
            Tracker waiting = States.copied(answered, create(task));
            waiting.grow(more);
            for (int i = 0; i < 3; i++) {
                ToldAnswer answer = ToldAnswer.random(random, task.labels());
                answer.tell(answered, issued);
                answer.tell(waiting, issued.givenTo(waiting));
            }
            answered.apply(1);
            waiting.apply(1);
            assertThat(Arrays.copyOf(issue(waiting, more.thresholds()).thresholds, count))
                    .isEqualTo(issue(answered, count).thresholds);
            if (labelsStandAlone()) {
                answered.grow(more);
                assertThat(States.bytes(waiting)).isEqualTo(States.bytes(answered));
            }
        });
    }

    @Test
    void labelThatWasAddedComesToBeCoveredAsAsked() {
        // scores of the new label are uniform: of the second half of 4,000 queries, 10% should be missed
        Source random = new Source(23);
        TrackingTask task = TrackingTask.byLabel(2, ALPHA);
        Tracker tracker = create(task);
        train(random, tracker, task);
        tracker.grow(grown(task, 1));
        int missed = 0;
        for (int n = 0; n < 8000; n++) {
            Issued issued = issue(tracker, 3);
            int label = n % 4 < 2 ? 2 : n % 4 - 2;
            double score = random.uniform();
            missed += label == 2 && n >= 4000 && score < issued.thresholds[2] ? 1 : 0;
            give(tracker, label, 1, score, issued.thresholds, issued.record);
            tracker.addMembership(score >= issued.thresholds[label]);
            tracker.apply(1);
        }
        assertThat(missed / 2000.0).isBetween(0.03, mostMissed());
    }

    @Test
    void fewerLabelsAreRefused() {
        Tracker tracker = create(3);
        byte[] before = States.bytes(tracker);
        assertThatThrownBy(() -> tracker.grow(TrackingTask.byLabel(2, ALPHA)))
                .isInstanceOf(IllegalArgumentException.class);
        tracker.grow(TrackingTask.byLabel(3, ALPHA)); // as many
        assertThat(States.bytes(tracker)).isEqualTo(before);
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
    protected void giveOneOfThree(
            Tracker tracker, int label, double weight, double score, double[] thresholds, double[] record) {
        tracker.add(0, weight, score, score >= thresholds[0], record);
    }

    @Test
    void readsBackWhatItPrints() {
        assertThat(TrackerSettings.parse(settings().toString())).isEqualTo(settings());
    }
}
