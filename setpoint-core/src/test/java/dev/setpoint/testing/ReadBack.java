package dev.setpoint.testing;

import java.util.List;
import java.util.function.Function;

/** Text and what it is parsed into. */
public final class ReadBack {
    private ReadBack() {}

    /** Each parser refuses the text with a sentence, or makes of it what reads back from its own text. */
    public static void check(List<Function<String, Object>> parsers, String text) {
        for (Function<String, Object> parser : parsers) {
            Object settings;
            try {
                settings = parser.apply(text);
            } catch (IllegalArgumentException refused) {
                if (refused.getMessage() == null || !refused.getMessage().contains("(expected: ")) {
                    throw new AssertionError("no helpful message", refused);
                }
                continue;
            }
            if (!parser.apply(settings.toString()).equals(settings)) {
                throw new AssertionError(text + " does not read back as " + settings);
            }
        }
    }
}
