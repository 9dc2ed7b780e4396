package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.model.GivenProbabilities;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.IntToDoubleFunction;

/**
 * Writes decisions and what became of them as a decision log, which {@code ./setpoint replay}, {@code whatif} and {@code validate-log}
 * read: one JSON object per line, numbers in full precision. A live program writes a decision when its answer comes, or when it is known
 * that none will:
 *
 * <pre>{@code
 * DecisionLogWriter log = new DecisionLogWriter(Files.newBufferedWriter(file, CREATE, APPEND)); // which the caller closes
 * learner.find(id).ifPresent(decision -> log.write(decision, feedback));                       // before it is learned
 * learner.learn(id, feedback);
 * }</pre>
 *
 * <p>All lines of a log have as many labels; when some were added, begin another. The U of randomised scores is not written: the
 * decision's id and the learner's seed give it again. Not thread-safe. What cannot be written is an {@link UncheckedIOException}.
 */
public final class DecisionLogWriter {
    private static final int NO_LABEL = -1;

    private final Appendable out;
    private final StringBuilder text = new StringBuilder();
    private final DecisionKey key = new DecisionKey();
    /** Of the lines before; 0 if there are none. */
    private int labels;
    /** Of the line under way. */
    private int begun;

    private long lastStep;

    /** Writes to this, for example a buffered writer of UTF-8; the caller closes it. */
    public DecisionLogWriter(Appendable out) {
        this.out = Argument.given("out", out);
    }

    /**
     * Writes a decision and what was said about it. A log knows of an answer whether the pull was correct, and the true label where that
     * was told; of {@link Feedback.NoneOf} that it was not.
     *
     * @param feedback null if nobody answered, as {@link Feedback#EXPIRED} and {@link Feedback#CANCELLED} say, too
     * @throws IllegalArgumentException if the feedback names a label that the decision has not, or there are not as many labels as in the
     *     lines before; then nothing is written
     */
    public void write(Decision decision, Feedback feedback) {
        Argument.given("decision", decision);
        int label = trueLabel(decision.labels(), feedback);
        begin(decision.labels().size());
        text.append('{');
        id(decision.id());
        numbers("p", decision.probabilities()::get);
        pull(decision.arm(), decision.propensity());
        numbers("pi", decision.propensities()::get);
        end(label == NO_LABEL ? wasCorrect(feedback) : Boolean.valueOf(label == decision.arm()), label);
    }

    /**
     * Writes a decision of somebody else's system, which has no learner.
     *
     * @param id 1 to 128 bytes, of no other line
     * @param probabilities the model's, one per label, with sum 1
     * @param propensities with which probability each label was to be pulled, with sum 1
     * @param arm the pulled label
     * @param correct whether it was the true one; null if nobody answered
     * @throws IllegalArgumentException if one of them is not so; then nothing is written
     */
    public void write(String id, double[] probabilities, double[] propensities, int arm, Boolean correct) {
        DecisionKey.check(id);
        check("probabilities", probabilities);
        check("propensities", propensities);
        if (propensities.length != probabilities.length) {
            throw new IllegalArgumentException("propensities: " + propensities.length + " numbers (expected: "
                    + probabilities.length + ", as probabilities)");
        }
        Argument.index("arm", arm, probabilities.length);
        ConformalLayer.checkPropensity(propensities[arm]);
        begin(probabilities.length);
        text.append('{');
        id(id);
        numbers("p", k -> probabilities[k]);
        pull(arm, propensities[arm]);
        numbers("pi", k -> propensities[k]);
        end(correct, NO_LABEL);
    }

    private static void check(String name, double[] distribution) {
        if (distribution == null || distribution.length < 2) {
            throw new IllegalArgumentException(name + ": "
                    + (distribution == null ? "null" : distribution.length + " numbers") + " (expected: at least 2)");
        }
        GivenProbabilities.check(name, distribution);
    }

    /**
     * Writes a decision of a step that others belong to.
     *
     * @param step the step it belongs to, not below the one before
     * @param batch holds the decision
     * @param row its place in the batch
     * @param feedback as in {@link #write(Decision, Feedback)}
     * @param label the true label, where somebody knows it, for evaluation alone; otherwise -1
     * @throws IllegalArgumentException if there is no such row or label, the feedback names a label that the decision has not, or there are
     *     not as many labels as in the lines before; then nothing is written
     */
    public void write(long step, DecisionBatch batch, int row, Feedback feedback, int label) {
        String id = Argument.given("batch", batch).idText(row);
        int told = trueLabel(batch.labelNames(), feedback);
        if (label != NO_LABEL) {
            Argument.index("label", label, batch.labels());
        }
        if (step < lastStep) {
            throw new IllegalArgumentException("step: " + step + " (expected: >= " + lastStep + ")");
        }
        begin(batch.labels());
        text.append("{\"step\":").append(step).append(',');
        id(id);
        numbers("p", k -> batch.probability(row, k));
        pull(batch.arm(row), batch.propensity(row));
        numbers("pi", k -> batch.pullProbability(row, k));
        end(told == NO_LABEL ? wasCorrect(feedback) : Boolean.valueOf(told == batch.arm(row)), label);
        lastStep = step;
    }

    /** The label that feedback tells, or -1. */
    private static int trueLabel(List<String> labels, Feedback feedback) {
        if (feedback instanceof Feedback.Named named) {
            return LabelSet.indexOf(labels, named.label());
        }
        if (feedback instanceof Feedback.Label told) {
            return Argument.index("label", told.index(), labels.size());
        }
        return NO_LABEL;
    }

    /** Of feedback that tells no label; null if it is no answer. */
    private static Boolean wasCorrect(Feedback feedback) {
        if (feedback == null || feedback instanceof Feedback.Expired || feedback instanceof Feedback.Cancelled) {
            return null;
        }
        return feedback instanceof Feedback.Correct;
    }

    private void begin(int count) {
        if (labels != 0 && labels != count) {
            throw new IllegalArgumentException("labels: " + count + " (expected: " + labels
                    + " as in the lines before; begin another log where labels were added)");
        }
        begun = count;
        text.setLength(0);
    }

    /** A number stands as one, a name between quotation marks. */
    private void id(String id) {
        key.set(id);
        text.append("\"id\":");
        if (key.isNumber()) {
            text.append(key.number());
            return;
        }
        text.append('"');
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append(String.format("\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    private void numbers(String name, IntToDoubleFunction value) {
        text.append(",\"").append(name).append("\":[");
        for (int k = 0; k < begun; k++) {
            text.append(k == 0 ? "" : ",").append(value.applyAsDouble(k));
        }
        text.append(']');
    }

    private void pull(int arm, double propensity) {
        text.append(",\"arm\":").append(arm).append(",\"propensity\":").append(propensity);
    }

    private void end(Boolean correct, int label) {
        text.append(",\"correct\":").append(correct);
        if (label != NO_LABEL) {
            text.append(",\"label\":").append(label);
        }
        try {
            out.append(text.append("}\n"));
            labels = begun;
        } catch (IOException e) {
            throw new UncheckedIOException("decision log: " + e.getMessage(), e);
        }
    }
}
