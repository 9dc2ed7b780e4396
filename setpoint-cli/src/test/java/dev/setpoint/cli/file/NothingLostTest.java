package dev.setpoint.cli.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.DecisionBatch;
import dev.setpoint.DecisionLogWriter;
import dev.setpoint.Feedback;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.cli.Cli;
import dev.setpoint.cli.Clouds;
import dev.setpoint.cli.Killed;
import dev.setpoint.cli.run.RunFolder;
import dev.setpoint.cli.run.RunPipeline;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No command writes what it reads, what is someone else's, or what another process is writing. */
class NothingLostTest {
    private static final String LINE = "{\"p\":[0.5,0.3,0.2],\"arm\":0,\"propensity\":0.5,\"correct\":true}\n";
    private static final String DIFFERENT = "(expected: different files)";
    private static final String NEW = "(expected: a new or empty folder, or one ";

    @TempDir
    Path folder;

    private Path spec;
    private Path data;
    private Path out;

    @BeforeEach
    void files() throws IOException {
        Clouds.write(folder, 300);
        data = folder.resolve("rows.csv");
        out = folder.resolve("out");
        spec = spec("rows.csv");
    }

    private Path spec(String files) throws IOException {
        return Files.writeString(
                folder.resolve("spec.yaml"), "data: {format: csv, files: " + files + ", label: class}\nseeds: [1]\n");
    }

    private Cli run(Object... more) {
        Object[] all = new Object[more.length + 2];
        all[0] = "run";
        all[1] = spec;
        System.arraycopy(more, 0, all, 2, more.length);
        return Cli.run(all);
    }

