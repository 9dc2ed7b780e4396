package dev.setpoint.cli.draw;

import java.util.List;

/** Least and greatest of what is drawn, from some x on: the first stretch of a stream need not set the scale. */
public final class Scale {
    private final double from;
    private double low = Double.POSITIVE_INFINITY;
    private double high = Double.NEGATIVE_INFINITY;

    /** A scale of nothing yet, that passes over values at an x below {@code from}. */
    public Scale(double from) {
        this.from = from;
    }

    /** Takes one value in, wherever it is. */
    public void include(double value) {
        if (Double.isFinite(value)) {
            low = Math.min(low, value);
            high = Math.max(high, value);
        }
    }

    /** Takes the finite ones of a curve's values in, and returns the values. */
    public List<Double> include(List<Double> x, List<Double> y) {
        for (int i = 0; i < y.size(); i++) {
            if (x.get(i) >= from) {
                include(y.get(i));
            }
        }
        return y;
    }

    /** The least value, 0 if there is none. */
    public double low() {
        return low <= high ? low : 0;
    }

    /** The greatest value, 1 if there is none. */
    public double high() {
        return low <= high ? high : 1;
    }
}
