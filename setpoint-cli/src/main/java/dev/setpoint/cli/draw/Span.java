package dev.setpoint.cli.draw;

/**
 * The values along an axis, from one end to the other.
 *
 * @param isLogarithmic whether equal ratios are equal distances; {@code low} is above 0 then
 */
record Span(double low, double high, boolean isLogarithmic) {
    static Span of(double low, double high) {
        return new Span(low, high, false);
    }

    static Span logarithmic(double low, double high) {
        return new Span(low, high, true);
    }

    /** How far along the axis a value lies: 0 and 1 at its ends, not finite if nowhere; 1 if the axis has no length. */
    double share(double value) {
        return high > low ? (place(value) - place(low)) / (place(high) - place(low)) : 1;
    }

    /** How far a value is outside; 0 if it is within, or is not finite. */
    double outside(double value) {
        return Double.isFinite(value) ? Math.max(0, Math.max(low - value, value - high)) : 0;
    }

    Ticks ticks(int wanted) {
        return isLogarithmic ? Ticks.logarithmic(low, high, wanted) : Ticks.over(low, high, wanted);
    }

    private double place(double value) {
        return isLogarithmic ? Math.log(value) : value;
    }
}
