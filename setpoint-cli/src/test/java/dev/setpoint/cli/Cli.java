package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * The command, run in this process.
 *
 * @param exit its exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record Cli(int exit, String out, String err) {
    /** The project's root; tests run in the module's folder. */
    public static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    public static final String DATA = ROOT.resolve("data").toString();

    public static Cli run(Object... arguments) {
        return runWithInput(new byte[0], arguments);
    }

    public static Cli runWithInput(byte[] input, Object... arguments) {
        PrintStream outBefore = System.out;
        PrintStream errBefore = System.err;
        InputStream inBefore = System.in;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
            System.setIn(new ByteArrayInputStream(input));
            int exit = Main.execute(Stream.of(arguments).map(String::valueOf).toArray(String[]::new));
            System.out.flush();
            System.err.flush();
            return new Cli(
                    exit, out.toString(StandardCharsets.UTF_8), withoutAgent(err.toString(StandardCharsets.UTF_8)));
        } finally {
            System.setOut(outBefore);
            System.setErr(errBefore);
            System.setIn(inBefore);
        }
    }

    /** A fuzz test that ran before in this process has left Jazzer's agent behind, which tells of every class it sees. */
    private static String withoutAgent(String err) {
        return err.replaceAll("(?m)^INFO: Instrumented .*\\R", "");
    }

    /** Asserts that it was done. */
    public Cli succeeded() {
        assertThat(exit).as("exit code; standard error: %s", err).isZero();
        return this;
    }

    /** The same without what {@code run} says of the data before it starts: all lines up to that of the labels. */
    public Cli afterStart() {
        return new Cli(exit, out, err.replaceFirst("(?s)\\A.*?\nlabels: [^\n]*\n", ""));
    }

    /** The same, also without the warnings that follow. */
    public Cli afterWarnings() {
        Cli started = afterStart();
        return new Cli(exit, out, started.err.replaceAll("(?m)^setpoint: warning: .*\n", ""));
    }

    /** Asserts bad data: exit code 1, one sentence with these parts on standard error, nothing on standard output. */
    public Cli refusedData(String... parts) {
        assertThat(exit).as("exit code; standard error: %s", err).isEqualTo(1);
        assertThat(out).isEmpty();
        assertSentence(parts);
        assertThat(err.lines()).as("lines of standard error").hasSize(1);
        return this;
    }

    /** Asserts wrong usage: exit code 2, one sentence with these parts, and perhaps a pointer to the help. */
    public Cli refusedUsage(String... parts) {
        assertThat(exit).as("exit code; standard error: %s", err).isEqualTo(2);
        assertThat(out).isEmpty();
        assertSentence(parts);
        List<String> rest = err.lines().skip(1).toList();
        if (!rest.isEmpty()) {
            assertThat(rest).singleElement().asString().matches("Try 'setpoint.* --help'\\.");
        }
        return this;
    }

    private void assertSentence(String... parts) {
        assertThat(err.lines().findFirst().orElse(""))
                .startsWith("setpoint: ")
                .contains(parts)
                .doesNotContain("\u001b");
        assertThat(err).doesNotContain("at dev.setpoint", "Exception", "a defect in setpoint");
    }
}
