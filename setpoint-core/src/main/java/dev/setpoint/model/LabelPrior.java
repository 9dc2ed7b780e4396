package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.LabelTexts;
import dev.setpoint.state.Persistent;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * What the labels' texts say of a query before anything was learned: logit k gains, for each part of the encoding, a weight times
 * the cosine between the query and the text of label k. The weights are learned, by AdaGrad: texts that mislead lose theirs.
 */
final class LabelPrior implements Persistent {
    /*
     * At a weight of 20, a message that shares a quarter of its n-grams with a label's name, as messages of CLINC150 do on
     * average, starts at odds of exp 5 for that label. Weights of 10 to 30 are much alike.
     */
    private static final double FIRST_WEIGHT = 20;
    private static final double RATE = 0.3;

    private final LabelTexts texts;
    private final int labels;
    private final double[] cosines;
    private final double[] weights;
    private final double[] gradients;
    private final double[] squares;

    LabelPrior(LabelTexts texts) {
        this.texts = texts;
        this.labels = texts.labels();
        this.cosines = new double[texts.parts() * labels];
        this.weights = new double[texts.parts()];
        this.gradients = new double[texts.parts()];
        this.squares = new double[texts.parts()];
        Arrays.fill(weights, FIRST_WEIGHT);
    }

    /** The same weights for more labels, between steps. */
    LabelPrior grown(LabelTexts more) {
        LabelPrior grown = new LabelPrior(more);
        System.arraycopy(weights, 0, grown.weights, 0, weights.length);
        System.arraycopy(squares, 0, grown.squares, 0, squares.length);
        return grown;
    }

    /** Adds the prior of a query to its logits. */
    void addTo(FeatureVector query, float[] logits) {
        texts.cosinesInto(query, cosines);
        for (int part = 0; part < weights.length; part++) {
            for (int k = 0; k < labels; k++) {
                logits[k] += (float) (weights[part] * cosines[part * labels + k]);
            }
        }
    }

    /** Adds the gradient of the query that {@link #addTo} was told last to the step under way. */
    void addGradient(float[] gradient, double share) {
        for (int part = 0; part < weights.length; part++) {
            double sum = 0;
            for (int k = 0; k < labels; k++) {
                sum += gradient[k] * cosines[part * labels + k];
            }
            gradients[part] += share * sum;
        }
    }

    /** How many parts the encoding has, each with a weight and a gradient. */
    int parts() {
        return weights.length;
    }

    /** Takes the gradient of the step under way out, part by part. */
    void takeGradient(double[] into) {
        System.arraycopy(gradients, 0, into, 0, gradients.length);
        Arrays.fill(gradients, 0);
    }

    /** Forgets the gradient of the step under way. */
    void abandonGradient() {
        Arrays.fill(gradients, 0);
    }

    /** Adds factor times a gradient that was taken out to the step under way. */
    void addGradient(double[] taken, double factor) {
        for (int part = 0; part < gradients.length; part++) {
            gradients[part] += factor * taken[part];
        }
    }

    /** Ends the step. */
    void apply() {
        for (int part = 0; part < weights.length; part++) {
            double gradient = gradients[part];
            squares[part] += gradient * gradient;
            weights[part] -= gradient == 0 ? 0 : RATE * gradient / Math.sqrt(squares[part]);
            gradients[part] = 0;
        }
    }

    /** State: the weights, then AdaGrad's sums of squares, one per part of the encoding. */
    @Override
    public void writeState(StateWriter out) {
        out.writeDoubles(weights);
        out.writeDoubles(squares);
    }

    @Override
    public void readState(StateReader in) {
        in.readDoublesInto(weights);
        in.readDoublesInto(squares);
        for (int part = 0; part < weights.length; part++) {
            if (!Double.isFinite(weights[part]) || !(squares[part] >= 0)) {
                throw new SnapshotException("snapshot: weight " + weights[part] + " of the labels' texts with squares "
                        + squares[part] + " (expected: finite, not negative)");
            }
        }
    }
}
