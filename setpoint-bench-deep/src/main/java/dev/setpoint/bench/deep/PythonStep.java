package dev.setpoint.bench.deep;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A Python process that makes one bare step of the same network whenever it is told to. */
final class PythonStep implements Turn.Taker, AutoCloseable {
    /** How PyTorch is set up. */
    enum Variant {
        /** As it comes. */
        BARE("Python, bare", "contiguous_format", false),
        /** Idle threads sleep rather than spin, as ours do: better on a busy machine. */
        PASSIVE("Python, bare, passive", "contiguous_format", true),
        /** The order of numbers that our networks have, too. */
        CHANNELS_LAST("Python, channels last, passive", "channels_last", true);

        private final String title;
        private final String format;
        private final boolean passive;

        Variant(String title, String format, boolean passive) {
            this.title = title;
            this.format = format;
            this.passive = passive;
        }
    }

    private static final String SCRIPT = "resnet_step.py";
    private static final String READY = "ready: ";

    private final Variant variant;
    private final Process process;
    private final BufferedReader answers;
    private final String version;

    private PythonStep(Variant variant, Process process, BufferedReader answers, String version) {
        this.variant = variant;
        this.process = process;
        this.answers = answers;
        this.version = version;
    }

    /**
     * Starts it.
     *
     * @throws IOException whose message says why this Python cannot take part
     */
    static PythonStep start(Arguments arguments, Variant variant) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                arguments.python(),
                "-c",
                script(),
                arguments.architecture().notation(),
                Integer.toString(arguments.batch()),
                Integer.toString(arguments.threads()),
                variant.format);
        builder.environment().remove("OMP_WAIT_POLICY");
        if (variant.passive) {
            builder.environment().put("OMP_WAIT_POLICY", "PASSIVE");
        }
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        Process process = builder.start();
        BufferedReader answers = process.inputReader(StandardCharsets.UTF_8);
        String first = answers.readLine();
        if (first == null || !first.startsWith(READY)) {
            process.destroy();
            throw new IOException(arguments.python() + ": " + (first == null ? "no answer" : first));
        }
        return new PythonStep(variant, process, answers, first.substring(READY.length()));
    }

    private static String script() throws IOException {
        try (InputStream in = PythonStep.class.getResourceAsStream(SCRIPT)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    String title() {
        return variant.title;
    }

    /** Whether our loop is held against it. */
    boolean isYardstick() {
        return variant != Variant.CHANNELS_LAST;
    }

    /** The libraries' versions. */
    String version() {
        return version;
    }

    @Override
    public Turn take() {
        try {
            process.getOutputStream().write('\n');
            process.getOutputStream().flush();
            String line = answers.readLine();
            if (line == null) {
                throw new IOException("Python has ended (expected: an answer to every step)");
            }
            String[] seconds = line.split(" ", 2);
            return new Turn(Double.parseDouble(seconds[0]), Double.parseDouble(seconds[1]));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Ends the process, whose input is then at its end. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            process.destroy();
        }
    }
}
