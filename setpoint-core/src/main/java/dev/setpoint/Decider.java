package dev.setpoint;

import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.LogitOutput;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.random.Draws;
import java.util.Arrays;

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
    /** Worked out once. */
    private int issuing;

    private double mostEvidence;
    private final Heads heads;

    Decider(LearnerSettings settings, Encoder encoder, ProbabilityModel model, Explorations explorations, Heads heads) {
        setSettings(settings);
        this.labels = settings.labels().size();
        this.encoder = encoder;
        this.model = model;
        this.explorations = explorations;
        this.heads = heads;
    }

    /** Is operated otherwise from now on. */
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
        checkExcluded(excluded);
        encoder.check(query);
        DecisionRow row = batch.row(i);
        row.query.copyFrom(query);
        row.weight = checkedWeight(weight);
        row.setExcluded(excluded);
        batch.inputs()[i] = encoder.inputOf(row.query, batch.scratch(i));
    }

    /**
     * Decides the rows of a batch, which have their queries and ids. Wang &amp; Qiao (2024), Algorithms 1 and 2, lines 2 and 3.
     *
     * @throws DivergedException if the model's probabilities are not a distribution
     */
    void decide(DecisionBatch batch) {
        int count = batch.size();
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
            if (row.keepsLogits) {
                System.arraycopy(batch.logits(), i * labels, row.logits, 0, labels);
            }
            System.arraycopy(probabilities, i * labels, row.probabilities, 0, labels);
            checkDistribution(row.probabilities);
            issueAndPull(row);
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
        double draw = Draws.uniform(Draws.stream(settings.seed(), Draws.ARM, row.id.drawKey()), 0);
        row.arm = Exploration.sample(row.distribution, draw);
        row.propensity = row.distribution[row.arm];
    }

    private double checkedWeight(double weight) {
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("weight: " + weight + " (expected: finite and >= 0)");
        }
        if (weight > 1 && settings.maxWeight() == 1) {
            throw new IllegalArgumentException(
                    "weight: " + weight
                            + " (expected: at most 1; the settings' maxWeight, to which larger weights are cut, is not above that)");
        }
        return Math.min(weight, settings.maxWeight());
    }

    private void checkExcluded(LabelSet excluded) {
        if (excluded != null && excluded.size() == labels) {
            throw new IllegalArgumentException("excluded: all labels (expected: at least one is eligible)");
        }
        if (excluded != null && !excluded.universe().equals(settings.labels())) {
            throw new IllegalArgumentException("excluded: of the labels " + Excerpt.of(excluded.universe())
                    + " (expected: of " + Excerpt.of(settings.labels()) + ")");
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
