package dev.setpoint.cli.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.Cli;
import dev.setpoint.cli.RandomLog;
import dev.setpoint.cli.ReferenceLayer;
import dev.setpoint.cli.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code whatif}: its table, sentences and files, and what it refuses. That its numbers are correct is in {@link WhatIfRunTest}. */
class WhatIfTest {
    private static final String LINE = "{\"p\":[0.6,0.4],\"arm\":0,\"propensity\":0.5,\"correct\":true,\"label\":0}\n";
    /** As many of both classes; class 1 gets probability 0.4 or 0.1. */
    private static final String LOG = (LINE
                    + LINE.replace("\"arm\":0", "\"arm\":1").replace("\"label\":0", "\"label\":1")
                    + LINE.replace("0.6,0.4", "0.9,0.1")
                    + LINE.replace("0.6,0.4", "0.9,0.1")
                            .replace("\"arm\":0", "\"arm\":1")
                            .replace("\"label\":0", "\"label\":1"))
            .repeat(10);

    @TempDir
    Path folder;

    private Path log;
    private Path csv;
    private Path plot;

    @BeforeEach
    void files() throws IOException {
        log = Files.writeString(folder.resolve("log.jsonl"), LOG);
        csv = folder.resolve("out.csv");
        plot = folder.resolve("out.svg");
    }

    @Test
    void byHand() throws IOException {
        // Threshold 0.2 moves by less than 0.001 in all: class 0 is always in the set, class 1 exactly when its
        // probability is 0.4.
        Cli result = Cli.run("whatif", log, "--tracker", "sgd(eta=0.00001, start=0.2)", "--csv", csv)
                .succeeded();
        // The last quarter holds 5 queries of each class, 2 of class 1 at 0.4; 4 lines of 10 have two labels in their
        // set.
        assertThat(result.out()).isEqualTo("""
                                                                 whole log                                      last quarter
                        alpha  score    tracker                          min    max  ess   true  few   size  empty    min  max  ess   true  few   size  empty
                        0.1    softmax  sgd(eta=0.00001, start=0.2)    0.500  1.000   20  0.500    0  1.500  0.000      -    -    -  0.400    2  1.400  0.000

                        alpha 0.1: every setting is estimated to miss the target of 0.90 in some class by more than two standard errors
                        """.replaceFirst("^ +", " ".repeat(47)));
        assertThat(result.err()).isEqualTo("40 lines, 40 steps, 2 labels; 40 answered; 1 setting\n");
        assertThat(Files.readAllLines(csv))
                .containsExactly(
                        "alpha,score,tracker,part,label,coverage_estimate,standard_error,ess,calibrated,coverage,size,empty_share",
                        "0.1,softmax,\"sgd(eta=1.0E-5, start=0.2)\",whole,0,1.0," + atTarget(20)
                                + ",20.0,true,1.0,1.5,0.0",
                        "0.1,softmax,\"sgd(eta=1.0E-5, start=0.2)\",whole,1,0.5,"
                                + Math.sqrt(10 * 0.5 * 0.5 + 10 * 0.5 * 0.5) / 20 + ",20.0,true,0.5,1.5,0.0",
                        "0.1,softmax,\"sgd(eta=1.0E-5, start=0.2)\",last-quarter,0,1.0," + atTarget(5)
                                + ",5.0,false,1.0,1.4,0.0",
                        "0.1,softmax,\"sgd(eta=1.0E-5, start=0.2)\",last-quarter,1,0.4,"
                                + Math.sqrt(2 * 0.6 * 0.6 + 3 * 0.4 * 0.4) / 5 + ",5.0,false,0.4,1.4,0.0");
    }

    @Test
    void logOfOneLineHasNoLastQuarter() throws IOException {
        Files.writeString(log, LINE);
        Cli result = Cli.run("whatif", log, "--tracker", "sgd(eta=0.00001, start=0.2)")
                .succeeded();
        assertThat(result.out())
                .doesNotContain("NaN")
                .containsPattern("softmax +sgd\\(eta=0.00001, start=0.2\\).* 2.000  0.000 .* -      -\n");
        assertThat(result.err()).isEqualTo("1 line, 1 step, 2 labels; 1 answered; 1 setting\n");
    }

