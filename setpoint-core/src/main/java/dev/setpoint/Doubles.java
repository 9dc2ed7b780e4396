package dev.setpoint;

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

    static Doubles copyOf(List<Double> list) {
        return list instanceof Doubles same
                ? same
                : new Doubles(list.stream().mapToDouble(Double::doubleValue).toArray());
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
