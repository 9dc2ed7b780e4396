package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.TrackerContract;
import dev.setpoint.testing.TrackerContract.Issued;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class OuterLoopTrackerTest {
    @Test
    void shiftIsGammaTimesTheSumOfAlphaMinusMissed() {
        Laws.forAll(50, random -> {
            double alpha = random.between(0.01, 0.5);
            double gamma = Math.exp(random.between(-6, 0));
            OuterLoopTracker tracker = (OuterLoopTracker)
                    new OuterLoopTracker.Settings(gamma, new SgdTracker.Settings(0.1, 0.3)).create(2, alpha);
            double sum = 0;
            for (int t = 0; t < 300; t++) {
                for (int i = random.within(0, 3); i > 0; i--) {
                    boolean held = random.chance(0.8);
                    tracker.addMembership(held);
                    sum += alpha - (held ? 0 : 1);
                }
                tracker.apply(random.within(1, 9));
                assertThat(tracker.shift() / gamma).isCloseTo(sum, within(1e-9));
                assertThat(TrackerContract.issue(tracker, 2).thresholds()[1])
                        .isCloseTo(0.3 + gamma * sum, within(1e-9));
            }
        });
    }

    @Test
    void innerTrackerGoesItsOwnWayUnderAnyDelay() {
        Laws.forAll(30, random -> {
            TrackerSettings inner = TrackerSettings.parse(
                    random.oneOf("sgd", "experts", "weighted-quantile(size=20)", "strongly-adaptive", "outer"));
            Tracker alone = inner.create(3, 0.1);
            Tracker outer = new OuterLoopTracker.Settings(0.05, inner).create(3, 0.1);
            List<Issued> waiting = new ArrayList<>();
            List<Issued> waitingAlone = new ArrayList<>();
            for (int t = 0; t < 60; t++) {
                waiting.add(TrackerContract.issue(outer, 3));
                waitingAlone.add(TrackerContract.issue(alone, 3));
                double[] record = waiting.get(waiting.size() - 1).record();
                Issued expected = waitingAlone.get(waiting.size() - 1);
                int width = alone.recordSize() / 3;
                for (int k = 0; k < 3; k++) { // by label what the inner tracker keeps, then its threshold
                    int from = k * (width + 1);
                    assertThat(Arrays.copyOfRange(record, from, from + width))
                            .isEqualTo(Arrays.copyOfRange(expected.record(), k * width, (k + 1) * width));
                    assertThat(record[from + width]).isEqualTo(expected.thresholds()[k]);
                }
                if (random.chance(0.7)) {
                    int at = random.below(waiting.size());
                    Issued issued = waiting.remove(at);
                    Issued issuedAlone = waitingAlone.remove(at);
                    double score = random.uniform();
                    int label = random.below(3);
                    outer.add(label, 2, score, score >= issued.thresholds()[label], issued.record());
                    alone.add(label, 2, score, score >= issuedAlone.thresholds()[label], issuedAlone.record());
                    boolean held = random.chance(0.5);
                    outer.addMembership(held);
                    alone.addMembership(held);
                }
                outer.apply(1);
                alone.apply(1);
            }
        });
    }

    /** A record as version 3 had it: what was kept by label now, number after number of all labels. */
    private static double[] byNumber(double[] record, int labels) {
        double[] numbers = new double[record.length];
        int width = record.length / labels;
        for (int i = 0; i < record.length; i++) {
            numbers[i % width * labels + i / width] = record[i];
        }
        return numbers;
    }

    private static Issued issueLate(Tracker tracker, Source random) {
        for (int t = 0; t < 40; t++) {
            Issued issued = TrackerContract.issue(tracker, 3);
            int label = random.below(3);
            double score = random.uniform();
            tracker.add(label, 2, score, score >= issued.thresholds()[label], issued.record());
            tracker.addMembership(random.chance(0.5));
            tracker.apply(1);
        }
        return TrackerContract.issue(tracker, 3);
    }

    @Test
    void recordOfVersion3BecomesThatOfThePresent() {
        Tracker experts = TrackerSettings.parse("experts").create(3, 0.1);
        Issued issued = issueLate(experts, new Source(1));
        double[] record = byNumber(issued.record(), 3);
        experts.completeRecordVersion3(record, record.length, issued.thresholds());
        assertThat(record).isEqualTo(issued.record());

        // the inner record, then the inner thresholds
        Tracker outer =
                TrackerSettings.parse("outer(gamma=0.1, tracker=experts)").create(3, 0.1);
        issued = issueLate(outer, new Source(2));
        record = byNumber(issued.record(), 3);
        outer.completeRecordVersion3(record, record.length, issued.thresholds());
        assertThat(record).isEqualTo(issued.record());

        // the learners' thresholds by label, then the clocks, and not the thresholds
        Tracker adaptive = TrackerSettings.parse("strongly-adaptive(levels=3)").create(3, 0.1);
        issued = issueLate(adaptive, new Source(3));
        int places = issued.record().length / 3 - 2;
        record = new double[issued.record().length];
        for (int k = 0; k < 3; k++) {
            System.arraycopy(issued.record(), k * (places + 2), record, k * places, places);
            record[3 * places + k] = issued.record()[k * (places + 2) + places];
        }
        adaptive.completeRecordVersion3(record, record.length - 3, issued.thresholds());
        assertThat(record).isEqualTo(issued.record());
    }

    @Test
    void labelOfWhichNothingIsKnownStaysInEverySet() {
        Tracker tracker = TrackerSettings.parse("outer(gamma=1, tracker=weighted-quantile)")
                .create(2, 0.1);
        for (int t = 0; t < 50; t++) {
            tracker.addMembership(true);
            tracker.apply(1);
        }
        assertThat(TrackerContract.issue(tracker, 2).thresholds()).containsOnly(Tracker.ALWAYS);
    }

    @Test
    void setsThatMissTooOftenGrowUntilTheyDoNot() {
        // the inner threshold never moves and would miss half of the scores; 2000 answers at gamma 0.01 telescope, so
        // the share missed is within |beta| / (gamma n) <= (1 + gamma) / 20 of alpha, whatever the scores in [0, 1]
        Laws.forAll(20, random -> {
            Tracker tracker = new OuterLoopTracker.Settings(0.01, new SgdTracker.Settings(1, 0.5)).create(1, 0.1);
            int missed = 0;
            for (int t = 0; t < 2000; t++) {
                Issued issued = TrackerContract.issue(tracker, 1);
                boolean held = random.uniform() >= issued.thresholds()[0];
                missed += held ? 0 : 1;
                tracker.addMembership(held);
                tracker.apply(1);
            }
            assertThat(missed / 2000.0).isCloseTo(0.1, within(0.051));
        });
    }
}