    /** The standard error of a class at the target of 0.9, the least that is said of any. */
    private static double atTarget(int answers) {
        return Math.sqrt(0.1 * (1 - 0.1) / answers);
    }

    @Test
    void namesTheSmallestSetsThatKeepTheTarget() {
        String out = Cli.run(
                        "whatif",
                        log,
                        "--alpha",
                        "0.5",
                        "--tracker",
                        "sgd(eta=0.00001, start=0), sgd(eta=0.00001, start=0.2)",
                        "--tracker",
                        "sgd(eta=0.00001, start=0.5)")
                .succeeded()
                .out();
        // sizes 2, 1.5 and 1; smallest coverages 1, 0.5 and 0
        assertThat(out)
                // two standard errors of 20 answers, half of them covered: 2 sqrt(0.25 / 20)
                .endsWith(
                        "\nalpha 0.5: of the settings not estimated to miss the target of 0.50 in any class by more than two"
                                + " standard errors,"
                                + " softmax with sgd(eta=0.00001, start=0.2) has the smallest sets, 1.500 labels, minimum class"
                                + " coverage 0.500 +- 0.224;\n  of those estimated to reach it in every class by two standard errors, softmax with"
                                + " sgd(eta=0.00001, start=0), 2.000 labels\n");
        assertThat(Cli.run("whatif", log, "--alpha", "0.45", "--tracker", "sgd(eta=0.00001, start=0.2)")
                        .succeeded()
                        .out())
                .as("0.50 is below 0.55, but by less than its error")
                .contains(
                        "not estimated to miss the target of 0.55",
                        "coverage 0.500 +- 0.224;\n  none is estimated to reach it");
    }

    @Test
    void everyCombinationHasItsRowInTheOrderGiven() throws IOException {
        String out = Cli.run(
                        "whatif",
                        log,
                        "--alpha",
                        "0.05,0.2",
                        "--alpha",
                        "0.1",
                        "--score",
                        "softmax,raps(lambda=0.02, kreg=1)",
                        "--tracker",
                        "sgd,experts(etas=[0.1, 0.01]),sgd(eta=0.01)", // the third is the first
                        "--csv",
                        csv,
                        "--plot",
                        plot)
                .succeeded()
                .out();
        List<String> rows = out.lines().skip(2).limit(12).toList();
        List<String> expected = new ArrayList<>();
        for (String alpha : List.of("0.05", "0.2", "0.1")) {
            for (String score : List.of("softmax", "raps(lambda=0.02, kreg=1)")) {
                for (String tracker : List.of("sgd", "experts(etas=[0.1, 0.01])")) {
                    expected.add(alpha + " " + score + " " + tracker);
                }
            }
        }
        for (int i = 0; i < expected.size(); i++) {
            assertThat(rows.get(i).replaceAll(" +", " ")).startsWith(expected.get(i) + " ");
        }
        assertThat(out.lines()
                        .skip(15)
                        .filter(line -> line.startsWith("alpha"))
                        .map(line -> line.replaceFirst(":.*", "")))
                .containsExactly("alpha 0.05", "alpha 0.2", "alpha 0.1");
        assertThat(Files.readAllLines(csv)).hasSize(1 + 12 * 2 * 2);
        assertThat(Files.readString(plot)).contains(">12  raps(lambda=0.02, kreg=1) with experts(", "class=\"target\"");
    }

