package dev.setpoint.sim.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One column of a table: the distinct spellings, where each was first seen, and per row which of them, -1 where missing. */
final class CsvColumn {
    /** What a column is for. */
    enum Role {
        LABEL,
        TEXT,
        /** Numbers, or else categories. */
        FOUND,
        CATEGORY,
        /** Its fields are not kept. */
        IGNORED
    }

    private final String name;
    private final Role role;
    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> spellings = new ArrayList<>();
    private final List<CsvColumns.Place> first = new ArrayList<>();
    private int[] code = new int[16];
    private int rows;

    CsvColumn(String name, Role role) {
        this.name = name;
        this.role = role;
    }

    /** Whether this field says nothing. A text is what it is, {@code NA} and {@code ?} included. */
    boolean isMissing(String field) {
        return role == Role.TEXT ? field.isEmpty() : Spelling.isMissing(field);
    }

    void add(String field, CsvColumns.Place place) {
        if (role == Role.IGNORED) {
            return;
        }
        int row = rows++;
        if (row == code.length) {
            code = Arrays.copyOf(code, row * 2);
        }
        if (isMissing(field)) {
            code[row] = -1;
            return;
        }
        Integer known = codes.putIfAbsent(field, spellings.size());
        code[row] = known == null ? spellings.size() : known;
        if (known == null) {
            spellings.add(field);
            first.add(place);
        }
    }

    String name() {
        return name;
    }

    Role role() {
        return role;
    }

    int rows() {
        return rows;
    }

    /** The distinct spellings, in the order in which they were seen. */
    List<String> spellings() {
        return spellings;
    }

    /** Where one of the {@link #spellings} was first seen. */
    CsvColumns.Place first(String spelling) {
        return first.get(codes.get(spelling));
    }

    boolean isMissing(int row) {
        return code[row] < 0;
    }

    /** How many rows have no value. */
    int missing() {
        int missing = 0;
        for (int row = 0; row < rows; row++) {
            missing += isMissing(row) ? 1 : 0;
        }
        return missing;
    }

    /** What a row has that is not missing. */
    String spelling(int row) {
        return spellings.get(code[row]);
    }

    /** Whether no row has a value. */
    boolean isEmpty() {
        return spellings.isEmpty();
    }

    /** Whether it is to be read as numbers: it has some, and every other field is missing, or spelled as a missing number. */
    boolean isNumeric() {
        return role == Role.FOUND
                && spellings.stream().anyMatch(Spelling::isNumeric)
                && spellings.stream().noneMatch(Spelling::isNoNumber);
    }

    /** Per row the position of its spelling in these, which are all spellings; -1 where missing. */
    int[] ranks(List<String> sorted) {
        Map<String, Integer> position = new HashMap<>();
        for (String spelling : sorted) {
            position.put(spelling, position.size());
        }
        int[] rank = new int[rows];
        for (int row = 0; row < rows; row++) {
            rank[row] = isMissing(row) ? -1 : position.get(spelling(row));
        }
        return rank;
    }

    /** Puts this column's cells into a table of cells. */
    TableData.Column fill(float[][] cells, int at) throws DataFormatException {
        if (isNumeric()) {
            float[] values = numbers();
            for (int row = 0; row < rows; row++) {
                cells[row][at] = isMissing(row) ? Float.NaN : values[code[row]];
            }
            return TableData.Column.numeric(name);
        }
        List<String> categories = Spelling.sorted(spellings);
        int[] rank = ranks(categories);
        for (int row = 0; row < rows; row++) {
            cells[row][at] = rank[row] < 0 ? Float.NaN : rank[row];
        }
        return new TableData.Column(name, categories);
    }

    /** Frees the memory of its fields. */
    void forget() {
        code = new int[0];
        codes.clear();
        spellings.clear();
        first.clear();
    }

    /** The same fields, to stand beside a text. */
    FactColumn beside() throws DataFormatException {
        boolean isOfNumbers = isNumeric(); // which looks at every value
        float[] numbers = isOfNumbers ? numbers() : new float[0];
        List<String> values = new ArrayList<>(rows);
        for (int row = 0; row < rows; row++) {
            boolean isAbsent = isMissing(row) || (isOfNumbers && Float.isNaN(numbers[code[row]]));
            values.add(isAbsent ? role == Role.TEXT ? "" : null : spelling(row));
        }
        return new FactColumn(
                role == Role.TEXT
                        ? FactColumn.Kind.TEXT
                        : isOfNumbers ? FactColumn.Kind.NUMBER : FactColumn.Kind.CATEGORY,
                name,
                values);
    }

    /** The number of each spelling, NaN if it stands for a missing one. */
    float[] numbers() throws DataFormatException {
        float[] values = new float[spellings.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Spelling.number(spellings.get(i));
            if (Float.isNaN(values[i]) && !Spelling.isMissingNumber(spellings.get(i))) {
                throw first.get(i).wrong("field '" + name + "'", spellings.get(i), Spelling.FINITE);
            }
        }
        return values;
    }
}
