package dev.setpoint.measure;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedGroup;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What production can know of a learner, where no label is ever seen. Measures of different decisions merge by addition. */
public final class Measures implements PagedGroup {
    private final HeadMeasures[] heads;
    private int labels;
    private long answered;
    private long correct;
    private boolean touched = true;
    private final List<Paged> parts = new ArrayList<>();

    /** Nothing seen yet. */
    public Measures(int labels, int heads) {
        this.labels = labels;
        this.heads = new HeadMeasures[heads];
        parts.add(new Answers());
        for (int h = 0; h < heads; h++) {
            this.heads[h] = new HeadMeasures(labels);
            parts.add(this.heads[h]);
        }
    }

    /**
     * There are more labels from now on, of which nothing was seen yet; all else stays.
     *
     * @throws IllegalArgumentException if there are fewer
     */
    public void grow(int newLabels) {
        if (newLabels < labels) {
            throw new IllegalArgumentException(
                    "labels: " + newLabels + " (expected: >= " + labels + "; none is ever taken away)");
        }
        labels = newLabels;
        for (HeadMeasures head : heads) {
            head.grow(newLabels);
        }
    }

    /**
     * The measures of other heads: what was seen of those that stay, with the answers so far, and nothing of those that are new. A copy,
     * all of whose pages are touched; as pages are numbered by the number of heads, it must {@linkplain
     * dev.setpoint.state.PagedState#replace replace} these as a part of a stored state.
     *
     * @param from by head, which it is of these; -1 for a new one
     */
    public Measures withHeads(int[] from) {
        Measures others = new Measures(labels, from.length);
        others.answered = answered;
        others.correct = correct;
        for (int h = 0; h < from.length; h++) {
            if (from[h] >= 0) {
                others.heads[h].merge(heads[from[h]]);
            }
        }
        return others;
    }

    /** Counts answers that said whether the pull was correct. */
    public void addAnswers(int answers, int correctPulls) {
        touched = true;
        answered += answers;
        correct += correctPulls;
    }

    /** All evidence so far was of this W, which format version 3 did not keep. */
    public void setUnits(double mostEvidence) {
        for (HeadMeasures head : heads) {
            head.coverage().setUnits(mostEvidence);
        }
    }

    /** How many decisions were answered. */
    public long answered() {
        return answered;
    }

    /** The share of answered decisions whose pull was correct; NaN before any. */
    public double correctPulls() {
        return (double) correct / answered;
    }

    /** The measures of a head. */
    public HeadMeasures head(int head) {
        return heads[Argument.index("head", head, heads.length)];
    }

    /**
     * Adds what another has seen.
     *
     * @throws IllegalArgumentException if the other is of other labels or heads
     */
    public void merge(Measures other) {
        if (Argument.given("other", other).heads.length != heads.length) {
            throw new IllegalArgumentException(
                    "merge: measures of " + other.heads.length + " heads (expected: " + heads.length + ")");
        }
        for (int h = 0; h < heads.length; h++) {
            heads[h].checkMerge(other.heads[h]);
        }
        touched = true;
        answered += other.answered;
        correct += other.correct;
        for (int h = 0; h < heads.length; h++) {
            heads[h].merge(other.heads[h]);
        }
    }

    /** What was seen so far, which what is seen later does not change. */
    public Measures copy() {
        return withHeads(IntStream.range(0, heads.length).toArray());
    }

    /** The counts of answers, then the heads. */
    @Override
    public List<Paged> parts() {
        return parts;
    }

    private final class Answers implements Paged {
        @Override
        public boolean isTouched(int page) {
            return touched;
        }

        @Override
        public void settle() {
            touched = false;
        }

        @Override
        public void writePage(int page, StateWriter out) {
            out.writeLong(answered);
            out.writeLong(correct);
        }

        @Override
        public void readPage(int page, StateReader in) {
            answered = in.readLong();
            correct = in.readLong();
        }

        @Override
        public void readVersion3(StateReader in) {
            readPage(0, in);
        }
    }
}
