package dev.setpoint.model;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.GradientSums;
import java.util.Arrays;

/** The gradient of a {@link LogitModel}: the sums of each layer and, if labels have texts, of the prior's weights. */
final class ModelGradient implements GradientSums {
    /** Of how many labels the model was that made it. */
    final int labels;

    final RowGradients[] layers;
    /** One number per part of the encoding; none where labels have no texts. */
    final double[] prior;
    /** How many of the answers teach something: a step without any moves nothing and does not count. */
    int answers;

    ModelGradient(int labels, RowGradients[] layers, int priorParts) {
        this.labels = labels;
        this.layers = layers;
        this.prior = new double[priorParts];
    }

    @Override
    public void clear() {
        answers = 0;
        for (RowGradients layer : layers) {
            layer.clear();
        }
        Arrays.fill(prior, 0);
    }

    /** State: int, the answers that teach something; the sums of each layer; doubles, the prior's gradient, if labels have texts. */
    @Override
    public void writeState(StateWriter out) {
        out.writeInt(answers);
        for (RowGradients layer : layers) {
            layer.writeState(out);
        }
        out.writeDoubles(prior, 0, prior.length);
    }

    @Override
    public void readState(StateReader in) {
        answers = in.readCount("answers of a gradient", Integer.MAX_VALUE);
        for (RowGradients layer : layers) {
            layer.readState(in);
            if (answers == 0 && layer.count() > 0) {
                throw new SnapshotException(
                        "snapshot: gradient of " + layer.count() + " rows without an answer (expected: of none)");
            }
        }
        in.readDoublesInto(prior, 0, prior.length);
    }
}
