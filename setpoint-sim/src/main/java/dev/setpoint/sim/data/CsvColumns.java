package dev.setpoint.sim.data;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** The columns of a file of delimited text. */
final class CsvColumns {
    private final List<CsvColumn> all = new ArrayList<>();
    private int label;
    private int rows;

    private CsvColumns() {}

    /**
     * Reads them.
     *
     * @throws DataFormatException if the file is not of this layout or has no rows
     */
    static CsvColumns read(DataFile data, CsvReader.Format format) throws IOException {
        long line = 0;
        CsvColumns columns = new CsvColumns();
        try (de.siegmar.fastcsv.reader.CsvReader<CsvRecord> records = de.siegmar.fastcsv.reader.CsvReader.builder()
                .fieldSeparator(format.delimiter())
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

    private void add(String source, CsvRecord fields, CsvReader.Format format) throws IOException {
        long line = fields.getStartingLineNumber();
        if (all.isEmpty()) {
            begin(source, fields, format);
            if (format.header()) {
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

    private void begin(String source, CsvRecord fields, CsvReader.Format format) throws IOException {
        for (int i = 0; i < fields.getFieldCount(); i++) {
            String name = format.header() ? fields.getField(i).strip() : "";
            all.add(new CsvColumn(name.isEmpty() ? "column " + (i + 1) : name));
        }
        label = format.labelIndex() >= 0 ? format.labelIndex() : all.size() - 1;
        label = format.labelName().isEmpty() ? label : position(source, format.labelName());
        if (label >= all.size()) {
            throw DataFormatException.atLine(
                    source,
                    fields.getStartingLineNumber(),
                    "label column",
                    "position " + label,
                    "in [0, " + all.size() + ")");
        }
    }

    int rows() {
        return rows;
    }

    /** All columns, in the order of the file; the caller may take them out. */
    List<CsvColumn> all() {
        return all;
    }

    CsvColumn label() {
        return all.get(label);
    }

    /** The one column of this name. */
    CsvColumn find(String source, String name) throws IOException {
        return all.get(position(source, name));
    }

    private int position(String source, String name) throws IOException {
        int found = -1;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).name().equals(name)) {
                if (found >= 0) {
                    throw DataFormatException.atLine(source, 1, "header", "two columns '" + name + "'", "one");
                }
                found = i;
            }
        }
        if (found < 0) {
            List<String> names = all.stream().map(CsvColumn::name).toList();
            throw DataFormatException.atLine(
                    source, 1, "header", "no column '" + name + "'", NearNames.oneOf(names, name));
        }
        return found;
    }
}
