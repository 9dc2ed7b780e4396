package dev.setpoint.measure;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/** What production can know of a learner, where no label is ever seen. Measures of different decisions merge by addition. */
public final class Measures implements Persistent {
    private final HeadMeasures[] heads;
    private long answered;
    private long correct;

    /** Nothing seen yet. */
    public Measures(int labels, int heads) {
        this.heads = new HeadMeasures[heads];
        for (int h = 0; h < heads; h++) {
            this.heads[h] = new HeadMeasures(labels);
        }
    }

    /** Counts one answer that said whether the pull was correct. */
    public void addAnswer(boolean wasCorrect) {
        answered++;
        correct += wasCorrect ? 1 : 0;
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
        return heads[head];
    }

    /** Adds what another has seen. */
    public void merge(Measures other) {
        answered += other.answered;
        correct += other.correct;
        for (int h = 0; h < heads.length; h++) {
            heads[h].merge(other.heads[h]);
        }
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeLong(answered);
        out.writeLong(correct);
        for (HeadMeasures head : heads) {
            head.writeState(out);
        }
    }

    @Override
    public void readState(StateReader in) {
        answered = in.readLong();
        correct = in.readLong();
        for (HeadMeasures head : heads) {
            head.readState(in);
        }
    }
}
