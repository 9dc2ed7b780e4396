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
import dev.setpoint.testing.ReadBack;
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
        ReadBack.check(PARSERS, new String(bytes, StandardCharsets.UTF_8));
    }
}
