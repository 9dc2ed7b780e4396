package dev.setpoint.track;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * How often labels were correct that the model had given a certain probability. Probabilities are put into octaves: halvings of the
 * distance from 1/2 towards 0, and likewise towards 1.
 *
 * <p>The rate of an octave is pooled over labels and never falls with the probability; it is 1 before any pull. A label that was
 * correct more often than the pool in some octave has a {@link #share} above it there. All counts are in the unit of {@code scale}, the
 * amount that a pull counts at present.
 */
final class HitRates {
    private static final int OCTAVES = 18;
    /** How many octaves there are, on both sides together. */
    static final int COUNT = 2 * OCTAVES;

    private static final int EXPONENT_OF_QUARTER = -2;

    private final double prior;
    private final double own;
    /** By octave: pulls of any label, and those that were correct. */
    private final double[] pulls = new double[COUNT];

    private final double[] hits = new double[COUNT];
    private final double[] rates = new double[COUNT];
    /** The same by label and octave, at label * COUNT + octave. */
    private double[] ownPulls;

    private double[] ownHits;
    private double[][] counts;
    private final int[] blockEnd = new int[COUNT];
    private final double[] blockPulls = new double[COUNT];

    /**
     * No pull yet.
     *
     * @param prior how many correct pulls every octave starts with
     * @param own how many correct pulls a label's own rate starts with
     */
    HitRates(int labels, double prior, double own) {
        this.prior = prior;
        this.own = own;
        this.ownPulls = new double[labels * COUNT];
        this.ownHits = new double[labels * COUNT];
        this.counts = new double[][] {pulls, hits, ownPulls, ownHits};
        Arrays.fill(rates, 1);
    }

    /** There are more labels from now on. */
    void grow(int labels) {
        ownPulls = Arrays.copyOf(ownPulls, labels * COUNT);
        ownHits = Arrays.copyOf(ownHits, labels * COUNT);
        counts = new double[][] {pulls, hits, ownPulls, ownHits};
    }

    /** The octave of a probability, from 0. */
    static int octave(double probability) {
        return probability < 0.5 ? OCTAVES - 1 - fromMiddle(probability) : OCTAVES + fromMiddle(1 - probability);
    }

    private static int fromMiddle(double distance) {
        if (distance >= 0.5) {
            return 0;
        }
        return distance > 0 ? Math.min(EXPONENT_OF_QUARTER - Math.getExponent(distance), OCTAVES - 1) : OCTAVES - 1;
    }

    void add(int label, double probability, boolean correct, double scale) {
        int octave = octave(probability);
        pulls[octave] += scale;
        ownPulls[label * COUNT + octave] += scale;
        if (correct) {
            hits[octave] += scale;
            ownHits[label * COUNT + octave] += scale;
        }
    }

    /** The pool's rate, as of the last {@link #refresh}. */
    double rate(double probability) {
        return rates[octave(probability)];
    }

    /** How far a query with this probability of a label belongs to it: the pool's rate, or the label's own if that is more; above 0. */
    double share(int label, double probability, double scale) {
        int octave = octave(probability);
        double rate = rates[octave];
        double expected = ownPulls[label * COUNT + octave] * rate;
        double found = ownHits[label * COUNT + octave];
        double start = own * scale;
        return found <= expected ? rate : Math.min(1, rate * (found + start) / (expected + start));
    }

    /** Pools adjacent octaves until rates do not fall with the probability. Ayer et al. (1955). */
    void refresh(double scale) {
        double start = prior * scale;
        int blocks = 0;
        for (int octave = 0; octave < COUNT; octave++) {
            double rate = (hits[octave] + start) / (pulls[octave] + start);
            double weight = pulls[octave] + start;
            while (blocks > 0 && rates[blocks - 1] > rate) {
                blocks--;
                double both = blockPulls[blocks] + weight;
                rate = (rates[blocks] * blockPulls[blocks] + rate * weight) / both;
                weight = both;
            }
            rates[blocks] = rate; // blocks are at most as many as octaves read so far
            blockPulls[blocks] = weight;
            blockEnd[blocks++] = octave + 1;
        }
        for (int block = blocks - 1; block >= 0; block--) {
            Arrays.fill(rates, block == 0 ? 0 : blockEnd[block - 1], blockEnd[block], rates[block]);
        }
    }

    void divide(double by) {
        for (double[] count : counts) {
            for (int i = 0; i < count.length; i++) {
                count[i] /= by;
            }
        }
    }

    void clear() {
        for (double[] count : counts) {
            Arrays.fill(count, 0);
        }
        Arrays.fill(rates, 1);
    }

    void writeCommon(StateWriter out) {
        out.writeDoubles(pulls);
        out.writeDoubles(hits);
        out.writeDoubles(rates);
    }

    void readCommon(StateReader in) {
        in.readDoublesInto(pulls);
        in.readDoublesInto(hits);
        in.readDoublesInto(rates);
    }

    void writeLabel(int label, StateWriter out) {
        out.writeDoubles(ownPulls, label * COUNT, COUNT);
        out.writeDoubles(ownHits, label * COUNT, COUNT);
    }

    void readLabel(int label, StateReader in) {
        in.readDoublesInto(ownPulls, label * COUNT, COUNT);
        in.readDoublesInto(ownHits, label * COUNT, COUNT);
    }

    void readVersion3(StateReader in) {
        for (double[] count : counts) {
            in.readDoublesInto(count);
        }
        in.readDoublesInto(rates);
    }
}
