package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads delimited text (RFC 4180, plain or gzip) as tables, or as texts with what stands beside them. White space around a field is
 * dropped, labels included; lines without anything but delimiters, rows without a label, and columns without a value are left out. A
 * field that is empty, {@code ?} or {@code NA} is missing, except in a column of texts, where an empty field is an empty text. A column is
 * numeric if it has numbers and every other field is missing, which among numbers may also be spelled {@code n/a}, {@code #n/a}, {@code
 * null}, {@code none}, {@code nil} or {@code -}, in upper or lower case. Otherwise its fields are categories. What was understood, and
 * where it may not be meant so, {@link WhatWasRead} says. Labels and categories are ordered by value if all are numbers, otherwise by
 * spelling, so the order of rows does not matter. See the {@linkplain dev.setpoint.sim.data package description} for how columns become
 * features.
 */
public final class CsvReader {
    private CsvReader() {}

    /**
     * How a file is laid out, and what its columns are for. Those that are not named are numbers or categories, as their fields say.
     *
     * @param header whether the first line names the columns
     * @param delimiter what separates fields, or {@link #ANY_DELIMITER}
     * @param labelName the name of the label column; empty to find it by {@code labelIndex}
     * @param labelIndex the position of the label column from 0, or -1 for the last that has a name and is neither text nor ignored
     * @param texts the columns of texts, the first of which is compared with the texts of labels; empty for a table
     * @param ignored the columns that are read as if they were not there
     * @param categories the columns of categories, also if these are numbers
     */
    public record Format(
            boolean header,
            char delimiter,
            String labelName,
            int labelIndex,
            List<String> texts,
            List<String> ignored,
            List<String> categories) {
        /** Comma, semicolon, tab or bar, whichever stands most often in the first line. */
        public static final char ANY_DELIMITER = 0;

        /** A header, any of the usual delimiters, and the label in the last column. */
        public static final Format STANDARD = new Format(true, ANY_DELIMITER, "", -1, List.of(), List.of(), List.of());

        /**
         * Checks the layout.
         *
         * @throws IllegalArgumentException if the delimiter is a quote or a line break, the index below -1, a name is given for a
         *     file without header, or a column is named for two purposes
         */
        public Format {
            if (delimiter == '"' || delimiter == '\n' || delimiter == '\r') {
                throw new IllegalArgumentException(
                        "delimiter: character " + (int) delimiter + " (expected: neither quote nor line break)");
            }
            if (labelIndex < -1) {
                throw new IllegalArgumentException("labelIndex: " + labelIndex + " (expected: >= -1)");
            }
            if (!header && !labelName.isEmpty()) {
                throw new IllegalArgumentException("labelName: " + labelName + " (expected: none without a header)");
            }
            texts = List.copyOf(texts);
            ignored = List.copyOf(ignored);
            categories = List.copyOf(categories);
            Set<String> named = new HashSet<>(List.of(labelName));
            refuseNamed("text", texts, named);
            refuseNamed("ignore", ignored, named);
            refuseNamed("categories", categories, named);
        }

        private static void refuseNamed(String purpose, List<String> columns, Set<String> named) {
            for (String column : columns) {
                if (!named.add(column)) {
                    throw new IllegalArgumentException(purpose + ": " + DataFormatException.quote(column)
                            + " (expected: a column for one purpose alone)");
                }
            }
        }

        /** The same layout, with columns named {@code column 1}, {@code column 2}, ... instead of by the first line. */
        public Format withoutHeader() {
            return new Format(false, delimiter, "", labelIndex, texts, ignored, categories);
        }

        /** The same layout, with another delimiter. */
        public Format withDelimiter(char newDelimiter) {
            return new Format(header, newDelimiter, labelName, labelIndex, texts, ignored, categories);
        }

        /** The same layout, with the label in the column of this name. */
        public Format withLabel(String name) {
            return new Format(header, delimiter, name, -1, texts, ignored, categories);
        }

        /** The same layout, with the label in the column at this position from 0, or -1 for the last. */
        public Format withLabel(int index) {
            return new Format(header, delimiter, "", index, texts, ignored, categories);
        }

        /** The same layout, with these columns of texts. */
        public Format withTexts(List<String> names) {
            return new Format(header, delimiter, labelName, labelIndex, names, ignored, categories);
        }

        /** The same layout, with these columns as if they were not there. */
        public Format ignoring(List<String> names) {
            return new Format(header, delimiter, labelName, labelIndex, texts, names, categories);
        }

        /** The same layout, with these columns as categories, whatever they look like. */
        public Format withCategories(List<String> names) {
            return new Format(header, delimiter, labelName, labelIndex, texts, ignored, names);
        }
    }

