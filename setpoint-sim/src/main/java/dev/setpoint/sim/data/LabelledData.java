package dev.setpoint.sim.data;

import dev.setpoint.feature.FeatureVector;
import java.util.List;

/**
 * Rows of features, each with the label of its class, in a fixed order. Implementations never change and may be read by
 * several threads, each with its own {@link FeatureVector}.
 */
public interface LabelledData {
    /** What the set is called in reports. */
    String name();

    /** The names of the classes; a label is a position in this list. A class may have no row. */
    List<String> labels();

    /** How many rows there are, at least 1. */
    int size();

    /**
     * The class of a row, in {@code [0, labels().size())}.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    int label(int row);

    /**
     * Makes the vector equal to the features of a row; its dimension is then {@link #dimension()}.
     *
     * @throws IndexOutOfBoundsException if there is no such row
     */
    void readInto(int row, FeatureVector into);

    /** How many features a row has, at least 1. */
    int dimension();

    /**
     * A set of rows that are already numbers, for example embeddings. Everything is copied.
     *
     * @param label the class of each row
     * @param rows one array per row, all of the same length
     * @throws IllegalArgumentException if there is no row or no feature, the lengths differ, a label is out of range or a
     *     value is NaN or infinite
     */
    static LabelledData dense(String name, List<String> labels, int[] label, float[][] rows) {
        return new DenseRows(name, labels, label, rows);
    }
}
