package dev.setpoint.sim;

import dev.setpoint.DecisionBatch;
import dev.setpoint.math.Elementary;
import dev.setpoint.state.Persistent;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What only a simulation can know: coverage, sizes, cross-entropy and correct pulls against the true labels; since the start,
 * over the last window of queries, and in each quarter of the stream. Wang &amp; Qiao (2024), section 4 and appendix C.
 */
public final class TrueMeasures implements Persistent {
    /** Sums over some part of the stream. */
    private static final class Sums {
        final long[] queries;
        final long[] correct;
        final long[][] covered;
        final long[] size;
        final long[] empty;
        double crossEntropy;
        long count;

        Sums(int labels, int heads) {
            queries = new long[labels];
            correct = new long[labels];
            covered = new long[heads][labels];
            size = new long[heads];
            empty = new long[heads];
        }

        void addQuery(int label, boolean wasCorrect, double loss, int sign) {
            count += sign;
            queries[label] += sign;
            correct[label] += wasCorrect ? sign : 0;
            crossEntropy += sign * loss;
        }

        void addSet(int head, int label, boolean covers, int members, int sign) {
            covered[head][label] += covers ? sign : 0;
            size[head] += (long) sign * members;
            empty[head] += members == 0 ? sign : 0;
        }

        void writeState(StateWriter out) {
            out.writeLong(count);
            out.writeDouble(crossEntropy);
            out.writeLongs(queries);
            out.writeLongs(correct);
            out.writeLongs(size);
            out.writeLongs(empty);
            for (long[] perLabel : covered) {
                out.writeLongs(perLabel);
            }
        }

        void readState(StateReader in) {
            count = in.readLong();
            crossEntropy = in.readDouble();
            in.readLongsInto(queries);
            in.readLongsInto(correct);
            in.readLongsInto(size);
            in.readLongsInto(empty);
            for (long[] perLabel : covered) {
                in.readLongsInto(perLabel);
            }
        }
    }

    /** Which part of the stream a metric is about. */
    public enum Span {
        /** Everything so far. */
        ALL,
        /** The last window of queries. */
        WINDOW,
        /** The first quarter of the stream. */
        QUARTER_1,
        /** The second quarter. */
        QUARTER_2,
        /** The third quarter. */
        QUARTER_3,
        /** The last quarter. */
        QUARTER_4
    }

    private static final Span[] QUARTERS = {Span.QUARTER_1, Span.QUARTER_2, Span.QUARTER_3, Span.QUARTER_4};
    private static final double LEAST_PROBABILITY = 1e-12;

    private final int labels;
    private final int heads;
    private final long total;
    private long skipped;
    private final Sums all;
    private final Sums window;
    private final Sums[] quarters = new Sums[4];

    private final int[] pastLabel;
    private final boolean[] pastCorrect;
    private final double[] pastLoss;
    private final int[][] pastSize;
    private final boolean[][] pastCovered;

    /**
     * Nothing seen yet.
     *
     * @param heads how many, twins included
     * @param window how many measured queries a window has, at least 1
     * @param total how many queries the whole stream will have, measured or not, for its quarters
     */
    public TrueMeasures(int labels, int heads, int window, long total) {
        this.labels = labels;
        this.heads = heads;
        this.total = total;
        this.all = new Sums(labels, heads);
        this.window = new Sums(labels, heads);
        for (int q = 0; q < 4; q++) {
            quarters[q] = new Sums(labels, heads);
        }
        pastLabel = new int[window];
        pastCorrect = new boolean[window];
        pastLoss = new double[window];
        pastSize = new int[heads][window];
        pastCovered = new boolean[heads][window];
    }

    /** Adds a decision with its true label. */
    public void add(DecisionBatch batch, int row, int label) {
        add(batch, row, label, null);
    }

    /** Passes over a query of the stream that is not measured. */
    void skip() {
        skipped++;
    }

    /** Adds a decision with its true label; the last heads are the twins, where there are any. */
    void add(DecisionBatch batch, int row, int label, OracleHeads twins) {
        int at = (int) (all.count % pastLabel.length);
        if (all.count >= pastLabel.length) {
            window.addQuery(pastLabel[at], pastCorrect[at], pastLoss[at], -1);
            for (int h = 0; h < heads; h++) {
                window.addSet(h, pastLabel[at], pastCovered[h][at], pastSize[h][at], -1);
            }
        }
        pastLabel[at] = label;
        pastCorrect[at] = batch.arm(row) == label;
        pastLoss[at] = -Elementary.log(Math.max(LEAST_PROBABILITY, batch.probability(row, label)));
        Sums quarter = quarters[(int) Math.min(3, 4 * (all.count + skipped) / total)];
        for (Sums sums : new Sums[] {all, window, quarter}) {
            sums.addQuery(label, pastCorrect[at], pastLoss[at], 1);
        }
        int issued = twins == null ? heads : heads - twins.count();
        for (int h = 0; h < heads; h++) {
            pastCovered[h][at] = h < issued ? batch.contains(row, h, label) : twins.contains(h - issued, label);
            pastSize[h][at] = h < issued ? batch.setSize(row, h) : twins.setSize(h - issued);
            all.addSet(h, label, pastCovered[h][at], pastSize[h][at], 1);
            window.addSet(h, label, pastCovered[h][at], pastSize[h][at], 1);
            quarter.addSet(h, label, pastCovered[h][at], pastSize[h][at], 1);
        }
    }

