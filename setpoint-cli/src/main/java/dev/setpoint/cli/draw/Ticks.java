package dev.setpoint.cli.draw;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Round numbers along an axis: multiples of 1, 2 or 5 times a power of ten; one place of a range without width, or with one that numbers
 * can hardly express.
 *
 * @param places ascending, within the range asked for
 */
record Ticks(List<Double> places, double step) {
    Ticks {
        places = List.copyOf(places);
    }

    static Ticks over(double low, double high, int wanted) {
        double raw = (high - low) / wanted;
        if (!(raw >= Double.MIN_NORMAL && raw <= Double.MAX_VALUE)) {
            return new Ticks(List.of(low), 1);
        }
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double fraction = raw / power - 1e-9;
        double step = power * (fraction <= 1 ? 1 : fraction <= 2 ? 2 : fraction <= 5 ? 5 : 10);
        List<Double> places = new ArrayList<>();
        for (long i = (long) Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
            places.add(i * step);
        }
        return new Ticks(places, step);
    }

    /**
     * Along a logarithmic axis: 1, 2 and 5 times powers of ten; where fewer than three of these lie in the range, even steps.
     *
     * @param low above 0
     */
    static Ticks logarithmic(double low, double high, int wanted) {
        List<Double> places = new ArrayList<>();
        double least = Math.pow(10, Math.floor(Math.log10(low)));
        for (double power = least; power <= high; power *= 10) {
            for (double factor : new double[] {1, 2, 5}) {
                if (factor * power >= low && factor * power <= high) {
                    places.add(factor * power);
                }
            }
        }
        if (places.size() < 3) {
            return over(low, high, wanted);
        }
        return new Ticks(places, Math.min(1, Math.pow(10, Math.floor(Math.log10(places.get(0)) + 1e-9))));
    }

    /** As many decimals as the step needs; thousands as k, millions as M. */
    String name(double place) {
        double unit = step >= 100_000 ? 1e6 : step >= 1000 ? 1e3 : 1;
        String suffix = place == 0 || unit == 1 ? "" : unit == 1e6 ? "M" : "k";
        BigDecimal shown = BigDecimal.valueOf(step / unit).stripTrailingZeros();
        return String.format(Locale.ROOT, "%." + (place == 0 ? 0 : Math.max(0, shown.scale())) + "f", place / unit)
                + suffix;
    }
}
