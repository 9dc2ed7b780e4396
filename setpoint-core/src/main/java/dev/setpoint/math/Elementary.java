package dev.setpoint.math;

/**
 * The exponential, logarithms and powers, with the same bits on every processor and every JDK from 17 on. {@link Math} has others
 * on other processors; {@link StrictMath} does not, and takes longer. Nothing else in Setpoint may call such functions of either.
 *
 * <p>Errors are below 0.52 units in the last place (0.76 where a result is subnormal), by test; what is exactly representable is
 * exact.
 */
public final class Elementary {
    /*
     * Additions, multiplications, divisions and square roots of Java 17 are those of IEEE 754, rounded one by one; nothing else is used
     * (no fused multiply-add, which is slow where the processor has none). Tables and short Taylor polynomials, as in Tang (1989, 1990):
     *
     * exp x = 2^(n/128) exp r, with n the integer nearest to 128 x / ln 2, so that |r| < 0.0028. 2^(j/128) is in a table, with what
     * rounding left of it.
     *
     * log x = k ln 2 - log v + log(1 + r), with x = 2^k z, z in [0.7, 1.41), v a number of ten bits near 1/z, and 1 + r = z v. z is cut
     * in two, so that both parts of r are exact. The leading parts of k ln 2 and log v have so few bits that their sum with the
     * leading part of r is exact, too. Near 1, where k = 0 and v = 1, r = x - 1.
     *
     * x^y = exp(y log x), with log x and y log x as sums of two numbers.
     */
    private static final double LN2_HIGH = 0x1.62e42fefp-1; // 33 bits
    private static final double LN2_LOW = 0x1.473de6af278edp-34;

    private static final int STEP_BITS = 7;
    private static final int STEPS = 1 << STEP_BITS;
    private static final int STEP_SHIFT = 52 - STEP_BITS;
    private static final double STEPS_PER_UNIT = STEPS / 0x1.62e42fefa39efp-1;
    /** Added to a number, rounds it to an integer, which is then in the low bits. */
    private static final double ROUNDER = 0x1.8p52;

    /** By j: the bits of 2^(j/128) less j in the place of the steps, and what rounding left, relative to it. */
    private static final long[] ROOT_BITS = new long[STEPS];

    private static final double[] ROOT_REST = new double[STEPS];

    /** Below this size of x no part of the sum of exp x is subnormal. */
    private static final double MIDDLE = 664;

    private static final int LIFT = 128;

    private static final double TO_NORMAL = 0x1p54;
    private static final int TO_NORMAL_EXPONENT = 54;

    private static final long LEAST_MANTISSA = Double.doubleToRawLongBits(0.703125);
    private static final long LEADING_BITS = -1L << 29;
    private static final int PLACES = 128;
    private static final double PLACE_ROUNDER = 0x1p52 / PLACES;
    private static final int FIRST_PLACE = 90;
    private static final int LAST_PLACE = 180;
    private static final double GRAIN_OF_INVERSES = 0x1p-9;
    private static final double GRAIN_OF_LOGARITHMS = 0x1p-41;
    private static final double NEAR_ONE = 1.0 / 256;

    /** By place, from the first: v, -log v and what rounding left of it. */
    private static final double[] INVERSE = new double[LAST_PLACE - FIRST_PLACE + 1];

    private static final double[] LOG_HIGH = new double[INVERSE.length];
    private static final double[] LOG_LOW = new double[INVERSE.length];

    /** Powers of at least this size are 0, 1 or infinite. */
    private static final double LARGE_POWER = 0x1p65;

