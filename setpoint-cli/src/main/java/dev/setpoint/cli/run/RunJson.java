package dev.setpoint.cli.run;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.JsonProblem;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** How the JSON files of a run folder are written. */
final class RunJson {
    static final ObjectMapper MAPPER = new ObjectMapper().registerModule(numbersOrNull());

    private RunJson() {}

    /** JSON has no NaN: a metric that does not exist is null. */
    private static SimpleModule numbersOrNull() {
        JsonSerializer<Double> serializer = new JsonSerializer<>() {
            @Override
            public void serialize(Double value, JsonGenerator out, SerializerProvider provider) throws IOException {
                if (Double.isFinite(value)) {
                    out.writeNumber(value);
                } else {
                    out.writeNull();
                }
            }
        };
        return new SimpleModule().addSerializer(Double.class, serializer).addSerializer(double.class, serializer);
    }

    static byte[] bytes(ObjectNode root) throws IOException {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        return (MAPPER.writer(printer).writeValueAsString(root) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /**
     * An object that an earlier process wrote.
     *
     * @throws Failure if the file is damaged
     */
    static JsonNode read(Path file) throws IOException {
        return checked(file, () -> {
            JsonNode node = MAPPER.readTree(file.toFile());
            if (!node.isObject()) {
                throw Failure.data(file + ": not a JSON object (expected: what a run has written)");
            }
            return node;
        });
    }

    /** What a reader makes of a file, or one sentence that names it. */
    static <T> T checked(Path file, Reader<T> reader) throws IOException {
        try {
            return reader.read();
        } catch (JsonProcessingException e) {
            throw Failure.data(file + ": not what a run has written (" + JsonProblem.of(e) + ")");
        } catch (CharConversionException e) { // bytes that look like UTF-32 and are not
            throw Failure.data(file + ": not what a run has written (not UTF-8 text)");
        }
    }

    /** Reads JSON. */
    @FunctionalInterface
    interface Reader<T> {
        T read() throws IOException;
    }
}
