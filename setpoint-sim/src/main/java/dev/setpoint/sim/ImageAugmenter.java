package dev.setpoint.sim;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.random.Draws;
import java.util.Arrays;
import java.util.List;

/**
 * Changes images as an {@link ImageTransform} says. An image is one or three planes of side x side values in [0, 1], each row
 * by row. Nothing is allocated after construction. For one thread at a time; the result depends on the image, the seed and
 * the query's number alone, not on what was done before.
 */
public final class ImageAugmenter {
    // Each draw has its index whether or not it is used: switching one operation on leaves the others' draws as they
    // were.
    static final int FLIP = 0;
    static final int BRIGHTNESS = 1;
    static final int CONTRAST = 2;
    static final int SATURATION = 3;
    static final int ROW = 4;
    static final int COLUMN = 5;
    static final int ORDER = 6;

    /** All orders of the colour operations; inactive ones drop out, which leaves the orders of the others equally likely. */
    static final int[][] ORDERS = {
        {BRIGHTNESS, CONTRAST, SATURATION},
        {BRIGHTNESS, SATURATION, CONTRAST},
        {CONTRAST, BRIGHTNESS, SATURATION},
        {CONTRAST, SATURATION, BRIGHTNESS},
        {SATURATION, BRIGHTNESS, CONTRAST},
        {SATURATION, CONTRAST, BRIGHTNESS},
    };

    // ITU-R 601-2, to the digits that torchvision uses
    private static final float RED = 0.2989f;
    private static final float GREEN = 0.587f;
    private static final float BLUE = 0.114f;

    private final ImageTransform transform;
    private final int dimension;
    private final int channels;
    private final int side;
    private final float[] mean;
    private final float[] std;
    private final float[] pixels;
    private final float[] cropped;

    ImageAugmenter(ImageTransform transform, int dimension) {
        this.transform = transform;
        this.dimension = dimension;
        boolean three = dimension % 3 == 0 && isSquare(dimension / 3); // both cannot be squares: 3 is none
        channels = three ? 3 : 1;
        side = (int) Math.round(Math.sqrt((double) dimension / channels));
        if (!transform.isNone()) {
            checkShape();
        }
        mean = floats(transform.mean());
        std = floats(transform.std());
        pixels = new float[transform.isNone() ? 0 : dimension];
        cropped = new float[transform.padding() == 0 ? 0 : dimension];
    }

    private void checkShape() {
        if (dimension <= 0 || channels * side * side != dimension) {
            throw new IllegalArgumentException(
                    "dimension: " + dimension + " (expected: that of a square image of 1 or 3 channels)");
        }
        if (!transform.mean().isEmpty() && transform.mean().size() != channels) {
            throw new IllegalArgumentException("mean: " + transform.mean()
                    + " (expected: one number per channel, of which " + dimension + " features have " + channels + ")");
        }
        if (transform.padding() > side) {
            throw new IllegalArgumentException(
                    "padding: " + transform.padding() + " (expected: at most the image's side, " + side + ")");
        }
    }

    /**
     * Puts the changed image in the place of the given one.
     *
     * @param seed the seed of the run
     * @param query the query's number, from 0
     * @throws IllegalArgumentException if the image has another dimension or a value outside [0, 1]; it is then as it was
     */
    public void apply(FeatureVector image, long seed, long query) {
        if (image.dimension() != dimension) {
            throw new IllegalArgumentException(
                    "image: " + image.dimension() + " features (expected: " + dimension + ")");
        }
        if (transform.isNone()) {
            return;
        }
        image.valuesInto(pixels, 0);
        checkRange();
        long stream = Draws.stream(seed, SimDraws.AUGMENT, query);
        if (transform.flip() && Draws.uniform(stream, FLIP) < 0.5) {
            flip(pixels, side);
        }
        for (int operation : ORDERS[offset(stream, ORDER, ORDERS.length)]) {
            jitter(operation, stream);
        }
        float[] result = pixels;
        if (transform.padding() > 0) {
            int offsets = 2 * transform.padding() + 1;
            int down = offset(stream, ROW, offsets) - transform.padding();
            int right = offset(stream, COLUMN, offsets) - transform.padding();
            cropInto(pixels, side, down, right, cropped);
            result = cropped;
        }
        normalise(result, mean, std);
        image.setDense(result, 0, dimension);
    }

