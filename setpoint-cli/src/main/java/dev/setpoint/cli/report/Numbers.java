package dev.setpoint.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Pattern;

/** How the report writes numbers; a number that is not there is an en dash. */
public final class Numbers {
    /** What stands for a number that is not there. */
    public static final String NONE = "\u2013";

    private static final Pattern POWER = Pattern.compile("(?<![\\w.])\\d\\.\\d+E-?\\d{1,2}(?!\\w)");

    private static final double LEAST_PLAIN = 1e-12;
    private static final double GREATEST_PLAIN = 1e15;

    private Numbers() {}

    /** With two decimals. */
    public static String two(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.2f", value) : NONE;
    }

    /** With three decimals. */
    public static String three(double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, "%.3f", value) : NONE;
    }

    /** With commas between thousands. */
    public static String whole(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** So many of something, whose plural ends in s: 1 line, 2 lines. */
    public static String count(long value, String thing) {
        return value + " " + thing + (value == 1 ? "" : "s");
    }

    /** 1 - alpha as a person would write it: 0.90, 0.975. */
    public static String target(double alpha) {
        BigDecimal target = BigDecimal.ONE.subtract(BigDecimal.valueOf(alpha)).stripTrailingZeros();
        return target.setScale(Math.min(4, Math.max(2, target.scale())), RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    /** With up to six significant digits and no power of ten, 0.004, 0.0003, unless that would be very long. */
    public static String plain(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        boolean isShort = value == 0 || (Math.abs(value) >= LEAST_PLAIN && Math.abs(value) < GREATEST_PLAIN);
        return isShort ? withoutPower(BigDecimal.valueOf(value).round(new MathContext(6))) : String.valueOf(value);
    }

    /** A text with its numbers in powers of ten, as Java writes small ones, written out: {@code eta=3.0E-4} as {@code eta=0.0003}. */
    static String writtenOut(String text) {
        return POWER.matcher(text).replaceAll(match -> withoutPower(new BigDecimal(match.group())));
    }

    private static String withoutPower(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }

    /** The value with as many significant digits, for data the reader sorts and compares. */
    static double significant(double value, int digits) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).round(new MathContext(digits)).doubleValue()
                : Double.NaN;
    }
}
