package dev.setpoint.deep;

/**
 * Enlarges or shrinks square planes by bilinear interpolation with half-pixel centres: pixel i of n lies at (i + 0.5) / n, and
 * beyond the outermost centres the plane goes on as at its edge. Planes of equal size are copied bit for bit. Shrinking does not
 * average, as networks are trained on enlarged images that did not either.
 */
final class Bilinear {
    private final int from;
    private final int to;
    private final int[] near;
    private final int[] far;
    private final float[] farShare;

    Bilinear(int from, int to) {
        this.from = from;
        this.to = to;
        near = new int[to];
        far = new int[to];
        farShare = new float[to];
        double scale = (double) from / to;
        for (int i = 0; i < to; i++) {
            double centre = Math.max(0, (i + 0.5) * scale - 0.5);
            near[i] = Math.min((int) centre, from - 1);
            far[i] = Math.min(near[i] + 1, from - 1);
            farShare[i] = (float) (centre - near[i]);
        }
    }

    /** The side of the planes that are read. */
    int from() {
        return from;
    }

    /**
     * Writes one plane, row by row, each value multiplied by {@code factor}.
     *
     * @param planes where the plane's {@code from * from} values start at {@code offset}
     * @param into receives {@code to * to} values from its start on
     */
    void resizeInto(float[] planes, int offset, float factor, float[] into) {
        for (int y = 0; y < to; y++) {
            int upper = offset + near[y] * from;
            int lower = offset + far[y] * from;
            float below = farShare[y];
            int row = y * to;
            for (int x = 0; x < to; x++) {
                float right = farShare[x];
                float top = planes[upper + near[x]] * (1 - right) + planes[upper + far[x]] * right;
                float bottom = planes[lower + near[x]] * (1 - right) + planes[lower + far[x]] * right;
                into[row + x] = (top * (1 - below) + bottom * below) * factor;
            }
        }
    }
}