    /** How many queries were measured. */
    public long queries() {
        return all.count;
    }

    /** The quarters of the stream, in order. */
    public static Span quarter(int number) {
        return QUARTERS[number];
    }

    /** Acum_cvg: of the queries with this label, the share whose set held it; NaN if there was none. */
    public double coverage(Span span, int head, int label) {
        Sums sums = sums(span);
        return (double) sums.covered[head][label] / sums.queries[label];
    }

    /** Acum_cvg_min: the smallest coverage of any label that has occurred; NaN if none has. */
    public double coverageMin(Span span, int head) {
        return occurred(span, head).min().orElse(Double.NaN);
    }

    /** Acum_cvg_max: the largest coverage of any label that has occurred; NaN if none has. */
    public double coverageMax(Span span, int head) {
        return occurred(span, head).max().orElse(Double.NaN);
    }

    /** The mean of the coverages of all labels that have occurred; NaN if none has. */
    public double coverageMean(Span span, int head) {
        return occurred(span, head).average().orElse(Double.NaN);
    }

    /** The share of all queries whose set held the true label; NaN if there was none. */
    public double coverageMarginal(Span span, int head) {
        return (double) Arrays.stream(sums(span).covered[head]).sum() / sums(span).count;
    }

    private DoubleStream occurred(Span span, int head) {
        return IntStream.range(0, labels)
                .mapToDouble(k -> coverage(span, head, k))
                .filter(c -> !Double.isNaN(c));
    }

    /** Acum_size: the mean size of a head's sets. */
    public double size(Span span, int head) {
        return (double) sums(span).size[head] / sums(span).count;
    }

    /** The share of empty sets. */
    public double emptyShare(Span span, int head) {
        return (double) sums(span).empty[head] / sums(span).count;
    }

    /** The mean of -ln p(y|x), with p at least 1e-12. */
    public double crossEntropy(Span span) {
        return sums(span).crossEntropy / sums(span).count;
    }

    /** The share of pulls that were correct. */
    public double correctPulls(Span span) {
        long correct = 0;
        for (long count : sums(span).correct) {
            correct += count;
        }
        return (double) correct / sums(span).count;
    }

    /** Of the queries with this label, the share whose pull was correct. Wang &amp; Qiao (2024), appendix C. */
    public double correctPulls(Span span, int label) {
        return (double) sums(span).correct[label] / sums(span).queries[label];
    }

    /** The share of queries with this label. */
    public double share(Span span, int label) {
        return (double) sums(span).queries[label] / sums(span).count;
    }

    /** How many queries had this label. */
    public long queries(int label) {
        return all.queries[label];
    }

    /** How many queries of this label a head's sets missed. */
    public long misses(int head, int label) {
        return all.queries[label] - all.covered[head][label];
    }

    /** All sums, then the window's queries: per place label, whether the pull was correct, loss, and per head size and whether it covered. */
    @Override
    public void writeState(StateWriter out) {
        out.writeLong(skipped);
        all.writeState(out);
        window.writeState(out);
        for (Sums quarter : quarters) {
            quarter.writeState(out);
        }
        int places = (int) Math.min(all.count, pastLabel.length);
        for (int at = 0; at < places; at++) {
            out.writeInt(pastLabel[at]);
            out.writeBoolean(pastCorrect[at]);
            out.writeDouble(pastLoss[at]);
            for (int h = 0; h < heads; h++) {
                out.writeInt(pastSize[h][at]);
                out.writeBoolean(pastCovered[h][at]);
            }
        }
    }

    @Override
    public void readState(StateReader in) {
        skipped = in.readLong();
        all.readState(in);
        window.readState(in);
        for (Sums quarter : quarters) {
            quarter.readState(in);
        }
        if (all.count < 0 || skipped < 0) {
            throw new SnapshotException("snapshot: " + all.count + " queries (expected: >= 0)");
        }
        int places = (int) Math.min(all.count, pastLabel.length);
        for (int at = 0; at < places; at++) {
            pastLabel[at] = in.readCount("label", labels - 1);
            pastCorrect[at] = in.readBoolean();
            pastLoss[at] = in.readDouble();
            for (int h = 0; h < heads; h++) {
                pastSize[h][at] = in.readCount("size of a set", labels);
                pastCovered[h][at] = in.readBoolean();
            }
        }
    }

    private Sums sums(Span span) {
        return switch (span) {
            case ALL -> all;
            case WINDOW -> window;
            case QUARTER_1 -> quarters[0];
            case QUARTER_2 -> quarters[1];
            case QUARTER_3 -> quarters[2];
            case QUARTER_4 -> quarters[3];
        };
    }
}
