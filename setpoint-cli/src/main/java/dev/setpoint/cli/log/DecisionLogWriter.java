package dev.setpoint.cli.log;

import dev.setpoint.DecisionBatch;
import java.io.IOException;
import java.io.Writer;
import java.util.function.IntToDoubleFunction;

/**
 * Writes a learner's decisions as {@link DecisionLog} reads them, numbers in full precision. The U of randomised scores is not
 * written: the decision's id and the learner's seed give it again.
 */
public final class DecisionLogWriter {
    private final Writer out;
    private final int labels;
    private final StringBuilder text = new StringBuilder();

    /** Writes decisions among this many labels; the caller closes the writer. */
    public DecisionLogWriter(Writer out, int labels) {
        this.out = out;
        this.labels = labels;
    }

    /**
     * Writes one decision.
     *
     * @param step the step it belongs to, not below the one before
     * @param batch holds the decision
     * @param row its place in the batch
     * @param correct what was answered, or null if nobody did
     * @param label the true label
     */
    public void write(long step, DecisionBatch batch, int row, Boolean correct, int label) throws IOException {
        text.setLength(0);
        text.append("{\"step\":").append(step);
        text.append(",\"id\":").append(batch.id(row));
        numbers("p", k -> batch.probability(row, k));
        text.append(",\"arm\":").append(batch.arm(row));
        text.append(",\"propensity\":").append(batch.propensity(row));
        numbers("pi", k -> batch.pullProbability(row, k));
        text.append(",\"correct\":").append(correct);
        text.append(",\"label\":").append(label).append("}\n");
        out.append(text);
    }

    private void numbers(String name, IntToDoubleFunction value) {
        text.append(",\"").append(name).append("\":[");
        for (int k = 0; k < labels; k++) {
            text.append(k == 0 ? "" : ",").append(value.applyAsDouble(k));
        }
        text.append(']');
    }
}
