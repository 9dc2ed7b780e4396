package dev.setpoint.math;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElementaryTest {
    private static final double MOST = 0.52;
    private static final double MOST_SUBNORMAL = 0.76;
    private static final int POINTS = 3000;

    private static final double[] EDGES = {
        Double.NaN,
        0.0,
        -0.0,
        Double.MIN_VALUE,
        -Double.MIN_VALUE,
        Double.MIN_NORMAL / 3,
        Double.MIN_NORMAL,
        1e-20,
        -1e-20,
        0.5,
        Math.nextDown(1.0),
        1,
        -1,
        Math.nextUp(1.0),
        2,
        -2,
        -664,
        664,
        709.782712893384, // the last with a finite exponential
        Math.nextUp(709.782712893384),
        -708.3964185322641, // the last with a normal one
        -745.1332191019411, // the last with one above 0
        Math.nextDown(-745.1332191019411),
        1e20,
        0x1p65,
        -0x1p65,
        -1e300,
        Double.MAX_VALUE,
        -Double.MAX_VALUE,
        Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY
    };

    private static void assertClose(double found, BigDecimal exact, double most, String what) {
        assertThat(Exactly.error(found, exact)).as(what).isLessThan(most);
    }

    private static BigDecimal big(double x) {
        return new BigDecimal(x);
    }

    /** Any size from 2^from to 2^to, each octave alike. */
    private static double anySize(Source random, int from, int to) {
        return Math.scalb(random.between(1, 2), random.within(from, to - 1));
    }

    @Test
    void exponentialIsCorrectToHalfAUnitAndALittle() {
        Laws.forAll(POINTS, random -> {
            double x = random.oneOf(
                    random.between(-708, 709.78),
                    random.between(-40, 1),
                    random.between(-1, 1),
                    anySize(random, -60, 0) * random.oneOf(-1, 1));
            assertClose(Elementary.exp(x), Exactly.exp(big(x)), MOST, "exp " + x);
        });
    }

    @Test
    void subnormalExponentialIsWithinAUnit() {
        Laws.forAll(POINTS, random -> {
            double x = random.between(-745.13, -708.4);
            assertClose(Elementary.exp(x), Exactly.exp(big(x)), MOST_SUBNORMAL, "exp " + x);
        });
    }

    @Test
    void logarithmIsCorrectToHalfAUnitAndALittle() {
        Laws.forAll(POINTS, random -> {
            double x = random.oneOf(
                    Double.longBitsToDouble(random.bits() >>> 1 & 0x7fdfffffffffffffL),
                    anySize(random, -1074, -1022),
                    random.between(0.5, 2),
                    1 + anySize(random, -52, -1) * random.oneOf(-1, 1));
            assertClose(Elementary.log(x), Exactly.log(big(x)), MOST, "log " + x);
        });
    }

    @Test
    void logarithmOfOnePlusIsCorrectToHalfAUnitAndALittle() {
        Laws.forAll(POINTS, random -> {
            double x = random.oneOf(
                    random.between(-1, 1),
                    anySize(random, -60, 60),
                    -anySize(random, -60, 0),
                    random.between(-1.0 / 128, 1.0 / 128));
            assertClose(Elementary.log1p(x), Exactly.log(BigDecimal.ONE.add(big(x))), MOST, "log1p " + x);
        });
    }

    @Test
    void powerIsCorrectToHalfAUnitAndALittle() {
        Laws.forAll(POINTS, random -> {
            double x = random.oneOf(
                    random.between(0, 1),
                    anySize(random, -1074, 1000),
                    1 + anySize(random, -40, -1) * random.oneOf(-1, 1),
                    (double) random.within(1, 100_000));
            double most = Math.min(0x1p60, 700 / Math.abs(Elementary.log(x)));
            double y = random.between(-1, 1) * random.oneOf(most, Math.min(most, 3));
            BigDecimal exact = Exactly.exp(Exactly.log(big(x)).multiply(big(y)));
            assertClose(Elementary.pow(x, y), exact, MOST, x + " to the power " + y);
        });
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1e-9, -0.0027, -0.1, -0.3, -0.99, -3, -20, -100, -664, -709, -740, 0.2, 5, 709})
    void exponentialNeverFallsBetweenNeighbours(double from) {
        double x = from;
        double before = Elementary.exp(x);
        for (int i = 0; i < 100_000; i++) {
            x = Math.nextUp(x);
            double now = Elementary.exp(x);
            assertThat(now >= before).as("exp %s", x).isTrue();
            before = now;
        }
    }

    @Test
    void exponentialNeverFallsWhereTheTableChanges() {
        for (int step = -745 * 185; step < 709 * 185; step += 7) {
            double x = (step + 0.5) / 184.6649652337873;
            x -= 50 * Math.ulp(x);
            double before = Elementary.exp(x);
            for (int i = 0; i < 100; i++) {
                x = Math.nextUp(x);
                double now = Elementary.exp(x);
                assertThat(now >= before).as("exp %s", x).isTrue();
                before = now;
            }
        }
    }

    @Test
    void exponentialNeverFallsOnAGrid() {
        double before = 0;
        for (double x = -746; x < 710; x += 1.0 / 4096) {
            double now = Elementary.exp(x);
            assertThat(now >= before).as("exp %s", x).isTrue();
            before = now;
        }
    }

    /** The JDK's own, where it leaves no choice: it may differ by one unit elsewhere. */
    private static void assertSameKind(double found, double reference, String what) {
        boolean special = Double.isNaN(reference) || Double.isInfinite(reference) || reference == 0 || reference == 1;
        if (special) {
            assertThat(Double.valueOf(found)).as(what).isEqualTo(Double.valueOf(reference)); // NaN is NaN
        } else {
            assertThat(Math.abs(found - reference)).as(what).isLessThanOrEqualTo(Math.ulp(reference));
        }
    }

    @Test
    void edgesAreThoseOfTheStrictFunctions() {
        for (double x : EDGES) {
            assertSameKind(Elementary.exp(x), StrictMath.exp(x), "exp " + x);
            assertSameKind(Elementary.log(x), StrictMath.log(x), "log " + x);
            assertSameKind(Elementary.log1p(x), StrictMath.log1p(x), "log1p " + x);
            for (double y : EDGES) {
                assertSameKind(Elementary.hypot(x, y), StrictMath.hypot(x, y), "hypot " + x + " and " + y);
                if (!(x < 0) && Double.compare(x, -0.0) != 0) {
                    assertSameKind(Elementary.pow(x, y), StrictMath.pow(x, y), x + " to the power " + y);
                }
            }
        }
    }

    @Test
    void negativeNumbersHaveNoPowers() {
        assertThat(Elementary.pow(-2, 2)).isNaN();
        assertThat(Elementary.pow(Double.NEGATIVE_INFINITY, 2)).isNaN();
        assertThat(Elementary.pow(-2, 0)).isEqualTo(1);
        assertThat(Elementary.pow(-0.0, 3)).isEqualTo(0.0);
        assertThat(Elementary.pow(-0.0, -3)).isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void whatIsRepresentableIsExact() {
        Laws.forAll(1000, random -> {
            double x = random.between(0, 1000);
            assertThat(Elementary.pow(x, 1)).isEqualTo(x);
            int n = random.within(1, 1 << 17);
            assertThat(Elementary.pow(n, 3)).isEqualTo((double) n * n * n);
            assertThat(Elementary.pow(2, n % 1000)).isEqualTo(Math.scalb(1.0, n % 1000));
            assertThat(Elementary.pow((double) n * n, 0.5)).isEqualTo(n);
        });
    }
}
