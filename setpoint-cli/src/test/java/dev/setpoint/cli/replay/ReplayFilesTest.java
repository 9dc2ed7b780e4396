package dev.setpoint.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where {@code replay} reads from and writes to, and what it leaves when something is wrong. */
class ReplayFilesTest {
    /** Sets of an earlier replay, which the next one may replace. */
    private static final String OLD = "{\"step\":0,\"row\":0,\"set\":[9]}\n";

    private static final String LINE = "{\"p\":[0.5,0.3,0.2],\"arm\":0,\"propensity\":0.5,\"correct\":true}\n";
    private static final String SETS = """
            {"step":0,"row":0,"set":[0,1,2]}
            {"step":1,"row":0,"set":[0,1,2]}
            """;

    @TempDir
    Path folder;

    private Path log;
    private Path sets;

    @BeforeEach
    void files() throws IOException {
        log = Files.writeString(folder.resolve("log.jsonl"), LINE.repeat(2));
        sets = folder.resolve("sets.jsonl");
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void aDashReadsStandardInputAndWritesStandardOutput() {
        Cli result = Cli.runWithInput(
                        LINE.repeat(2).getBytes(StandardCharsets.UTF_8),
                        "replay",
                        "-",
                        "--sets",
                        "-",
                        "--tracker",
                        "sgd")
                .succeeded();
        assertThat(result.out()).isEqualTo(SETS);
    }

    @Test
    void thresholdsGoToStandardOutputToo() {
        Cli result = Cli.run("replay", log, "--thresholds", "-", "--tracker", "sgd", "--etas", "0.25")
                .succeeded();
        // 0.25 * (1 / 0.5) * 0.1
        assertThat(result.out()).isEqualTo("step,0,1,2\n0,0.0,0.0,0.0\n1,0.05,0.0,0.0\n");
    }

    @Test
    void theTrackerIsTheLearnersDefaultUnlessRatesAreGiven() throws IOException {
        Files.writeString(log, LINE.repeat(50));
        String auto = thresholds("--tracker", "auto");
        assertThat(thresholds()).isEqualTo(auto).isNotEqualTo(thresholds("--tracker", "experts"));
        assertThat(thresholds("--etas", "0.1,0.01"))
                .isEqualTo(thresholds("--tracker", "experts", "--etas", "0.1,0.01"));
    }

    private String thresholds(Object... options) {
        List<Object> command = new ArrayList<>(List.of("replay", log, "--thresholds", "-"));
        command.addAll(List.of(options));
        return Cli.run(command.toArray()).succeeded().out();
    }

    @Test
    void gzipIsReadFromAFileAndFromStandardInput() throws IOException {
        byte[] packed = gzip(LINE.repeat(2));
        Files.write(log, packed);
        assertThat(Cli.run("replay", log, "--sets", "-").succeeded().out()).isEqualTo(SETS);
        assertThat(Cli.runWithInput(packed, "replay", "-", "--sets", "-")
                        .succeeded()
                        .out())
                .isEqualTo(SETS);
    }

    @Test
    void aGzipThatIsCutShortIsRefused() throws IOException {
        byte[] packed = gzip(LINE.repeat(1000));
        Files.write(log, Arrays.copyOf(packed, packed.length - 12));
        Cli.run("replay", log, "--sets", sets).refusedData("log.jsonl: damaged or truncated gzip data");
        assertThat(sets).doesNotExist();
    }

    @Test
    void saysNumbersOnStandardError() throws IOException {
        Files.writeString(log, LINE.repeat(2) + LINE.replace("true", "null,\"label\":2"));
        Cli result = Cli.run("replay", log).succeeded();
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .isEqualTo(
                        "3 lines, 3 steps, 3 labels; 2 answered; mean set size 3.000; minimum estimated class"
                                + " coverage 1.000 +- 0.212 (class 0; 1 of 3 classes seen); true coverage 1.000 of 1 labelled\n");
    }

    @Test
    void replacesOutputsOfBefore() throws IOException {
        Files.writeString(sets, OLD);
        Cli.run("replay", log, "--sets", sets).succeeded();
        assertThat(sets).hasContent(SETS);
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"p\":[0.5,0.3,0.2],\"arm\":0,\"propensity\":0,\"correct\":true}",
                "{\"p\":[0.5,0.3,0.2]",
                "{\"p\":[0.5,0.5],\"arm\":0,\"propensity\":1,\"correct\":true}",
                "{\"step\":4,\"p\":[0.5,0.3,0.2],\"arm\":0,\"propensity\":1,\"correct\":true}",
            })
    void leavesNothingHalfWrittenAfterABadLine(String bad) throws IOException {
        Files.writeString(log, LINE.repeat(2) + bad + "\n" + LINE);
        Path thresholds = folder.resolve("thresholds.csv");
        Path state = folder.resolve("state");
        Cli.run("replay", log, "--sets", sets, "--thresholds", thresholds, "--state-out", state)
                .refusedData("line 3: ");
        try (var left = Files.list(folder)) {
            assertThat(left).containsExactly(log);
        }
    }

    @Test
    void keepsTheOutputsOfBeforeAfterABadLine() throws IOException {
        Files.writeString(sets, OLD);
        Files.writeString(log, LINE + "[]\n");
        Cli.run("replay", log, "--sets", sets).refusedData("line 2: ");
        assertThat(sets).hasContent(OLD);
    }

    @Test
    void refusesDecreasingSteps() throws IOException {
        String named = LINE.replace("{", "{\"step\":%d,");
        Files.writeString(log, named.formatted(3) + named.formatted(2));
        Cli.run("replay", log, "--sets", sets).refusedData("line 2: step: 2 after 3 (expected: not decreasing)");
        assertThat(sets).doesNotExist();
    }

