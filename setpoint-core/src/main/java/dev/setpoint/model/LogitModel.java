package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedGroup;
import dev.setpoint.state.StateReader;
import dev.setpoint.step.GradientSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What models with a logit per label have in common: probabilities by the loss's link, a step down the loss, at once or by sums that
 * were collected apart, and the stored form, which is a page of what there is once, and the pages of each layer.
 */
abstract class LogitModel implements LogitOutput, SummedModel, PagedGroup {
    private static final int MOST_DIMENSIONS = 1 << 30;
    private static final long NEVER = -1;

    private final int dimension;
    private final double clip;
    private final Loss loss;
    private final boolean implicit;
    private int labels;
    private ClippedLogits clipped;
    /** For logits of queries that went forward long ago. */
    private ClippedLogits earlier;

    /** What the texts of the labels say of a query beforehand; null if they have none. */
    LabelPrior prior;
    /** The query that went forward last, if that was after as many steps as there are now. */
    private final FeatureVector seen = new FeatureVector();

    private long seenAfter = NEVER;
    /** How many were made. */
    long steps;

    private final CommonPage common = new CommonPage(this);
    private List<Paged> partsOfState;

    /** What {@link #forward} leaves. */
    float[] logits;
    /** The gradient of the loss in the logits, which {@link #backward} takes on. */
    float[] gradient;

    LogitModel(int dimension, double clip, boolean implicit, ModelContext context) {
        this.dimension = dimension;
        this.clip = clip;
        this.loss = context.loss();
        this.implicit = implicit;
        this.prior = context.texts() == null ? null : new LabelPrior(context.texts());
        setLabels(context.labels());
    }

    private void setLabels(int count) {
        labels = count;
        clipped = new ClippedLogits(loss, count, clip);
        earlier = new ClippedLogits(loss, count, clip);
        logits = new float[count];
        gradient = new float[count];
    }

    /** Computes the logits of a query. */
    abstract void forward(FeatureVector query);

    /** Adds the gradient of the query that went forward last to the layers' gradients. */
    abstract void backward(FeatureVector query);

    /** The layers, in the order in which they are stored. */
    abstract WeightRows[] layers();

    /** Gives the layers that have an output per label more of them, with zero weights. */
    abstract void growLayers(int count);

    @Override
    public final boolean canGrow() {
        return true;
    }

    @Override
    public final void grow(ModelContext context) {
        if (context.labels() <= labels) {
            throw new IllegalArgumentException("labels: " + context.labels() + " (expected: above " + labels + ")");
        }
        int parts = context.texts() == null ? 0 : context.texts().parts();
        if (parts != priorParts()) {
            throw new IllegalArgumentException(
                    "texts of labels: in " + parts + " parts (expected: " + priorParts() + ", as before)");
        }
        growLayers(context.labels());
        prior = prior == null ? null : prior.grown(context.texts());
        setLabels(context.labels());
        seenAfter = NEVER;
        partsOfState = null;
    }

    private int priorParts() {
        return prior == null ? 0 : prior.parts();
    }

    @Override
    public final void probabilitiesInto(FeatureVector[] queries, int count, double[] into) {
        ProbabilityModel.checkDimensions(dimension, queries, count);
        for (int i = 0; i < count; i++) {
            forwardUnlessSeen(queries[i]);
            clipped.probabilitiesInto(into, i * labels);
        }
    }

    @Override
    public final void logitsInto(FeatureVector[] queries, int count, float[] logitsOut, double[] probabilities) {
        ProbabilityModel.checkDimensions(dimension, queries, count);
        for (int i = 0; i < count; i++) {
            forwardUnlessSeen(queries[i]);
            System.arraycopy(logits, 0, logitsOut, i * labels, labels);
            clipped.probabilitiesInto(probabilities, i * labels);
        }
    }

    @Override
    public final void probabilitiesOf(float[] given, int count, double[] probabilities) {
        earlier.probabilitiesOf(given, count, probabilities);
    }

