package dev.setpoint.track;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.BlockPages;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * The alpha-quantile of each label's weighted scores, with the weight of the query itself placed below all of them. Weighted
 * conformal prediction, Tibshirani et al. (2019), of a sample that forgets, Barber et al. (2023).
 *
 * <p>A label's threshold is the smallest kept score s such that {@code w + (weight of kept scores <= s) >= alpha (W + w)}, where W
 * is the weight of the whole sample and w is the {@link QueryWeights#of weight} that evidence about this query would carry; it is
 * {@link Tracker#ALWAYS} while {@code w >= alpha (W + w)}. Where w is unknown, the label's mean weight stands in for it.
 *
 * <p>Guarantee: if a query's score and n scores of weight 1 are exchangeable and n is at most {@code size}, the query is missed with a
 * probability of at most alpha and at least alpha - 1/(n+1). Beyond {@code size} scores, neighbours are merged: a centroid of distinct
 * scores holds at most max(the largest single weight, 2W/size), so {@code size} should be well above 2/alpha. Ranks were
 * off by less than 2W/size in every order tried (random, sorted either way, from the middle, from both ends); that is measured and not
 * proved.
 *
 * <p>Where a decision was covered or missed plays no part, so late evidence counts by its score alone. The divisor of a step plays
 * none either: quantiles do not change when all weights, the query's own among them, are divided by the same number.
 */
public final class WeightedQuantileTracker extends BlockPages implements MergeableTracker {
    /**
     * Constants of the tracker.
     *
     * @param size how many centroids are kept per label, at least 2
     * @param memory each piece of evidence about a label multiplies the weights of the earlier ones by 1 - 1/memory; at least 2,
     *     infinite to forget nothing. With less than 1/alpha no sample ever outweighs a query of its own kind, and every label is
     *     in every set
     */
    public record Settings(int size, double memory) implements TrackerSettings {
        private static final int MOST_SIZE = 100_000; // every label takes 32 bytes for each

        /** Checks the ranges. */
        public Settings {
            if (size < 2 || size > MOST_SIZE) {
                throw new IllegalArgumentException("size: " + size + " (expected: in [2, " + MOST_SIZE + "])");
            }
            if (!(memory >= 2)) {
                throw new IllegalArgumentException("memory: " + memory + " (expected: >= 2, or Infinity)");
            }
        }

        @Override
        public Tracker create(TrackingTask task) {
            return new WeightedQuantileTracker(this, task.thresholds(), task.alpha());
        }

        @Override
        public String toString() {
            return "weighted-quantile(size=" + size + ", memory=" + memory + ")";
        }
    }

    private final Settings settings;
    private double alpha;
    private QuantileSketch[] sketches;
    private final TouchedLabels touched;

    WeightedQuantileTracker(Settings settings, int labels, double alpha) {
        super(labels, QuantileSketch.mostBytes(settings.size()));
        this.settings = settings;
        this.alpha = alpha;
        this.sketches = new QuantileSketch[labels];
        beginFrom(0);
        this.touched = new TouchedLabels(labels);
    }

    private void beginFrom(int first) {
        for (int k = first; k < sketches.length; k++) {
            sketches[k] = new QuantileSketch(settings.size(), settings.memory());
        }
    }

    @Override
    public void grow(TrackingTask task) {
        int before = sketches.length;
        task.checkGrowth(before);
        if (task.thresholds() > before) {
            sketches = Arrays.copyOf(sketches, task.thresholds());
            beginFrom(before);
            touched.grow(sketches.length);
            grown();
        }
    }

    @Override
    public void retarget(double newAlpha) {
        alpha = newAlpha;
    }

    @Override
    public int recordSize() {
        return 0;
    }

    @Override
    public void issueInto(QueryWeights query, double[] into, double[] record) {
        for (int k = 0; k < sketches.length; k++) {
            into[k] = sketches[k].quantile(alpha, query.of(k));
        }
    }

    @Override
    public void add(int label, double weight, double score, boolean held, double[] record) {
        if (weight != 0) {
            touched.add(label);
            touchCommon();
            touch(label);
            sketches[label].add(score, weight);
        }
    }

    @Override
    public void apply(double divisor) {
        for (int i = 0; i < touched.count(); i++) {
            sketches[touched.label(i)].publish();
            touch(touched.label(i));
        }
        if (touched.count() > 0) {
            touchCommon();
        }
        touched.clear();
    }

    @Override
    public void merge(MergeableTracker other) {
        Argument.given("other", other);
        if (other == this || !(other instanceof WeightedQuantileTracker that) || !that.settings.equals(settings)) {
            throw new IllegalArgumentException("merge: " + nameOf(other) + " (expected: another " + settings + ")");
        }
        if (that.sketches.length != sketches.length) {
            throw new IllegalArgumentException(
                    "merge: " + that.sketches.length + " labels (expected: " + sketches.length + ")");
        }
        if (touched.count() + that.touched.count() > 0) {
            throw new IllegalStateException("merge: in the middle of a step (expected: after apply)");
        }
        touchAll();
        for (int k = 0; k < sketches.length; k++) {
            sketches[k].merge(that.sketches[k]);
            sketches[k].publish();
        }
    }

    private String nameOf(MergeableTracker other) {
        if (other == this) {
            return "itself";
        }
        return other instanceof WeightedQuantileTracker that ? that.settings.toString() : "one of another kind";
    }

    /** The sample of a label. */
    QuantileSketch sketch(int label) {
        return sketches[label];
    }

    @Override
    protected int entries() {
        return sketches.length;
    }

    @Override
    protected void writeCommon(StateWriter out) {
        touched.writeState(out);
    }

    @Override
    protected void readCommon(StateReader in) {
        touched.readState(in);
    }

    @Override
    protected void writeEntry(int label, StateWriter out) {
        sketches[label].writeState(out);
    }

    @Override
    protected void readEntry(int label, StateReader in) {
        sketches[label].readState(in);
    }

    @Override
    public void readVersion3(StateReader in) {
        Rates.checkLabels(in.readInt(), sketches.length);
        for (QuantileSketch sketch : sketches) {
            sketch.readState(in);
        }
        touched.readState(in);
    }
}
