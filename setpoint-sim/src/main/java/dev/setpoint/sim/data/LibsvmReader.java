package dev.setpoint.sim.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringTokenizer;

/**
 * Reads LIBSVM text, {@code label index:value ...} per row, plain or gzip. Indices ascend within a row; {@code #} starts a
 * comment; empty lines are skipped. A label is a number, and equal numbers are one class however they are spelled; classes are
 * ordered by value. The dimension is the largest index of the file.
 */
public final class LibsvmReader {
    private LibsvmReader() {}

    /**
     * Reads a file whose first feature has index 1, as is usual.
     *
     * @throws DataFormatException if the file is missing, not of this format, or has no row or no feature
     */
    public static LabelledData read(Path file) throws IOException {
        return read(file, 1);
    }

    /**
     * Reads a file.
     *
     * @param firstIndex the index of the first feature, 0 or 1
     * @throws DataFormatException if the file is missing, not of this format, or has no row or no feature
     */
    public static LabelledData read(Path file, int firstIndex) throws IOException {
        if (firstIndex != 0 && firstIndex != 1) {
            throw new IllegalArgumentException("firstIndex: " + firstIndex + " (expected: 0 or 1)");
        }
        try (DataFile data = DataFile.open(file)) {
            return parse(data, DataFile.stem(file), firstIndex);
        }
    }

    static LabelledData parse(DataFile data, String name, int firstIndex) throws IOException {
        Rows rows = new Rows(data.source(), firstIndex);
        BufferedReader lines = new BufferedReader(data.text());
        long number = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            number++;
            int comment = line.indexOf('#');
            StringTokenizer tokens = new StringTokenizer(comment < 0 ? line : line.substring(0, comment));
            if (tokens.hasMoreTokens()) {
                rows.add(tokens, number);
            }
        }
        if (rows.classes.isEmpty() || rows.dimension == 0) {
            throw DataFormatException.inFile(
                    data.source(), rows.classes.isEmpty() ? "no rows" : "no features", "at least 1 row with 1 feature");
        }
        double[] values =
                rows.classes.stream().mapToDouble(d -> d).sorted().distinct().toArray();
        int[] label = rows.classes.stream()
                .mapToInt(d -> Arrays.binarySearch(values, d))
                .toArray();
        List<String> labels =
                Arrays.stream(values).mapToObj(LibsvmReader::className).toList();
        return new SparseRows(name, labels, label, rows.indices, rows.values, rows.dimension);
    }

    private static String className(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e9
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static final class Rows {
        private final String source;
        private final int firstIndex;
        private final List<Double> classes = new ArrayList<>();
        private final List<int[]> indices = new ArrayList<>();
        private final List<float[]> values = new ArrayList<>();
        private int dimension;

        Rows(String source, int firstIndex) {
            this.source = source;
            this.firstIndex = firstIndex;
        }

        void add(StringTokenizer tokens, long line) throws IOException {
            String first = tokens.nextToken();
            if (Float.isNaN(Spelling.number(first))) {
                throw DataFormatException.atLine(source, line, "label", first, Spelling.FINITE);
            }
            int[] index = new int[tokens.countTokens()];
            float[] value = new float[index.length];
            int lowest = firstIndex;
            for (int i = 0; i < index.length; i++) {
                String token = tokens.nextToken();
                int colon = token.indexOf(':');
                if (colon < 0) {
                    throw DataFormatException.atLine(source, line, "feature", token, "index:value");
                }
                int found = lowest < 0 ? -1 : Spelling.index(token.substring(0, colon), lowest, last());
                if (found < 0) {
                    throw DataFormatException.atLine(
                            source, line, "index", token.substring(0, colon), expectedIndex(i, lowest));
                }
                value[i] = Spelling.number(token.substring(colon + 1));
                if (Float.isNaN(value[i])) {
                    throw DataFormatException.atLine(
                            source, line, "feature " + found, token.substring(colon + 1), Spelling.FINITE);
                }
                index[i] = found - firstIndex;
                dimension = Math.max(dimension, index[i] + 1);
                lowest = found + 1; // past the largest int it is negative, and no index can follow
            }
            classes.add(Double.parseDouble(first) + 0.0); // -0 is the class 0
            indices.add(index);
            values.add(value);
        }

        /** The largest index, so that the dimension is an int. */
        private int last() {
            return Integer.MAX_VALUE - 1 + firstIndex;
        }

        private String expectedIndex(int position, int lowest) {
            return lowest < 0 || lowest > last()
                    ? "none after the largest"
                    : "in [" + lowest + ", " + last() + "], "
                            + (position == 0 ? "counted from " + firstIndex : "ascending");
        }
    }
}
