package dev.setpoint.shift;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/**
 * Learns online, without labels, how much more often a query occurs among the <em>targets</em> Q, whose coverage matters but
 * which nobody answers, than among the <em>sources</em> P, which are answered. A logistic regression tells the two apart, and
 * dQ/dP(x) = odds of target against source, times sources seen / targets seen (Tibshirani et al. 2019).
 *
 * <p>Guarantees: 0 &lt;= weight &lt;= cap; the weight is 1 until both kinds were seen; nothing is allocated once the features were
 * seen. Where the odds are log-linear in the features and sources and targets come mixed in a steady ratio, the weights approach
 * dQ/dP cut at the cap. If one kind comes after the other, or their ratio drifts, the weights are off by that drift: the regression follows
 * the recent mix, the counts the whole. Not thread-safe.
 */
public final class DomainClassifier implements Persistent {
    /** Of the rates that were tried, the one whose weights were nearest to the truth after 4,000 queries. */
    public static final Optimizer DEFAULT_OPTIMIZER = new Optimizer.AdaGrad(0.1);

    private static final int SOURCE = 0;
    private static final int TARGET = 1;

    private final double cap;
    private final ProbabilityModel model;
    private final FeatureVector[] query = new FeatureVector[1];
    private final double[] kind = new double[2];
    private final double[] probabilities = new double[2];
    private long sources;
    private long targets;

    /**
     * Knows nothing yet.
     *
     * @param dimension positions of a query's vector, at least 1
     * @param optimizer how the regression follows its gradient
     * @param cap the largest weight, finite and at least 1
     * @throws IllegalArgumentException if the dimension or the cap is out of its range
     */
    public DomainClassifier(int dimension, Optimizer optimizer, double cap) {
        if (!(cap >= 1) || Double.isInfinite(cap)) {
            throw new IllegalArgumentException("cap: " + cap + " (expected: finite and >= 1)");
        }
        this.cap = cap;
        this.model = new SoftmaxRegression.Settings(dimension, optimizer).create(2, 0);
    }

    /** Learns from a query of the answered population. */
    public void observeSource(FeatureVector features) {
        observe(features, SOURCE);
        sources++;
    }

    /** Learns from a query of the population whose coverage matters. */
    public void observeTarget(FeatureVector features) {
        observe(features, TARGET);
        targets++;
    }

    private void observe(FeatureVector features, int which) {
        query[0] = features;
        model.probabilitiesInto(query, 1, probabilities); // refuses a wrong dimension before anything changes
        kind[which] = 1;
        kind[1 - which] = 0;
        model.learn(query, 1, kind, 1);
    }

    /** The estimate of dQ/dP at this query, at most the cap; 1 until both kinds were seen. */
    public double weight(FeatureVector features) {
        query[0] = features;
        model.probabilitiesInto(query, 1, probabilities);
        if (sources == 0 || targets == 0) {
            return 1;
        }
        double odds = probabilities[TARGET] / probabilities[SOURCE];
        return Math.min(cap, odds * sources / targets);
    }

    /** How many sources were seen. */
    public long sources() {
        return sources;
    }

    /** How many targets were seen. */
    public long targets() {
        return targets;
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeLong(sources);
        out.writeLong(targets);
        model.writeState(out);
    }

    @Override
    public void readState(StateReader in) {
        sources = in.readLong();
        targets = in.readLong();
        model.readState(in);
    }
}