    @Test
    void manySettingsAtOnceSayWhatEachSaysAlone() {
        List<String> alone = new ArrayList<>();
        for (String alpha : List.of("0.05", "0.3")) {
            for (String score : List.of("softmax", "aps")) {
                for (String tracker : List.of("sgd(eta=0.1)", "experts")) {
                    String out = Cli.run("whatif", log, "--alpha", alpha, "--score", score, "--tracker", tracker)
                            .succeeded()
                            .out();
                    alone.add(out.lines().skip(2).findFirst().orElseThrow().replaceAll(" +", " "));
                }
            }
        }
        String together = Cli.run(
                        "whatif",
                        log,
                        "--alpha",
                        "0.05,0.3",
                        "--score",
                        "softmax,aps",
                        "--tracker",
                        "sgd(eta=0.1),experts")
                .succeeded()
                .out();
        assertThat(together.lines().skip(2).limit(8).map(row -> row.replaceAll(" +", " ")))
                .containsExactlyElementsOf(alone);
    }

    @Test
    void saysTheSameAsReplay() throws IOException {
        for (long seed : Seeds.upTo(20).toArray()) {
            RandomLog random = RandomLog.of(seed);
            Files.writeString(log, random.text());
            ReferenceLayer.Settings settings = random.settings();
            Cli replay = Cli.run(random.command(log, "--sets", "-")).succeeded();
            String score = switch (settings.score()) {
                case "softmax" -> "softmax";
                case "aps" -> "aps(randomised=" + settings.randomised() + ")";
                default ->
                    "raps(lambda=" + settings.lambda() + ",kreg=" + settings.kreg() + ",randomised="
                            + settings.randomised() + ")";
            };
            String tracker = settings.tracker().equals("sgd")
                    ? "sgd(eta=" + settings.etas().get(0) + ")"
                    : "experts(etas=" + settings.etas() + ")";
            Cli.run(
                            "whatif",
                            log,
                            "--alpha",
                            settings.alpha(),
                            "--score",
                            score,
                            "--tracker",
                            tracker,
                            "--normalize",
                            settings.normalize(),
                            "--seed",
                            settings.seed(),
                            "--csv",
                            csv)
                    .succeeded();
            List<String[]> rows = Files.readAllLines(csv).stream()
                    .filter(row -> row.contains(",whole,"))
                    .map(row -> row.replaceAll("\"[^\"]*\"", "").split(",", -1))
                    .toList();
            double least = rows.stream()
                    .mapToDouble(row -> Double.parseDouble(row[5]))
                    .filter(coverage -> !Double.isNaN(coverage))
                    .min()
                    .orElseThrow();
            assertThat(replay.err())
                    .as("seed %d", seed)
                    .contains(String.format(Locale.ROOT, "mean set size %.3f;", Double.valueOf(rows.get(0)[10])))
                    .contains(String.format(Locale.ROOT, "minimum estimated class coverage %.3f ", least));
            long empty =
                    replay.out().lines().filter(line -> line.endsWith("[]}")).count();
            assertThat(Double.parseDouble(rows.get(0)[11]))
                    .isEqualTo((double) empty / replay.out().lines().count());
        }
    }