    private Map<String, String> contents() throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (var files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                contents.put(
                        folder.relativize(file).toString(),
                        Files.isRegularFile(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "");
            }
        }
        return contents;
    }

    @Test
    void aLogIsNotWrittenOverTheDataByWhateverName() throws IOException {
        Files.createDirectory(folder.resolve("a"));
        Files.createSymbolicLink(folder.resolve("soft.jsonl"), data);
        Files.createLink(folder.resolve("hard.jsonl"), data);
        Files.createSymbolicLink(folder.resolve("elsewhere"), folder);
        Map<String, String> before = contents();
        for (String name :
                new String[] {"rows.csv", "a/../rows.csv", "soft.jsonl", "hard.jsonl", "elsewhere/rows.csv"}) {
            run("--out", out, "--log", folder + "/" + name).refusedUsage("data and --log: both ", name, DIFFERENT);
        }
        run("--out", out, "--log", spec).refusedUsage("SPEC.yaml and --log: both ", DIFFERENT);
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void noRoomForALogIsMadeOfTheData() throws IOException {
        spec = spec("log.jsonl.part");
        Files.move(data, folder.resolve("log.jsonl.part"));
        Map<String, String> before = contents();
        run("--out", out, "--log", folder.resolve("log.jsonl")).refusedUsage("data and --log: both ", DIFFERENT);
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void aFileOfAnotherKindIsNotReplaced() throws IOException {
        Path notes = Files.writeString(folder.resolve("notes.txt"), "mine\n");
        Path log = Files.writeString(folder.resolve("log.jsonl"), LINE);
        Files.writeString(folder.resolve("new.jsonl.part"), "mine, too\n");
        Map<String, String> before = contents();
        run("--out", out, "--log", notes).refusedUsage("--log: " + notes + ", which is not the log of a run");
        run("--out", out, "--log", log).refusedUsage("--log: " + log + ", which is not the log of a run");
        run("--out", out, "--log", folder.resolve("new.jsonl")).refusedUsage("new.jsonl.part is in the way");
        for (String option : new String[] {"--sets", "--thresholds", "--state-out"}) {
            Cli.run("replay", log, option, notes).refusedUsage(option + ": " + notes + ", which is not a ");
        }
        for (String option : new String[] {"--csv", "--plot"}) {
            Cli.run("whatif", log, option, notes).refusedUsage(option + ": " + notes + ", which is not a ");
        }
        Cli.run("features", "cifar10", "--encoder", "x", "--out", notes)
                .refusedUsage("--out: " + notes + ", which is not a file of features");
        run("--out", out, "--log", "").refusedUsage("--log: '' (expected: the name of a file)");
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void whatACommandHasWrittenItReplaces() throws IOException {
        Path log = folder.resolve("log.jsonl");
        Path packed = folder.resolve("log.jsonl.gz");
        for (int i = 0; i < 2; i++) {
            run("--out", out, "--log", log).succeeded();
            run("--out", out, "--log", packed).succeeded();
            Cli.run(
                            "replay",
                            log,
                            "--sets",
                            folder.resolve("s"),
                            "--thresholds",
                            folder.resolve("t"),
                            "--state-out",
                            folder.resolve("f"))
                    .succeeded();
            Cli.run("whatif", log, "--csv", folder.resolve("c"), "--plot", folder.resolve("p"))
                    .succeeded();
        }
        byte[] whole = Files.readAllBytes(packed);
        run("--out", out, "--log", packed).succeeded();
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
        assertThat(packed).hasBinaryContent(whole);
    }

    @Test
    void aFolderWithFilesOfOthersIsLeftAlone() throws IOException {
        Files.createDirectory(out);
        Files.writeString(out.resolve("report.html"), "mine");
        Map<String, String> before = contents();
        run("--out", out).refusedUsage("--out: " + out + ", which has other files in it " + NEW);
        run("--out", out, "--resume").refusedUsage(NEW);
        Cli.run("demo", "--data", Cli.DATA, "--out", out).refusedUsage(NEW);
        Cli.run("compare", "--data", Cli.DATA, "--only", "clinc150", "--out", out)
                .refusedUsage(NEW);
        Cli.run("paper", "--quick", "--out", out).refusedUsage(NEW);
        assertThat(contents()).isEqualTo(before);
        Files.writeString(out.resolve("manifest.json"), "{\"name\":\"a site\",\"versions\":{}}");
        run("--out", out).refusedUsage("which has other files in it");
        Files.writeString(out.resolve("manifest.json"), "no JSON");
        run("--out", out).refusedUsage("which has other files in it");
        run("--out", folder).refusedUsage("which has other files in it");
        run("--out", "").refusedUsage("--out: '' (expected: the name of a folder)");
        Cli.run("demo", "--data", Cli.DATA, "--out", "").refusedUsage("--out: '' (expected: the name of a folder)");
        assertThat(out.resolve("report.html")).hasContent("mine");
    }

    @Test
    void aReportOfOthersBesideRunsIsLeftAlone() throws IOException {
        run("--out", folder.resolve("x/segments-softmax")).succeeded();
        Files.writeString(folder.resolve("x/report.html"), "mine");
        Cli.run("paper", "--quick", "--out", folder.resolve("x")).refusedUsage(NEW + "that paper has written)");
        Files.delete(folder.resolve("x/report.html"));
        run("--out", folder.resolve("y/clinc150/bandit")).succeeded();
        Files.writeString(folder.resolve("y/results.md"), "mine");
        Cli.run("compare", "--data", Cli.DATA, "--only", "clinc150", "--out", folder.resolve("y"))
                .refusedUsage(NEW + "that compare has written)");
        assertThat(folder.resolve("y/results.md")).hasContent("mine");
    }

    @Test
    void theDataAreNotAmongTheFilesOfTheRunFolder() throws IOException {
        run("--out", out).succeeded();
        Files.move(data, out.resolve("metrics.csv"), StandardCopyOption.REPLACE_EXISTING);
        spec = spec("out/metrics.csv");
        Map<String, String> before = contents();
        run("--out", out).refusedUsage("data and --out: ", "metrics.csv", "would be both");
        Files.createSymbolicLink(folder.resolve("link"), out);
        run("--out", folder.resolve("link")).refusedUsage("data and --out: ", "would be both");
        Files.delete(folder.resolve("link"));
        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"metrics.csv", "report.html", "summary.json", "manifest.json.part", "plots/log", "seeds/log"})
    void theLogIsNotAmongTheFilesOfTheRunFolder(String name) throws IOException {
        run("--out", out).succeeded();
        Files.createDirectories(out.resolve("seeds"));
        Map<String, String> before = contents();
        run("--out", out, "--log", out.resolve(name)).refusedUsage("--log and --out: ", name);
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void aLogOfALiveProgramIsNotReplaced() throws IOException {
        Path log = folder.resolve("live.jsonl");
        LearnerSettings settings = LearnerSettings.builder("a", "b")
                .features(VectorSettings.dense(1))
                .build();
        try (Learner learner = new Learner(settings);
                Writer out = Files.newBufferedWriter(log)) {
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(FeatureVector.dense(1), batch);
            new DecisionLogWriter(out)
                    .write(0, batch, 0, Feedback.of(true), 0); // as run writes it: a step, a number as id
        }
        byte[] before = Files.readAllBytes(log);
        run("--out", out, "--log", log).refusedUsage("--log: " + log + ", which is not the log of a run");
        assertThat(log).hasBinaryContent(before);
    }

    @Test
    void commandsThatWriteOneFileAtOnceLeaveThatOfTheLastWhole() throws Exception {
        Path file = folder.resolve("sets.jsonl");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        List<Future<?>> writers = new ArrayList<>();
        for (int writer = 0; writer < 4; writer++) {
            String line = ("{\"step\":" + writer + "}\n").repeat(2000);
            writers.add(threads.submit(() -> {
                for (int i = 0; i < 50; i++) {
                    try (AtomicOutput output = new AtomicOutput(file.toString())) {
                        output.writer().write(line);
                        output.commit();
                    }
                    assertThat(Files.readString(file)).hasSize(line.length()).matches("(?s)(\\{\"step\":.})\n(\\1\n)*");
                }
                return null;
            }));
        }
        for (Future<?> writer : writers) {
            writer.get();
        }
        threads.shutdown();
        assertThat(folder).isDirectoryNotContaining("glob:**.part");
    }

    @Test
    void partsOfKilledCommandsGoAndThoseOfOthersStay() throws Exception {
        Path log = folder.resolve("log.jsonl");
        Path left = Files.writeString(folder.resolve("log.jsonl.0123abcd.part"), "half");
        Path fresh = Files.writeString(folder.resolve("log.jsonl.1123abcd.part"), "half");
        Path foreign = Files.writeString(folder.resolve("log.jsonl.mine.part"), "mine");
        Path spec = Files.writeString(
                folder.resolve("long.yaml"),
                "data: {format: csv, files: rows.csv, label: class}\npasses: 100000\nseeds: [1]\n");
        Process process = Killed.start(
                folder.resolve("said"),
                List.of("run", spec.toString(), "--out", folder.resolve("long").toString(), "--log", log.toString()));
        try {
            Path written = awaitPart(log, List.of(left, fresh));
            Killed.awaitExists(folder.resolve("long/seeds/manifest.json"));
            FileTime old = FileTime.from(Instant.now().minusSeconds(60));
            for (Path part : List.of(left, written, foreign)) {
                Files.setLastModifiedTime(part, old);
            }
            run("--out", out, "--log", log).succeeded();
            assertThat(left).doesNotExist();
            assertThat(fresh).exists();
            assertThat(foreign).exists();
            assertThat(written).as("of a process that is still writing it").exists();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private Path awaitPart(Path file, List<Path> but) throws IOException, InterruptedException {
        for (long end = System.nanoTime() + 100_000_000_000L; System.nanoTime() < end; Thread.sleep(5)) {
            try (Stream<Path> files = Files.list(file.getParent())) {
                Optional<Path> part = files.filter(one ->
                                one.getFileName().toString().matches(file.getFileName() + "\\.[0-9a-f]{8}\\.part"))
                        .filter(one -> !but.contains(one))
                        .findFirst();
                if (part.isPresent()) {
                    return part.get();
                }
            }
        }
        throw new AssertionError("no part of " + file);
    }

    @Test
    void aResumedRunKeepsWhatWasSavedWhereItsLogCannotBeOpened() throws IOException {
        run("--out", out).succeeded();
        Path seeds = Files.createDirectory(out.resolve("seeds"));
        Files.copy(out.resolve("manifest.json"), seeds.resolve("manifest.json"));
        Files.writeString(seeds.resolve("seed-1.checkpoint"), "days");
        String name = "x".repeat(250); // with what a part has behind it, longer than a name may be
        assertThat(run("--out", out, "--resume", "--log", folder.resolve(name)).exit())
                .isEqualTo(1);
        assertThat(seeds.resolve("seed-1.checkpoint")).hasContent("days");
        assertThat(seeds.resolve("manifest.json")).exists();
    }

    @Test
    void partsThatAreLinksAreNotFollowed() throws IOException {
        run("--out", out).succeeded();
        Path mine = Files.writeString(folder.resolve("mine"), "mine");
        for (String name : List.of("metrics.csv.part", "report.html.part", "seeds.part")) {
            Path link = Files.createSymbolicLink(out.resolve(name), mine);
            run("--out", out).refusedUsage("--out: " + link + " is a link to elsewhere");
            Files.delete(link);
        }
        Files.createSymbolicLink(out.resolve("plots/coverage.svg.part"), mine);
        Cli.run("report", out)
                .refusedData(
                        out.resolve("plots/coverage.svg") + ": coverage.svg.part is a link (expected: none there)");
        assertThat(mine).hasContent("mine");
    }

    @Test
    void theFolderIsKnownAsOursBeforeTheLogBegins() throws IOException, InterruptedException {
        Files.writeString(spec, "passes: 100000\n", StandardOpenOption.APPEND);
        Path log = out.resolve("log.jsonl");
        Files.createDirectory(out);
        Process process = Killed.start(
                folder.resolve("said"),
                List.of("run", spec.toString(), "--out", out.toString(), "--log", log.toString()));
        try {
            awaitPart(log, List.of());
            assertThat(out.resolve("seeds/manifest.json")).exists();
        } finally {
            process.destroyForcibly().waitFor();
        }
        spec = spec("rows.csv");
        run("--out", out).succeeded();
    }

    @Test
    void theLogMayBeBesideThem() {
        run("--out", out).succeeded();
        run("--out", out, "--log", out.resolve("log.jsonl")).succeeded();
        assertThat(out.resolve("log.jsonl")).exists();
    }

    @Test
    void linksOutOfTheFolderAreNotFollowed() throws IOException {
        run("--out", out).succeeded();
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path mine = Files.writeString(elsewhere.resolve("coverage.svg"), "mine");
        Files.move(out.resolve("plots"), folder.resolve("plots"));
        Files.createSymbolicLink(out.resolve("plots"), elsewhere);
        run("--out", out).refusedUsage("--out: " + out.resolve("plots") + " is a link to elsewhere");
        Cli.run("report", out).refusedUsage("DIR: " + out.resolve("plots") + " is a link to elsewhere");
        Files.delete(out.resolve("plots"));
        Files.createDirectory(out.resolve("plots"));
        Files.createSymbolicLink(out.resolve("plots/coverage.svg"), mine);
        Cli.run("report", out).succeeded();
        assertThat(mine).hasContent("mine");
        assertThat(out.resolve("plots/coverage.svg")).content().startsWith("<svg ");
    }

    @Test
    void oneProcessAtATime() throws IOException {
        run("--out", out).succeeded();
        try (OutputFolder.Hold hold = RunFolder.output(out).hold()) {
            Map<String, String> before = contents();
            String inUse = hold.folder() + ": in use by another process (expected: one at a time)";
            run("--out", out).afterStart().refusedData(inUse);
            Cli.run("report", out).refusedData(inUse);
            assertThat(contents()).isEqualTo(before);
        }
        run("--out", out).succeeded();
    }

    @Test
    void partsOfAnInterruptedRunGo() throws IOException {
        run("--out", out).succeeded();
        Map<String, String> before = contents();
        Files.createDirectory(out.resolve("seeds"));
        for (String part : new String[] {
            "metrics.csv.part", "plots/coverage.svg.part", "report.html.part", "seeds/seed-9.metrics.csv"
        }) {
            Files.writeString(out.resolve(part), "half");
        }
        run("--out", out).succeeded();
        assertThat(contents()).isEqualTo(before);
    }

    @Test
    void aFolderWhoseProcessWasKilledAtOnceIsOurs() throws IOException {
        Files.createDirectories(out.resolve("seeds"));
        Files.createFile(out.resolve(".setpoint-lock"));
        Files.writeString(out.resolve("seeds/manifest.json.part"), "{");
        run("--out", out).succeeded();
        Path foreign = Files.createDirectory(folder.resolve("foreign"));
        Files.createDirectory(foreign.resolve("seeds"));
        run("--out", foreign).refusedUsage("which has other files in it");
    }

    @Test
    void aRunThatWasSavedOnItsWayIsNotDiscarded() throws IOException {
        run("--out", out).succeeded();
        Path seeds = Files.createDirectory(out.resolve("seeds"));
        Files.copy(out.resolve("manifest.json"), seeds.resolve("manifest.json"));
        Files.writeString(seeds.resolve("seed-1.checkpoint"), "days");
        Cli demo = Cli.run("demo", "--data", Cli.DATA, "--out", out);
        assertThat(demo.exit()).isEqualTo(1);
        assertThat(demo.err()).endsWith(": has a run that took long enough to be saved (expected: another --out)\n");
        run("--out", out).refusedData("out: has a run (expected: --resume to resume it, or another --out)");
        Path later = Files.createDirectories(folder.resolve("later/seeds"));
        Files.copy(out.resolve("manifest.json"), later.resolve("manifest.json"));
        assertThatThrownBy(() -> RunPipeline.discardInterrupted(List.of(later.getParent(), out)))
                .hasMessageContaining(": has a run that took long enough to be saved");
        assertThat(seeds.resolve("seed-1.checkpoint")).hasContent("days");
        assertThat(later).exists();
    }

    @Test
    void whatIsUnderWayIsNeitherARunFolderNorAPlaceForFilesOfOthers() throws IOException {
        run("--out", out).succeeded();
        Path seeds = Files.createDirectory(out.resolve("seeds"));
        Files.copy(out.resolve("manifest.json"), seeds.resolve("manifest.json"));
        Files.writeString(seeds.resolve("seed-1.checkpoint"), "days");
        run("--out", seeds).refusedUsage("which has other files in it");
        Files.delete(seeds.resolve("manifest.json"));
        run("--out", out, "--resume").refusedData("seeds/manifest.json: no such file (expected: that of the run");
        run("--out", out).refusedData("seeds/manifest.json: no such file");
        assertThat(seeds.resolve("seed-1.checkpoint")).hasContent("days");
        Files.delete(seeds.resolve("seed-1.checkpoint"));
        Files.writeString(seeds.resolve("mine.txt"), "mine");
        run("--out", out).refusedUsage("which has other files in it");
        assertThat(seeds.resolve("mine.txt")).hasContent("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"metrics.csv", "report.html", "report.html.part", ".setpoint-lock"})
    void aFolderInThePlaceOfAFileIsToldBeforeTheRun(String name) throws IOException {
        run("--out", out).succeeded();
        Files.delete(out.resolve(name.replace(".part", "")));
        Files.createDirectory(out.resolve(name));
        run("--out", out).refusedUsage("--out: " + out.resolve(name) + " is no file (expected: one, or nothing yet)");
        Cli.run("report", out).refusedUsage(out.resolve(name) + " is no file");
    }

    @Test
    void anInterruptedComparisonLeavesNothingBesideALaterOne() throws IOException {
        Path seeds = Files.createDirectories(out.resolve("letter/bandit/seeds"));
        run("--out", folder.resolve("whole")).succeeded();
        Files.copy(folder.resolve("whole/manifest.json"), seeds.resolve("manifest.json"));
        Files.writeString(seeds.resolve("seed-101.metrics.csv"), "");
        RunPipeline.discardInterrupted(List.of(out.resolve("letter/bandit"), out.resolve("letter/labels")));
        assertThat(seeds).doesNotExist();
        assertThat(out.resolve("letter/labels")).doesNotExist();
    }

    @Test
    void damagedGzipAndAnotherKindOfStateStay() throws IOException {
        Path mine = folder.resolve("mine.jsonl.gz");
        Files.write(mine, new byte[] {0x1f, (byte) 0x8b, 8, 0, 1, 2, 3});
        run("--out", out, "--log", mine).refusedUsage("--log: " + mine + ", which is not");
        assertThat(mine).hasSize(7);
        Path log = Files.writeString(folder.resolve("log.jsonl"), LINE);
        Path state = Files.write(
                folder.resolve("learner.snapshot"),
                new Learner(LearnerSettings.builder("a", "b").build()).snapshot());
        Cli.run("replay", log, "--state-out", state).refusedUsage("--state-out: " + state + ", which is not");
    }

    @Test
    void whatFileManagersLeaveIsNobodysFile() throws IOException {
        Files.createDirectories(out);
        Files.writeString(out.resolve(".DS_Store"), "x");
        run("--out", out).succeeded();
        assertThat(out.resolve(".DS_Store")).hasContent("x");
    }

    @Test
    void whoCannotWriteSaysWhere() throws IOException {
        if (!Files.exists(Path.of("/dev/full"))) {
            return;
        }
        Path log = Files.writeString(folder.resolve("log.jsonl"), LINE);
        Cli.run("replay", log, "--sets", "/dev/full").refusedData("/dev/full: No space left on device");
        Cli.run("replay", log, "--thresholds", "/dev/full").refusedData("/dev/full: No space left on device");
        Cli.run("replay", log, "--state-out", "/dev/full").refusedData("/dev/full: No space left on device");
        Cli.run("whatif", log, "--csv", "/dev/full").refusedData("/dev/full: No space left on device");
        Cli.run("whatif", log, "--plot", "/dev/full").refusedData("/dev/full: No space left on device");
        run("--out", out, "--log", "/dev/full").afterStart().refusedData("/dev/full: No space left on device");
    }
}
