package dev.setpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run}, {@code report}, {@code replay} and {@code whatif} with more labels than anyone reads. */
class ManyLabelsRunTest {
    private static final int LABELS = 2000;
    private static final int DRAWN = 300;
    /** How many characters a command may say. */
    private static final int READABLE = 2000;

    private static final Pattern NAME = Pattern.compile("label-\\d+");

    @TempDir
    static Path folder;

    private static Cli said;

    @BeforeAll
    static void run() throws IOException {
        String rows = IntStream.range(0, LABELS)
                .mapToObj(k -> "a message of topic" + k + ",label-" + k)
                .collect(Collectors.joining("\n", "message,topic\n", "\n"));
        Files.writeString(folder.resolve("rows.csv"), rows);
        said = run("queries: 200\ncheckpoints: 2\n", "out").succeeded();
    }

    private static Cli run(String more, String out) throws IOException {
        Path spec = Files.writeString(
                folder.resolve(out + ".yaml"),
                "data: {format: csv, files: rows.csv, text: message, label: topic}\n" + more);
        return Cli.run("run", spec, "--out", folder.resolve(out), "--log", folder.resolve(out + ".jsonl"));
    }

    private static long names(String text) {
        return NAME.matcher(text)
                .results()
                .map(found -> found.group())
                .distinct()
                .count();
    }

    @Test
    void terminalShowsTheFirstNamesAndHowManyThereAre() {
        for (String text : List.of(said.out(), said.err())) {
            assertThat(text).hasSizeLessThan(READABLE);
        }
        assertThat(names(said.out())).isZero();
        assertThat(names(said.err())).as("those of what was read").isEqualTo(10);
    }

    @Test
    void pageAndPlotsShowSomeClassesAndSayHowMany() throws IOException {
        String page = Files.readString(folder.resolve("out/report.html"));
        assertThat(page)
                .contains("by class show 300 of 2,000 classes, spread evenly")
                .contains("label-0, label-1, label-10, label-100, label-1000,")
                .contains(", ... 1,990 more</td>");
        assertThat(names(page)).isBetween((long) DRAWN, DRAWN + 30L);
        try (Stream<Path> plots = Files.list(folder.resolve("out/plots"))) {
            for (Path plot : plots.toList()) {
                String svg = Files.readString(plot);
                assertThat(svg.split("class=\"series\"", -1)).as("%s", plot).hasSizeBetween(2, DRAWN + 2);
                assertThat(names(svg)).as("%s", plot).isLessThan(10);
            }
        }
        assertThat(Files.readString(folder.resolve("out/plots/correct-pulls.svg")))
                .contains("; 300 of 2,000 classes");
    }

    @Test
    void filesForOtherProgramsAreComplete() throws IOException {
        assertThat(names(Files.readString(folder.resolve("out/metrics.csv")))).isEqualTo(LABELS);
        assertThat(names(Files.readString(folder.resolve("out/manifest.json")))).isEqualTo(LABELS);
        assertThat(names(Files.readString(folder.resolve("out/summary.json")))).isZero();
    }

    @Test
    void replayOfTheLogMeasuresWhatTheRunMeasured() throws IOException {
        double size = new ObjectMapper()
                .readTree(folder.resolve("out/summary.json").toFile())
                .at("/heads/0/accumulated/size")
                .asDouble();
        Cli replayed =
                Cli.run("replay", folder.resolve("out.jsonl"), "--seed", 1).succeeded();
        assertThat(replayed.out() + replayed.err())
                .hasSizeLessThan(READABLE)
                .contains("200 lines, 200 steps, 2000 labels; 200 answered; ")
                .contains(String.format(Locale.ROOT, "mean set size %.3f;", size));
        Cli other = Cli.run("whatif", folder.resolve("out.jsonl"), "--tracker", "sgd")
                .succeeded();
        assertThat(other.out()).hasSizeLessThan(READABLE).contains("sgd");
    }

    @Test
    void mistakenNameIsNotAnsweredByAllNames() throws IOException {
        Cli refused =
                run("labeltexts: {label-2001: x}\n", "mistake").refusedData("labeltexts: label-2001: unknown key");
        assertThat(refused.err())
                .contains("[label-0, label-1, label-10, ... 1,997 more]")
                .hasSizeLessThan(READABLE);
    }
}
