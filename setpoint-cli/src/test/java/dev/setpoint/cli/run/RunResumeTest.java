package dev.setpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.Cli;
import dev.setpoint.cli.Clouds;
import dev.setpoint.cli.Killed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that are killed on their way, by a real SIGKILL, and resume. */
@Timeout(300)
class RunResumeTest {
    private static final String SPEC = """
            data: {format: csv, files: rows.csv, label: class}
            queries: 20000
            theorems: false
            heads:
              - {name: auto, tracker: auto}
              - {name: experts, score: aps, tracker: experts}
            checkpoints: 40
            seeds: [4, 2]
            """;

    @TempDir
    Path folder;

    private Path spec;

    @BeforeEach
    void files() throws IOException {
        Clouds.write(folder, 150);
        spec = Files.writeString(folder.resolve("clouds.yaml"), SPEC);
    }

    private List<String> command(String out, String... more) {
        List<String> command = new ArrayList<>(
                List.of("run", spec.toString(), "--out", folder.resolve(out).toString(), "--threads", "1"));
        command.addAll(List.of(more));
        return command;
    }

    private Cli run(String out, String... more) {
        return Cli.run(command(out, more).toArray());
    }

    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(folder.relativize(file).toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
            }
        }
        return contents;
    }

    /** Kills the command soon after it has written a file; fails if the command is over before. */
    private void kill(Path when, String... more) throws Exception {
        Instant before = Killed.written(when);
        Process process = Killed.start(folder.resolve("killed.log"), command("out", more));
        Killed.awaitNewer(when, before);
        boolean isOver = process.waitFor(50, TimeUnit.MILLISECONDS);
        process.destroyForcibly().waitFor();
        assertThat(isOver).as("over before it was killed").isFalse();
        assertThat(folder.resolve("out/metrics.csv")).doesNotExist();
    }

    @Test
    void killedAgainAndAgainItResumesToTheSameBytes() throws Exception {
        run("whole").succeeded();
        Path seeds = folder.resolve("out/seeds");
        kill(seeds.resolve("seed-4.checkpoint"), "--resume", "--checkpoint", "0.05");
        kill(seeds.resolve("seed-4.checkpoint"), "--resume", "--checkpoint", "0.05");
        kill(seeds.resolve("seed-2.checkpoint"), "--resume", "--checkpoint", "0.05");
        assertThat(seeds.resolve("seed-4.summary.json")).exists();
        assertThat(seeds.resolve("seed-4.checkpoint")).doesNotExist();
        assertThat(run("out", "--resume").succeeded().err()).doesNotContain("leaves no checkpoints");
        assertThat(contents(folder.resolve("out"))).isEqualTo(contents(folder.resolve("whole")));
    }

    @Test
    void seedsThatAreOverStayWhereOthersMustBeginAgain() throws Exception {
        Files.writeString(spec, SPEC.replace("theorems: false\n", ""));
        run("whole").succeeded();
        Path over = folder.resolve("out/seeds/seed-4.summary.json");
        kill(over);
        byte[] before = Files.readAllBytes(over);
        run("out").refusedData("out: has a run (expected: --resume to resume it, or another --out)");
        assertThat(over).hasBinaryContent(before);
        Files.writeString(over, Files.readString(over).replaceFirst("(\"correctPulls\" : \\[ )[0-9.]+", "$1 9"));
        Cli resumed = run("out", "--resume").succeeded();
        assertThat(resumed.out()).as("the summary of the seed that was over").contains("correct pulls by quarter: 4.");
        assertThat(resumed.err())
                .endsWith(
                        "setpoint: warning: this run leaves no checkpoints, as the terms of the theorems are summed"
                                + " along it (theorems: false leaves them out); resumed, it keeps the finished seeds and"
                                + " begins the others again (use theorems: false, immediate answers, no shift and no oracle to have checkpoints)\n");
        assertThat(folder.resolve("out/metrics.csv")).hasSameBinaryContentAs(folder.resolve("whole/metrics.csv"));
    }

    @Test
    void aLogHasEveryDecisionOfARunThatResumes() throws Exception {
        Path whole = folder.resolve("whole.jsonl");
        run("whole", "--log", whole.toString()).succeeded();
        kill(folder.resolve("out/seeds/seed-2.checkpoint"), "--checkpoint", "0.05");
        Path log = folder.resolve("log.jsonl");
        run("out", "--resume", "--log", log.toString()).succeeded();
        assertThat(log).hasSameBinaryContentAs(whole);
        assertThat(contents(folder.resolve("out"))).isEqualTo(contents(folder.resolve("whole")));
    }

    @Test
    void anotherExperimentDoesNotResumeIt() throws Exception {
        kill(folder.resolve("out/seeds/seed-4.checkpoint"), "--checkpoint", "0.05");
        Map<String, String> before = contents(folder.resolve("out"));
        Files.writeString(spec, SPEC + "alpha: 0.2\n");
        run("out", "--resume")
                .refusedData("out: begun with learner alpha: 0.1 (expected: alpha: 0.2 as now, or another");
        Files.writeString(spec, SPEC + "feedback: {dropout: 0.5}\n");
        run("out", "--resume").refusedData("out: begun with experiment feedback: FeedbackSettings[");
        Files.writeString(spec, SPEC);
        Clouds.write(folder, 151);
        run("out", "--resume").refusedData("out: begun with other data (expected: the same as now, or another --out)");
        assertThat(contents(folder.resolve("out"))).isEqualTo(before);
    }

    @Test
    void whatIsCompleteIsNotRunAgain() throws IOException {
        Files.writeString(spec, SPEC.replace("20000", "200"));
        run("out").succeeded();
        Map<String, String> before = contents(folder.resolve("out"));
        Files.delete(folder.resolve("out/report.html"));
        assertThat(run("out", "--resume").succeeded().out()).endsWith("out: complete already\n");
        assertThat(folder.resolve("out/report.html")).doesNotExist();
        Files.writeString(spec, SPEC.replace("20000", "200").replace("[4, 2]", "[4]"));
        run("out", "--resume").refusedData("out: begun with other seeds (expected: the same as now");
        Files.writeString(spec, SPEC.replace("20000", "200"));
        run("out").succeeded(); // without --resume it is
        assertThat(contents(folder.resolve("out"))).isEqualTo(before);
    }

    @Test
    void theReasonWhyARunLeavesNoCheckpointsIsSaid() throws IOException {
        String settings = SPEC.replace("20000", "40");
        Map<String, String> reasons = Map.of(
                "feedback: {delay: 3}\n", "as answers come late;",
                "oracle: true\n", "as heads have oracles beside them;",
                "shift: covariate(tilt=1)\n", "as its queries are of two populations;");
        for (Map.Entry<String, String> reason : reasons.entrySet()) {
            Files.writeString(spec, settings + reason.getKey());
            assertThat(run("out" + reason.getValue().length(), "--resume")
                            .succeeded()
                            .err())
                    .contains(reason.getValue());
        }
    }

    @Test
    void aFolderInUseIsLeftAlone() throws Exception {
        Process process = Killed.start(folder.resolve("killed.log"), command("out", "--checkpoint", "0.05"));
        try {
            Killed.awaitExists(folder.resolve("out/seeds/seed-4.checkpoint"));
            run("out", "--resume")
                    .afterWarnings()
                    .refusedData("out: in use by another process (expected: one at a time)");
        } finally {
            process.destroyForcibly().waitFor();
        }
        assertThat(folder.resolve("out/seeds/seed-4.checkpoint")).exists();
    }
}