    private void checkRange() {
        for (int i = 0; i < dimension; i++) {
            if (!(pixels[i] >= 0 && pixels[i] <= 1)) {
                throw new IllegalArgumentException("image[" + i + "]: " + pixels[i] + " (expected: in [0, 1])");
            }
        }
    }

    private void jitter(int operation, long stream) {
        double strength = switch (operation) {
            case BRIGHTNESS -> transform.brightness();
            case CONTRAST -> transform.contrast();
            default -> transform.saturation();
        };
        if (strength == 0) {
            return;
        }
        float factor = factor(strength, Draws.uniform(stream, operation));
        switch (operation) {
            case BRIGHTNESS -> brighten(pixels, factor);
            case CONTRAST -> contrast(pixels, channels, factor);
            default -> saturate(pixels, channels, factor);
        }
    }

    /** The place of a draw among so many equally likely ones. */
    private static int offset(long stream, int index, int count) {
        return (int) (Draws.uniform(stream, index) * count);
    }

    /** The factor of a colour operation for a draw from [0, 1). */
    static float factor(double strength, double draw) {
        double least = Math.max(0, 1 - strength);
        return (float) (least + (1 + strength - least) * draw);
    }

    /** Mirrors every row. */
    static void flip(float[] pixels, int side) {
        for (int row = 0; row < pixels.length; row += side) {
            for (int left = row, right = row + side - 1; left < right; left++, right--) {
                float value = pixels[left];
                pixels[left] = pixels[right];
                pixels[right] = value;
            }
        }
    }

    static void brighten(float[] pixels, float factor) {
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = clipped(pixels[i] * factor);
        }
    }

    static void contrast(float[] pixels, int channels, float factor) {
        int plane = pixels.length / channels;
        double sum = 0;
        for (int i = 0; i < plane; i++) {
            sum += channels == 1 ? pixels[i] : grey(pixels, plane, i);
        }
        float rest = (1 - factor) * (float) (sum / plane);
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = clipped(factor * pixels[i] + rest);
        }
    }

    /** One channel is grey already. */
    static void saturate(float[] pixels, int channels, float factor) {
        if (channels == 1) {
            return;
        }
        int plane = pixels.length / channels;
        for (int i = 0; i < plane; i++) {
            float rest = (1 - factor) * grey(pixels, plane, i);
            for (int at = i; at < pixels.length; at += plane) {
                pixels[at] = clipped(factor * pixels[at] + rest);
            }
        }
    }

    /** What stands at a row and column of the result stood {@code down} rows and {@code right} columns on, or was outside: 0. */
    static void cropInto(float[] pixels, int side, int down, int right, float[] target) {
        int from = Math.max(0, -right);
        int count = side - Math.abs(right);
        Arrays.fill(target, 0);
        for (int plane = 0; plane < pixels.length; plane += side * side) {
            for (int row = Math.max(0, -down); row < Math.min(side, side - down); row++) {
                int source = plane + (row + down) * side;
                System.arraycopy(pixels, source + from + right, target, plane + row * side + from, count);
            }
        }
    }

    /** Empty means leave the values alone. */
    static void normalise(float[] pixels, float[] mean, float[] std) {
        int plane = mean.length == 0 ? 0 : pixels.length / mean.length;
        for (int channel = 0; channel < mean.length; channel++) {
            for (int i = channel * plane; i < (channel + 1) * plane; i++) {
                pixels[i] = (pixels[i] - mean[channel]) / std[channel];
            }
        }
    }

    private static float grey(float[] pixels, int plane, int i) {
        return RED * pixels[i] + GREEN * pixels[i + plane] + BLUE * pixels[i + 2 * plane];
    }

    private static float clipped(float value) {
        return Math.max(0, Math.min(1, value));
    }

    private static boolean isSquare(int number) {
        int root = (int) Math.round(Math.sqrt(number));
        return root * root == number;
    }

    private static float[] floats(List<Double> values) {
        float[] floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = values.get(i).floatValue();
        }
        return floats;
    }
}
