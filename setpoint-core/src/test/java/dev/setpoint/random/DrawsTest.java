package dev.setpoint.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.testing.Bounds;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DrawsTest {
    /** Of a false alarm, for each of the statistical tests here. */
    private static final double RATE = 1e-6;

    // computed by an implementation in another language
    private static final long GOLDEN_MIX_1 = 0x5692161D100B05E5L;
    private static final long GOLDEN_STREAM_ARM = 0xA7ED8821DCA10C0EL;
    private static final long GOLDEN_STREAM_SCORE = 0xE3A395ED1FFAEB74L;
    private static final long GOLDEN_BITS = 0xBDD732262FEB6E95L;
    private static final long GOLDEN_ID = 0xEA9CD44D332CE940L;
    private static final double GOLDEN_UNIFORM = 0x1.477f199d93378p-3;

    @Test
    void goldenValuesNeverChange() {
        // A snapshot taken on one machine continues on another only as long as these hold.
        assertThat(Draws.mix(0)).isZero();
        assertThat(Draws.mix(1)).isEqualTo(GOLDEN_MIX_1);
        assertThat(Draws.stream(1, Draws.ARM, 0)).isEqualTo(GOLDEN_STREAM_ARM);
        assertThat(Draws.stream(-7, Draws.SCORE, 123456789012L)).isEqualTo(GOLDEN_STREAM_SCORE);
        assertThat(Draws.bits(42, 0)).isEqualTo(GOLDEN_BITS);
        assertThat(Draws.uniform(42, 0)).isEqualTo((GOLDEN_BITS >>> 11) * 0x1.0p-53);
        assertThat(Draws.uniform(42, 1)).isEqualTo(GOLDEN_UNIFORM);
    }

    @Test
    void mixIsStaffordsVariantThirteen() {
        // the first outputs of SplitMix64 from seed 1234567, as published with xoshiro (Vigna):
        // 6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431
        assertThat(Draws.bits(1234567, 0)).isEqualTo(6457827717110365317L);
        assertThat(Draws.bits(1234567, 1)).isEqualTo(3203168211198807973L);
        assertThat(Draws.bits(1234567, 2)).isEqualTo(Long.parseUnsignedLong("9817491932198370423"));
        assertThat(Draws.bits(1234567, 3)).isEqualTo(4593380528125082431L);
    }

    @Test
    void uniformIsAMultipleOfTwoToTheMinus53InTheHalfOpenUnitInterval() {
        for (int i = 0; i < 10_000; i++) {
            double u = Draws.uniform(99, i);
            assertThat(u).isBetween(0.0, 1 - 0x1.0p-53);
            assertThat(u * 0x1.0p53).isEqualTo(Math.rint(u * 0x1.0p53));
        }
    }

    @Test
    void neighbouringSeedsPurposesIdsAndIndicesShareNoDraw() {
        Set<Long> seen = new HashSet<>();
        int draws = 0;
        for (long seed = -2; seed <= 2; seed++) {
            for (int purpose = 1; purpose <= 3; purpose++) {
                for (long id = -3; id < 50; id++) {
                    for (int index = 0; index < 10; index++) {
                        seen.add(Draws.bits(Draws.stream(seed, purpose, id), index));
                        draws++;
                    }
                }
            }
        }
        assertThat(seen).hasSize(draws);
    }

    @Test
    @Tag("statistical")
    void drawsOverIdsAndOverIndicesAreUniform() {
        // false alarm: at most 2e-6 (two tests at 1e-6 each)
        int n = 100_000;
        double[] overIds = new double[n];
        double[] overIndices = new double[n];
        long stream = Draws.stream(5, Draws.SCORE, 77);
        for (int i = 0; i < n; i++) {
            overIds[i] = Draws.uniform(Draws.stream(5, Draws.ARM, i), 0);
            overIndices[i] = Draws.uniform(stream, i);
        }
        assertThat(distanceFromUniform(overIds)).isLessThan(Bounds.kolmogorovSmirnov(n, RATE));
        assertThat(distanceFromUniform(overIndices)).isLessThan(Bounds.kolmogorovSmirnov(n, RATE));
    }

    @Test
    @Tag("statistical")
    void purposesAreIndependentOfEachOther() {
        // false alarm: at most 1e-6
        assertThat(jointStatistic((seed, i) -> Draws.uniform(Draws.stream(seed, Draws.SCORE, i), 0)))
                .isLessThan(Bounds.chiSquare(255, RATE));
    }

    @Test
    @Tag("statistical")
    void idsAreIndependentOfEachOther() {
        // false alarm: at most 1e-6
        assertThat(jointStatistic((seed, i) -> Draws.uniform(Draws.stream(seed, Draws.ARM, i + 1), 0)))
                .isLessThan(Bounds.chiSquare(255, RATE));
    }

    @Test
    @Tag("statistical")
    void seedsAreIndependentOfEachOther() {
        // false alarm: at most 1e-6
        assertThat(jointStatistic((seed, i) -> Draws.uniform(Draws.stream(seed + 1, Draws.ARM, i), 0)))
                .isLessThan(Bounds.chiSquare(255, RATE));
    }

    @Test
    @Tag("statistical")
    void indicesAreIndependentOfEachOther() {
        // false alarm: at most 1e-6
        assertThat(jointStatistic((seed, i) -> Draws.uniform(Draws.stream(seed, Draws.ARM, i), 1)))
                .isLessThan(Bounds.chiSquare(255, RATE));
    }

    @Test
    void idOfATextIsItsNumberOrItsHash() {
        assertThat(Draws.id("0")).isZero();
        assertThat(Draws.id("42")).isEqualTo(42);
        assertThat(Draws.id("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
        Set<Long> ids = new HashSet<>();
        assertThat(Draws.id("-1")).isEqualTo(-1);
        assertThat(Draws.id("1000000000000000000")).isEqualTo(1_000_000_000_000_000_000L);
        assertThat(Draws.id(Long.toString(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Draws.id(Long.toString(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
        String[] hashed = {
            "",
            "-",
            "-0",
            "00",
            "042",
            "-042",
            "+1",
            "1.0",
            " 1",
            "9223372036854775808",
            "-9223372036854775809",
            "99999999999999999999",
            "a",
            "b",
            "ab",
            "ba"
        };
        for (String text : hashed) {
            ids.add(Draws.id(text));
            assertThat(Math.abs(Draws.id(text))).isGreaterThan(1000);
        }
        assertThat(ids).hasSize(hashed.length);
        assertThat(Draws.id("a1")).isEqualTo(GOLDEN_ID);
    }

    private interface Other {
        double draw(long seed, long id);
    }

    /** Chi-square of the pairs (arm draw of an id, other draw) on a 16 by 16 grid. */
    private static double jointStatistic(Other other) {
        int n = 200_000;
        long[] counts = new long[256];
        for (int i = 0; i < n; i++) {
            int x = (int) (16 * Draws.uniform(Draws.stream(11, Draws.ARM, i), 0));
            int y = (int) (16 * other.draw(11, i));
            counts[16 * x + y]++;
        }
        double[] expected = new double[256];
        Arrays.fill(expected, n / 256.0);
        return Bounds.chiSquareOf(counts, expected);
    }

    private static double distanceFromUniform(double[] draws) {
        Arrays.sort(draws);
        double distance = 0;
        int n = draws.length;
        for (int i = 0; i < n; i++) {
            distance = Math.max(distance, Math.max((i + 1.0) / n - draws[i], draws[i] - (double) i / n));
        }
        return distance;
    }
}
