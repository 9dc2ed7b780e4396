package dev.setpoint.model;

import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;

/**
 * One query's logits on their way from a model to its loss and back: clips them, and takes no gradient where they were clipped.
 * All models with logits go this way, networks included. Reusable; allocates nothing.
 */
public final class ClippedLogits {
    private final Loss loss;
    private final double clip;
    private final double[] logits;
    private final boolean[] moves;
    private final double[] probabilities;
    private final double[] gradient;

    /**
     * Of a model with this loss.
     *
     * @param loss gives the link and the gradient
     * @param labels how many there are
     * @param clip logits are clipped to [-clip, clip]; above 0, infinity for never
     */
    public ClippedLogits(Loss loss, int labels, double clip) {
        checkClip(clip);
        this.loss = loss;
        this.clip = clip;
        this.logits = new double[labels];
        this.moves = new boolean[labels];
        this.probabilities = new double[labels];
        this.gradient = new double[labels];
    }

    /** Takes the logits of a query, which are at {@code source[offset]} and after, and works out their probabilities. */
    public void set(float[] source, int offset) {
        take(source, offset, logits.length);
        loss.probabilitiesInto(logits, probabilities, 0);
    }

    /**
     * Writes the probabilities that belong to logits, as {@link LogitOutput#probabilitiesOf(float[], int, double[])} says. Takes the place
     * of the logits set last.
     *
     * @param first how many of the logits count; of the labels after them the probability is 0
     */
    public void probabilitiesOf(float[] source, int first, double[] into) {
        take(source, 0, first);
        for (int k = 0; k < first; k++) {
            if (source[k] == Float.NEGATIVE_INFINITY) {
                mask(k); // which no clipping brings back
            }
        }
        for (int k = first; k < logits.length; k++) {
            mask(k);
        }
        loss.probabilitiesInto(logits, into, 0);
    }

    private void take(float[] source, int offset, int count) {
        for (int k = 0; k < count; k++) {
            double logit = source[offset + k];
            moves[k] = Math.abs(logit) <= clip;
            logits[k] = Math.max(-clip, Math.min(clip, logit));
        }
    }

    private void mask(int k) {
        moves[k] = false;
        logits[k] = Double.NEGATIVE_INFINITY;
    }

    /** Leaves out of the logits set last the labels that an observation {@linkplain Observation#isThere says nothing of}. */
    public void restrict(Observation observation) {
        if (observation.isRestricted()) {
            for (int k = 0; k < logits.length; k++) {
                if (!observation.isThere(k)) {
                    mask(k);
                }
            }
            loss.probabilitiesInto(logits, probabilities, 0);
        }
    }

    /** Writes the probabilities of the logits set last, from {@code offset} on. */
    public void probabilitiesInto(double[] into, int offset) {
        System.arraycopy(probabilities, 0, into, offset, probabilities.length);
    }

    /**
     * Writes the gradient of the loss in the logits set last, over {@code divisor}, from {@code offset} on: 0 where the logit was
     * clipped.
     *
     * @param observation one that teaches
     * @param divisor above 0
     */
    public void gradientInto(Observation observation, double divisor, float[] into, int offset) {
        loss.gradientInto(observation, logits, probabilities, gradient);
        write(divisor, into, offset);
    }

    /** As {@link #gradientInto}, the direction of an implicit step. */
    void directionInto(Observation observation, double divisor, float[] into, int offset) {
        loss.gradientInto(observation, logits, probabilities, gradient);
        loss.turn(observation, gradient);
        write(divisor, into, offset);
    }

    private void write(double divisor, float[] into, int offset) {
        for (int k = 0; k < gradient.length; k++) {
            into[offset + k] = moves[k] ? (float) (gradient[k] / divisor) : 0;
        }
    }

    /**
     * How much of the direction in the logits set last to take, as {@link Loss#share} says.
     *
     * @param reach how far a logit moves per unit of its direction
     */
    double share(Observation observation, double reach) {
        return loss.share(observation, logits, probabilities, reach);
    }

    /** How many of the first {@code count} observations teach. */
    public int teaching(Observation[] observations, int count) {
        int teaching = 0;
        for (int i = 0; i < count; i++) {
            teaching += loss.teaches(observations[i]) ? 1 : 0;
        }
        return teaching;
    }

    /** Whether there is anything to learn from this observation. */
    public boolean teaches(Observation observation) {
        return loss.teaches(observation);
    }

    static void checkClip(double clip) {
        if (!(clip > 0)) {
            throw new IllegalArgumentException("clip: " + clip + " (expected: > 0, Infinity for none)");
        }
    }
}
