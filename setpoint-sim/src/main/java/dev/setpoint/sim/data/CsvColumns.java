package dev.setpoint.sim.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The columns of one or several files of delimited text, which all have the same columns, in any order. */
final class CsvColumns {
    /** What a delimiter is looked for in: a first line that is longer has it often enough in its beginning. */
    private static final int LONGEST_LOOK = 1 << 15;

    private static final String DELIMITERS = ",;\t|";

    /** A line of a file. */
    record Place(String source, long line) {
        DataFormatException wrong(String field, String found, String expected) {
            return DataFormatException.atLine(source, line, field, found, expected);
        }
    }

    private final CsvReader.Format format;
    private final List<CsvColumn> all = new ArrayList<>();
    private final Set<String> nameless = new HashSet<>();
    private String first = "";
    private boolean hasSeveralFiles;
    private char delimiter;
    private CsvColumn label;
    private int rows;
    private int unlabelled;
    private Place firstUnlabelled;

    CsvColumns(CsvReader.Format format) {
        this.format = format;
    }

    /**
     * Reads a file and adds its rows. Rows without a label are left out and counted.
     *
     * @throws DataFormatException if it is not of this layout, or no row has a label
     */
    void read(DataFile data) throws IOException {
        int before = rows + unlabelled;
        hasSeveralFiles = !all.isEmpty();
        BufferedReader text = new BufferedReader(data.text());
        delimiter = format.delimiter() == CsvReader.Format.ANY_DELIMITER ? delimiter(text) : format.delimiter();
        OneFile file = new OneFile(data.source());
        try (de.siegmar.fastcsv.reader.CsvReader<CsvRecord> records = de.siegmar.fastcsv.reader.CsvReader.builder()
                .fieldSeparator(delimiter)
                .skipEmptyLines(true)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .ofCsvRecord(text)) {
            for (CsvRecord next : records) {
                file.add(next);
            }
        } catch (UncheckedIOException wrapped) {
            throw wrapped.getCause();
        } catch (CsvParseException malformed) {
            if (malformed.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw DataFormatException.inFile(
                    data.source() + ", after line " + file.line,
                    "malformed record",
                    "closed quotes and fields of usual length");
        }
        if (rows + unlabelled == before) {
            throw DataFormatException.inFile(data.source(), "no rows", "at least 1 row");
        }
        if (rows == 0) {
            throw firstUnlabelled.wrong("field '" + label.name() + "'", "missing, as in all rows", "a label");
        }
    }

    /** What stands most often in the first line with anything in it, outside of quotes; a comma if nothing does. */
    private static char delimiter(BufferedReader text) throws IOException {
        text.mark(LONGEST_LOOK);
        int[] counts = new int[DELIMITERS.length()];
        boolean isQuoted = false;
        boolean isBlank = true;
        for (int i = 0; i < LONGEST_LOOK; i++) {
            int next = text.read();
            if (next < 0 || (!isQuoted && !isBlank && (next == '\n' || next == '\r'))) {
                break;
            }
            isBlank &= Character.isWhitespace(next) && next != '\t';
            isQuoted ^= next == '"';
            int which = isQuoted ? -1 : DELIMITERS.indexOf(next);
            if (which >= 0) {
                counts[which]++;
            }
        }
        text.reset();
        int most = 0;
        for (int i = 1; i < counts.length; i++) {
            most = counts[i] > counts[most] ? i : most;
        }
        return DELIMITERS.charAt(most);
    }

    /** Reads one file: which of its fields belongs to which column. */
    private final class OneFile {
        private final String source;
        /** Null for a column that has no name and is not in the first file: it must have no values. */
        private final List<CsvColumn> fields = new ArrayList<>();

        private long line;
        private int labelField;

        OneFile(String source) {
            this.source = source;
        }

        void add(CsvRecord row) throws DataFormatException {
            line = row.getStartingLineNumber();
            if (row.getFields().stream().allMatch(String::isBlank)) { // a spreadsheet's empty line has delimiters
                return;
            }
            if (fields.isEmpty()) {
                begin(row);
                if (format.header()) {
                    return;
                }
            }
            int count = row.getFieldCount();
            boolean isLonger = row.getFields().stream().skip(fields.size()).anyMatch(field -> !field.isBlank());
            if (count < fields.size() || isLonger) {
                throw place().wrong("row", count + " fields", fields.size() + " fields");
            }
            if (label.isMissing(row.getField(labelField).strip())) {
                firstUnlabelled = firstUnlabelled == null ? place() : firstUnlabelled;
                unlabelled++;
                return;
            }
            Place place = place();
            for (int i = 0; i < fields.size(); i++) {
                if (fields.get(i) != null) {
                    fields.get(i).add(row.getField(i).strip(), place);
                } else if (!row.getField(i).isBlank()) {
                    throw place.wrong("field " + (i + 1), row.getField(i), "nothing, as its column has no name");
                }
            }
            rows++;
        }

        private Place place() {
            return new Place(source, line);
        }

        private void begin(CsvRecord row) throws DataFormatException {
            List<String> names = new ArrayList<>();
            List<String> unnamed = new ArrayList<>();
            for (int i = 0; i < row.getFieldCount(); i++) {
                String name = format.header() ? row.getField(i).strip() : "";
                names.add(name.isEmpty() ? "column " + (i + 1) : name);
                if (name.isEmpty() && format.header()) {
                    unnamed.add(names.get(i));
                }
                if (names.indexOf(names.get(i)) < i) {
                    throw place().wrong("header", "two columns '" + names.get(i) + "'", "a name for each");
                }
            }
            if (all.isEmpty()) {
                nameless.addAll(unnamed);
                define(names);
            }
            for (String name : names) {
                CsvColumn column = find(name);
                if (column == null && !unnamed.contains(name)) {
                    throw place().wrong(
                                    "header",
                                    "column '" + name + "', which " + first + " does not have",
                                    "its columns");
                }
                fields.add(column);
            }
            for (CsvColumn column : all) {
                if (!fields.contains(column)) {
                    throw place().wrong("header", "no column '" + column.name() + "'", "the columns of " + first);
                }
            }
            labelField = fields.indexOf(label);
        }

        /** Makes the columns, each for what the format says. */
        private void define(List<String> names) throws DataFormatException {
            first = source;
            String labelName = format.labelName().isEmpty() ? labelAt(names) : format.labelName();
            List<String> asked = new ArrayList<>(format.texts());
            asked.addAll(format.ignored());
            asked.addAll(format.categories());
            asked.add(labelName);
            for (String name : asked) {
                if (!names.contains(name)) {
                    throw place().wrong("header", "no column '" + name + "'", NearNames.oneOf(names, name));
                }
            }
            for (String name : names) {
                all.add(new CsvColumn(name, name.equals(labelName) ? CsvColumn.Role.LABEL : role(name)));
            }
            label = find(labelName);
        }

        private CsvColumn.Role role(String name) {
            if (format.texts().contains(name)) {
                return CsvColumn.Role.TEXT;
            }
            if (format.ignored().contains(name)) {
                return CsvColumn.Role.IGNORED;
            }
            return format.categories().contains(name) ? CsvColumn.Role.CATEGORY : CsvColumn.Role.FOUND;
        }

        /** The column at the label's position, or the last that has a name and is nothing else. */
        private String labelAt(List<String> names) throws DataFormatException {
            if (format.labelIndex() >= names.size()) {
                throw place().wrong("label column", "position " + format.labelIndex(), "in [0, " + names.size() + ")");
            }
            if (format.labelIndex() >= 0) {
                String name = names.get(format.labelIndex());
                if (role(name) != CsvColumn.Role.FOUND) {
                    throw place().wrong(
                                    "label column",
                                    "position " + format.labelIndex() + ", which is '" + name
                                            + "', named for another purpose",
                                    "a column for one purpose alone");
                }
                return name;
            }
            return names.stream()
                    .filter(name -> !nameless.contains(name) && role(name) == CsvColumn.Role.FOUND)
                    .reduce((earlier, later) -> later)
                    .orElseThrow(() -> place().wrong("header", "no column is left for the label", "one"));
        }
    }

    private CsvColumn find(String name) {
        return all.stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    int rows() {
        return rows;
    }

    CsvColumn label() {
        return label;
    }

    /** The columns of texts, in the order in which the format names them. */
    List<CsvColumn> texts() {
        return format.texts().stream().map(this::find).toList();
    }

    /** The columns of numbers and categories that have a value, in the order of the file; the caller may take them out. */
    List<CsvColumn> facts() {
        List<CsvColumn> facts = new ArrayList<>();
        for (CsvColumn column : all) {
            boolean isFact = column.role() == CsvColumn.Role.FOUND || column.role() == CsvColumn.Role.CATEGORY;
            if (isFact && !column.isEmpty()) {
                facts.add(column);
            }
        }
        return facts;
    }

    /** That there is nothing to learn from. */
    DataFormatException noFeatures() {
        return DataFormatException.inFile(
                first, all.size() == 1 ? "1 column" : "no column with values", "at least 1 beside the label");
    }

    /** What was understood of the files. */
    WhatWasRead understood() throws DataFormatException {
        List<String> layout = new ArrayList<>();
        if (delimiter != ',' && format.delimiter() == CsvReader.Format.ANY_DELIMITER) {
            layout.add("delimited by " + (delimiter == '\t' ? "tabs" : "'" + delimiter + "'"));
        }
        if (unlabelled > 0) {
            layout.add(ColumnNotes.unlabelled(unlabelled, at(firstUnlabelled)));
        }
        return new ColumnNotes(this::at).of(layout, all, nameless);
    }

    /** The line, and the file where there are several. */
    private String at(Place place) {
        return (hasSeveralFiles ? place.source() + ", line " : "line ") + place.line();
    }
}
