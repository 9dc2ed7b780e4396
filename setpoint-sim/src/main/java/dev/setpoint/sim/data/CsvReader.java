package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
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
                CsvColumns columns = CsvColumns.read(data, format);
                CsvColumn text = columns.find(data.source(), textColumn);
                CsvColumn labels = columns.label();
                labels.refuseMissing(data.source());
                text.refuseMissing(data.source());
                for (int row = 0; row < columns.rows(); row++) {
                    texts.add(text.spelling(row));
                    classes.add(labels.spelling(row));
                }
                for (CsvColumn column : columns.all()) {
                    if (column != text && column != labels) {
                        others.add(column.name());
                    }
                }
            }
        }
        List<String> labels = Spelling.sorted(classes);
        Map<String, Integer> position = CsvColumn.positions(labels);
        int[] label = classes.stream().mapToInt(position::get).toArray();
        return new Texts(new LabelledTexts(name, labels, texts, label), List.copyOf(others));
    }

    static TableData parse(DataFile data, String name, Format format) throws IOException {
        CsvColumns columns = CsvColumns.read(data, format);
        String source = data.source();
        CsvColumn labelColumn = columns.label();
        List<CsvColumn> features = columns.all();
        features.remove(labelColumn);
        if (features.isEmpty()) {
            throw DataFormatException.inFile(source, "1 column", "at least 2, features and label");
        }
        labelColumn.refuseMissing(source);
        List<String> labels = Spelling.sorted(labelColumn.spellings());
        int[] label = labelColumn.ranks(labels);
        ColumnWarnings warnings = new ColumnWarnings();
        warnings.ofLabel(labelColumn);
        List<TableData.Column> tableColumns = new ArrayList<>();
        float[][] cells = new float[columns.rows()][features.size()];
        for (int c = 0; c < features.size(); c++) {
            CsvColumn column = features.set(c, null); // each column's memory is free once its cells are filled
            warnings.ofFeature(column);
            tableColumns.add(column.fill(source, cells, c));
        }
        return new TableData(
                name,
                labels,
                label,
                tableColumns,
                Arrays.stream(cells).map(TableData.Row::dense).toList(),
                warnings.all());
    }
}
