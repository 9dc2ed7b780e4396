package dev.setpoint.cli.paper;

import dev.setpoint.cli.draw.PanelFigure;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.file.FileKind;
import dev.setpoint.cli.paper.ScoresFigure.Algorithm;
import dev.setpoint.cli.report.ReportException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The paper's figures and a report of them, drawn from the files that runs have left.
 *
 * <p>Everything comes from the output folder, so it can be drawn at any time and again: while runs are under way, after
 * some of them, after all. The same files give the same page, table and SVGs; the letters of PNGs are the machine's.
 */
public final class PaperReport {
    /** The page and the table in the folder, by which it is told from one with files of others. */
    public static final Map<String, FileKind> FILES = Map.of(
            "report.html",
            FileKind.of("a report of paper", "(?s).{0,1000}<title>The experiments of Wang and Qiao \\(2024\\)"),
            "table.csv",
            FileKind.of("a table of paper", "data,policy,score,tracker,"));

    /** Where the figures are in the folder. */
    public static final String FIGURES = "figures";

    private PaperReport() {}

    /**
     * Refuses a folder without a run to draw; writes nothing.
     *
     * @throws ReportException if there is none
     */
    public static void check(Path out) throws IOException {
        FigureInput.read(out);
    }

    /**
     * Draws what is there and says on standard error, in a sentence each, what could not be read or drawn.
     *
     * @param out the output folder; it holds a folder for each data set and kind of feedback
     * @return the page, {@code out/report.html}
     * @throws ReportException if there is no run to draw; nothing is written then
     * @throws IOException if a file cannot be read or written
     */
    public static Path write(Path out) throws IOException {
        return write(out, warning -> System.err.println("setpoint: warning: " + warning));
    }

    /** The same, telling {@code warn} what could not be read or drawn. */
    public static Path write(Path out, Consumer<String> warn) throws IOException {
        return write(out, warn, PanelFigure::png);
    }

    static Path write(Path out, Consumer<String> warn, Raster raster) throws IOException {
        FigureInput input = FigureInput.read(out);
        input.warnings().forEach(warn);
        List<FigureEntry> figures = figures(input);
        Path folder = Files.createDirectories(out.resolve(FIGURES));
        List<String> withPng = new ArrayList<>();
        boolean canDraw = true;
        for (FigureEntry figure : figures) {
            PanelFigure picture = figure.picture();
            write(folder.resolve(picture.id() + ".svg"), picture.svg());
            Optional<byte[]> png = canDraw ? png(picture, raster, warn) : Optional.empty();
            canDraw = png.isPresent();
            if (png.isPresent()) {
                AtomicOutput.write(folder.resolve(picture.id() + ".png"), png.get());
                withPng.add(picture.id());
            }
        }
        write(out.resolve("table.csv"), new FinalTable(input).csv());
        Path page = out.resolve("report.html");
        write(page, PaperPage.of(input, figures, withPng));
        return page;
    }

    private static List<FigureEntry> figures(FigureInput input) {
        List<FigureEntry> figures = new ArrayList<>();
        figures.add(CrossEntropyFigure.of(input));
        ScoresFigure.of(input, "2", Algorithm.ONE, Feedback.SOFTMAX).ifPresent(figures::add);
        ScoresFigure.of(input, "3", Algorithm.ONE, Feedback.UNIFORM).ifPresent(figures::add);
        ScoresFigure.of(input, "4", Algorithm.TWO, Feedback.SOFTMAX).ifPresent(figures::add);
        ScoresFigure.of(input, "4b", Algorithm.AUTO, Feedback.SOFTMAX).ifPresent(figures::add);
        ScoresFigure.of(input, "5", Algorithm.TWO, Feedback.UNIFORM).ifPresent(figures::add);
        ScoresFigure.of(input, "5b", Algorithm.AUTO, Feedback.UNIFORM).ifPresent(figures::add);
        RatesFigure.of(input, "6", Feedback.SOFTMAX, "softmax").ifPresent(figures::add);
        RatesFigure.of(input, "7", Feedback.UNIFORM, "softmax").ifPresent(figures::add);
        RatesFigure.of(input, "8", Feedback.SOFTMAX, "raps").ifPresent(figures::add);
        RatesFigure.of(input, "9", Feedback.UNIFORM, "raps").ifPresent(figures::add);
        figures.add(CorrectPullsFigure.of(input));
        return figures;
    }

    private static Optional<byte[]> png(PanelFigure picture, Raster raster, Consumer<String> warn) {
        try {
            return Optional.of(raster.png(picture));
        } catch (IOException e) {
            warn.accept("no PNG of the figures is written: " + e.getMessage() + "; their SVG is.");
            return Optional.empty();
        }
    }

    private static void write(Path file, String text) throws IOException {
        AtomicOutput.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** What makes a PNG of a figure. */
    interface Raster {
        byte[] png(PanelFigure figure) throws IOException;
    }
}
