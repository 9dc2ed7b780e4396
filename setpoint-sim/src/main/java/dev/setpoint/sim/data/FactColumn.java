package dev.setpoint.sim.data;

import dev.setpoint.feature.Features;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What rows say beside their text: a column of further texts, of categories or of numbers.
 *
 * @param kind which of these
 * @param name the column's name, under which a learner is told its values
 * @param values what each row has, numbers as they were spelled; null where it is missing
 */
public record FactColumn(Kind kind, String name, List<String> values) {
    /** What the values of a column are. */
    public enum Kind {
        /** Texts. */
        TEXT,
        /** Categories. */
        CATEGORY,
        /** Numbers that {@link Double#parseDouble} reads. */
        NUMBER
    }

    /** Copies. */
    public FactColumn {
        values = Collections.unmodifiableList(new ArrayList<>(values)); // may hold null
    }

    /** Says of a row what this column says. */
    void addTo(int row, Features features) {
        String value = values.get(row);
        switch (kind) {
            case TEXT -> features.text(name, value);
            case CATEGORY -> features.category(name, value);
            case NUMBER -> features.number(name, value == null ? Double.NaN : Double.parseDouble(value));
        }
    }
}
