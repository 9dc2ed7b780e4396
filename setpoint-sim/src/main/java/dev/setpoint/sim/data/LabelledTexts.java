package dev.setpoint.sim.data;

import dev.setpoint.feature.Features;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Texts, each with the label of its class and perhaps with what else is known of it, in a fixed order.
 *
 * @param name what the set is called in reports
 * @param labels the names of the classes
 * @param texts the texts, at least 1
 * @param label for each text its class, a position in {@code labels}; copied on the way in and out
 * @param column what the texts are called where they stand beside other columns
 * @param beside the other columns; may be empty
 */
@SuppressWarnings("ArrayRecordComponent") // copied both ways
public record LabelledTexts(
        String name, List<String> labels, List<String> texts, int[] label, String column, List<FactColumn> beside) {
    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException if there is no text, the numbers of texts, labels and values beside them differ, or a label is
     *     out of range
     */
    public LabelledTexts {
        if (name.isBlank()) {
            throw new IllegalArgumentException("name: blank (expected: a name)");
        }
        labels = List.copyOf(labels);
        texts = List.copyOf(texts);
        label = label.clone();
        checkLabels(labels, label, texts.size());
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("texts: none (expected: >= 1)");
        }
        beside = List.copyOf(beside);
        for (FactColumn other : beside) {
            if (other.values().size() != texts.size()) {
                throw new IllegalArgumentException("column " + other.name() + ": "
                        + other.values().size() + " values (expected: " + texts.size() + ", one per row)");
            }
        }
    }

    /** Texts alone. */
    public LabelledTexts(String name, List<String> labels, List<String> texts, int[] label) {
        this(name, labels, texts, label, "text", List.of());
    }

    /** A row as a program would give it to a learner: its text first, then what stands beside it, by column. */
    public Features features(int row) {
        Features features = Features.create().text(column, texts.get(row));
        for (FactColumn other : beside) {
            other.addTo(row, features);
        }
        return features;
    }

    /** How many texts there are. */
    public int size() {
        return label.length;
    }

    /** The class of one text, in {@code [0, labels().size())}. */
    public int label(int row) {
        return label[row];
    }

    /** A copy of all labels. */
    @Override
    public int[] label() {
        return label.clone();
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof LabelledTexts other
                && name.equals(other.name)
                && labels.equals(other.labels)
                && texts.equals(other.texts)
                && Arrays.equals(label, other.label)
                && column.equals(other.column)
                && beside.equals(other.beside);
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hash(name, labels, texts, column, beside) + Arrays.hashCode(label);
    }

    @Override
    public String toString() {
        return name + ": " + label.length + " texts, " + labels.size() + " labels";
    }

    static void checkLabels(List<String> labels, int[] label, int rows) {
        if (label.length != rows) {
            throw new IllegalArgumentException(
                    "label: " + label.length + " entries (expected: " + rows + ", one per row)");
        }
        for (int i = 0; i < label.length; i++) {
            if (label[i] < 0 || label[i] >= labels.size()) {
                throw new IllegalArgumentException(
                        "label[" + i + "]: " + label[i] + " (expected: in [0, " + labels.size() + "))");
            }
        }
    }
}
