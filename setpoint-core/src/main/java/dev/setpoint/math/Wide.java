package dev.setpoint.math;

/**
 * An unevaluated sum of two doubles, with about 100 bits: what the tables of {@link Elementary} are worked out in. Dekker (1971).
 *
 * @param high the sum, rounded
 * @param low what the rounding left
 */
record Wide(double high, double low) {
    private static final double SPLITTER = 0x1p27 + 1;

    /** The sum of two numbers of which the first is the larger in size. */
    static Wide ofSum(double larger, double smaller) {
        double sum = larger + smaller;
        return new Wide(sum, larger - sum + smaller);
    }

    static Wide ofQuotient(double numerator, double denominator) {
        double quotient = numerator / denominator;
        double product = quotient * denominator;
        double left = numerator - product - productError(quotient, denominator, product);
        return ofSum(quotient, left / denominator);
    }

    /** a b - product, exactly, for the rounded product of two numbers below 2^990 whose error does not underflow. */
    static double productError(double a, double b, double product) {
        double aScaled = SPLITTER * a;
        double aHigh = aScaled - (aScaled - a);
        double aLow = a - aHigh;
        double bScaled = SPLITTER * b;
        double bHigh = bScaled - (bScaled - b);
        double bLow = b - bHigh;
        return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
    }

    Wide plus(Wide smaller) {
        Wide sum = ofSum(high, smaller.high);
        return ofSum(sum.high, sum.low + low + smaller.low);
    }

    Wide times(Wide factor) {
        double product = high * factor.high;
        double error = productError(high, factor.high, product);
        return ofSum(product, error + (high * factor.low + low * factor.high));
    }

    /** Its square root: one of Newton's steps from that of a double. */
    Wide root() {
        double root = Math.sqrt(high);
        double square = root * root;
        return ofSum(root, (high - square - productError(root, root, square) + low) / (2 * root));
    }
}
