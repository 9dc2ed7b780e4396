package dev.setpoint.sim.data;

import dev.setpoint.feature.FeatureVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Images kept as they are stored, one byte per pixel and channel, and read as {@code byte / 255}: 60,000 images of 3,072
 * bytes take 186 MB, a quarter of what floats would.
 */
final class ImageRows implements LabelledData {
    private static final float[] SCALED = new float[256];

    static {
        for (int i = 0; i < SCALED.length; i++) {
            SCALED[i] = i / 255f;
        }
    }

    private final String name;
    private final List<String> labels;
    private final byte[] label;
    private final byte[][] pixels;

    private ImageRows(String name, List<String> labels, byte[] label, byte[][] pixels) {
        this.name = name;
        this.labels = labels;
        this.label = label;
        this.pixels = pixels;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<String> labels() {
        return labels;
    }

    @Override
    public int size() {
        return label.length;
    }

    @Override
    public int label(int row) {
        return label[row] & 0xFF;
    }

    @Override
    public void readInto(int row, FeatureVector into) {
        byte[] image = pixels[row];
        // A fresh array per call keeps the set free of state, so that threads can share it.
        float[] values = new float[image.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = SCALED[image[i] & 0xFF];
        }
        into.setDense(values, 0, values.length);
    }

    @Override
    public int dimension() {
        return pixels[0].length;
    }

    /** Collects images of one size, from one file or several. */
    static final class Builder {
        private final String name;
        private final List<String> labels;
        private final List<byte[]> pixels = new ArrayList<>();
        private byte[] label = new byte[64];

        Builder(String name, List<String> labels) {
            if (labels.isEmpty() || labels.size() > 256) {
                throw new IllegalArgumentException("labels: " + labels.size() + " (expected: in [1, 256])");
            }
            this.name = name;
            this.labels = List.copyOf(labels);
        }

        List<String> labels() {
            return labels;
        }

        /** Bytes per image, -1 before the first. */
        int dimension() {
            return pixels.isEmpty() ? -1 : pixels.get(0).length;
        }

        /** Adds one image, which is kept; the reader has checked its length and label. */
        void add(byte[] image, int imageLabel) {
            int count = pixels.size();
            if (count == label.length) {
                label = Arrays.copyOf(label, count * 2);
            }
            label[count] = (byte) imageLabel;
            pixels.add(image);
        }

        /** The images so far, at least 1. */
        ImageRows build() {
            int count = pixels.size();
            return new ImageRows(name, labels, Arrays.copyOf(label, count), pixels.toArray(new byte[count][]));
        }
    }
}
