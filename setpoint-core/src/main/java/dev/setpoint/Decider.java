package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.LogitOutput;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.notation.Excerpt;
import java.util.Arrays;
import java.util.List;

/** Turns queries into decisions with the learner's state as it is, and changes none of it. */
final class Decider {
    /** What single precision leaves of a sum over a thousand labels, with room. */
    private static final double SUM_TOLERANCE = 1e-4;

    private static final int SHOWN = 5;

    private LearnerSettings settings;
    private final int labels;
    private final Encoder encoder;
    private final ProbabilityModel model;
    private final Explorations explorations;
    /** As bits; null if there are none. */
    private final long[] retired;
    /** Worked out once. */
    private int issuing;

    private double mostEvidence;
    private final Heads heads;
    /** Where named features are encoded. */
    private final FeatureVector encoded = new FeatureVector();

    Decider(LearnerSettings settings, Encoder encoder, ProbabilityModel model, Explorations explorations, Heads heads) {
        setSettings(settings);
        this.labels = settings.labels().size();
        this.retired = settings.retiredBits();
        this.encoder = encoder;
        this.model = model;
        this.explorations = explorations;
        this.heads = heads;
    }

    /** Is operated differently from now on. */
    final void setSettings(LearnerSettings newSettings) {
        settings = newSettings;
        issuing = newSettings.issuing();
        mostEvidence = newSettings.mostEvidence();
    }

    /**
     * Puts a query into a row of a batch.
     *
     * @throws IllegalArgumentException if it is none of this learner's
     */
    void take(DecisionBatch batch, int i, FeatureVector query, LabelSet excluded, double weight) {
        Argument.given("query", query);
        checkExcluded(excluded);
        encoder.check(query);
        DecisionRow row = batch.row(i);
        row.query.copyFrom(query);
        row.weight = checkedWeight(weight);
        row.setExcluded(excluded, retired);
        checkEligible(row.excluded);
        batch.inputs()[i] = encoder.inputOf(row.query, batch.scratch(i));
    }

    /** The same with an id, if it has one. */
    void take(DecisionBatch batch, int i, Query query) {
        FeatureVector vector = query.vector();
        if (query.features() != null) {
            encoder.encodeInto(query.features(), encoded);
            vector = encoded;
        }
        take(batch, i, vector, query.excluded(), query.weight());
        if (query.id() != null) {
            batch.row(i).id.set(query.id());
        }
    }

    /**
     * Puts queries into a batch, with their ids; returns whether they have none, and will be numbered.
     *
     * @throws IllegalArgumentException if one of them is none of this learner's, or some have an id and some have none
     */
    boolean take(DecisionBatch batch, List<Query> queries) {
        boolean numbered = queries.stream().allMatch(query -> query.id() == null);
        if (!numbered && queries.stream().anyMatch(query -> query.id() == null)) {
            throw new IllegalArgumentException("ids: given for some queries (expected: for all or for none)");
        }
        for (int i = 0; i < queries.size(); i++) {
            take(batch, i, queries.get(i));
        }
        return numbered;
    }

    /** The same for as many queries as the batch has rows; all arrays but theirs may be null. */
    void take(DecisionBatch batch, FeatureVector[] queries, LabelSet[] excluded, long[] ids, double[] weights) {
        for (int i = 0; i < batch.count(); i++) {
            double weight = weights == null ? 1 : weights[i];
            take(batch, i, Argument.given("queries", i, queries[i]), excluded == null ? null : excluded[i], weight);
            if (ids != null) {
                batch.row(i).id.set(ids[i]);
            }
        }
    }

