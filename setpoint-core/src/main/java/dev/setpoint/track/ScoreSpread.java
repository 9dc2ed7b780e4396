package dev.setpoint.track;

import dev.setpoint.score.ScoreRange;
import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/** How the scores of each label's queries are spread, and those of all labels together: histograms of mass over {@link ScoreBins}. */
final class ScoreSpread implements Persistent {
    /** Rounding must not lift a threshold above the scores that lie at the edge of their bin; a share of the range. */
    private static final double ROUNDING = 1e-12;

    private final ScoreBins bins;
    private final double rounding;
    /** By label, at label * COUNT + bin, and its sum by label. */
    private final double[] spread;

    private final double[] mass;
    /** The same of all labels, the pool. */
    private final double[] pooled = new double[ScoreBins.COUNT];

    private final double[] pooledMass = new double[1];
    private final double[][] stored;

    ScoreSpread(int labels, ScoreRange range) {
        this.bins = new ScoreBins(range);
        this.rounding = ROUNDING * range.width();
        this.spread = new double[labels * ScoreBins.COUNT];
        this.mass = new double[labels];
        this.stored = new double[][] {spread, mass, pooled, pooledMass};
    }

    void add(int label, double score, double amount) {
        int bin = bins.bin(score);
        spread[label * ScoreBins.COUNT + bin] += amount;
        mass[label] += amount;
        pooled[bin] += amount;
        pooledMass[0] += amount;
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
        double perPooled = pooledMass[0] > 0 ? borrowed / pooledMass[0] : 0;
        double total = mass[label] + perPooled * pooledMass[0];
        double target = level * total;
        if (!(target > 0)) {
            return Tracker.ALWAYS;
        }
        int own = label * ScoreBins.COUNT;
        double below = 0;
        for (int bin = 0; bin < ScoreBins.COUNT; bin++) {
            double here = spread[own + bin] + perPooled * pooled[bin];
            if (below + here > target) {
                double lower = bins.lowerEdge(bin);
                double within = here > tied * total ? 0 : (target - below) / here;
                return bin == 0 || (below == 0 && target < one)
                        ? Tracker.ALWAYS
                        : lower + within * (bins.lowerEdge(bin + 1) - lower) - rounding;
            }
            below += here;
        }
        return Tracker.ALWAYS; // rounding left the target above the mass
    }

    void divide(double by) {
        for (double[] sums : stored) {
            for (int i = 0; i < sums.length; i++) {
                sums[i] /= by;
            }
        }
    }

    void clear() {
        for (double[] sums : stored) {
            Arrays.fill(sums, 0);
        }
    }

    @Override
    public void writeState(StateWriter out) {
        for (double[] sums : stored) {
            out.writeDoubles(sums);
        }
    }

    @Override
    public void readState(StateReader in) {
        for (double[] sums : stored) {
            in.readDoublesInto(sums);
        }
    }
}
