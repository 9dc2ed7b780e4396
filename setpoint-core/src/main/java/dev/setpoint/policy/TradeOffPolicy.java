package dev.setpoint.policy;

/**
 * Is correct as often as can be for what coverage costs. An answer about the true label Y has the importance weight 1/pi(Y) where
 * pi is pulled from, so evidence about coverage is worth the less, the larger the mean of it. Of all distributions this is the one
 * with the largest
 *
 * <pre>P(the pull is correct) - price x E[1 / (K pi(Y))],</pre>
 *
 * <p>were the model's probabilities p those of the K labels; 1/(K pi(Y)) is 1 if all labels are pulled alike. By Lagrange's rule
 * {@code pi_k = sqrt(c p_k / (mu - p_k))}, c = price / K, with the mu above all p for which these sum to 1. Improbable labels
 * are pulled in proportion to the root of their probability, where {@link SoftmaxPolicy} at temperature 1/2 would square it: that
 * hardly costs correct pulls, and is where large weights come from. The floor is mixed in afterwards and is not part of the optimum.
 *
 * @param price what one unit of the mean weight is worth in correct pulls, from 1e-9 (nearly greedy) to 1e6 (nearly sqrt p)
 */
public record TradeOffPolicy(double price) implements Policy {
    /** About as many correct pulls as with the softmax policy at temperature 1/2, and mostly smaller weights: docs/research.md. */
    public static final double DEFAULT_PRICE = 0.01;

    private static final double LEAST_PRICE = 1e-9;
    private static final double LARGEST_PRICE = 1e6;

    private static final int MOST_ROUNDS = 50;
    /** One more of Newton's steps after an error of this size in the sum leaves its square. */
    private static final double LAST_ROUND = 1e-3;

    /** Checks the range. */
    public TradeOffPolicy {
        if (!(price >= LEAST_PRICE && price <= LARGEST_PRICE)) {
            throw new IllegalArgumentException(
                    "price: " + price + " (expected: in [" + LEAST_PRICE + ", " + LARGEST_PRICE + "])");
        }
    }

    /**
     * With d = mu - p_max, pi sums to f(d) = sum of sqrt(c p_k) / sqrt(d + p_max - p_k). f^-2 is concave in d (it is a power mean of
     * the d + p_max - p_k), and 1 at the root, so Newton's steps on it rise to the root from any d below, and reach it in one if a
     * single label counts. c p_max is such a d: there the most probable label alone sums to 1.
     */
    @Override
    public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
        double c = price / distribution.length;
        double largest = 0;
        for (double probability : probabilities) {
            largest = Math.max(largest, probability);
        }
        double d = c * largest;
        for (int round = 0; round < MOST_ROUNDS; round++) {
            inversesInto(probabilities, largest, d, distribution);
            double sum = 0;
            double slope = 0; // -2 f'
            for (int k = 0; k < distribution.length; k++) {
                double inverse = distribution[k];
                double pull = Math.sqrt(c * probabilities[k] * inverse);
                sum += pull;
                slope += pull * inverse;
            }
            d += (sum * sum - 1) * sum / slope;
            if (sum <= 1 + LAST_ROUND) {
                break;
            }
        }
        inversesInto(probabilities, largest, d, distribution);
        double sum = 0;
        for (int k = 0; k < distribution.length; k++) {
            distribution[k] = Math.sqrt(c * probabilities[k] * distribution[k]);
            sum += distribution[k];
        }
        for (int k = 0; k < distribution.length; k++) {
            distribution[k] /= sum; // what the last round left
        }
    }

    /** A loop of its own, which is compiled to vector instructions: divisions are most of the cost. */
    private static void inversesInto(double[] probabilities, double largest, double d, double[] into) {
        for (int k = 0; k < into.length; k++) {
            into[k] = 1 / (d + (largest - probabilities[k]));
        }
    }

    @Override
    public boolean comparesLabels() {
        return true;
    }

    @Override
    public String toString() {
        return "trade-off(price=" + price + ")";
    }
}
