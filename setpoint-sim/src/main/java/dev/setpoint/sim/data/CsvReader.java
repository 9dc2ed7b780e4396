package dev.setpoint.sim.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads delimited text (RFC 4180, plain or gzip). White space around a field is dropped and empty lines are skipped. A field
 * that is empty, {@code ?} or {@code NA} is missing. A column is numeric if it has numbers and every other field is missing, which
 * among numbers may also be spelled {@code n/a}, {@code #n/a}, {@code null}, {@code none}, {@code nil} or {@code -}, in upper or lower
 * case. Otherwise its fields are categories; where either may not be meant, {@link TableData#warnings} says so. Labels and categories
 * are ordered by value if all are numbers, otherwise by spelling, so the order of rows does not matter. See the {@linkplain dev.setpoint.sim.data package description} for how columns become features.
 */
public final class CsvReader {
    /** A column of no more different values than this may well be categories, whatever they look like. */
    private static final int FEW_VALUES = 20;

    /** The largest share of values that are no numbers in a column that was probably meant to be one of numbers. */
    private static final double MOST_OTHERS = 0.05;

    private static final int MOST_NUMERIC_LABELS = 200;

    private CsvReader() {}

    /**
     * How a file is laid out.
     *
     * @param header whether the first line names the columns
     * @param delimiter what separates fields
     * @param labelName the name of the label column; empty to find it by {@code labelIndex}
     * @param labelIndex the position of the label column from 0, or -1 for the last
     */
    public record Format(boolean header, char delimiter, String labelName, int labelIndex) {
        /** A header, commas, and the label in the last column. */
        public static final Format STANDARD = new Format(true, ',', "", -1);

        /**
         * Checks the layout.
         *
         * @throws IllegalArgumentException if the delimiter is a quote or a line break, the index below -1, or a name is given
         *     for a file without header
         */
        public Format {
            if (delimiter == '"' || delimiter == '\n' || delimiter == '\r' || delimiter == 0) {
                throw new IllegalArgumentException(
                        "delimiter: character " + (int) delimiter + " (expected: neither quote, line break nor 0)");
            }
            if (labelIndex < -1) {
                throw new IllegalArgumentException("labelIndex: " + labelIndex + " (expected: >= -1)");
            }
            if (!header && !labelName.isEmpty()) {
                throw new IllegalArgumentException("labelName: " + labelName + " (expected: none without a header)");
            }
        }

        /** The same layout, with columns named {@code column 1}, {@code column 2}, ... instead of by the first line. */
        public Format withoutHeader() {
            return new Format(false, delimiter, "", labelIndex);
        }

        /** The same layout, with another delimiter. */
        public Format withDelimiter(char newDelimiter) {
            return new Format(header, newDelimiter, labelName, labelIndex);
        }

        /** The same layout, with the label in the column of this name. */
        public Format withLabel(String name) {
            return new Format(header, delimiter, name, -1);
        }

        /** The same layout, with the label in the column at this position from 0, or -1 for the last. */
        public Format withLabel(int index) {
            return new Format(header, delimiter, "", index);
        }
    }

    /**
     * Reads a file of the {@linkplain Format#STANDARD standard} layout.
     *
     * @throws DataFormatException if the file is missing, not of this layout, or has no rows
     */
    public static TableData read(Path file) throws IOException {
        return read(file, Format.STANDARD);
    }

    /**
     * Reads a file.
     *
     * @throws DataFormatException if the file is missing, not of this layout, or has no rows
     */
    public static TableData read(Path file, Format format) throws IOException {
        try (DataFile data = DataFile.open(file)) {
            return parse(data, DataFile.stem(file), format);
        }
    }

    /**
     * A column of texts and the labels.
     *
     * @param texts these
     * @param otherColumns the names of the columns that were not read, in the order of the files
     */
    public record Texts(LabelledTexts texts, List<String> otherColumns) {
        /** Copies. */
        public Texts {
            otherColumns = List.copyOf(otherColumns);
        }
    }

    /**
     * Reads files of texts as one set, in the order given. Other columns than that of texts and that of labels are ignored.
     *
     * @param name the name of the set
     * @param files the files, each laid out by {@code format}
     * @param textColumn the name of the column of texts
     * @param format the layout, with a header
     * @throws DataFormatException if a file is missing, not of this layout, has no rows, or a text or label is missing
     */
    public static LabelledTexts readTexts(String name, List<Path> files, String textColumn, Format format)
            throws IOException {
        return readTextColumn(name, files, textColumn, format).texts;
    }

    /** The same, and says which columns were ignored. */
    public static Texts readTextColumn(String name, List<Path> files, String textColumn, Format format)
            throws IOException {
        List<String> texts = new ArrayList<>();
        List<String> classes = new ArrayList<>();
        Set<String> others = new LinkedHashSet<>();
        for (Path file : files) {
            try (DataFile data = DataFile.open(file)) {
                Columns columns = columns(data, format);
                Column text = columns.all.get(columns.find(data.source(), textColumn));
                Column labels = columns.all.get(columns.label);
                labels.refuseMissing(data.source());
                text.refuseMissing(data.source());
                for (int row = 0; row < columns.rows; row++) {
                    texts.add(text.spellings.get(text.code[row]));
                    classes.add(labels.spellings.get(labels.code[row]));
                }
                for (Column column : columns.all) {
                    if (column != text && column != labels) {
                        others.add(column.name);
                    }
                }
            }
        }
        List<String> labels = Spelling.sorted(classes);
        Map<String, Integer> position = positions(labels);
        int[] label = classes.stream().mapToInt(position::get).toArray();
        return new Texts(new LabelledTexts(name, labels, texts, label), List.copyOf(others));
    }

    static TableData parse(DataFile data, String name, Format format) throws IOException {
        Columns columns = columns(data, format);
        String source = data.source();
        Column labelColumn = columns.all.remove(columns.label);
        if (columns.all.isEmpty()) {
            throw DataFormatException.inFile(source, "1 column", "at least 2, features and label");
        }
        labelColumn.refuseMissing(source);
        List<String> labels = Spelling.sorted(labelColumn.spellings);
        int[] label = labelColumn.ranks(labels);
        List<String> warnings = new ArrayList<>();
        labelColumn.warnOfNumericLabels(warnings);
        List<TableData.Column> tableColumns = new ArrayList<>();
        float[][] cells = new float[columns.rows][columns.all.size()];
        for (int c = 0; c < columns.all.size(); c++) {
            Column column = columns.all.set(c, null); // each column's memory is free once its cells are filled
            column.warnOfCategories(warnings);
            column.warnOfMissingNumbers(warnings);
            tableColumns.add(column.fill(source, cells, c));
        }
        return new TableData(
                name,
                labels,
                label,
                tableColumns,
                Arrays.stream(cells).map(TableData.Row::dense).toList(),
                warnings);
    }

    private static Columns columns(DataFile data, Format format) throws IOException {
        long line = 0;
        Columns columns = new Columns();
        try (de.siegmar.fastcsv.reader.CsvReader<CsvRecord> records = de.siegmar.fastcsv.reader.CsvReader.builder()
                .fieldSeparator(format.delimiter)
                .skipEmptyLines(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .ofCsvRecord(data.text())) {
            for (CsvRecord next : records) {
                line = next.getStartingLineNumber();
                columns.add(data.source(), next, format);
            }
        } catch (UncheckedIOException wrapped) {
            throw wrapped.getCause();
        } catch (CsvParseException malformed) {
            if (malformed.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw DataFormatException.inFile(
                    data.source() + ", after line " + line,
                    "malformed record",
                    "closed quotes and fields of usual length");
        }
        if (columns.rows == 0) {
            throw DataFormatException.inFile(data.source(), "no rows", "at least 1 row");
        }
        return columns;
    }

    private static Map<String, Integer> positions(List<String> names) {
        Map<String, Integer> positions = new HashMap<>();
        for (String name : names) {
            positions.put(name, positions.size());
        }
        return positions;
    }

    /** The columns of a file while it is read. */
    private static final class Columns {
        private final List<Column> all = new ArrayList<>();
        private int label;
        private int rows;

        void add(String source, CsvRecord fields, Format format) throws IOException {
            long line = fields.getStartingLineNumber();
            if (all.isEmpty()) {
                for (int i = 0; i < fields.getFieldCount(); i++) {
                    String name = format.header ? fields.getField(i).strip() : "";
                    all.add(new Column(name.isEmpty() ? "column " + (i + 1) : name));
                }
                label = format.labelIndex >= 0 ? format.labelIndex : all.size() - 1;
                label = format.labelName.isEmpty() ? label : find(source, format.labelName);
                if (label >= all.size()) {
                    throw DataFormatException.atLine(
                            source, line, "label column", "position " + label, "in [0, " + all.size() + ")");
                }
                if (format.header) {
                    return;
                }
            }
            if (fields.getFieldCount() != all.size()) {
                throw DataFormatException.atLine(
                        source, line, "row", fields.getFieldCount() + " fields", all.size() + " fields");
            }
            for (int i = 0; i < all.size(); i++) {
                all.get(i).add(rows, fields.getField(i).strip(), line);
            }
            rows++;
        }

        int find(String source, String name) throws IOException {
            int found = -1;
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).name.equals(name)) {
                    if (found >= 0) {
                        throw DataFormatException.atLine(source, 1, "header", "two columns '" + name + "'", "one");
                    }
                    found = i;
                }
            }
            if (found < 0) {
                List<String> names = all.stream().map(column -> column.name).toList();
                throw DataFormatException.atLine(
                        source, 1, "header", "no column '" + name + "'", NearNames.oneOf(names, name));
            }
            return found;
        }
    }

    /** One column: the distinct spellings, where each was first seen, and per row which of them, -1 where missing. */
    private static final class Column {
        private final String name;
        private final Map<String, Integer> codes = new HashMap<>();
        private final List<String> spellings = new ArrayList<>();
        private final List<Long> firstLine = new ArrayList<>();
        private int[] code = new int[16];
        private int rows;
        private long firstMissing = -1;

        Column(String name) {
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

        void refuseMissing(String source) throws IOException {
            if (firstMissing >= 0) {
                throw DataFormatException.atLine(source, firstMissing, "field '" + name + "'", "missing", "a value");
            }
        }

        /** Per row the position of its spelling in these, which are all spellings; -1 where missing. */
        int[] ranks(List<String> sorted) {
            Map<String, Integer> position = positions(sorted);
            int[] rank = new int[rows];
            for (int row = 0; row < rows; row++) {
                rank[row] = code[row] < 0 ? -1 : position.get(spellings.get(code[row]));
            }
            return rank;
        }

        /** Puts this column's cells into a table of cells. */
        TableData.Column fill(String source, float[][] cells, int at) throws IOException {
            if (isNumeric()) {
                float[] values = numbers(source);
                for (int row = 0; row < rows; row++) {
                    cells[row][at] = code[row] < 0 ? Float.NaN : values[code[row]];
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

        private boolean isNumeric() {
            return spellings.isEmpty()
                    || (spellings.stream().anyMatch(Spelling::isNumeric)
                            && spellings.stream().noneMatch(Column::isNoNumber));
        }

        private static boolean isNoNumber(String text) {
            return !Spelling.isNumeric(text) && !Spelling.isMissingNumber(text);
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

        /** Warns if these are categories, and rather look like numbers or texts. */
        void warnOfCategories(List<String> warnings) {
            if (spellings.size() <= FEW_VALUES || isNumeric()) {
                return;
            }
            long numbers = spellings.stream().filter(Spelling::isNumeric).count();
            long phrases =
                    spellings.stream().filter(text -> text.indexOf(' ') >= 0).count();
            if (numbers > FEW_VALUES) {
                warnOfFewOthers(warnings);
            } else if (2 * phrases > spellings.size() && 2 * spellings.size() > rows) {
                warnings.add(String.format(
                        Locale.ROOT,
                        "column %s: %,d different values in %,d rows, each read as a category; if these are texts, say text: %s",
                        quotedName(),
                        spellings.size(),
                        rows,
                        quotedName()));
            }
        }

        /** Warns if a word makes these numbers with holes, and they are so few that it could be one category more. */
        void warnOfMissingNumbers(List<String> warnings) {
            List<String> words =
                    spellings.stream().filter(Spelling::isMissingNumber).toList();
            int numbers = spellings.size() - words.size();
            if (words.isEmpty() || numbers > FEW_VALUES || !isNumeric()) {
                return;
            }
            warnings.add(String.format(
                    Locale.ROOT,
                    "column %s: '%s' (line %d) read as a missing number beside %,d different %s; if it is a category, write another word",
                    quotedName(),
                    words.get(0),
                    firstLine.get(codes.get(words.get(0))),
                    numbers,
                    numbers == 1 ? "number" : "numbers"));
        }

        private void warnOfFewOthers(List<String> warnings) {
            int present = 0;
            int others = 0;
            int first = -1; // of the others, as spellings are in the order in which they were seen
            for (int row = 0; row < rows; row++) {
                if (code[row] >= 0 && !Spelling.isMissingNumber(spellings.get(code[row]))) {
                    present++;
                    if (isNoNumber(spellings.get(code[row]))) {
                        others++;
                        first = first < 0 ? code[row] : first;
                    }
                }
            }
            if (others <= MOST_OTHERS * present) {
                warnings.add(String.format(
                        Locale.ROOT,
                        "column %s: %,d of %,d values %s (line %d: '%s'); read as a category",
                        quotedName(),
                        others,
                        present,
                        others == 1 ? "is not a number" : "are not numbers",
                        firstLine.get(first),
                        DataFormatException.quote(spellings.get(first))));
            }
        }

        /** Warns if there are more numbers than could be meant as classes. */
        void warnOfNumericLabels(List<String> warnings) {
            if (spellings.size() > MOST_NUMERIC_LABELS && spellings.stream().allMatch(Spelling::isNumeric)) {
                warnings.add(String.format(
                        Locale.ROOT,
                        "label %s: %,d different numbers, each read as a class (expected: classes; put numbers into ranges first)",
                        quotedName(),
                        spellings.size()));
            }
        }

        private String quotedName() {
            return DataFormatException.quote(name);
        }
    }
}
