package dev.setpoint.bench.peers;

import dev.setpoint.feature.FeatureEncoder;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.sim.data.LabelledData;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Ways to write a query in Vowpal Wabbit's text format, features in one namespace without a name, no label. In that format
 * {@code |} opens a namespace, {@code :} precedes a value and white space ends a feature: no feature may hold one of them.
 */
enum VowpalText {
    /** Lower-case words: letters and digits, anything else between them, as Setpoint's encoder finds them. */
    WORDS {
        @Override
        IntFunction<String> writer(PeerStream stream) {
            StringBuilder text = new StringBuilder();
            return row -> words(stream.texts().texts().get(row), text);
        }
    },
    /**
     * N-grams as Setpoint makes them, of words (1 and 2) and of characters (3 to 5, one more than Setpoint's default), each with the
     * value 1.
     */
    NGRAMS {
        @Override
        IntFunction<String> writer(PeerStream stream) {
            return ngrams(stream, false);
        }
    },
    /** The same, with values that make a query's vector one of unit length. */
    UNIT_NGRAMS {
        @Override
        IntFunction<String> writer(PeerStream stream) {
            return ngrams(stream, true);
        }
    },
    /** Numbers at mean 0 and variance 1, by all rows of the file: better for a learner than what it could know online. */
    STANDARDIZED {
        @Override
        IntFunction<String> writer(PeerStream stream) {
            return standardized(stream.rows());
        }
    },
    /** Numbers brought to [0, 1] by the least and the largest of the file; zeros are left out. */
    RANGED {
        @Override
        IntFunction<String> writer(PeerStream stream) {
            return ranged(stream.rows());
        }
    };

    /** Of the vectors whose positions name n-grams; so many that hardly two of them meet. */
    private static final int NGRAM_BITS = 24;

    /** Writes rows of a stream, one at a time; not thread-safe. */
    abstract IntFunction<String> writer(PeerStream stream);

    /** Its name in files and tables. */
    String notation() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static VowpalText parse(String text) {
        for (VowpalText known : values()) {
            if (known.notation().equals(text)) {
                return known;
            }
        }
        throw new IllegalArgumentException(
                "features: " + text + " (expected: words, ngrams, unit-ngrams, standardized or ranged)");
    }

    /** A text as an example; {@code scratch} is overwritten. */
    static String words(String text, StringBuilder scratch) {
        scratch.setLength(0);
        scratch.append('|');
        boolean inside = false;
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            i += Character.charCount(point);
            boolean part = Character.isLetterOrDigit(point);
            if (part) {
                if (!inside) {
                    scratch.append(' ');
                }
                scratch.appendCodePoint(Character.toLowerCase(point));
            }
            inside = part;
        }
        return scratch.toString();
    }

    private static IntFunction<String> ngrams(PeerStream stream, boolean unitLength) {
        FeatureEncoder encoder = new FeatureEncoder(new FeatureSettings(NGRAM_BITS, 2, 3, 5, unitLength, false));
        FeatureVector vector = new FeatureVector();
        StringBuilder text = new StringBuilder();
        return row -> {
            encoder.encodeInto(Features.ofText(stream.texts().texts().get(row)), vector);
            text.setLength(0);
            text.append('|');
            for (int i = 0; i < vector.count(); i++) {
                // A letter before the number: bare numbers are taken for positions and collide.
                text.append(" f").append(vector.index(i));
                if (vector.value(i) != 1) {
                    text.append(':').append(vector.value(i));
                }
            }
            return text.toString();
        };
    }

    private static IntFunction<String> standardized(LabelledData rows) {
        int dimension = rows.dimension();
        double[] mean = new double[dimension];
        double[] squares = new double[dimension];
        float[] values = new float[dimension];
        FeatureVector vector = new FeatureVector();
        for (int row = 0; row < rows.size(); row++) { // Welford (1962)
            readInto(rows, row, vector, values);
            for (int i = 0; i < dimension; i++) {
                double before = values[i] - mean[i];
                mean[i] += before / (row + 1);
                squares[i] += before * (values[i] - mean[i]);
            }
        }
        double[] factor = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            factor[i] = squares[i] > 0 ? 1 / Math.sqrt(squares[i] / rows.size()) : 0;
        }
        return linear(rows, mean, factor);
    }

    private static IntFunction<String> ranged(LabelledData rows) {
        int dimension = rows.dimension();
        double[] least = new double[dimension];
        double[] most = new double[dimension];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
        float[] values = new float[dimension];
        FeatureVector vector = new FeatureVector();
        for (int row = 0; row < rows.size(); row++) {
            readInto(rows, row, vector, values);
            for (int i = 0; i < dimension; i++) {
                least[i] = Math.min(least[i], values[i]);
                most[i] = Math.max(most[i], values[i]);
            }
        }
        double[] factor = new double[dimension];
        for (int i = 0; i < dimension; i++) {
            factor[i] = most[i] > least[i] ? 1 / (most[i] - least[i]) : 0;
        }
        return linear(rows, least, factor);
    }

    /** Writes (value - origin) factor where it is not 0. */
    private static IntFunction<String> linear(LabelledData rows, double[] origin, double[] factor) {
        float[] values = new float[rows.dimension()];
        FeatureVector vector = new FeatureVector();
        StringBuilder text = new StringBuilder();
        return row -> {
            readInto(rows, row, vector, values);
            text.setLength(0);
            text.append('|');
            for (int i = 0; i < values.length; i++) {
                float value = (float) ((values[i] - origin[i]) * factor[i]);
                if (value != 0) {
                    text.append(" f").append(i).append(':').append(value);
                }
            }
            return text.toString();
        };
    }

    private static void readInto(LabelledData rows, int row, FeatureVector vector, float[] values) {
        rows.readInto(row, vector);
        vector.valuesInto(values, 0);
    }
}
