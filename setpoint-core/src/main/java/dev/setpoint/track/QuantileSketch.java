package dev.setpoint.track;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/**
 * A weighted sample of scores in bounded memory: at most {@code size} centroids, sorted by score. One more is made room for by
 * merging the two neighbours of the smallest joint weight at their mean score. Of size + 1 centroids of total weight W these two
 * weigh at most 2W/size, since all size pairs of neighbours together weigh less than 2W.
 *
 * <p>What is added is seen by {@link #quantile} only once it is {@link #publish}ed.
 *
 * <p>To forget, new evidence is made heavier rather than old evidence lighter: a weight w is kept as w * unit, and the unit grows
 * with every piece of evidence.
 */
final class QuantileSketch implements Persistent {
    private static final double LARGEST_UNIT = 1e6;

    private final int size;
    /** What the unit grows by with a piece of evidence. */
    private final double growth;
    /** With room for the one that is merged away at once. */
    private final double[] scores;

    private final double[] weights;
    private int count;
    private double unit = 1;
    /** How many pieces of evidence of positive weight were added, forgotten like the weights. */
    private double pieces;

    private final double[] publishedScores;
    /** Weights up to and including each published score. */
    private final double[] publishedSums;

    private int publishedCount;
    private double publishedUnit = 1;
    private double publishedMean;

    QuantileSketch(int size, double memory) {
        this.size = size;
        this.growth = 1 / (1 - 1 / memory);
        this.scores = new double[size + 1];
        this.weights = new double[size + 1];
        this.publishedScores = new double[size];
        this.publishedSums = new double[size];
    }

    /** How many bytes a sketch of so many centroids is stored in, at most; less than that if it would overflow. */
    static int mostBytes(int size) {
        return (int) Math.min(Integer.MAX_VALUE, 4L * Double.BYTES * size);
    }

    /**
     * Adds evidence. A negative weight is taken off the centroids nearest to the score, from the nearest on, until it is used up
     * or nothing is left.
     */
    void add(double score, double weight) {
        unit *= growth;
        if (unit > LARGEST_UNIT) {
            restartUnit();
        }
        if (weight > 0) {
            insert(score, weight * unit);
            pieces += unit;
        } else {
            takeOff(score, -weight * unit);
        }
    }

    /** Takes in all of another sketch of the same size; the latest evidence of both counts the same. */
    void merge(QuantileSketch other) {
        double exchange = unit / other.unit;
        for (int i = 0; i < other.count; i++) {
            insert(other.scores[i], other.weights[i] * exchange);
        }
        pieces += other.pieces * exchange;
    }

    private void insert(double score, double weight) {
        int at = firstAbove(score);
        if (at > 0 && scores[at - 1] == score) {
            weights[at - 1] += weight;
            return;
        }
        System.arraycopy(scores, at, scores, at + 1, count - at);
        System.arraycopy(weights, at, weights, at + 1, count - at);
        scores[at] = score;
        weights[at] = weight;
        count++;
        if (count > size) {
            mergeLightestNeighbours();
        }
    }

    private void mergeLightestNeighbours() {
        int at = 0;
        for (int i = 1; i + 1 < count; i++) {
            // of equals the highest, far from where small quantiles are
            if (weights[i] + weights[i + 1] <= weights[at] + weights[at + 1]) {
                at = i;
            }
        }
        double together = weights[at] + weights[at + 1];
        double share = together > 0 ? weights[at + 1] / together : 0;
        scores[at] = Math.min(scores[at + 1], scores[at] + (scores[at + 1] - scores[at]) * share);
        weights[at] = together;
        remove(at + 1);
    }

    private void takeOff(double score, double weight) {
        double left = weight;
        while (left > 0 && count > 0) {
            int at = nearest(score);
            double taken = Math.min(left, weights[at]);
            weights[at] -= taken;
            left -= taken;
            if (!(weights[at] > 0)) {
                remove(at);
            }
        }
    }

    private int nearest(double score) {
        int above = firstAbove(score);
        if (above == count) {
            return count - 1;
        }
        return above > 0 && score - scores[above - 1] <= scores[above] - score ? above - 1 : above;
    }

    private int firstAbove(double score) {
        int from = 0;
        int to = count;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (scores[middle] > score) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return from;
    }

    private void remove(int at) {
        count--;
        System.arraycopy(scores, at + 1, scores, at, count - at);
        System.arraycopy(weights, at + 1, weights, at, count - at);
    }

    private void restartUnit() {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            scores[kept] = scores[i];
            weights[kept] = weights[i] / unit;
            kept += weights[kept] > 0 ? 1 : 0; // what has become nothing is let go
        }
        count = kept;
        pieces /= unit;
        unit = 1;
    }

    /** Lets {@link #quantile} see all that was added. */
    void publish() {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += weights[i];
            publishedScores[i] = scores[i];
            publishedSums[i] = sum;
        }
        publishedCount = count;
        publishedUnit = unit;
        publishedMean = pieces > 0 ? sum / pieces : 0;
    }

    /**
     * The alpha-quantile of the sample and a further weight below all of it, or {@link Tracker#ALWAYS} where that is reached below
     * all of it.
     *
     * @param below that weight; if it is not above 0, the mean weight of the sample
     */
    double quantile(double alpha, double below) {
        double total = publishedCount == 0 ? 0 : publishedSums[publishedCount - 1];
        double own = (below > 0 ? below : publishedMean) * publishedUnit;
        double wanted = alpha * (total + own) - own;
        if (!(wanted > 0)) {
            return Tracker.ALWAYS;
        }
        int from = 0;
        int to = publishedCount - 1;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (publishedSums[middle] >= wanted) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return publishedScores[from];
    }

    int count() {
        return count;
    }

    /** The i-th centroid's score. */
    double score(int i) {
        return scores[i];
    }

    /** The i-th centroid's weight, where the latest evidence counts by its own weight. */
    double weight(int i) {
        return weights[i] / unit;
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeDouble(unit);
        out.writeDouble(pieces);
        writePairs(out, count, scores, weights);
        out.writeDouble(publishedUnit);
        out.writeDouble(publishedMean);
        writePairs(out, publishedCount, publishedScores, publishedSums);
    }

    @Override
    public void readState(StateReader in) {
        unit = in.readDouble();
        pieces = in.readDouble();
        count = readPairs(in, scores, weights);
        publishedUnit = in.readDouble();
        publishedMean = in.readDouble();
        publishedCount = readPairs(in, publishedScores, publishedSums);
    }

    private static void writePairs(StateWriter out, int count, double[] first, double[] second) {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeDouble(first[i]);
            out.writeDouble(second[i]);
        }
    }

    private int readPairs(StateReader in, double[] first, double[] second) {
        int read = in.readCount("centroids", size);
        for (int i = 0; i < read; i++) {
            first[i] = in.readDouble();
            second[i] = in.readDouble();
        }
        return read;
    }
}
