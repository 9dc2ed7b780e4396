package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.TrackerContract;
import dev.setpoint.testing.TrackerContract.Issued;
import org.junit.jupiter.api.Test;

class DecayingTrackerTest {
    @Test
    void ratesFallOnTheLabelsOwnClock() {
        Tracker tracker = new DecayingTracker.Settings(0.5, 0.6, 0).create(2, 0.1);
        double expected = 0;
        for (int n = 1; n <= 5; n++) {
            tracker.apply(1); // a step without evidence
            Issued other = TrackerContract.issue(tracker, 2);
            tracker.add(1, 1, 1, 1 >= other.thresholds()[1], other.record()); // another label's evidence
            tracker.apply(1);
            Issued issued = TrackerContract.issue(tracker, 2);
            tracker.add(0, 2, 9, 9 >= issued.thresholds()[0], issued.record());
            tracker.apply(4);
            expected += 0.5 * Math.pow(n, -0.6) * 2 * 0.1 / 4;
            assertThat(TrackerContract.issue(tracker, 2).thresholds()[0]).isCloseTo(expected, within(1e-14));
        }
    }

    @Test
    void evidenceThatCancelsCountsAsAStep() {
        DecayingTracker tracker = (DecayingTracker) new DecayingTracker.Settings(0.5, 0.5, 0).create(1, 0.5);
        Issued issued = TrackerContract.issue(tracker, 1);
        tracker.add(0, 1, 1, 1 >= issued.thresholds()[0], issued.record());
        tracker.add(0, 1, -1, -1 >= issued.thresholds()[0], issued.record());
        tracker.apply(1);
        assertThat(tracker.bound(0, 1, 2)).isEqualTo((1 + 0.5 * 2) / 0.5);
        tracker.apply(1);
        assertThat(tracker.bound(0, 1, 2)).isEqualTo((1 + 0.5 * 2) / 0.5);
    }

    @Test
    void withPowerZeroItIsTheSgdTracker() {
        Laws.forAll(20, random -> {
            Tracker decaying = new DecayingTracker.Settings(0.05, 0, 0.2).create(1, 0.1);
            Tracker sgd = new SgdTracker.Settings(0.05, 0.2).create(1, 0.1);
            for (int t = 0; t < 50; t++) {
                Issued issued = TrackerContract.issue(decaying, 1);
                assertThat(TrackerContract.issue(sgd, 1).thresholds()).isEqualTo(issued.thresholds());
                double score = random.uniform();
                decaying.add(0, 2, score, score >= issued.thresholds()[0], issued.record());
                sgd.add(0, 2, score, score >= issued.thresholds()[0], issued.record());
                decaying.apply(1);
                sgd.apply(1);
            }
        });
    }

    @Test
    void boundHoldsAtEveryStepWhateverTheScores() {
        double[] closest = new double[1];
        Laws.forAll(300, random -> {
            double range = random.between(0.5, 2);
            double from = -random.between(0, range); // scores in [from, from + range], which holds the start 0
            double most = random.between(1, 20);
            double alpha = random.between(0.02, 0.5);
            double eta = Math.exp(random.between(-4, 1));
            DecayingTracker tracker =
                    (DecayingTracker) new DecayingTracker.Settings(eta, random.between(0, 1), 0).create(1, alpha);
            int manner = random.below(6);
            double sum = 0;
            for (int t = 1; t <= 400; t++) {
                Issued issued = TrackerContract.issue(tracker, 1);
                double tau = issued.thresholds()[0];
                double score = switch (manner) {
                    case 0 -> Math.nextDown(tau); // just missed, always
                    case 1 -> tau; // just held, always
                    case 2 -> t % 2 == 0 ? from : from + range;
                    case 3 -> tau > from + range / 2 ? from : from + range;
                    case 4 -> t / 100 % 2 == 0 ? from + range : from; // long stretches
                    default -> random.between(from, from + range);
                };
                score = Math.max(from, Math.min(from + range, score));
                double weight = random.chance(0.7) ? most : random.between(0, most);
                sum += weight * (score < tau ? 1 - alpha : -alpha);
                tracker.add(0, weight, score, score >= issued.thresholds()[0], issued.record());
                tracker.apply(1);
                double bound = tracker.bound(0, range, most);
                assertThat(Math.abs(sum)).as("after %d steps", t).isLessThanOrEqualTo(bound * (1 + 1e-12));
                closest[0] = Math.max(closest[0], Math.abs(sum) / bound);
            }
        });
        // or the bound says little
        assertThat(closest[0]).isGreaterThan(0.5);
    }

    @Test
    void boundOfNothingIsNothing() {
        DecayingTracker.Settings settings = new DecayingTracker.Settings(0.5, 0.5, 0);
        assertThat(settings.bound(0, 1, 10)).isZero();
        assertThat(settings.bound(4, 1, 10)).isCloseTo((1 + 5) / 0.25, within(1e-12));
    }
}
