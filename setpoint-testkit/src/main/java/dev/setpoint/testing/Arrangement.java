package dev.setpoint.testing;

/** Arrays with their entries moved to other places. */
public final class Arrangement {
    private Arrangement() {}

    /** The array whose entry {@code to[i]} is {@code values[i]}. */
    public static double[] moved(double[] values, int[] to) {
        double[] moved = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            moved[to[i]] = values[i];
        }
        return moved;
    }
}
