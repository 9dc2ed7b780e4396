package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.TrackerContract;
import dev.setpoint.testing.TrackerContract.Issued;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StronglyAdaptiveTrackerTest {
    private static StronglyAdaptiveTracker tracker(int lifetime, int levels, int labels) {
        return (StronglyAdaptiveTracker)
                new StronglyAdaptiveTracker.Settings(0.1, lifetime, levels, 0).create(labels, 0.1);
    }

    private static void step(Tracker tracker, double weight, double score) {
        Issued issued = TrackerContract.issue(tracker, 1);
        tracker.add(0, weight, score, score >= issued.thresholds()[0], issued.record());
        tracker.apply(1);
    }

    @Test
    void learnersAliveAreThoseOfTheDefinition() {
        Laws.forAll(12, random -> {
            int lifetime = random.within(2, 11);
            int levels = random.within(1, 6);
            StronglyAdaptiveTracker tracker = tracker(lifetime, levels, 1);
            for (int n = 1; n < 400; n++) {
                List<Long> expected = new ArrayList<>();
                for (long i = 1; i <= n; i++) {
                    int v = 0;
                    while (v < levels - 1 && i % (2L << v) == 0) {
                        v++;
                    }
                    if (n < i + lifetime * (1L << v)) {
                        expected.add(i);
                    }
                }
                long[] alive = tracker.starts(0);
                Arrays.sort(alive);
                assertThat(alive).containsExactly(expected.toArray(Long[]::new));
                assertThat(alive.length).isLessThanOrEqualTo((levels - 1) * ((lifetime + 1) / 2) + lifetime);
                step(tracker, 1, random.uniform());
            }
        });
    }

    @Test
    void firstStepIsThatOfOneScaleFreeLearner() {
        Laws.forAll(50, random -> {
            Tracker adaptive = new StronglyAdaptiveTracker.Settings(0.2, 8, 5, 0.3).create(1, 0.1);
            Tracker single = new ScaleFreeTracker.Settings(0.2, 0.3, 0).create(1, 0.1);
            double weight = random.between(0.1, 9);
            double score = random.uniform();
            step(adaptive, weight, score);
            step(single, weight, score);
            assertThat(TrackerContract.issue(adaptive, 1).thresholds())
                    .isEqualTo(TrackerContract.issue(single, 1).thresholds());
        });
    }

    @Test
    void issuedThresholdLiesBetweenItsLearners() {
        Laws.forAll(20, random -> {
            StronglyAdaptiveTracker tracker = tracker(8, 1, 1);
            for (int t = 0; t < 200; t++) {
                Issued issued = TrackerContract.issue(tracker, 1);
                if (t >= 8) { // all places are taken
                    double[] own = Arrays.copyOf(issued.record(), 8);
                    assertThat(issued.thresholds()[0])
                            .isBetween(
                                    Arrays.stream(own).min().orElseThrow() - 1e-12,
                                    Arrays.stream(own).max().orElseThrow() + 1e-12);
                }
                step(tracker, random.between(0.5, 5), random.uniform());
            }
        });
    }

    @Test
    void lateEvidenceDoesNotReachLearnersThatStartedLater() {
        Laws.forAll(50, random -> {
            StronglyAdaptiveTracker tracker = tracker(4, 3, 1); // no learner outlives 16 steps
            for (int t = random.within(0, 40); t > 0; t--) {
                step(tracker, 1, random.uniform());
            }
            Issued early = TrackerContract.issue(tracker, 1);
            double clock = early.record()[early.record().length - 2]; // before the threshold
            for (int t = random.within(1, 25); t > 0; t--) {
                step(tracker, 1, random.uniform());
            }
            Issued before = TrackerContract.issue(tracker, 1);
            long old = Arrays.stream(tracker.starts(0))
                    .filter(start -> start <= clock)
                    .count();
            tracker.add(0, 1, -1, -1 >= early.thresholds()[0], early.record()); // missed by all who were there
            tracker.apply(1);
            Issued after = TrackerContract.issue(tracker, 1);
            int lower = 0;
            int other = 0;
            for (int at = 0; at < after.record().length - 2; at++) {
                lower += after.record()[at] < before.record()[at] ? 1 : 0;
                other += after.record()[at] > before.record()[at] ? 1 : 0;
            }
            // one place may have gone to the new learner, which starts at the threshold now issued
            assertThat(lower).isBetween((int) old - 1, (int) old + 1);
            assertThat(other).isBetween(0, 1);
            assertThat(lower + other).isLessThanOrEqualTo((int) old + 1);
        });
    }

    /** The least coverage of a window of 200 consecutive pieces of evidence. */
    private static double leastWindow(boolean[] covered, int from, int to) {
        int held = 0;
        int least = 200;
        for (int t = from; t < to; t++) {
            held += covered[t] ? 1 : 0;
            held -= t >= from + 200 && covered[t - 200] ? 1 : 0;
            least = t >= from + 199 ? Math.min(least, held) : least;
        }
        return least / 200.0;
    }

    /** Scores from [0.5, 1], from 2000 on from [0, 0.5], from 4000 on from [0.5, 1] again. */
    private static boolean[] play(TrackerSettings settings, long seed) {
        Source random = new Source(seed);
        Tracker tracker = settings.create(1, 0.1);
        boolean[] covered = new boolean[6000];
        for (int t = 0; t < covered.length; t++) {
            double score = random.uniform() / 2 + (t / 2000 == 1 ? 0 : 0.5);
            Issued issued = TrackerContract.issue(tracker, 1);
            covered[t] = score >= issued.thresholds()[0];
            tracker.add(0, random.chance(0.5) ? 1 : 5, score, score >= issued.thresholds()[0], issued.record());
            tracker.apply(1);
        }
        return covered;
    }

    @Test
    @Tag("statistical")
    void coverageComesBackInEveryWindowAfterAChange() {
        // The least covered of all windows of 200 was 0.81 on average over 300 seeds, with a standard deviation of
        // 0.0125
        // and never below 0.765 (chance alone gives a fixed, correct threshold 0.85); 0.74 is five of them away: false
        // alarm below 1e-6 per seed. A plain tracker of short steps misses most of a window.
        for (long seed = 1; seed <= 5; seed++) {
            boolean[] adaptive = play(new StronglyAdaptiveTracker.Settings(0.1, 8, 10, 0.55), seed);
            assertThat(leastWindow(adaptive, 0, 2000)).isGreaterThan(0.74);
            assertThat(leastWindow(adaptive, 2050, 4000)).isGreaterThan(0.74);
            assertThat(leastWindow(adaptive, 4050, 6000)).isGreaterThan(0.74);
            boolean[] plain = play(new SgdTracker.Settings(0.0005, 0.55), seed);
            assertThat(leastWindow(plain, 0, 2000)).isGreaterThan(0.74);
            assertThat(leastWindow(plain, 2050, 4000)).isLessThan(0.5);
        }
    }
}
