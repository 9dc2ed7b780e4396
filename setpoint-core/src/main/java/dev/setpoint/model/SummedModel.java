package dev.setpoint.model;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.step.GradientSums;

/**
 * A model that a step moves by the sum of gradients over its answers. So the gradients of one step may be summed up in several places,
 * and the sums stored, sent and merged before they are applied; a model that is not of this type must be given the answers themselves.
 *
 * <p>Contract, beside that of every model: {@link #learn} gives the same bits as {@link #collect} of the same answers and {@link #apply}
 * of the one sum with the factor 1; {@code collect} changes nothing.
 */
public interface SummedModel extends ProbabilityModel {
    /** The gradient of nothing, to collect into. */
    GradientSums newSums();

    /**
     * Puts the gradient of some answers at the model's present weights, over {@code divisor}, into sums that are clear.
     *
     * @param queries the queries, of which the first {@code count} count
     * @param observations for each query, what was observed about it
     * @param count how many
     * @param divisor above 0
     * @param parts into how many parts like this one the step's answers are cut, at least 1; an implicit step allows for the others
     * @param into receives the sums
     */
    void collect(
            FeatureVector[] queries,
            Observation[] observations,
            int count,
            double divisor,
            double parts,
            GradientSums into);

    /**
     * One step down sums of gradients, added up in their order.
     *
     * @param sums what was collected, by this model or by one of equal settings
     * @param factors by what each is multiplied
     * @param count how many of them count
     */
    void apply(GradientSums[] sums, double[] factors, int count);
}