    @Override
    public final void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
        ProbabilityModel.checkDimensions(dimension, queries, count);
        int teaching = clipped.teaching(observations, count);
        if (teaching == 0) {
            return;
        }
        for (WeightRows layer : layers()) {
            layer.begin(teaching);
        }
        try {
            addGradients(queries, observations, count, divisor);
        } catch (RuntimeException | Error e) { // of a loss of the user's
            abandonGradients();
            throw e;
        }
        applyGradients();
    }

    private void abandonGradients() {
        seenAfter = NEVER;
        for (WeightRows layer : layers()) {
            layer.abandonGradients();
        }
        if (prior != null) {
            prior.abandonGradient();
        }
    }

    private void addGradients(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
        for (int i = 0; i < count; i++) {
            if (clipped.teaches(observations[i])) {
                forwardUnlessSeen(queries[i]);
                double share = backward(queries[i], observations[i], divisor);
                for (WeightRows layer : layers()) {
                    layer.endAnswer(share);
                }
                if (prior != null) {
                    prior.addGradient(gradient, share);
                }
            }
        }
    }

    private void applyGradients() {
        steps++;
        common.touch();
        for (WeightRows layer : layers()) {
            layer.apply(steps); // Wang & Qiao (2024), Algorithm 1, line 5, first row
        }
        if (prior != null) {
            prior.apply();
        }
    }

    @Override
    public final GradientSums newSums() {
        RowGradients[] rows = new RowGradients[layers().length];
        Arrays.setAll(rows, i -> layers()[i].newGradients());
        return new ModelGradient(labels, rows, priorParts());
    }

    @Override
    public final void collect(
            FeatureVector[] queries,
            Observation[] observations,
            int count,
            double divisor,
            double parts,
            GradientSums into) {
        ProbabilityModel.checkDimensions(dimension, queries, count);
        ModelGradient sums = own(into);
        sums.answers = clipped.teaching(observations, count);
        if (sums.answers == 0) {
            return;
        }
        for (WeightRows layer : layers()) {
            layer.beginApart(sums.answers * parts);
        }
        try {
            addGradients(queries, observations, count, divisor);
        } catch (RuntimeException | Error e) {
            abandonGradients();
            for (WeightRows layer : layers()) {
                layer.endApart();
            }
            throw e;
        }
        for (int i = 0; i < layers().length; i++) {
            layers()[i].takeGradients(sums.layers[i]);
        }
        if (prior != null) {
            prior.takeGradient(sums.prior);
        }
        seenAfter = NEVER; // the rows that the last query's forward pass made are gone
    }

    @Override
    public final void apply(GradientSums[] sums, double[] factors, int count) {
        for (int c = 0; c < count; c++) {
            own(sums[c]); // before anything moves
        }
        boolean teaches = false;
        for (int c = 0; c < count; c++) {
            ModelGradient part = (ModelGradient) sums[c];
            teaches |= part.answers > 0;
            for (int i = 0; i < layers().length; i++) {
                layers()[i].addGradients(part.layers[i], factors[c]);
            }
            if (prior != null) {
                prior.addGradient(part.prior, factors[c]);
            }
        }
        if (teaches) {
            applyGradients();
        }
    }

    private ModelGradient own(GradientSums sums) {
        ModelGradient gradients = (ModelGradient) sums;
        if (gradients.labels != labels) {
            throw new IllegalArgumentException(
                    "gradients: of " + gradients.labels + " labels (expected: " + labels + ")");
        }
        return gradients;
    }

    /** Collects the gradient of an answer, and says how much of it to take. */
    private double backward(FeatureVector query, Observation observation, double divisor) {
        if (observation.isRestricted()) {
            clipped.restrict(observation);
            seenAfter = NEVER; // the next answer may be about other labels
        }
        if (!implicit) {
            clipped.gradientInto(observation, divisor, gradient, 0);
            backward(query);
            return 1;
        }
        clipped.directionInto(observation, divisor, gradient, 0);
        backward(query);
        return clipped.share(observation, layers()[0].reach() / divisor);
    }

    /** Feedback that comes at once finds the logits and probabilities of its decision. */
    private void forwardUnlessSeen(FeatureVector query) {
        if (seenAfter == steps && seen.equals(query)) {
            return;
        }
        seenAfter = NEVER; // should the forward pass fail
        forward(query);
        if (prior != null) {
            prior.addTo(query, logits);
        }
        clipped.set(logits, 0);
        seen.copyFrom(query);
        seenAfter = steps;
    }

    @Override
    public final List<Paged> parts() {
        if (partsOfState == null) { // layers are made after this object
            partsOfState = new ArrayList<>(List.of(common));
            for (WeightRows layer : layers()) {
                partsOfState.add(layer.stored());
            }
        }
        return partsOfState;
    }

    @Override
    public final void endRead() {
        seenAfter = NEVER;
        PagedGroup.super.endRead();
    }

    @Override
    public final void readVersion3(StateReader in) {
        seenAfter = NEVER;
        steps = in.readLong();
        for (WeightRows layer : layers()) {
            layer.stored().readVersion3(in);
        }
        if (prior != null) {
            prior.readState(in);
        }
    }

    static void checkDimension(int dimension) {
        if (dimension < 1 || dimension > MOST_DIMENSIONS) {
            throw new IllegalArgumentException(
                    "dimension: " + dimension + " (expected: in [1, " + MOST_DIMENSIONS + "])");
        }
    }
}
