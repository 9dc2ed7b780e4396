package dev.setpoint.sim.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads Weka's ARFF, plain or gzip: attributes that are numeric, real, integer or a list of nominal values; names and values
 * in single or double quotes with backslash escapes; comments from {@code %} on; {@code ?} for a missing value; rows of all
 * values or sparse rows {@code {index value, ...}}, in which an attribute that is not named has the value 0 or, if nominal,
 * its first. Attributes of type string, date and relational, and row weights, are refused.
 *
 * <p>The classes are the declared values of the class attribute, in that order, also those that no row has. See the
 * {@linkplain dev.setpoint.sim.data package description} for how attributes become features.
 */
public final class ArffReader {
    private ArffReader() {}

    /**
     * Reads a file whose last attribute is the class.
     *
     * @throws DataFormatException if the file is missing, not of this format, or has no rows
     */
    public static TableData read(Path file) throws IOException {
        return read(file, "", List.of());
    }

    /**
     * Reads a file.
     *
     * @param classAttribute the name of the class attribute; empty for the last that is not ignored
     * @param ignored the names of attributes that are read as if they were not there
     * @throws DataFormatException if the file is missing, not of this format, or has no rows
     */
    public static TableData read(Path file, String classAttribute, List<String> ignored) throws IOException {
        try (DataFile data = DataFile.open(file)) {
            return parse(data, DataFile.stem(file), classAttribute, ignored);
        }
    }

    static TableData parse(DataFile data, String name, String classAttribute, List<String> ignored) throws IOException {
        return new Parse(data.source(), new BufferedReader(data.text())).read(name, classAttribute, ignored);
    }

    /** An attribute as declared; numeric ones have no values. */
    private record Attribute(String name, Map<String, Integer> values, List<String> order) {
        String kind() {
            return order.isEmpty() ? "number" : "category, " + ColumnNotes.values(order);
        }
    }

    /** The state of reading one file. */
    private static final class Parse {
        private final String source;
        private final BufferedReader lines;
        private final List<Attribute> attributes = new ArrayList<>();
        private final List<TableData.Row> rows = new ArrayList<>();
        private final List<Integer> labels = new ArrayList<>();
        private int classIndex;
        /** Per attribute its place among the cells of a row, or -1 for the class and for what is ignored. */
        private int[] cellOf;

        private int cellCount;
        private int unlabelled;
        private long firstUnlabelled;
        private long number;

        Parse(String source, BufferedReader lines) {
            this.source = source;
            this.lines = lines;
        }

        TableData read(String name, String classAttribute, List<String> ignored) throws IOException {
            readHeader();
            for (String attribute : ignored) {
                find(attribute);
            }
            classIndex = findClass(classAttribute, ignored);
            cellOf = new int[attributes.size()];
            for (int a = 0; a < cellOf.length; a++) {
                boolean isCell = a != classIndex && !ignored.contains(attributes.get(a).name);
                cellOf[a] = isCell ? cellCount++ : -1;
            }
            if (cellCount == 0) {
                throw DataFormatException.inFile(source, "no attribute is left", "at least 1 beside the class");
            }
            for (ArffLine line = next(); line != null; line = next()) {
                if (line.peek() == '{') {
                    readSparseRow(line);
                } else {
                    readRow(line);
                }
            }
            if (rows.isEmpty() && unlabelled > 0) {
                throw DataFormatException.atLine(
                        source,
                        firstUnlabelled,
                        "value of '" + attributes.get(classIndex).name + "'",
                        "missing, as in all rows",
                        "a class");
            }
            if (rows.isEmpty()) {
                throw DataFormatException.inFile(source, "no rows", "at least 1 row after @data");
            }
            List<TableData.Column> columns = new ArrayList<>();
            for (int a = 0; a < cellOf.length; a++) {
                if (cellOf[a] >= 0) {
                    columns.add(new TableData.Column(attributes.get(a).name, attributes.get(a).order));
                }
            }
            return new TableData(
                    name,
                    attributes.get(classIndex).order,
                    labels.stream().mapToInt(i -> i).toArray(),
                    columns,
                    rows,
                    understood());
        }

        private WhatWasRead understood() {
            Map<String, String> kinds = new LinkedHashMap<>();
            for (int a = 0; a < cellOf.length; a++) {
                Attribute attribute = attributes.get(a);
                kinds.put(attribute.name, a == classIndex ? "label" : cellOf[a] < 0 ? "ignored" : attribute.kind());
            }
            return new WhatWasRead(
                    unlabelled == 0
                            ? List.of()
                            : List.of(ColumnNotes.unlabelled(unlabelled, "line " + firstUnlabelled)),
                    kinds,
                    List.of());
        }

        /** The next line that holds anything, or null. */
        private ArffLine next() throws IOException {
            for (String text = lines.readLine(); text != null; text = lines.readLine()) {
                number++;
                ArffLine line = new ArffLine(source, number, text);
                if (!line.atEnd()) {
                    return line;
                }
            }
            return null;
        }

        private void readHeader() throws IOException {
            Map<String, Long> declared = new HashMap<>();
            for (ArffLine line = next(); line != null; line = next()) {
                String keyword = line.token("declaration").text().toLowerCase(Locale.ROOT);
                if (keyword.equals("@data")) {
                    line.expectEnd("@data");
                    return;
                } else if (keyword.equals("@attribute")) {
                    Attribute attribute = readAttribute(line);
                    attributes.add(attribute);
                    Long before = declared.putIfAbsent(attribute.name, number);
                    if (before != null) {
                        throw line.wrong("attribute", attribute.name, "not the name of line " + before);
                    }
                } else if (!keyword.equals("@relation")) {
                    throw line.wrong("declaration", keyword, "@relation, @attribute or @data");
                }
            }
            throw DataFormatException.inFile(source, number == 0 ? "empty file" : "no @data", "a line @data");
        }

