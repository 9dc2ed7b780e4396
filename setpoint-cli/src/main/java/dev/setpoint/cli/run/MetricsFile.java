package dev.setpoint.cli.run;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.file.NamedOutput;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.sim.MetricSink;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The metrics of one seed, a row each in the form of {@code metrics.csv} without its header, in full precision and in the order they
 * were taken. A seed that resumes keeps the rows up to the step it resumes from, so that the file ends up as that of an
 * uninterrupted run.
 */
public final class MetricsFile implements MetricSink, Closeable {
    static final List<String> HEADER = List.of("seed", "step", "queries", "head", "label", "metric", "value");
    /** Taken when the stream is over, and so after its last checkpoint although at the same step. */
    private static final String AFTER_THE_END = "out_of_scope_";

    /**
     * A row.
     *
     * @param step after which it was taken
     * @param head empty where it does not apply
     * @param label empty where it does not apply
     * @param metric its name
     * @param value as it stands in the file
     */
    public record Row(long step, String head, String label, String metric, String value) {}

    private final NamedOutput out;
    private final CsvWriter writer;
    private final String seed;
    private final Kept kept;

    /** Which metrics are kept. */
    @FunctionalInterface
    public interface Kept {
        /** Every one. */
        Kept ALL = (head, metric) -> true;

        /** Whether to keep this metric; the head is empty where it is of the model. */
        boolean keeps(String head, String metric);
    }

    private MetricsFile(Path file, long seed, Kept kept) throws IOException {
        this.seed = String.valueOf(seed);
        this.kept = kept;
        this.out = NamedOutput.atTheEnd(file);
        this.writer = writer(out);
    }

    /**
     * Opens the file of a seed.
     *
     * @param seed the first column of every row
     * @param upTo the step up to which rows that are there stay; 0 to restart
     * @param kept which metrics are written; others are passed over
     */
    public static MetricsFile open(Path file, long seed, long upTo, Kept kept) throws IOException {
        if (upTo == 0) {
            Files.deleteIfExists(file);
        } else {
            cut(file, upTo);
        }
        return new MetricsFile(file, seed, kept);
    }

    private static CsvWriter writer(OutputStream out) {
        return CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .build(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)));
    }

    /** Drops what was taken after a step, and a last row that was not written to its end. */
    private static void cut(Path file, long upTo) throws IOException {
        Path part = AtomicOutput.partOf(file);
        try (CsvWriter copy = writer(NamedOutput.anew(file.toString(), part))) {
            readRecords(file, row -> {
                if (step(file, row) <= upTo && !row.getField(5).startsWith(AFTER_THE_END)) {
                    copy.writeRecord(row.getFields());
                }
            });
        }
        AtomicOutput.moveIntoPlace(part, file);
    }

    /**
     * Reads the rows of a seed's file one after the other.
     *
     * @throws Failure if the file is damaged otherwise than by a process that was killed
     */
    public static void read(Path file, Consumer<Row> rows) throws IOException {
        readRecords(
                file,
                row -> rows.accept(
                        new Row(step(file, row), row.getField(3), row.getField(4), row.getField(5), row.getField(6))));
    }

    private static void readRecords(Path file, Consumer<CsvRecord> rows) throws IOException {
        try (CsvReader<CsvRecord> csv = CsvReader.builder()
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .ofCsvRecord(file, StandardCharsets.UTF_8)) {
            for (CsvRecord row : csv) {
                if (row.getFieldCount() == HEADER.size()) { // a process that was killed may leave half a row at the end
                    rows.accept(row);
                }
            }
        } catch (CsvParseException e) {
            throw Failure.data(file + ": a field that is too long (expected: what a run has written)");
        }
    }

    private static long step(Path file, CsvRecord row) {
        try {
            return Long.parseLong(row.getField(1));
        } catch (NumberFormatException e) {
            throw Failure.data(file + " line " + row.getStartingLineNumber() + ": step: " + Excerpt.of(row.getField(1))
                    + " (expected: a whole number)");
        }
    }

    @Override
    public void put(long step, long queries, String head, String label, String metric, double value) {
        if (kept.keeps(head, metric)) {
            writer.writeRecord(
                    seed, String.valueOf(step), String.valueOf(queries), head, label, metric, String.valueOf(value));
        }
    }

    /** Hands everything to the disk: what is written after this, a checkpoint above all, is never ahead of its metrics. */
    void force() throws IOException {
        writer.flush();
        out.force();
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
