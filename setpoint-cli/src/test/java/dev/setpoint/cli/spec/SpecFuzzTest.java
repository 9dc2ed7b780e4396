package dev.setpoint.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.LearnerSettings;
import dev.setpoint.cli.Effort;
import dev.setpoint.cli.Sentence;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.sim.EncodedTexts;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.MemoryNeed;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Timeout;

/**
 * Any text is an experiment on numbers or on texts, the same whenever it is read, or refused in one sentence. Without
 * {@code JAZZER_FUZZ=1} this runs the stored inputs once; with it, it searches for new ones.
 */
class SpecFuzzTest {
    private static final long MEMORY = 1L << 30;
    private static final List<String> LABELS = List.of("a", "b", "c");
    private static final int[] LABEL = {0, 1, 2, 0};
    private static final LabelledData NUMBERS =
            LabelledData.dense("numbers", LABELS, LABEL, new float[][] {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
    private static final LabelledData TEXTS = new EncodedTexts(
            new LabelledTexts("texts", LABELS, List.of("an apple", "a book", "a cup", "an ant"), LABEL),
            new FeatureSettings(8, 1, 3, 3, true, true));

    private static final List<Function<Spec, Object>> READERS = List.of(
            spec -> spec.title("numbers"),
            Spec::description,
            Spec::data,
            Spec::textFeatures,
            Spec::outOfScope,
            Spec::seeds,
            spec -> experiment(spec, NUMBERS),
            spec -> experiment(spec, TEXTS));

    @Timeout(120) // for what does not end
    @FuzzTest(maxDuration = "1m")
    void readsOrRefuses(byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        Effort.check(bytes.length, () -> assertThat(read(text)).isEqualTo(read(text)));
    }

    /** What there is in it by reader, or why it is refused. */
    private static List<Object> read(String text) {
        Object spec = resultOf(Spec::parse, text, text);
        return spec instanceof Spec parsed
                ? READERS.stream().map(reader -> resultOf(reader, parsed, text)).toList()
                : List.of(spec);
    }

    /** What a reader returns, or the sentence it refuses the text with. */
    private static <T> Object resultOf(Function<T, Object> reader, T from, String text) {
        try {
            return reader.apply(from);
        } catch (IllegalArgumentException refused) {
            Sentence.check(refused.getMessage(), text);
            return refused.getMessage();
        }
    }

    private static ExperimentSettings experiment(Spec spec, LabelledData data) {
        ExperimentSettings settings = spec.experiment(data);
        MemoryNeed.check(settings, data, 1, MEMORY);
        settings.warnings().forEach(warning -> Sentence.check(warning, spec.text()));
        assertThat(LearnerSettings.parse(settings.learner().toString())).isEqualTo(settings.learner());
        assertThat(settings.queries()).isGreaterThanOrEqualTo(Math.max(settings.batch(), settings.window()));
        return settings;
    }
}
