package dev.setpoint;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.testing.ReadBack;
import dev.setpoint.testing.Source;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Whatever the text: settings that read back what they print, or an IllegalArgumentException with a sentence. */
class LearnerSettingsFuzzTest {
    private static final List<Function<String, Object>> PARSERS =
            List.of(LearnerSettings::parse, Operation::parse, HeadSettings::parse);

    @FuzzTest(maxDuration = "60s")
    void arbitraryText(byte[] bytes) {
        ReadBack.check(PARSERS, new String(bytes, StandardCharsets.UTF_8));
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
        ReadBack.check(PARSERS, text.toString());
    }
}
