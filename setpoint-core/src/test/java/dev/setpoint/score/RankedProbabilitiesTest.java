package dev.setpoint.score;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RankedProbabilitiesTest {
    private static int[] naive(double[] p) {
        return IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(k -> -(p[k] + 0.0)).thenComparing(k -> k))
                .mapToInt(k -> k)
                .toArray();
    }

    private static void ranksAsNaively(double[] p) {
        RankedProbabilities ranked = new RankedProbabilities(p.length);
        ranked.set(p, 0);
        assertThat(Arrays.equals(ranked.order(), naive(p))).isTrue();
    }

    /** Positive, zero or negative zero; exactly equal, or different in the last bits only. */
    private static double[] awkward(Source random, int labels) {
        double base = random.oneOf(0.3, 1.0 / labels, 1e-9, Double.MIN_NORMAL, 0.5);
        double[] p = new double[labels];
        for (int k = 0; k < labels; k++) {
            p[k] = switch (random.below(6)) {
                case 0 -> base;
                case 1 -> Double.longBitsToDouble(Double.doubleToRawLongBits(base) + random.within(-3, 3));
                case 2 -> Double.longBitsToDouble(Double.doubleToRawLongBits(base) + random.within(-5000, 5000));
                case 3 -> random.oneOf(0.0, -0.0, Double.MIN_VALUE, 1.0);
                default -> random.uniform();
            };
        }
        return p;
    }

    @Test
    void orderIsThatOfANaiveSort() {
        Laws.forAll(300, random -> ranksAsNaively(random.distribution(random.within(2, 300))));
        Laws.forAll(300, random -> ranksAsNaively(random.distributionWithTies(random.within(2, 300))));
    }

    @Test
    void orderIsExactWhereProbabilitiesDifferInTheLastBitsOnly() {
        Laws.forAll(500, random -> ranksAsNaively(awkward(random, random.within(2, 200))));
    }

    @Test
    void orderIsExactForThousandsOfLabels() {
        Laws.forAll(12, random -> {
            int labels = random.oneOf(2, 3, 4, 1023, 1024, 4095, 4096, 4097, 5000);
            ranksAsNaively(awkward(random, labels));
        });
        Laws.forAll(3, random -> ranksAsNaively(awkward(random, 5000)));
        Laws.forAll(3, random -> ranksAsNaively(awkward(random, random.within(4_097, 20_000))));
        Laws.forAll(2, random -> ranksAsNaively(random.distribution(random.oneOf(8_192, 8_193, 16_385, 20_000))));
    }

    @Test
    void negativeZeroTiesWithZero() {
        ranksAsNaively(new double[] {-0.0, 0.0, 1, 0.0, -0.0});
    }

    @Test
    void settingAgainForgetsTheOldOrder() {
        RankedProbabilities ranked = new RankedProbabilities(3);
        ranked.set(new double[] {9, 9, 0.5, 0.3, 0.2}, 2);
        assertThat(ranked.order()).containsExactly(0, 1, 2);
        assertThat(ranked.probability(0)).isEqualTo(0.5);
        ranked.set(new double[] {0.2, 0.3, 0.5}, 0);
        assertThat(ranked.order()).containsExactly(2, 1, 0);
        assertThat(ranked.labels()).isEqualTo(3);
    }

    @Test
    void keepsACopyOfTheProbabilities() {
        double[] p = {0.6, 0.4};
        RankedProbabilities ranked = new RankedProbabilities(2);
        ranked.set(p, 0);
        p[0] = 0;
        assertThat(ranked.probability(0)).isEqualTo(0.6);
        assertThat(ranked.order()).containsExactly(0, 1);
    }
}