    @Test
    void refusesALogWithoutDecisions() throws IOException {
        Files.writeString(log, "\n \n");
        Cli.run("replay", log, "--sets", sets).refusedData("no decision in it");
        assertThat(sets).doesNotExist();
    }

    @Test
    void refusesAMissingFileAndAFolder() {
        Cli.run("replay", folder.resolve("none.jsonl")).refusedData("none.jsonl", "no such file");
        Cli.run("replay", folder).refusedData(folder.toString(), "a folder (expected: a file)");
    }

    @Test
    void neverWritesOverItsLogNorOverTheStateItReads() throws IOException {
        byte[] before = Files.readAllBytes(log);
        Path state = folder.resolve("state");
        Cli.run("replay", log, "--state-out", state).succeeded();
        Path link = Files.createSymbolicLink(folder.resolve("link.jsonl"), log);
        Cli.run("replay", log, "--sets", log).refusedUsage("LOG and --sets", "(expected: different files)");
        Cli.run("replay", log, "--sets", link).refusedUsage("LOG and --sets", "(expected: different files)");
        Cli.run("replay", log, "--state-out", log).refusedUsage("LOG and --state-out", "(expected: different files)");
        Cli.run("replay", log, "--state-in", state, "--sets", state).refusedUsage("(expected: different files)");
        assertThat(Files.readAllBytes(log)).isEqualTo(before);
        Cli.run("replay", log, "--state-in", state, "--state-out", state).succeeded(); // the new state replaces the old
    }

    @Test
    void linkAsAnOutputStaysALink() throws IOException {
        Path real = Files.writeString(folder.resolve("real.jsonl"), OLD);
        Path link = Files.createSymbolicLink(folder.resolve("sets-link.jsonl"), real);
        Cli.run("replay", log, "--sets", link).succeeded();
        assertThat(link).isSymbolicLink();
        assertThat(real).content().startsWith("{\"step\":");
    }

    @Test
    void refusesAnOutputInAFolderThatIsNotThere() {
        Cli.run("replay", log, "--sets", folder.resolve("no/sets.jsonl")).refusedData("no/sets.jsonl: no such folder");
    }

    @ParameterizedTest
    @CsvSource({"--sets, --thresholds", "--sets, --state-out", "--thresholds, --state-out"})
    void refusesOneFileForTwoOutputs(String one, String other) {
        Cli.run("replay", log, one, sets, other, folder.resolve("./sets.jsonl"))
                .refusedUsage(one, other, "(expected: different files)");
        assertThat(sets).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sgd", "experts"})
    void thresholdsStayFiniteAtThePropensityLowerBound(String tracker) throws IOException {
        Files.writeString(log, LINE.replace("0.5,\"corr", "1e-100,\"corr").repeat(300));
        Cli result = Cli.run("replay", log, "--tracker", tracker, "--thresholds", "-")
                .succeeded();
        assertThat(result.out().lines().skip(1).flatMap(row -> Stream.of(row.split(",", -1))))
                .hasSize(300 * 4)
                .allMatch(field -> Double.isFinite(Double.parseDouble(field)));
        Files.writeString(log, LINE.replace("0.5,\"corr", "9e-101,\"corr"));
        Cli.run("replay", log).refusedData("line 1: propensity: 9.0E-101 (expected: at least 1.0E-100)");
    }

    @Test
    void refusesBothOnStandardOutput() {
        Cli.run("replay", log, "--sets", "-", "--thresholds", "-").refusedUsage("at most one on standard output");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--tracker sgd --etas 0.1,0.2 | --etas: 2 values with sgd (expected: one)",
                "--score margin               | '--score'",
                "--score margin               | margin",
                "--tracker adam               | tracker: 'adam' (expected: sgd, experts, scale-free,",
                "--tracker auto --etas 0.1    | --etas: given with auto (expected: only with sgd or experts)",
                "--alpha 1.5                  | alpha: 1.5 (expected: in (0, 1))",
                "--alpha 0                    | alpha: 0.0 (expected: in (0, 1))",
                "--alpha NaN                  | alpha: NaN (expected: in (0, 1))",
                "--alpha x                    | '--alpha'",
                "--etas 0                     | eta: 0.0 (expected: > 0 and <= 1.0E9)",
                "--etas -1,0.1                | eta: -1.0 (expected: > 0 and <= 1.0E9)",
                "--etas a                     | '--etas'",
                "--normalize rows             | normalize: 'rows' (expected: none, batch-size, correct-pulls)",
                "--score raps --raps-kreg -1  | kreg: -1 (expected: >= 0)",
                "--score raps --raps-lambda -1| lambda: -1.0 (expected: in [0, 1000000.0])",
                "--raps-lambda 0.1            | --raps-lambda: given with --score softmax (expected: only with --score raps)",
                "--score aps --raps-kreg 2    | --raps-kreg: given with --score aps (expected: only with --score raps)",
                "--not-randomised             | --not-randomised: given with --score softmax (expected: only with --score aps or raps)",
                "--seed x                     | '--seed'",
                "--sett x                     | --sett",
            })
    void refusesWrongOptions(String options, String sentence) {
        String all = "replay " + log + " --sets " + sets + " " + options;
        Cli.run((Object[]) all.split(" +")).refusedUsage(sentence);
        assertThat(sets).doesNotExist();
    }

    @Test
    void refusesToRunWithoutALog() {
        Cli.run("replay").refusedUsage("LOG");
    }
}