    /**
     * Decides the rows of a batch, which have their queries and ids. Wang &amp; Qiao (2024), Algorithms 1 and 2, lines 2 to 4: up to the
     * pull.
     *
     * @throws DivergedException if the model's probabilities are not a distribution
     * @throws IllegalArgumentException if the policy's are none
     */
    void decide(DecisionBatch batch) {
        int count = batch.count();
        double[] probabilities = batch.modelOutput();
        boolean hasLogits = model instanceof LogitOutput;
        if (model instanceof LogitOutput output) {
            output.logitsInto(batch.inputs(), count, batch.logits(), probabilities);
        } else {
            model.probabilitiesInto(batch.inputs(), count, probabilities);
        }
        for (int i = 0; i < count; i++) {
            DecisionRow row = batch.row(i);
            row.keepsLogits = hasLogits && !row.isSmall();
            row.keepsDistribution = false;
            row.issuing = issuing;
            row.mostEvidence = mostEvidence;
            row.exploration = explorations.number();
            if (row.keepsLogits || (hasLogits && retired != null)) {
                System.arraycopy(batch.logits(), i * labels, row.logits, 0, labels);
            }
            System.arraycopy(probabilities, i * labels, row.probabilities, 0, labels);
            checkDistribution(row.probabilities);
            if (retired != null) {
                mask(row);
            }
            issueAndPull(row);
        }
    }

    /** Gives retired labels probability 0, and the others theirs given that it is none of these. */
    private void mask(DecisionRow row) {
        if (model instanceof LogitOutput output) {
            for (int k = 0; k < labels; k++) {
                if (LabelBits.contains(retired, k)) {
                    row.logits[k] = Float.NEGATIVE_INFINITY;
                }
            }
            output.probabilitiesOf(row.logits, labels, row.probabilities);
            return;
        }
        double left = 0;
        for (int k = 0; k < labels; k++) {
            row.probabilities[k] = LabelBits.contains(retired, k) ? 0 : row.probabilities[k];
            left += row.probabilities[k];
        }
        double share = 1.0 / (labels - LabelBits.size(retired));
        for (int k = 0; k < labels; k++) {
            if (!LabelBits.contains(retired, k)) {
                row.probabilities[k] = left > 0 ? row.probabilities[k] / left : share;
            }
        }
    }

    private void issueAndPull(DecisionRow row) {
        Exploration exploration = explorations.present();
        if (exploration.readsSet()) {
            Arrays.fill(row.distribution, settings.propensityLowerBound()); // all that is known yet
            heads.issue(row, settings.seed());
            exploration.distributionInto(row);
        } else {
            exploration.distributionInto(row);
            heads.issue(row, settings.seed());
        }
        exploration.pull(row, Exploration.draw(settings.seed(), row.id));
    }

    private double checkedWeight(double weight) {
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("weight: " + weight + " (expected: finite and >= 0)");
        }
        if (weight > 1 && settings.maxWeight() == 1) {
            throw new IllegalArgumentException(
                    "weight: " + weight
                            + " (expected: at most 1, as maxWeight is 1 and so queries are not weighted; weights are cut to a larger maxWeight)");
        }
        return Math.min(weight, settings.maxWeight());
    }

    private void checkExcluded(LabelSet excluded) {
        if (excluded != null && !LabelNames.copyOf(settings.labels()).includes(excluded.universe())) {
            throw new IllegalArgumentException("excluded: of the labels " + Excerpt.of(excluded.universe())
                    + " (expected: of " + Excerpt.of(settings.labels()) + ")");
        }
    }

    private void checkEligible(long[] excluded) {
        if (LabelBits.size(excluded) == labels) {
            throw new IllegalArgumentException("excluded: all labels (expected: at least one is eligible)");
        }
    }

    private static void checkDistribution(double[] probabilities) {
        double sum = 0;
        for (double p : probabilities) {
            sum += p >= 0 ? p : Double.NaN;
        }
        if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            String first = Arrays.toString(Arrays.copyOf(probabilities, Math.min(SHOWN, probabilities.length)));
            throw new DivergedException("model: " + probabilities.length + " probabilities that begin with " + first
                    + " (expected: at least 0, with sum 1); a smaller learning rate may help");
        }
    }
}
