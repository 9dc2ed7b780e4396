package dev.setpoint.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.loss.Loss;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Probabilities of logits with labels left out: those after the first few, and those that are masked. */
class ClippedLogitsTest {
    private static final Loss LOSS = Loss.parse("likelihood");

    private static float[] logits(Source random, int labels) {
        float[] logits = new float[labels];
        for (int k = 0; k < labels; k++) {
            logits[k] = (float) random.between(-20, 20);
        }
        return logits;
    }

    private static double[] probabilities(double clip, float... logits) {
        double[] p = new double[logits.length];
        new ClippedLogits(LOSS, logits.length, clip).probabilitiesOf(logits, logits.length, p);
        return p;
    }

    @Test
    void maskedLabelsAreAsIfTheyWereNotThere() {
        Laws.forAll(200, random -> {
            int labels = random.within(2, 40);
            float[] logits = logits(random, labels);
            double clip = random.oneOf(Double.POSITIVE_INFINITY, 15.0, 1.0);
            float[] left = new float[labels];
            int count = 0;
            for (int k = 0; k < labels; k++) {
                if (count > 0 && random.chance(0.5)) {
                    logits[k] = Float.NEGATIVE_INFINITY;
                } else {
                    left[count++] = logits[k];
                }
            }
            double[] expected = probabilities(clip, Arrays.copyOf(left, count));
            double[] p = probabilities(clip, logits);
            int at = 0;
            for (int k = 0; k < labels; k++) {
                assertThat(p[k]).isEqualTo(logits[k] == Float.NEGATIVE_INFINITY ? 0 : expected[at++]);
            }
        });
    }

    @Test
    void onlyLabelThatIsNotMaskedIsCertain() {
        float masked = Float.NEGATIVE_INFINITY;
        for (double clip : new double[] {Double.POSITIVE_INFINITY, 15}) {
            assertThat(probabilities(clip, masked, -300, masked)).containsExactly(0, 1, 0);
        }
    }

    @Test
    void firstLabelsAloneAreAsWhenThereWereNoMore() {
        Laws.forAll(200, random -> {
            int labels = random.within(3, 40);
            int first = random.within(2, labels);
            float[] logits = logits(random, labels);
            double clip = random.oneOf(Double.POSITIVE_INFINITY, 15.0);
            double[] p = new double[labels];
            Arrays.fill(p, 7);
            ClippedLogits clipped = new ClippedLogits(LOSS, labels, clip);
            clipped.probabilitiesOf(logits, labels, p); // whatever was there before
            clipped.probabilitiesOf(logits, first, p);
            assertThat(p).isEqualTo(Arrays.copyOf(probabilities(clip, Arrays.copyOf(logits, first)), labels));
        });
    }

    @Test
    void logitsAreClippedAsInAForwardPass() {
        Laws.forAll(50, random -> {
            float[] logits = logits(random, 5);
            ClippedLogits clipped = new ClippedLogits(LOSS, 5, 3);
            clipped.set(logits, 0);
            double[] p = new double[5];
            clipped.probabilitiesInto(p, 0);
            assertThat(probabilities(3, logits)).isEqualTo(p);
        });
    }
}
