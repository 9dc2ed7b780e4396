package dev.setpoint;

import dev.setpoint.argument.Argument;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** Numbers that do not change, as a list: equal if all their bits are. */
final class Doubles extends AbstractList<Double> implements RandomAccess {
    private final double[] values;

    private Doubles(double[] values) {
        this.values = values;
    }

    static Doubles copyOf(double[] values) {
        return new Doubles(values.clone());
    }

    /**
     * A copy, or the list itself if it is such a list.
     *
     * @throws IllegalArgumentException if the list of this name or one of its numbers is null
     */
    static Doubles copyOf(String name, List<Double> list) {
        return list instanceof Doubles same
                ? same
                : new Doubles(Argument.allGiven(name, list).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray());
    }

    @Override
    public Double get(int index) {
        return values[index];
    }

    @Override
    public int size() {
        return values.length;
    }
}
