package dev.setpoint.notation;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.Normalization;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.Score;
import dev.setpoint.track.TrackerSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/** Whatever the text: settings that read back what they print, or an IllegalArgumentException with a sentence. */
class NotationFuzzTest {
    private static final List<Function<String, Object>> PARSERS = List.of(
            Score::parse,
            Policy::parse,
            IndicatorEstimator::parse,
            TrackerSettings::parse,
            ModelSettings::parse,
            Loss::parse,
            Optimizer::parse,
            FeatureSettings::parse,
            EncoderSettings::parse,
            Normalization::parse);

    @FuzzTest(maxDuration = "60s")
    void arbitraryText(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
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
}