        private Attribute readAttribute(ArffLine line) throws IOException {
            String name = line.token("attribute name").text();
            if (line.peek() != '{') {
                String type = line.token("type of '" + name + "'").text().toLowerCase(Locale.ROOT);
                if (!type.equals("numeric") && !type.equals("real") && !type.equals("integer")) {
                    throw line.wrong("type of '" + name + "'", type, "numeric, real, integer or {values}");
                }
                line.expectEnd("type of '" + name + "'");
                return new Attribute(name, Map.of(), List.of());
            }
            Map<String, Integer> values = new HashMap<>();
            List<String> order = new ArrayList<>();
            line.skip('{');
            while (true) {
                String value = line.value("values of '" + name + "'").text();
                if (values.putIfAbsent(value, order.size()) != null) {
                    throw line.wrong("values of '" + name + "'", value + " twice", "once");
                }
                order.add(value);
                if (line.peek() == '}') {
                    break;
                }
                line.expect(',', "values of '" + name + "'");
            }
            line.skip('}');
            line.expectEnd("values of '" + name + "'");
            return new Attribute(name, values, order);
        }

        private int findClass(String name, List<String> ignored) throws IOException {
            if (attributes.size() < 2) {
                throw DataFormatException.inFile(
                        source, attributes.size() + " attributes", "at least 2, features and class");
            }
            int found = attributes.size() - 1;
            while (name.isEmpty() && found > 0 && ignored.contains(attributes.get(found).name)) {
                found--;
            }
            found = name.isEmpty() ? found : find(name);
            if (attributes.get(found).order.isEmpty()) {
                throw DataFormatException.inFile(
                        source, "numeric class '" + attributes.get(found).name + "'", "a nominal attribute");
            }
            return found;
        }

        private int find(String name) throws IOException {
            List<String> names = attributes.stream().map(Attribute::name).toList();
            if (!names.contains(name)) {
                throw DataFormatException.inFile(source, "no attribute '" + name + "'", NearNames.oneOf(names, name));
            }
            return names.indexOf(name);
        }

        private void readRow(ArffLine line) throws IOException {
            float[] cells = new float[cellCount];
            float label = Float.NaN;
            for (int a = 0; a < attributes.size(); a++) {
                if (a > 0) {
                    if (line.atEnd()) {
                        throw line.wrong("row", a + " values", attributes.size() + " values");
                    }
                    line.expect(',', "value of '" + attributes.get(a - 1).name + "'");
                }
                float cell = cell(line, a, line.value("value of '" + attributes.get(a).name + "'"));
                if (a == classIndex) {
                    label = cell;
                } else if (cellOf[a] >= 0) {
                    cells[cellOf[a]] = cell;
                }
            }
            if (!line.atEnd()) {
                throw line.wrong("row", "more than " + attributes.size() + " values", attributes.size() + " values");
            }
            add(label, TableData.Row.dense(cells));
        }

        private void add(float label, TableData.Row row) {
            if (Float.isNaN(label)) {
                firstUnlabelled = unlabelled == 0 ? number : firstUnlabelled;
                unlabelled++;
                return;
            }
            labels.add((int) label);
            rows.add(row);
        }

        private void readSparseRow(ArffLine line) throws IOException {
            List<Integer> columns = new ArrayList<>();
            List<Float> cells = new ArrayList<>();
            float label = 0; // what is not named is 0, and 0 is the first class
            int lowest = 0;
            line.skip('{');
            while (line.peek() != '}') {
                if (lowest > 0) {
                    line.expect(',', "sparse row");
                }
                String index = line.token("index").text();
                int a = Spelling.index(index, lowest, attributes.size() - 1);
                if (a < 0) {
                    throw line.wrong("index", index, "ascending, in [" + lowest + ", " + attributes.size() + ")");
                }
                float cell = cell(line, a, line.value("value of '" + attributes.get(a).name + "'"));
                if (a == classIndex) {
                    label = cell;
                } else if (cellOf[a] >= 0) {
                    columns.add(cellOf[a]);
                    cells.add(cell);
                }
                lowest = a + 1;
            }
            line.skip('}');
            line.expectEnd("sparse row");
            float[] values = new float[cells.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = cells.get(i);
            }
            add(label, new TableData.Row(true, columns.stream().mapToInt(i -> i).toArray(), values));
        }

        /** The number, or the position of the nominal value; NaN for a missing one. */
        private float cell(ArffLine line, int index, ArffLine.Token token) throws IOException {
            Attribute attribute = attributes.get(index);
            if (token.text().equals("?") && !token.quoted()) {
                return Float.NaN;
            }
            if (attribute.order.isEmpty()) {
                float value = Spelling.number(token.text());
                if (Float.isNaN(value)) {
                    throw line.wrong("value of '" + attribute.name + "'", token.text(), Spelling.FINITE);
                }
                return value;
            }
            Integer position = attribute.values.get(token.text());
            if (position == null) {
                throw line.wrong("value of '" + attribute.name + "'", token.text(), "a declared value");
            }
            return position;
        }
    }
}