    /**
     * Reads a file of the {@linkplain Format#STANDARD standard} layout.
     *
     * @throws DataFormatException if the file is missing, not of this layout, or has no rows
     */
    public static TableData read(Path file) throws IOException {
        return read(List.of(file), Format.STANDARD);
    }

    /**
     * Reads files as one table, in the order given; it is named after the first.
     *
     * @param files at least one, each laid out by {@code format}, all with the same columns
     * @param format the layout, without texts
     * @throws DataFormatException if a file is missing, not of this layout, or has no rows
     */
    public static TableData read(List<Path> files, Format format) throws IOException {
        return table(DataFile.stem(files.get(0)), columns(files, format));
    }

    /**
     * Texts that were read.
     *
     * @param texts these, with what stands beside them
     * @param understood how
     */
    public record Texts(LabelledTexts texts, WhatWasRead understood) {}

    /**
     * Reads files of texts as one set, in the order given. Other columns stand beside the texts, as further texts, categories and numbers.
     *
     * @param name the name of the set
     * @param files at least one, each laid out by {@code format}, all with the same columns
     * @param format the layout, with at least one column of texts
     * @throws DataFormatException if a file is missing, not of this layout, or has no rows
     */
    public static Texts readTexts(String name, List<Path> files, Format format) throws IOException {
        return texts(name, columns(files, format));
    }

    private static Texts texts(String name, CsvColumns columns) throws IOException {
        List<String> labels = Spelling.sorted(columns.label().spellings());
        List<FactColumn> beside = new ArrayList<>();
        for (CsvColumn text : columns.texts()) {
            beside.add(text.beside());
        }
        FactColumn first = beside.remove(0);
        for (CsvColumn fact : columns.facts()) {
            beside.add(fact.beside());
        }
        LabelledTexts texts =
                new LabelledTexts(name, labels, first.values(), columns.label().ranks(labels), first.name(), beside);
        return new Texts(texts, columns.understood());
    }

    private static CsvColumns columns(List<Path> files, Format format) throws IOException {
        CsvColumns columns = new CsvColumns(format);
        for (Path file : files) {
            try (DataFile data = DataFile.open(file)) {
                columns.read(data);
            }
        }
        return columns;
    }

    static TableData parse(DataFile data, String name, Format format) throws IOException {
        CsvColumns columns = new CsvColumns(format);
        columns.read(data);
        return table(name, columns);
    }

    static Texts parseTexts(DataFile data, String name, Format format) throws IOException {
        CsvColumns columns = new CsvColumns(format);
        columns.read(data);
        return texts(name, columns);
    }

    private static TableData table(String name, CsvColumns columns) throws IOException {
        List<CsvColumn> features = columns.facts();
        if (features.isEmpty()) {
            throw columns.noFeatures();
        }
        WhatWasRead understood = columns.understood();
        List<String> labels = Spelling.sorted(columns.label().spellings());
        int[] label = columns.label().ranks(labels);
        List<TableData.Column> tableColumns = new ArrayList<>();
        float[][] cells = new float[columns.rows()][features.size()];
        for (int c = 0; c < features.size(); c++) {
            tableColumns.add(features.get(c).fill(cells, c));
            features.get(c).forget(); // a large table does not fit twice
        }
        return new TableData(
                name,
                labels,
                label,
                tableColumns,
                Arrays.stream(cells).map(TableData.Row::dense).toList(),
                understood);
    }
}
