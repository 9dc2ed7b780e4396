package dev.setpoint.model;

import dev.setpoint.argument.Argument;
import dev.setpoint.feature.LabelTexts;
import dev.setpoint.loss.Loss;

/**
 * What a model is told when it is made, beside its own settings.
 *
 * @param labels how many there are, at least 2
 * @param loss gives the link from logits to probabilities, and their gradient
 * @param texts the encodings of the labels' texts, by which queries can be compared with labels; null if there are none
 * @param seed of the first weights
 */
public record ModelContext(int labels, Loss loss, LabelTexts texts, long seed) {
    /** Checks the range and refuses null. */
    public ModelContext {
        if (labels < 2) {
            throw new IllegalArgumentException("labels: " + labels + " (expected: >= 2)");
        }
        Argument.given("loss", loss);
        if (texts != null && texts.labels() != labels) {
            throw new IllegalArgumentException(
                    "texts: " + texts.labels() + " (expected: " + labels + ", one per label)");
        }
    }

    /** Of labels without texts. */
    public ModelContext(int labels, Loss loss, long seed) {
        this(labels, loss, null, seed);
    }
}
