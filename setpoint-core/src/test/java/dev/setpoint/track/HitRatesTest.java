package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import org.junit.jupiter.api.Test;

class HitRatesTest {
    private final HitRates rates = new HitRates(2, 0.01, 0.3);

    @Test
    void octavesAreHalvingsOfTheDistanceToEitherEnd() {
        assertThat(HitRates.octave(0.3)).isEqualTo(HitRates.octave(0.49));
        assertThat(HitRates.octave(0.2)).isEqualTo(HitRates.octave(0.3) - 1).isEqualTo(HitRates.octave(0.13));
        assertThat(HitRates.octave(0.8)).isEqualTo(HitRates.octave(0.6) + 1);
        assertThat(HitRates.octave(0)).isZero();
        assertThat(HitRates.octave(1)).isEqualTo(HitRates.COUNT - 1);
        assertThat(HitRates.octave(1 + 1e-9)).isEqualTo(HitRates.COUNT - 1);
    }

    @Test
    void beforeAnyPullEveryQueryBelongsToEveryLabel() {
        assertThat(rates.rate(0.001)).isEqualTo(1);
        assertThat(rates.share(1, 0.001, 1)).isEqualTo(1);
    }

    @Test
    void rateIsTheShareOfPullsThatWereCorrectPooledOverLabels() {
        for (int n = 0; n < 100; n++) {
            rates.add(n % 2, 0.3, n % 4 == 0, 1);
        }
        rates.refresh(1);
        assertThat(rates.rate(0.4)).isCloseTo(0.25, within(0.01));
        // all 25 were of label 0, which so has twice the pool's rate; label 1, never correct, keeps the pool's
        assertThat(rates.share(0, 0.4, 1)).isCloseTo(0.25 * (25 + 0.3) / (50 * 0.25 + 0.3), within(0.01));
        assertThat(rates.share(1, 0.4, 1)).isEqualTo(rates.rate(0.4));
    }

    @Test
    void ratesNeverFallWithTheProbabilityAndLieInZeroToOne() {
        Laws.forAll(100, random -> {
            HitRates any = new HitRates(3, 0.01, 0.3);
            for (int n = random.within(0, 200); n > 0; n--) {
                any.add(random.below(3), Math.pow(random.uniform(), 5), random.chance(0.5), random.between(0, 3));
            }
            any.refresh(1);
            double last = 0;
            for (double p = 1e-6; p < 1; p *= 1.3) {
                assertThat(any.rate(p)).isBetween(last, 1.0);
                last = any.rate(p);
                for (int k = 0; k < 3; k++) {
                    assertThat(any.share(k, p, 1)).isBetween(any.rate(p), 1.0);
                }
            }
        });
    }
}