    @Test
    void gzipIsReadAndStandardInputHasNoLastQuarter() throws IOException {
        String plain = Cli.run("whatif", log).succeeded().out();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(LOG.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(log, bytes.toByteArray());
        assertThat(Cli.run("whatif", log).succeeded().out()).isEqualTo(plain);
        Cli piped = Cli.runWithInput(bytes.toByteArray(), "whatif", "-", "--csv", csv)
                .succeeded();
        assertThat(piped.out()).startsWith("alpha  score").doesNotContain("last quarter");
        String row = piped.out().lines().skip(1).findFirst().orElseThrow();
        assertThat(plain).contains("\n" + row + "  "); // the same numbers for the whole
        assertThat(Files.readString(csv)).contains(",whole,").doesNotContain("last-quarter");
    }

    @Test
    void withoutLabelsThereIsNoTrueCoverage() throws IOException {
        Files.writeString(log, LOG.replaceAll(",\"label\":[01]", ""));
        assertThat(Cli.run("whatif", log, "--csv", csv).succeeded().out()).doesNotContain("true");
        assertThat(Files.readAllLines(csv).get(1).split(",")).contains("NaN");
    }

    @Test
    void withTooLittleEvidenceItSaysSo() throws IOException {
        Files.writeString(log, LINE.repeat(12));
        assertThat(Cli.run("whatif", log, "--tracker", "sgd").succeeded().out())
                .contains("(1 of 2 not counted: the evidence on them is worth less than 10.0 answers)");
        Files.writeString(log, LINE.replace("true", "null").repeat(12));
        assertThat(Cli.run("whatif", log, "--plot", plot).succeeded().out())
                .contains("alpha 0.1: nothing can be said of any of the 2 classes: the evidence on them is worth less");
        assertThat(Files.readString(plot)).contains("(not known)").doesNotContain("NaN");
    }

    @Test
    void refusesALogWithoutDecisions() throws IOException {
        Files.writeString(log, "\n \n");
        Cli.run("whatif", log, "--csv", csv).refusedData("log.jsonl: no decision in it (expected: at least one line)");
        Cli.runWithInput(new byte[0], "whatif", "-").refusedData("-: no decision in it");
        assertThat(csv).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"p\":[0.6,0.4],\"arm\":0,\"propensity\":0,\"correct\":true}",
                "{\"p\":[0.6,0.4],\"arm\":0,\"propensity\":0.5,\"pi\":[0.4,0.6]}",
                "{\"p\":[0.6,0.2,0.2],\"arm\":0,\"propensity\":1}",
                "{\"step\":4,\"p\":[0.6,0.4],\"arm\":0,\"propensity\":1}",
                "[]",
            })
    void leavesNothingAfterABadLine(String bad) throws IOException {
        Files.writeString(log, LINE.repeat(2) + bad + "\n" + LINE);
        String old =
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\" viewBox=\"0 0 9 9\" role=\"img\"/>";
        Files.writeString(plot, old);
        Cli.run("whatif", log, "--csv", csv, "--plot", plot).refusedData("line 3: ");
        assertThat(csv).doesNotExist();
        assertThat(plot).hasContent(old);
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void refusesFilesThatAreNotThereOrWrittenTwice() {
        Cli.run("whatif", folder.resolve("none.jsonl")).refusedData("none.jsonl: no such file");
        Cli.run("whatif", folder).refusedData("a folder (expected: a file)");
        Cli.run("whatif", log, "--csv", folder.resolve("no/out.csv")).refusedData("no/out.csv: no such folder");
        Cli.run("whatif", log, "--csv", log).refusedUsage("LOG and --csv", "(expected: different files)");
        Cli.run("whatif", log, "--csv", csv, "--plot", csv).refusedUsage("--csv and --plot", "different files");
        Cli.run("whatif").refusedUsage("LOG");
        assertThat(log).hasContent(LOG);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "--alpha 1.5              | alpha: 1.5 (expected: in (0, 1))",
                "--alpha 0.1,NaN          | alpha: NaN (expected: in (0, 1))",
                "--alpha 0.1,x            | alpha: 'x' (expected: a number)",
                "--alpha ,                | --alpha: ',' (expected: at least one value, and one",
                "--score margin           | score: 'margin' (expected: softmax, aps, raps",
                "--score softmax,raps(k=1)| k in 'raps(k=1)' (expected: lambda, kreg, randomised)",
                "--tracker sgd,adam       | tracker: 'adam' (expected: sgd, experts",
                "--tracker sgd(eta=0)     | eta: 0.0 (expected: > 0 and <= 1.0E9)",
                "--tracker sgd(eta=1      | 'sgd(eta=1' (expected: a closing bracket at the end)",
                "--normalize rows         | normalize: 'rows' (expected: none, batch-size, correct-pulls)",
                "--csv -                  | --csv: - (expected: a file",
                "--seed x                 | '--seed'",
                "--etas 0.1               | --etas",
            })
    void refusesWrongOptions(String options, String sentence) {
        String all = "whatif " + log + " --plot " + plot + " " + options;
        Cli.run((Object[]) all.split(" +")).refusedUsage(sentence);
        assertThat(plot).doesNotExist();
    }
}
