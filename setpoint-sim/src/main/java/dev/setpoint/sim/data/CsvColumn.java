package dev.setpoint.sim.data;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One column of a table: the distinct spellings, where each was first seen, and per row which of them, -1 where missing. */
final class CsvColumn {
    private final String name;
    private final Map<String, Integer> codes = new HashMap<>();
    private final List<String> spellings = new ArrayList<>();
    private final List<Long> firstLine = new ArrayList<>();
    private int[] code = new int[16];
    private int rows;
    private long firstMissing = -1;

    CsvColumn(String name) {
        this.name = name;
    }

    void add(int row, String field, long line) {
        if (row == code.length) {
            code = Arrays.copyOf(code, row * 2);
        }
        rows = row + 1;
        if (Spelling.isMissing(field)) {
            code[row] = -1;
            firstMissing = firstMissing < 0 ? line : firstMissing;
            return;
        }
        Integer known = codes.putIfAbsent(field, spellings.size());
        code[row] = known == null ? spellings.size() : known;
        if (known == null) {
            spellings.add(field);
            firstLine.add(line);
        }
    }

    String name() {
        return name;
    }

    int rows() {
        return rows;
    }

    /** The distinct spellings, in the order in which they were seen. */
    List<String> spellings() {
        return spellings;
    }

    /** The line on which one of the {@link #spellings} was first seen. */
    long firstLine(String spelling) {
        return firstLine.get(codes.get(spelling));
    }

    boolean isMissing(int row) {
        return code[row] < 0;
    }

    /** What a row has that is not missing. */
    String spelling(int row) {
        return spellings.get(code[row]);
    }

    void refuseMissing(String source) throws IOException {
        if (firstMissing >= 0) {
            throw DataFormatException.atLine(source, firstMissing, "field '" + name + "'", "missing", "a value");
        }
    }

    /** Whether it has numbers and every other field is missing, or spelled as a missing number. */
    boolean isNumeric() {
        return spellings.isEmpty()
                || (spellings.stream().anyMatch(Spelling::isNumeric)
                        && spellings.stream().noneMatch(Spelling::isNoNumber));
    }

    /** Per row the position of its spelling in these, which are all spellings; -1 where missing. */
    int[] ranks(List<String> sorted) {
        Map<String, Integer> position = positions(sorted);
        int[] rank = new int[rows];
        for (int row = 0; row < rows; row++) {
            rank[row] = isMissing(row) ? -1 : position.get(spelling(row));
        }
        return rank;
    }

    /** Each name's position. */
    static Map<String, Integer> positions(List<String> names) {
        Map<String, Integer> positions = new HashMap<>();
        for (String name : names) {
            positions.put(name, positions.size());
        }
        return positions;
    }

    /** Puts this column's cells into a table of cells. */
    TableData.Column fill(String source, float[][] cells, int at) throws IOException {
        if (isNumeric()) {
            float[] values = numbers(source);
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

    private float[] numbers(String source) throws IOException {
        float[] values = new float[spellings.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = Spelling.number(spellings.get(i));
            if (Float.isNaN(values[i]) && !Spelling.isMissingNumber(spellings.get(i))) {
                throw DataFormatException.atLine(
                        source, firstLine.get(i), "field '" + name + "'", spellings.get(i), Spelling.FINITE);
            }
        }
        return values;
    }
}
