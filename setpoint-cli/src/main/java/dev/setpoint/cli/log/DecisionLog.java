package dev.setpoint.cli.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import dev.setpoint.ConformalLayer;
import dev.setpoint.cli.terminal.JsonProblem;
import dev.setpoint.model.GivenProbabilities;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Reads a decision log line by line, in memory that does not depend on the log's length. Blank lines are passed over. A line is
 * an object with the fields {@code step, id, p, arm, propensity, pi, correct, u, label}; {@code p}, {@code arm} and
 * {@code propensity} must be there; other fields are ignored. Text is UTF-8; a byte order mark at the start is passed over.
 */
public final class DecisionLog implements Closeable {
    /** No line may be longer than this many bytes. */
    static final int LONGEST_LINE = 64 << 20;

    private static final int NO_LABELS_YET = -1;

    /** By how much of itself the propensity may differ from the pull distribution. */
    private static final double PULL_TOLERANCE = 1e-6;

    private final InputStream in;
    private final JsonFactory json = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION) // a line is UTF-8, whatever its first bytes look like
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(16).build())
            .build();
    private final LogLine line = new LogLine();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 12);
    private long number;
    private int labels = NO_LABELS_YET;
    private double[] scratch = new double[16];

    /** Reads from this stream. */
    public DecisionLog(InputStream in) {
        this.in = new BufferedInputStream(in, 1 << 16);
    }

    /**
     * The next decision, or null at the end. The same object is filled anew each time.
     *
     * @throws LogException if the line is not a valid decision; the next call goes on with the line after it
     */
    public LogLine next() throws IOException {
        while (readLine()) {
            byte[] text = bytes.toByteArray();
            if (isBlank(text)) {
                continue;
            }
            line.clear();
            line.number = number;
            parse(text);
            check();
            return line;
        }
        return null;
    }

    /**
     * Passes over the next decision without looking into it; returns whether there was one.
     *
     * @throws LogException if the line is too long
     */
    public boolean skip() throws IOException {
        while (readLine()) {
            if (!isBlank(bytes.toByteArray())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isBlank(byte[] text) {
        for (byte b : text) {
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private boolean readLine() throws IOException {
        bytes.reset();
        int b = in.read();
        if (b < 0) {
            return false;
        }
        number++;
        for (; b >= 0 && b != '\n'; b = in.read()) {
            if (bytes.size() < LONGEST_LINE) {
                bytes.write(b);
            }
        }
        if (bytes.size() >= LONGEST_LINE) {
            throw new LogException(number, "longer than " + LONGEST_LINE + " bytes (expected: one JSON object)");
        }
        return true;
    }

    private void parse(byte[] text) throws IOException {
        int start = number == 1 && startsWithByteOrderMark(text) ? 3 : 0;
        try (JsonParser parser = json.createParser(text, start, text.length - start)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw problem("not a JSON object (expected: {\"p\":[..],\"arm\":..,\"propensity\":..,\"correct\":..})");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                field(name, parser);
            }
            if (parser.nextToken() != null) {
                throw problem("something after the object (expected: one JSON object per line)");
            }
        } catch (JsonProcessingException e) {
            throw problem("not valid JSON: " + JsonProblem.of(e));
        }
    }

    private static boolean startsWithByteOrderMark(byte[] text) {
        return text.length >= 3 && text[0] == (byte) 0xef && text[1] == (byte) 0xbb && text[2] == (byte) 0xbf;
    }

    private void field(String name, JsonParser parser) throws IOException {
        switch (name) {
            case "step" -> {
                if (parser.currentToken() != JsonToken.VALUE_NULL) {
                    line.step = wholeNumber(name, parser, Long.MAX_VALUE);
                    line.hasStep = true;
                }
            }
            case "id" -> {
                line.id = text(name, parser);
                if (line.id != null && line.id.isEmpty()) {
                    throw problem("id: '' (expected: at least one character)");
                }
            }
            case "p" -> {
                line.labels = numbers(name, parser);
                line.probabilities = fitted(line.probabilities, line.labels);
            }
            case "arm" -> line.arm = (int) wholeNumber(name, parser, Integer.MAX_VALUE);
            case "propensity" -> line.propensity = number(name, parser);
            case "pi" -> {
                if (parser.currentToken() != JsonToken.VALUE_NULL) {
                    line.pull = fitted(line.pull, numbers(name, parser));
                    line.hasPull = true;
                }
            }
            case "correct" -> line.correct = truth(name, parser);
            case "u" -> {
                if (parser.currentToken() != JsonToken.VALUE_NULL) {
                    line.u = fitted(line.u, numbers(name, parser));
                    line.hasU = true;
                }
            }
            case "label" -> {
                if (parser.currentToken() != JsonToken.VALUE_NULL) {
                    line.label = (int) wholeNumber(name, parser, Integer.MAX_VALUE);
                }
            }
            default -> parser.skipChildren();
        }
    }

    private void check() throws LogException {
        require(line.labels >= 0, () -> "p: missing (expected: one probability per label)");
        require(line.labels >= 2, () -> "p: " + line.labels + " numbers (expected: at least 2)");
        require(
                labels == NO_LABELS_YET || labels == line.labels,
                () -> "p: " + line.labels + " numbers (expected: " + labels + " as before)");
        checkDistribution("p", line.probabilities);
        require(line.arm >= 0, () -> "arm: missing (expected: the index of the pulled label)");
        require(line.arm < line.labels, () -> "arm: " + line.arm + " (expected: in [0, " + line.labels + "))");
        require(!Double.isNaN(line.propensity), () -> "propensity: missing (expected: in (0, 1])");
        try {
            ConformalLayer.checkPropensity(line.propensity);
        } catch (IllegalArgumentException e) {
            throw problem(e.getMessage());
        }
        if (line.hasPull) {
            checkPull();
        }
        if (line.hasU) {
            require(
                    line.u.length == line.labels,
                    () -> "u: " + line.u.length + " numbers (expected: " + line.labels + ")");
            for (int k = 0; k < line.labels; k++) {
                if (!(line.u[k] >= 0 && line.u[k] <= 1)) {
                    throw problem("u[" + k + "]: " + line.u[k] + " (expected: in [0, 1])");
                }
            }
        }
        require(line.label < line.labels, () -> "label: " + line.label + " (expected: in [0, " + line.labels + "))");
        labels = line.labels;
    }

    private void checkPull() throws LogException {
        require(
                line.pull.length == line.labels,
                () -> "pi: " + line.pull.length + " numbers (expected: " + line.labels + ")");
        checkDistribution("pi", line.pull);
        double pulled = line.pull[line.arm];
        require(
                Math.abs(pulled - line.propensity) <= PULL_TOLERANCE * line.propensity,
                () -> "pi[" + line.arm + "]: " + pulled + " (expected: " + line.propensity + ", the arm's propensity)");
    }

    private void checkDistribution(String name, double[] values) throws LogException {
        try {
            GivenProbabilities.check(name, values);
        } catch (IllegalArgumentException e) {
            throw problem(e.getMessage());
        }
    }

    private int numbers(String name, JsonParser parser) throws IOException {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            throw problem(name + ": " + shown(parser) + " (expected: an array of numbers)");
        }
        int count = 0;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (count == scratch.length) {
                scratch = Arrays.copyOf(scratch, count * 2);
            }
            scratch[count] = number(name + "[" + count + "]", parser);
            count++;
        }
        return count;
    }

    private double[] fitted(double[] array, int count) {
        double[] target = array.length == count ? array : new double[count];
        System.arraycopy(scratch, 0, target, 0, count);
        return target;
    }

    private double number(String name, JsonParser parser) throws IOException {
        if (!parser.currentToken().isNumeric()) {
            throw problem(name + ": " + shown(parser) + " (expected: a number)");
        }
        return parser.getDoubleValue();
    }

    private long wholeNumber(String name, JsonParser parser, long most) throws IOException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT
                || parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                || parser.getLongValue() < 0
                || parser.getLongValue() > most) {
            throw problem(name + ": " + shown(parser) + " (expected: a whole number >= 0)");
        }
        return parser.getLongValue();
    }

    private String text(String name, JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING, VALUE_NUMBER_INT -> parser.getText();
            case VALUE_NULL -> null;
            default -> throw problem(name + ": " + shown(parser) + " (expected: a text or a whole number)");
        };
    }

    private Boolean truth(String name, JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> throw problem(name + ": " + shown(parser) + " (expected: true, false or null)");
        };
    }

    private static String shown(JsonParser parser) throws IOException {
        String text = parser.currentToken() == JsonToken.VALUE_STRING ? '"' + parser.getText() + '"' : parser.getText();
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    private void require(boolean holds, Supplier<String> problem) throws LogException {
        if (!holds) {
            throw problem(problem.get());
        }
    }

    private LogException problem(String problem) {
        return new LogException(number, problem);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
