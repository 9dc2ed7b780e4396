package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.TrackerContract;
import dev.setpoint.testing.TrackerContract.Issued;
import org.junit.jupiter.api.Test;

class ScaleFreeTrackerTest {
    private static void step(Tracker tracker, double weight, double score, double divisor) {
        Issued issued = TrackerContract.issue(tracker, 1);
        tracker.add(0, weight, score, score >= issued.thresholds()[0], issued.record());
        tracker.apply(divisor);
    }

    private static double threshold(Tracker tracker) {
        return TrackerContract.issue(tracker, 1).thresholds()[0];
    }

    @Test
    void stepsAreThoseComputedByHand() {
        Tracker tracker = new ScaleFreeTracker.Settings(0.5, 0, 0).create(1, 0.1);
        step(tracker, 2, 0.6, 1); // covered: g = -0.2, G = 0.04: a full step
        assertThat(threshold(tracker)).isCloseTo(0.5, within(1e-15));
        step(tracker, 8, 0.1, 2); // missed: g = 4 * 0.9 = 3.6, G = 13
        double second = 0.5 - 0.5 * 3.6 / Math.sqrt(13);
        assertThat(threshold(tracker)).isCloseTo(second, within(1e-15));
        step(tracker, 10, 0.5, 1); // covered: g = -1, G = 14
        assertThat(threshold(tracker)).isCloseTo(second + 0.5 / Math.sqrt(14), within(1e-15));
    }

    @Test
    void priorIsWhatTheSumOfSquaresStartsWith() {
        Tracker tracker = new ScaleFreeTracker.Settings(0.5, 0.25, 3).create(1, 0.1);
        step(tracker, 10, 0.6, 1); // covered: g = -1, G = 3 + 1
        assertThat(threshold(tracker)).isCloseTo(0.25 + 0.5 / 2, within(1e-15));
    }

    @Test
    void scaleOfWeightsDoesNotMatter() {
        Laws.forAll(50, random -> {
            double scale = Math.exp(random.between(-200, 200));
            Tracker tracker = new ScaleFreeTracker.Settings(0.1, 0.2, 0).create(1, 0.1);
            Tracker scaled = new ScaleFreeTracker.Settings(0.1, 0.2, 0).create(1, 0.1);
            for (int t = 0; t < 200; t++) {
                double weight = random.between(0.1, 10);
                double score = random.uniform();
                double divisor = random.within(1, 4);
                step(tracker, weight, score, divisor);
                step(scaled, weight * scale, score, divisor);
                assertThat(threshold(scaled)).isCloseTo(threshold(tracker), within(1e-9));
            }
        });
    }

    @Test
    void withAPriorItDoes() {
        Tracker tracker = new ScaleFreeTracker.Settings(0.1, 0, 1).create(1, 0.1);
        Tracker scaled = new ScaleFreeTracker.Settings(0.1, 0, 1).create(1, 0.1);
        step(tracker, 1, 0.5, 1);
        step(scaled, 2, 0.5, 1);
        assertThat(threshold(scaled)).isGreaterThan(threshold(tracker) * 1.5);
    }

    @Test
    void noStepIsLongerThanEta() {
        Laws.forAll(50, random -> {
            double eta = random.between(0.01, 1);
            Tracker tracker = new ScaleFreeTracker.Settings(eta, 0, random.chance(0.5) ? 0 : 5).create(1, 0.1);
            for (int t = 0; t < 200; t++) {
                double before = threshold(tracker);
                step(tracker, Math.exp(random.between(-20, 20)), random.uniform(), 1);
                assertThat(Math.abs(threshold(tracker) - before)).isLessThanOrEqualTo(eta * (1 + 1e-12) + 1e-15);
            }
        });
    }
}
