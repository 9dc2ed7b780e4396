package dev.setpoint;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.GradientSums;
import dev.setpoint.step.LabelSums;

/** What the answers of one chunk of a step add to those parts of a learner that move by sums. */
final class ChunkSums {
    int answers;
    /** Answers that tell the true label. */
    int informative;
    /** Answers to correct pulls. */
    int correct;
    /** By what the {@link #gradient} was divided; 0 if there is nothing in it. */
    double divisor;
    /** Null where the model is given answers in order. */
    final GradientSums gradient;
    /** By head; null where the tracker is given answers in order. */
    final LabelSums[] thresholds;
    /** By head. */
    final LabelSums[] coverage;

    ChunkSums(GradientSums gradient, LabelSums[] thresholds, LabelSums[] coverage) {
        this.gradient = gradient;
        this.thresholds = thresholds;
        this.coverage = coverage;
    }

    void clear() {
        answers = 0;
        informative = 0;
        correct = 0;
        if (divisor > 0) {
            gradient.clear();
        }
        divisor = 0;
        for (LabelSums sums : thresholds) {
            if (sums != null) {
                sums.clear();
            }
        }
        for (LabelSums sums : coverage) {
            sums.clear();
        }
    }

    /**
     * State: int, answers; int, those that tell the label; int, correct pulls; double, the gradient's divisor, 0 for no gradient; the
     * gradient; of each head whose tracker moves by sums, these; of each head, the sums of its coverage.
     */
    void write(StateWriter out) {
        out.writeInt(answers);
        out.writeInt(informative);
        out.writeInt(correct);
        out.writeDouble(divisor);
        if (divisor > 0) {
            gradient.writeState(out);
        }
        for (LabelSums sums : thresholds) {
            if (sums != null) {
                sums.writeState(out);
            }
        }
        for (LabelSums sums : coverage) {
            sums.writeState(out);
        }
    }

    void read(StateReader in) {
        answers = in.readCount("answers of a chunk", Step.CHUNK);
        if (answers == 0) {
            throw new SnapshotException("step: chunk of no answers (expected: 1 to " + Step.CHUNK + ")");
        }
        informative = in.readCount("answers that tell a label", answers);
        correct = in.readCount("correct pulls", informative);
        divisor = in.readDouble();
        if (!(divisor >= 0) || Double.isInfinite(divisor) || (divisor > 0) != (gradient != null)) {
            throw new SnapshotException("step: gradient of " + answers + " answers over " + divisor
                    + " (expected: over " + (gradient == null ? "0, for none)" : "a number above 0)"));
        }
        if (divisor > 0) {
            gradient.readState(in);
        }
        for (LabelSums sums : thresholds) {
            if (sums != null) {
                sums.readState(in);
            }
        }
        for (LabelSums sums : coverage) {
            sums.readState(in);
        }
    }
}
