package dev.setpoint;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.testing.Source;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Whatever the text: settings that read back what they print, or an IllegalArgumentException with a sentence. */
class LearnerSettingsFuzzTest {
    private static final List<Function<String, Object>> PARSERS =
            List.of(LearnerSettings::parse, Operation::parse, HeadSettings::parse);

    private static void readBack(String text) {
        for (Function<String, Object> parser : PARSERS) {
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

    @FuzzTest(maxDuration = "60s")
    void arbitraryText(byte[] bytes) {
        readBack(new String(bytes, StandardCharsets.UTF_8));
    }

    /** Text of some settings, a few places overwritten or taken out. */
    @FuzzTest(maxDuration = "60s")
    void forgedText(FuzzedDataProvider data) {
        Source random = new Source(data.consumeLong());
        LearnerSettings settings = RandomSettings.settings(random);
        StringBuilder text = new StringBuilder(
                switch (data.consumeInt(0, 2)) {
                    case 0 -> settings.toString();
                    case 1 -> settings.operation().toString();
                    default -> settings.heads().get(0).toString();
                });
        for (int i = data.consumeInt(0, 4); i > 0; i--) {
            int from = data.consumeInt(0, text.length());
            int to = Math.min(text.length(), from + data.consumeInt(0, 8));
            text.replace(from, to, data.consumeString(8));
        }
        readBack(text.toString());
    }
}
