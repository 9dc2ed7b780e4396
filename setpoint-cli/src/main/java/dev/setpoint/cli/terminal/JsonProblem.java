package dev.setpoint.cli.terminal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.setpoint.notation.Excerpt;

/** What is wrong with a JSON or YAML text, in words for people: the parser's own speak of its classes and settings. */
public final class JsonProblem {
    private JsonProblem() {}

    /** As the middle of a sentence. */
    public static String of(JsonProcessingException problem) {
        String message = String.valueOf(problem.getOriginalMessage());
        if (problem instanceof StreamConstraintsException) {
            return message.contains("nesting")
                    ? "nested too deeply"
                    : message.startsWith("Number") ? "a number of too many digits" : "a text that is too long";
        }
        if (message.contains("NON_NUMERIC")) {
            return "NaN and infinities are not JSON numbers";
        }
        if (message.startsWith("Unexpected end-of-input")) {
            return "it ends in the middle";
        }
        if (message.startsWith("Trailing token")) {
            return "something after its end";
        }
        if (message.startsWith("Expected a field name")) {
            return "a key that is not a plain word";
        }
        if (message.contains("Feature.") || message.contains("FEATURE") || message.contains("to allow")) {
            return "a sign that JSON does not have"; // what follows in the message is how to allow it in Java
        }
        if (message.startsWith("Duplicate field")) {
            return message.replaceAll(" for `?[A-Za-z.]*(Node|Object)`?.*", "");
        }
        String first = message.lines().findFirst().orElse("unreadable");
        return Excerpt.of(first.replaceAll(" ?\\(start marker at .*", "").replaceAll(" at \\[Source: .*", ""));
    }
}
