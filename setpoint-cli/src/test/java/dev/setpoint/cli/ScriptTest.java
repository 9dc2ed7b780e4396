package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The start script in processes of its own. It runs as a copy in a folder that looks like the project after a build with the
 * classes under test, so that nothing is built while tests run.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(120)
class ScriptTest {
    private static final String LINE = "{\"p\":[0.5,0.3,0.2],\"arm\":0,\"propensity\":0.5,\"correct\":true}\n";

    /** What the script calls, but for Maven. */
    private static final List<String> TOOLS = List.of(
            "bash",
            "dirname",
            "readlink",
            "find",
            "sed",
            "head",
            "tr",
            "grep",
            "sort",
            "paste",
            "mkdir",
            "git",
            "locale");

    @TempDir
    static Path home;

    @BeforeAll
    static void project() throws IOException {
        for (String module : List.of("core", "sim", "cli")) {
            Files.createDirectories(home.resolve("setpoint-" + module + "/src/main"));
            Files.writeString(home.resolve("setpoint-" + module + "/pom.xml"), "");
            Files.createDirectories(home.resolve("setpoint-" + module + "/target"));
            String classes = "setpoint-" + module + "/target/classes";
            Files.createSymbolicLink(
                    home.resolve(classes), Cli.ROOT.resolve(classes).toRealPath());
        }
        Files.copy(Cli.ROOT.resolve("pom.xml"), home.resolve("pom.xml"));
        Files.createDirectories(home.resolve("scripts"));
        Files.copy(Cli.ROOT.resolve("scripts/environment.sh"), home.resolve("scripts/environment.sh"));
        Path script = Files.copy(Cli.ROOT.resolve("setpoint"), home.resolve("setpoint"));
        assertThat(script.toFile().setExecutable(true)).isTrue();
        for (String module : List.of("core", "sim", "cli")) { // after the poms, which would otherwise be newer
            Files.writeString(
                    home.resolve("setpoint-" + module + "/target/classpath.txt"),
                    module.equals("cli") ? classpath() : "");
        }
    }

    /** Of this process, which may be hidden in a jar by whoever runs the tests. */
    private static String classpath() {
        return String.join(
                File.pathSeparator,
                List.of(System.getProperty("java.class.path"), System.getProperty("surefire.test.class.path", "")));
    }

    private record Ended(int exit, String out, String err) {}

    private static Process start(ProcessBuilder builder) throws IOException {
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().keySet().removeIf(name -> name.startsWith("SETPOINT_") && !name.endsWith("OPTIONS"));
        return builder.redirectError(home.resolve("err.txt").toFile())
                .redirectOutput(home.resolve("out.txt").toFile())
                .start();
    }

