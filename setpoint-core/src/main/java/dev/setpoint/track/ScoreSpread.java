package dev.setpoint.track;

import dev.setpoint.score.ScoreRange;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** How the scores of each label's queries are spread, and those of all labels together: histograms of mass over {@link ScoreBins}. */
final class ScoreSpread {
    /** Rounding must not lift a threshold above the scores that lie at the edge of their bin; a share of the range. */
    private static final double ROUNDING = 1e-12;

    private ScoreBins bins;
    private double rounding;
    /** That of a label which has had no mass yet: never written to. */
    private static final double[] NOTHING = new double[ScoreBins.COUNT];

    /** By label and bin, and its sum by label. A label's own comes into being with its first mass. */
    private double[][] spread;

    private double[] mass;
    /** The same of all labels, the pool. */
    private double[] pooled = new double[ScoreBins.COUNT];

    private double pooledMass;
    /** The bins in which the pool has mass, as bits: no label has mass in others. */
    private final long[] occupied = new long[(ScoreBins.COUNT + Long.SIZE - 1) / Long.SIZE];

    ScoreSpread(int labels, ScoreRange range) {
        setBins(new ScoreBins(range));
        this.spread = new double[labels][];
        this.mass = new double[labels];
        Arrays.fill(spread, NOTHING);
    }

    private void setBins(ScoreBins newBins) {
        bins = newBins;
        rounding = ROUNDING * newBins.range().width();
    }

    /**
     * There are more labels from now on, whose scores may lie in a wider range. If so, the mass of each bin goes to that one of the new
     * bins which has its lower edge: scores that were equal stay so, and a quantile moves by less than two of the new bins.
     *
     * @return whether mass has moved to other bins
     */
    boolean grow(int labels, ScoreRange range) {
        int before = spread.length;
        spread = Arrays.copyOf(spread, labels);
        Arrays.fill(spread, before, labels, NOTHING);
        mass = Arrays.copyOf(mass, labels);
        ScoreBins wider = bins.covering(range);
        if (wider == bins) {
            return false;
        }
        for (int label = 0; label < before; label++) {
            spread[label] = spread[label] == NOTHING ? NOTHING : moved(spread[label], wider);
        }
        pooled = moved(pooled, wider);
        setBins(wider);
        findOccupied();
        return true;
    }

    private double[] moved(double[] histogram, ScoreBins to) {
        double[] moved = new double[ScoreBins.COUNT];
        for (int bin = 0; bin < ScoreBins.COUNT; bin++) {
            moved[to.bin(bins.lowerEdge(bin))] += histogram[bin];
        }
        return moved;
    }

    void add(int label, double score, double amount) {
        int bin = bins.bin(score);
        own(label)[bin] += amount;
        mass[label] += amount;
        pooled[bin] += amount;
        pooledMass += amount;
        occupied[bin / Long.SIZE] |= 1L << bin;
    }

    private void findOccupied() {
        Arrays.fill(occupied, 0);
        for (int bin = 0; bin < ScoreBins.COUNT; bin++) {
            occupied[bin / Long.SIZE] |= pooled[bin] == 0 ? 0 : 1L << bin;
        }
    }

    private double[] own(int label) {
        if (spread[label] == NOTHING) {
            spread[label] = new double[ScoreBins.COUNT];
        }
        return spread[label];
    }

    /**
     * The quantile of a label's scores, after so much mass was added to them that is spread as the pool is; {@link Tracker#ALWAYS} if
     * it lies in the first bin, if there is no mass, or if less than one observation is to lie below it and none does: where
     * the lowest of a few scores is, says little of the scores to come.
     *
     * @param level which quantile, below 1
     * @param borrowed the mass taken from the pool
     * @param one the mass of one observation
     * @param tied a bin that holds a larger share of all than this gives its lower edge: its scores may all be equal and lie there
     */
    double quantile(int label, double level, double borrowed, double one, double tied) {
        double perPooled = pooledMass > 0 ? borrowed / pooledMass : 0;
        double total = mass[label] + perPooled * pooledMass;
        double target = level * total;
        if (!(target > 0)) {
            return Tracker.ALWAYS;
        }
        double[] own = spread[label];
        double below = 0;
        for (int word = 0; word < occupied.length; word++) {
            for (long left = occupied[word]; left != 0; left &= left - 1) { // other bins add nothing
                int bin = word * Long.SIZE + Long.numberOfTrailingZeros(left);
                double here = own[bin] + perPooled * pooled[bin];
                if (below + here > target) {
                    double lower = bins.lowerEdge(bin);
                    double within = here > tied * total ? 0 : (target - below) / here;
                    return bin == 0 || (below == 0 && target < one)
                            ? Tracker.ALWAYS
                            : lower + within * (bins.lowerEdge(bin + 1) - lower) - rounding;
                }
                below += here;
            }
        }
        return Tracker.ALWAYS; // rounding left the target above the mass
    }

    void divide(double by) {
        for (double[] own : spread) {
            if (own != NOTHING) {
                divide(own, by);
            }
        }
        divide(mass, by);
        divide(pooled, by);
        pooledMass /= by;
    }

    private static void divide(double[] sums, double by) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] /= by;
        }
    }

    void clear() {
        Arrays.fill(spread, NOTHING);
        Arrays.fill(mass, 0);
        Arrays.fill(pooled, 0);
        pooledMass = 0;
        findOccupied();
    }

    void writeCommon(StateWriter out) {
        out.writeDoubles(pooled);
        out.writeDouble(pooledMass);
        out.writeDouble(bins.range().least());
        out.writeDouble(bins.range().most());
    }

    void readCommon(StateReader in) {
        in.readDoublesInto(pooled);
        findOccupied();
        pooledMass = in.readDouble();
        try {
            setBins(new ScoreBins(new ScoreRange(in.readDouble(), in.readDouble())));
        } catch (IllegalArgumentException e) {
            throw new SnapshotException("snapshot: range of scores, " + e.getMessage());
        }
    }

    /** The mass, and whether there ever was any; if so, by bin. */
    void writeLabel(int label, StateWriter out) {
        out.writeDouble(mass[label]);
        out.writeBoolean(spread[label] != NOTHING);
        if (spread[label] != NOTHING) {
            out.writeDoubles(spread[label], 0, ScoreBins.COUNT);
        }
    }

    void readLabel(int label, StateReader in) {
        mass[label] = in.readDouble();
        if (in.readBoolean()) {
            in.readDoublesInto(own(label), 0, ScoreBins.COUNT);
        } else {
            spread[label] = NOTHING;
        }
    }

    void readVersion3(StateReader in) {
        double[] all = new double[spread.length * ScoreBins.COUNT];
        double[] sum = new double[1];
        in.readDoublesInto(all);
        in.readDoublesInto(mass);
        in.readDoublesInto(pooled);
        findOccupied();
        in.readDoublesInto(sum);
        pooledMass = sum[0];
        for (int label = 0; label < spread.length; label++) {
            System.arraycopy(all, label * ScoreBins.COUNT, own(label), 0, ScoreBins.COUNT);
        }
    }
}