    static {
        Wide[] roots = new Wide[STEP_BITS]; // 2^(1/2), 2^(1/4), ...
        for (int b = 0; b < STEP_BITS; b++) {
            roots[b] = (b == 0 ? new Wide(2, 0) : roots[b - 1]).root();
        }
        for (int j = 0; j < STEPS; j++) {
            Wide root = new Wide(1, 0);
            for (int b = 0; b < STEP_BITS; b++) {
                root = ((j >> (STEP_BITS - 1 - b)) & 1) != 0 ? root.times(roots[b]) : root;
            }
            ROOT_BITS[j] = Double.doubleToRawLongBits(root.high()) - ((long) j << STEP_SHIFT);
            ROOT_REST[j] = root.low() / root.high();
        }
        for (int i = 0; i < INVERSE.length; i++) {
            double inverse = Math.rint((double) PLACES / (FIRST_PLACE + i) / GRAIN_OF_INVERSES) * GRAIN_OF_INVERSES;
            Wide logarithm = logarithm(Wide.ofQuotient(1 - inverse, 1 + inverse));
            INVERSE[i] = inverse;
            LOG_HIGH[i] = Math.rint(logarithm.high() / GRAIN_OF_LOGARITHMS) * GRAIN_OF_LOGARITHMS;
            LOG_LOW[i] = logarithm.high() - LOG_HIGH[i] + logarithm.low();
        }
    }

    private Elementary() {}

    /** log((1 + s) / (1 - s)) = 2 (s + s^3/3 + s^5/5 + ...), for s of at most 0.18. */
    private static Wide logarithm(Wide s) {
        Wide square = s.times(s);
        Wide sum = new Wide(0, 0);
        for (int term = 41; term >= 1; term -= 2) {
            sum = Wide.ofQuotient(2, term).plus(sum.times(square));
        }
        return sum.times(s);
    }

    // ---------------------------------------------------------------- exponential

    /** e to the power x: 0 for negative infinity, and infinite above 709.78. Never falls as x grows, by test. */
    public static double exp(double x) {
        return Math.abs(x) < MIDDLE ? exp(x, 0, 0) : expAtAnEnd(x, 0);
    }

    /**
     * exp(high + low) 2^-lift.
     *
     * @param low much smaller than 1
     * @param lift so that the result is a normal number
     */
    private static double exp(double high, double low, int lift) {
        double shifted = high * STEPS_PER_UNIT + ROUNDER;
        double whole = shifted - ROUNDER;
        long steps = Double.doubleToRawLongBits(shifted);
        int j = (int) steps & (STEPS - 1);
        double r = high - whole * (LN2_HIGH / STEPS) - (whole * (LN2_LOW / STEPS) - low);
        double root = Double.longBitsToDouble(ROOT_BITS[j] + ((steps - (long) lift * STEPS) << STEP_SHIFT));
        double square = r * r;
        double rest =
                ROOT_REST[j] + r + square * (1.0 / 2 + r * (1.0 / 6)) + square * square * (1.0 / 24 + r * (1.0 / 120));
        return root + root * rest;
    }

    /** exp(high + low) where it may overflow or be subnormal. */
    private static double expAtAnEnd(double high, double low) {
        if (!(high > -746)) {
            return high < 0 ? 0 : high; // or not a number
        }
        if (high > 710) {
            return Double.POSITIVE_INFINITY;
        }
        return high < 0 ? exp(high, low, -LIFT) * 0x1p-128 : exp(high, low, LIFT) * 0x1p128;
    }

    // ---------------------------------------------------------------- logarithms

    /** The natural logarithm: negative infinity for 0, not a number below 0. */
    public static double log(double x) {
        double d = x - 1;
        return Math.abs(d) <= NEAR_ONE ? d + curvature(d) : log(x, 0);
    }

    /** log(1 + x), also where x is so small that 1 + x would round it away: negative infinity for -1, not a number below. */
    public static double log1p(double x) {
        if (Math.abs(x) <= NEAR_ONE) {
            return x + curvature(x);
        }
        double sum = 1 + x;
        double part = sum - 1;
        double lost = 1 - (sum - part) + (x - part);
        return log(sum, lost / sum);
    }

    /** log(1 + r) - r, for small r. */
    private static double curvature(double r) {
        return r * r * (-1.0 / 2 + r * cubic(r));
    }

    /** (log(1 + r) - r + r^2/2) / r^3, for small r. */
    private static double cubic(double r) {
        double square = r * r;
        return 1.0 / 3
                - r * (1.0 / 4)
                + square * (1.0 / 5 - r * (1.0 / 6) + square * (1.0 / 7 - r * (1.0 / 8) + square * (1.0 / 9)));
    }

    /** log(x (1 + low)), for x that is not near 1. */
    private static double log(double x, double low) {
        return x >= Double.MIN_NORMAL && x < Double.POSITIVE_INFINITY ? log(x, low, 0) : logAtAnEnd(x);
    }