    private static Ended end(Process process) throws IOException, InterruptedException {
        if (!process.waitFor(100, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Ended(
                process.exitValue(),
                Files.readString(home.resolve("out.txt")),
                Files.readString(home.resolve("err.txt")));
    }

    private static Ended run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home.resolve("setpoint").toString()));
        command.addAll(List.of(arguments));
        return end(start(new ProcessBuilder(command)));
    }

    private static Ended shell(String line) throws IOException, InterruptedException {
        return end(start(new ProcessBuilder("bash", "-o", "pipefail", "-c", line).directory(home.toFile())));
    }

    @Test
    void helpIsPlainAndTheExitCodeIsTheCommands() throws IOException, InterruptedException {
        Ended help = run("--help");
        assertThat(help.exit()).isZero();
        assertThat(help.err()).isEmpty();
        assertThat(help.out()).startsWith("Usage: setpoint ").doesNotContain("\u001b");
        Ended version = run("--version");
        assertThat(version.out()).matches("setpoint \\d+\\.\\d+.*\n");
        Ended none = run();
        assertThat(none.exit()).isEqualTo(2);
        assertThat(none.err()).isEqualTo("setpoint: no command given\nTry 'setpoint --help'.\n");
        Ended missing = run("validate-log", home.resolve("none").toString());
        assertThat(missing.exit()).isEqualTo(1);
        assertThat(missing.err()).isEqualTo("setpoint: " + home.resolve("none") + ": no such file\n");
    }

    /** The modules with engines are missing in this project; whoever asks for one makes the script build, which says so first. */
    @Test
    void onlyWhoAsksForAnEngineFetchesIt() throws IOException, InterruptedException {
        for (String[] asking : new String[][] {
            {"--text", "--version"},
            {"--deep", "--version"},
            {"--text", "--deep", "--version"},
            {"features", "clinc150", "--encoder=minilm", "--out", "x"},
            {"features", "clinc150", "--encoder", "minilm", "--out", "x"},
            {"features", "cifar10", "--network", "x", "--out", "x"},
            {"paper", "--quick"},
        }) {
            Ended ended = runWithoutMaven(asking);
            assertThat(ended.exit()).as(String.join(" ", asking)).isEqualTo(2);
            assertThat(ended.err())
                    .isEqualTo("setpoint: mvn not found (expected: Maven 3.8 or later on PATH, to build"
                            + " setpoint once)\n");
        }
        assertThat(runWithoutMaven("features", "--help").exit()).isZero();
        assertThat(runWithoutMaven("paper", "--help").out()).startsWith("Usage: setpoint paper ");
        assertThat(runWithoutMaven("paper", "-h").exit()).isZero();
        assertThat(runWithoutMaven(
                                "paper", "--draw", "--out", home.resolve("none").toString())
                        .err())
                .startsWith("setpoint: ")
                .doesNotContain("mvn");
        assertThat(runWithoutMaven("--version").exit()).isZero();
        Files.createDirectories(home.resolve("setpoint-text/src/main"));
        Files.createDirectories(home.resolve("setpoint-text/target/classes"));
        Files.writeString(home.resolve("setpoint-text/pom.xml"), "");
        Files.writeString(home.resolve("setpoint-text/target/classpath.txt"), "");
        assertThat(runWithoutMaven("--text", "--version").exit()).isZero();
        assertThat(runWithoutMaven("features", "clinc150", "--encoder=none", "--out", "x")
                        .err())
                .isEqualTo(
                        "setpoint: text encoder: none: none on the class path (expected: the module setpoint-text)\n");
        assertThat(runWithoutMaven("--deep", "--text", "--version").err()).contains("mvn not found");
    }

    private static Ended runWithoutMaven(String... arguments) throws IOException, InterruptedException {
        Path bin = Files.createDirectories(home.resolve("bin"));
        for (String tool : TOOLS) {
            Path found = Path.of("/usr/bin", tool);
            Path script = bin.resolve(tool);
            Files.writeString(
                    script, "#!/bin/sh\nexec " + (Files.exists(found) ? found : "/bin/" + tool) + " \"$@\"\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
        }
        List<String> command = new ArrayList<>(List.of(home.resolve("setpoint").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("PATH", bin.toString());
        return end(start(builder));
    }

    /** A plugin compiled here, in a folder whose name has a blank. */
    @Test
    void namesOfPluginsOnTheClassPathVariableAreKnown() throws IOException, InterruptedException {
        Path plugin = Files.createDirectories(home.resolve("plug in/META-INF/services"))
                .resolve("../..")
                .normalize();
        Path source = plugin.resolve("DoublePlugin.java");
        Files.writeString(source, """
                import dev.setpoint.notation.*;
                import dev.setpoint.score.*;
                import java.util.List;

                public class DoublePlugin implements Plugin<Score> {
                    public record Double() implements Score {
                        public void scoresInto(RankedProbabilities query, double[] u, double[] scores) {
                            for (int k = 0; k < query.labels(); k++) scores[k] = 2 * query.probability(k);
                        }
                        public boolean randomised() { return false; }
                        public ScoreRange range(int labels) { return new ScoreRange(0, 2); }
                        public String toString() { return "double"; }
                    }
                    public Class<Score> kind() { return Score.class; }
                    public List<String> names() { return List.of("double"); }
                    public Score parse(Notation notation) { return new Double(); }
                }
                """);
        Files.writeString(plugin.resolve("META-INF/services/dev.setpoint.notation.Plugin"), "DoublePlugin\n");
        String core = Cli.ROOT.resolve("setpoint-core/target/classes").toString();
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-cp", core, "-d", plugin.toString(), source.toString()))
                .isZero();
        Files.writeString(home.resolve("plugin.jsonl"), LINE);
        String replay = "./setpoint replay plugin.jsonl --sets - --score double";
        Ended without = shell(replay);
        assertThat(without.exit()).isEqualTo(2);
        assertThat(without.err()).contains("double");
        Ended missing = shell("SETPOINT_CLASSPATH=:" + home.resolve("none.jar") + ":'" + plugin + "' " + replay);
        assertThat(missing.exit()).isEqualTo(2);
        assertThat(missing.err())
                .contains("SETPOINT_CLASSPATH: " + home.resolve("none.jar") + " (expected: jars and folders");
        Ended with = shell("SETPOINT_CLASSPATH=::'" + plugin + "' " + replay);
        assertThat(with.exit()).as(with.err()).isZero();
        assertThat(with.out()).isEqualTo("{\"step\":0,\"row\":0,\"set\":[0,1,2]}\n");
    }

    @Test
    void whatIsWrongAroundItIsSaidInOneSentence() throws IOException, InterruptedException {
        Map<String, String> wrong = Map.of(
                "SETPOINT_JAVA_OPTIONS=nonsense",
                        "setpoint: SETPOINT_JAVA_OPTIONS: nonsense (expected: options of Java",
                "SETPOINT_JAVA_OPTIONS=-Xmx1k", "setpoint: SETPOINT_JAVA_OPTIONS: -Xmx1k (expected: options of Java",
                "SETPOINT_DATA=/none", "setpoint: /none: no such folder (expected: SETPOINT_DATA names",
                "JAVA_HOME=$'/no\\e[31mne'", "setpoint: JAVA_HOME: /no?[31mne (expected: a JDK 17");
        for (Map.Entry<String, String> one : wrong.entrySet()) {
            Ended ended = shell(one.getKey() + " ./setpoint datasets");
            assertThat(ended.exit()).as(one.getKey()).isIn(1, 2);
            assertThat(ended.err()).startsWith(one.getValue()).hasLineCount(1);
            assertThat(ended.out()).isEmpty();
        }
        assertThat(shell("SETPOINT_JAVA_OPTIONS=-XX:+UseSerialGC ./setpoint --version")
                        .exit())
                .isZero();
        Ended gone = shell("here=$PWD; mkdir gone; cd gone; rmdir ../gone; \"$here/setpoint\" --version");
        assertThat(gone.exit()).isEqualTo(2);
        assertThat(gone.err()).contains("setpoint: the current folder is gone");
    }

    @Test
    void itRunsThroughALinkFromAnywhere() throws IOException, InterruptedException {
        Path bin = Files.createDirectories(home.resolve("some where"));
        Files.createSymbolicLink(bin.resolve("sp"), home.resolve("setpoint"));
        Ended ended = end(start(new ProcessBuilder("./sp", "datasets", "clinc150").directory(bin.toFile())));
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(ended.out()).startsWith("looked for in " + home.resolve("data"));
    }

    @Test
    void aReaderThatHasEnoughCausesNoTrace() throws IOException, InterruptedException {
        Files.writeString(home.resolve("long.jsonl"), LINE.repeat(20_000));
        Ended ended = shell("set +o pipefail; ./setpoint replay long.jsonl --sets - | head -n 1");
        assertThat(ended.out()).isEqualTo("{\"step\":0,\"row\":0,\"set\":[0,1,2]}\n");
        assertThat(ended.exit()).isZero();
        assertThat(ended.err()).doesNotContain("Exception", "at dev.setpoint", "\u001b");
    }

    @Test
    void outputThatCannotBeWrittenIsAnErrorOfEveryCommand() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("/dev/full")));
        Files.writeString(home.resolve("full.jsonl"), LINE.repeat(10));
        for (String command : List.of(
                "replay full.jsonl --sets -",
                "validate-log full.jsonl",
                "whatif full.jsonl --tracker auto",
                "datasets clinc150",
                "--help")) {
            Ended ended = shell("./setpoint " + command + " > /dev/full");
            assertThat(ended.exit()).as(command).isEqualTo(1);
            assertThat(ended.err().lines().filter(line -> !line.matches("\\d+ lines?, .*")))
                    .as(command)
                    .containsExactly("setpoint: standard output: not everything could be written");
        }
    }

    /** A limit to the size of files takes the place of a full disk. */
    @Test
    void aFullDiskNamesTheFile() throws IOException, InterruptedException {
        Clouds.write(home, 3000);
        Files.writeString(
                home.resolve("full.yaml"),
                "data: {format: csv, files: rows.csv, label: class}\ncheckpoints: 1000\nseeds: [1]\n");
        Ended run = shell("ulimit -f 100; ./setpoint run full.yaml --out full");
        assertThat(run.exit()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).endsWith("setpoint: full/seeds/seed-1.metrics.csv: File too large\n");
        assertThat(home.resolve("full/seeds")).doesNotExist();
        Files.writeString(home.resolve("full.jsonl"), LINE.repeat(10_000));
        Ended replay = shell("ulimit -f 100; ./setpoint replay full.jsonl --sets sets.jsonl");
        assertThat(replay.exit()).as(replay.err()).isEqualTo(1);
        assertThat(replay.err()).contains("setpoint: sets.jsonl: File too large\n");
        assertThat(home.resolve("sets.jsonl.part")).doesNotExist();
    }

    /** The bytes of the name are written here as numbers, as this process may itself be in the locale C. */
    private static final String NAMED = "name=$(printf 'gr\\303\\274\\303\\237e'); ln -sfn . \"$name\"; ";

    @Test
    void namesBeyondAsciiWorkInTheLocaleC() throws IOException, InterruptedException {
        Clouds.write(home, 60);
        Ended ended = shell(
                NAMED + "cp rows.csv $name.csv; "
                        + "echo \"data: {format: csv, files: $name.csv, label: class}\" >$name.yaml; "
                        + "unset LANG LC_CTYPE; LC_ALL=C ./$name/setpoint run $name.yaml --out out-$name && test -s out-$name/report.html");
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(ended.out()).endsWith("report: out-gr\u00fc\u00dfe/report.html\n");
    }

    @Test
    void withoutALocaleForThemTheyAreRefusedInASentence() throws IOException, InterruptedException {
        Path bin = Files.createDirectories(home.resolve("ascii"));
        Path locale = Files.writeString(
                bin.resolve("locale"),
                "#!/bin/sh\nif [ \"$1\" = charmap ]; then echo ANSI_X3.4-1968; else echo POSIX; fi\n");
        assertThat(locale.toFile().setExecutable(true)).isTrue();
        Ended ended = shell(NAMED + "PATH=$PWD/ascii:$PATH LC_ALL=C ./setpoint validate-log $name.jsonl");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err())
                .isEqualTo(
                        "setpoint: gr\u00fc\u00dfe.jsonl: beyond ASCII (expected: a locale with UTF-8, which this system"
                                + " lacks, or another name)\n");
        assertThat(shell("PATH=$PWD/ascii:$PATH LC_ALL=C ./setpoint --version").exit())
                .isZero();
    }

    @Test
    void anOldJavaIsRefusedAtEveryStart() throws IOException, InterruptedException {
        Path bin = Files.createDirectories(home.resolve("old/bin"));
        Path java = Files.writeString(bin.resolve("java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Ended ended = shell("JAVA_HOME=old ./setpoint --version");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err())
                .isEqualTo("setpoint: JAVA_HOME: old, which is Java 11.0.2 (expected: a JDK 17 or later)\n");
        Files.writeString(home.resolve("old/release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"1.8.0_392\"\n");
        assertThat(shell("JAVA_HOME=old ./setpoint --version").err()).contains("which is Java 1.8.0_392");
        assertThat(shell("JAVA_HOME=none ./setpoint --version").err())
                .isEqualTo("setpoint: JAVA_HOME: none (expected: a JDK 17 or later)\n");
    }

    @Test
    void aCheckoutThatCannotBeOnAClassPathIsRefused() throws IOException, InterruptedException {
        Ended ended = shell("ln -sfn . a:b; ./a:b/setpoint --version");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err())
                .endsWith("/a:b: a colon in its name (expected: none, as class paths are separated by colons)\n");
    }

    @Test
    void aCheckoutThatIsNotBuiltAndCannotBeIsRefused() throws IOException, InterruptedException {
        boolean isRoot = shell("id -u").out().equals("0\n");
        assumeTrue(!isRoot || shell("command -v setpriv").exit() == 0);
        String asAnother = isRoot ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : "";
        Ended ended = shell("chmod 755 .; mkdir unbuilt; cp -r setpoint scripts pom.xml unbuilt; cd unbuilt;"
                + " mkdir setpoint-core setpoint-sim setpoint-cli; chmod -R a-w .;"
                + " JAVA_HOME= PATH=$PATH:$JAVA_HOME/bin " + asAnother
                + "./setpoint --version; exit=$?; chmod -R u+w .; exit $exit");
        assertThat(ended.exit()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err())
                .endsWith("/unbuilt: not built for this user, nor writable (expected: built by its owner with"
                        + " ./setpoint --version, or a copy of one's own)\n");
    }

    @Test
    void aLogLargerThanTheHeapIsReplayedAsItComes() throws IOException, InterruptedException {
        int lines = 300_000;
        ProcessBuilder builder = new ProcessBuilder(
                home.resolve("setpoint").toString(),
                "replay",
                "-",
                "--score",
                "aps",
                "--sets",
                home.resolve("large-sets.jsonl").toString(),
                "--thresholds",
                home.resolve("large-thresholds.csv").toString());
        builder.environment().put("SETPOINT_JAVA_OPTIONS", "-Xmx64m -XX:TieredStopAtLevel=1");
        Process process = start(builder);
        long bytes = 0;
        try (Writer in = new BufferedWriter(
                new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII), 1 << 16)) {
            for (int i = 0; i < lines; i++) {
                String line = "{\"step\":" + i / 3 + ",\"id\":\"decision-number-" + i
                        + "\",\"p\":[0.1250000,0.3750000,0.2500000,0.2500000],\"arm\":" + i % 4
                        + ",\"propensity\":0.25000000,\"correct\":" + (i % 3 == 0)
                        + ",\"u\":[0.50000000,0.25000000,0.75000000,0.12500000],\"comment\":\"" + "x".repeat(60)
                        + "\"}\n";
                bytes += line.length();
                in.write(line);
            }
        }
        Ended ended = end(process);
        assertThat(ended.exit()).as(ended.err()).isZero();
        assertThat(bytes).as("the log is larger than the heap").isGreaterThan(64L << 20);
        assertThat(ended.err()).contains("300000 lines, 100000 steps, 4 labels");
        try (var sets = Files.lines(home.resolve("large-sets.jsonl"));
                var thresholds = Files.lines(home.resolve("large-thresholds.csv"))) {
            assertThat(sets.count()).isEqualTo(lines);
            assertThat(thresholds.count()).isEqualTo(1 + lines / 3);
        }
    }
}
