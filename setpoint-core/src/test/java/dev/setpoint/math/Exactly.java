package dev.setpoint.math;

import java.math.BigDecimal;
import java.math.MathContext;

/** The exponential and the logarithm to 45 digits, by series; slow. */
final class Exactly {
    private static final MathContext DIGITS = new MathContext(60);
    private static final BigDecimal TWO = BigDecimal.valueOf(2);
    private static final BigDecimal LN2 = logOfRatio(BigDecimal.ONE.divide(BigDecimal.valueOf(3), DIGITS));
    private static final int HALVINGS = 10;

    private Exactly() {}

    /** By its Taylor series, after taking out powers of 2 and squaring ten times. */
    static BigDecimal exp(BigDecimal x) {
        int octaves = x.divide(LN2, DIGITS).intValue();
        BigDecimal r = x.subtract(LN2.multiply(BigDecimal.valueOf(octaves))).divide(TWO.pow(HALVINGS), DIGITS);
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int n = 1; n <= 20; n++) {
            term = term.multiply(r, DIGITS).divide(BigDecimal.valueOf(n), DIGITS);
            sum = sum.add(term, DIGITS);
        }
        for (int i = 0; i < HALVINGS; i++) {
            sum = sum.multiply(sum, DIGITS);
        }
        return sum.multiply(powerOfTwo(octaves), DIGITS);
    }

    /** By the series of the inverse hyperbolic tangent, after taking out powers of 2. */
    static BigDecimal log(BigDecimal x) {
        int octaves = (int) Math.rint(StrictMath.log(x.doubleValue()) / StrictMath.log(2));
        BigDecimal z = x.multiply(powerOfTwo(-octaves), DIGITS); // in [0.7, 1.42]
        BigDecimal ratio = z.subtract(BigDecimal.ONE).divide(z.add(BigDecimal.ONE), DIGITS);
        return logOfRatio(ratio).add(LN2.multiply(BigDecimal.valueOf(octaves)), DIGITS);
    }

    /** log((1 + s) / (1 - s)). */
    private static BigDecimal logOfRatio(BigDecimal s) {
        BigDecimal square = s.multiply(s, DIGITS);
        BigDecimal power = s;
        BigDecimal sum = s;
        for (int n = 3; n < 200 && power.signum() != 0; n += 2) {
            power = power.multiply(square, DIGITS);
            BigDecimal term = power.divide(BigDecimal.valueOf(n), DIGITS);
            sum = sum.add(term, DIGITS);
            if (term.abs().compareTo(sum.abs().movePointLeft(DIGITS.getPrecision())) < 0) {
                break;
            }
        }
        return sum.multiply(TWO);
    }

    private static BigDecimal powerOfTwo(int exponent) {
        return exponent >= 0 ? TWO.pow(exponent) : BigDecimal.ONE.divide(TWO.pow(-exponent), DIGITS);
    }

    /** How far a result is from the exact value, in units in the last place of that. */
    static double error(double found, BigDecimal exact) {
        BigDecimal unit = new BigDecimal(Math.ulp(exact.doubleValue()));
        return new BigDecimal(found)
                .subtract(exact)
                .abs()
                .divide(unit, MathContext.DECIMAL32)
                .doubleValue();
    }
}
