package dev.setpoint.cli.draw;

/** Puts names that would overlap apart, moving them as little as possible. */
final class Spacing {
    private Spacing() {}

    /**
     * Places at least {@code gap} apart that are as near to the wanted ones as that allows, in the sum of squares, between
     * {@code least} and {@code most} (or from {@code least} on, if there is no room).
     *
     * @param wanted ascending
     */
    static double[] apart(double[] wanted, double gap, double least, double most) {
        int count = wanted.length;
        // Less its own gaps each, places need only ascend: isotonic regression, by pooling neighbours that do not.
        double[] sums = new double[count];
        int[] sizes = new int[count];
        int blocks = 0;
        for (int i = 0; i < count; i++) {
            sums[blocks] = wanted[i] - i * gap;
            sizes[blocks++] = 1;
            while (blocks > 1 && sums[blocks - 2] / sizes[blocks - 2] >= sums[blocks - 1] / sizes[blocks - 1]) {
                blocks--;
                sums[blocks - 1] += sums[blocks];
                sizes[blocks - 1] += sizes[blocks];
            }
        }
        double[] places = new double[count];
        double last = most - (count - 1) * gap;
        int place = 0;
        for (int block = 0; block < blocks; block++) {
            double at = Math.max(least, Math.min(last, sums[block] / sizes[block]));
            for (int i = 0; i < sizes[block]; i++) {
                places[place] = at + place * gap;
                place++;
            }
        }
        return places;
    }
}
