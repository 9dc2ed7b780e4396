package dev.setpoint.sim;

import dev.setpoint.HeadSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.Mlp;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.track.WeightedQuantileTracker;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What the sizes among an experiment's settings take of memory, at least, told before anything is allocated: a run that cannot fit is
 * refused at once by the setting that is to blame. What data and sparse models take shows only as they come, and is not counted.
 */
public final class MemoryNeed {
    private static final long OBJECT = 100; // a query or a decision but for its arrays

    private final Map<String, Double> bytes = new LinkedHashMap<>();

    private MemoryNeed() {}

    /** The need of one run. */
    static MemoryNeed of(ExperimentSettings settings, LabelledData data) {
        MemoryNeed need = new MemoryNeed();
        double labels = settings.learner().labels().size();
        double heads = settings.heads().size();
        double rows = Math.min(settings.batch(), settings.queries());
        need.bytes.put(
                "batch: " + settings.batch(),
                Math.max(settings.batch() * 2.0 * Long.BYTES, rows * (OBJECT + labels * 8 * (4 + heads))));
        need.bytes.put("window: " + settings.window(), settings.window() * (13 + 5 * heads));
        // on average an answer takes half of it
        int delay = settings.feedback().delay();
        double waiting = 0.5 * Math.min(delay, settings.queries());
        need.bytes.put("feedback: delay: " + delay, waiting * (OBJECT + labels * 4));
        if (settings.learner().model() instanceof Mlp.Settings mlp) {
            need.bytes.put(
                    "hidden: " + mlp.hidden(), mlp.hidden() * (labels + inputs(data)) * weightBytes(mlp.optimizer()));
        } else if (settings.learner().model() instanceof SoftmaxRegression.Settings linear && isDense(data)) {
            int inputs = settings.learner().features().dimension();
            need.bytes.put(
                    (int) labels + " labels with " + inputs + " inputs each",
                    labels * inputs * weightBytes(linear.optimizer()));
        }
        for (HeadSettings head : settings.heads()) {
            if (head.tracker() instanceof WeightedQuantileTracker.Settings quantiles) {
                need.bytes.merge("size: " + quantiles.size(), quantiles.size() * labels * 32, Double::sum);
            }
        }
        return need;
    }

    /** Of one weight and what the optimizer remembers of it. */
    private static double weightBytes(Optimizer optimizer) {
        boolean isAlone = optimizer instanceof Optimizer.Sgd || optimizer instanceof Optimizer.RowAdaGrad;
        return Float.BYTES * (optimizer instanceof Optimizer.Adam ? 3 : isAlone ? 1 : 2);
    }

    private static boolean isDense(LabelledData data) {
        FeatureVector row = new FeatureVector();
        data.readInto(0, row);
        return row.isDense();
    }

    /** How many features a row has: of dense ones all, of sparse ones those that are not 0. */
    private static int inputs(LabelledData data) {
        FeatureVector row = new FeatureVector();
        data.readInto(0, row);
        return row.count();
    }

    private double total() {
        return bytes.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /**
     * Refuses what cannot fit.
     *
     * @param runs how many seeds run at a time
     * @param available bytes
     * @throws IllegalArgumentException that names the setting which takes most, and how much
     */
    public static void check(ExperimentSettings settings, LabelledData data, int runs, long available) {
        MemoryNeed need = of(settings, data);
        if (need.total() * runs > available) {
            Map.Entry<String, Double> most = Collections.max(need.bytes.entrySet(), Map.Entry.comparingByValue());
            throw new IllegalArgumentException(most.getKey() + ": would take " + gigabytes(most.getValue() * runs)
                    + (runs == 1 ? "" : " for " + runs + " seeds at a time") + " (expected: with all else at most "
                    + gigabytes((double) available) + ", the memory of this process)");
        }
    }

    private static String gigabytes(double bytes) {
        return String.format(Locale.ROOT, bytes < 1e10 ? "%.1f GB" : "%.0f GB", bytes / 1e9);
    }
}