    /** log(x (1 + low) 2^-lift), for a normal number x. */
    private static double log(double x, double low, int lift) {
        long bits = Double.doubleToRawLongBits(x);
        long octave = (bits - LEAST_MANTISSA) >> 52;
        long mantissa = bits - (octave << 52);
        double exponent = octave - lift;
        double z = Double.longBitsToDouble(mantissa);
        double zHigh = Double.longBitsToDouble(mantissa & LEADING_BITS);
        int place = place(z);
        double inverse = INVERSE[place];
        double rHigh = zHigh * inverse - 1;
        double rLow = (z - zHigh) * inverse;
        double leading = exponent * LN2_HIGH + LOG_HIGH[place] + rHigh;
        return leading + (exponent * LN2_LOW + LOG_LOW[place] + low + rLow + curvature(rHigh + rLow));
    }

    /** The place of z in the tables: 128 z, rounded. */
    private static int place(double z) {
        return (int) Double.doubleToRawLongBits(z + PLACE_ROUNDER) - FIRST_PLACE;
    }

    private static double logAtAnEnd(double x) {
        if (x > 0) {
            return x < 1 ? log(x * TO_NORMAL, 0, TO_NORMAL_EXPONENT) : x;
        }
        return x == 0 ? Double.NEGATIVE_INFINITY : Double.NaN;
    }

    // ---------------------------------------------------------------- powers

    /** x to the power y as {@link Math#pow} has it, for x of at least 0; of a negative number there is none (not a number). */
    public static double pow(double x, double y) {
        if (y == 0) {
            return 1;
        }
        if (!(x > 0 && x < Double.POSITIVE_INFINITY && Math.abs(y) < LARGE_POWER)) {
            return powAtAnEnd(x, y);
        }
        return x >= Double.MIN_NORMAL ? pow(x, y, 0) : pow(x * TO_NORMAL, y, TO_NORMAL_EXPONENT);
    }

    private static double powAtAnEnd(double x, double y) {
        if (!(x >= 0) || Double.isNaN(y)) {
            return Double.NaN;
        }
        if (x == 1) {
            return Double.isInfinite(y) ? Double.NaN : 1;
        }
        return (x > 1) == (y > 0) ? Double.POSITIVE_INFINITY : 0;
    }

    /** (x 2^-lift)^y, for a normal number x. The logarithm is as above, with another 15 bits. */
    private static double pow(double x, double y, int lift) {
        double leading;
        double halfSquare;
        double rest;
        double d = x - 1;
        if (Math.abs(d) <= NEAR_ONE) { // and so nothing was lifted
            double square = d * d;
            leading = d;
            halfSquare = square / 2;
            rest = square * d * cubic(d) - Wide.productError(d, d, square) / 2;
        } else {
            long bits = Double.doubleToRawLongBits(x);
            long octave = (bits - LEAST_MANTISSA) >> 52;
            long mantissa = bits - (octave << 52);
            double exponent = octave - lift;
            double z = Double.longBitsToDouble(mantissa);
            double zHigh = Double.longBitsToDouble(mantissa & LEADING_BITS);
            int place = place(z);
            double inverse = INVERSE[place];
            double rHigh = zHigh * inverse - 1;
            double rLow = (z - zHigh) * inverse;
            double r = rHigh + rLow;
            leading = exponent * LN2_HIGH + LOG_HIGH[place] + rHigh;
            halfSquare = rHigh * rHigh / 2; // exact: the leading part has 25 bits
            rest = exponent * LN2_LOW + LOG_LOW[place] + (rLow - rLow * (rHigh + r) / 2 + r * r * r * cubic(r));
        }
        double almost = leading - halfSquare;
        double left = leading - almost - halfSquare + rest;
        double log = almost + left;
        double logRest = almost - log + left;
        double product = y * log;
        double productRest = Wide.productError(y, log, product) + y * logRest;
        return Math.abs(product) < MIDDLE ? exp(product, productRest, 0) : expAtAnEnd(product, productRest);
    }

    /** sqrt(x^2 + y^2), without overflow or underflow on the way. */
    public static double hypot(double x, double y) {
        return StrictMath.hypot(x, y);
    }
}
