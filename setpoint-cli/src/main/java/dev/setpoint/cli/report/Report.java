package dev.setpoint.cli.report;

import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.notation.Excerpt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The report of a run.
 *
 * <p>Everything is drawn from the files of the run folder, so a report can be drawn again at any time; the same files
 * give the same bytes.
 */
public final class Report {
    /** A head this far below its target, in the last quarter, is said to miss it. */
    public static final double TOLERANCE = Verdict.TOLERANCE;

    private Report() {}

    /**
     * Reads {@code metrics.csv}, {@code summary.json} and {@code manifest.json} and writes {@code report.html} and
     * {@code plots/*.svg} beside them, replacing what an earlier call wrote. Needs no display and no network.
     *
     * @param runFolder the folder of one run
     * @return for each head that missed its target, or met it with sets of no use, a line that says why, as far as that is recognised,
     *     and what would help
     * @throws ReportException if one of the three files is missing or malformed; nothing is written then
     * @throws IOException if a file cannot be read or written
     */
    public static List<String> write(Path runFolder) throws IOException {
        RunFiles run = RunFiles.read(runFolder);
        Diagnosis diagnosis = new Diagnosis(run);
        List<Diagnosis.Miss> misses = diagnosis.misses();
        Optional<Diagnosis.Miss> useless = diagnosis.useless();
        String page = Page.of(run, misses, useless);
        Map<String, String> plots = Plots.of(run);
        Path folder = Files.createDirectories(runFolder.resolve("plots"));
        for (Map.Entry<String, String> plot : plots.entrySet()) {
            write(folder.resolve(plot.getKey()), plot.getValue());
        }
        write(runFolder.resolve("report.html"), page);
        return Stream.concat(
                        misses.stream()
                                .map(miss ->
                                        "head " + Excerpt.of(miss.head()) + " missed its target. " + miss.sentence()),
                        useless.stream().map(found -> "head " + Excerpt.of(found.head()) + ": " + found.sentence()))
                .toList();
    }

    /**
     * Refuses a folder that is not one of a run; writes nothing.
     *
     * @throws ReportException if its manifest is missing or malformed
     */
    public static void check(Path runFolder) throws IOException {
        Manifest.read(runFolder);
    }

    private static void write(Path file, String text) throws IOException {
        // getBytes writes a lone surrogate, which a JSON escape can put into a name, as a question mark
        AtomicOutput.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
