package dev.setpoint.bench.peers;

import dev.setpoint.random.Draws;

/** Draws a label from probabilities as another program gives them: as floats that add up to about 1, in any order. */
final class Pull {
    private Pull() {}

    /** The uniform draw for the query with this number, from a seed. */
    static double draw(long seed, long query) {
        return Draws.uniform(Draws.stream(seed, Draws.ARM, query), 0);
    }

    /**
     * The position that a uniform draw falls on, each as probable as its share of the sum; never one of probability 0.
     *
     * @param draw in [0, 1)
     * @throws IllegalArgumentException if a probability is negative or not a number, or all are 0
     */
    static int position(float[] probabilities, int count, double draw) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            if (!(probabilities[i] >= 0)) {
                throw new IllegalArgumentException("probability: " + probabilities[i] + " (expected: >= 0)");
            }
            sum += probabilities[i];
        }
        if (!(sum > 0)) {
            throw new IllegalArgumentException("sum of probabilities: " + sum + " (expected: > 0)");
        }
        double rest = draw * sum;
        int last = 0;
        for (int i = 0; i < count; i++) {
            if (probabilities[i] > 0) {
                last = i;
                rest -= probabilities[i];
                if (rest < 0) {
                    return i;
                }
            }
        }
        return last; // rounding took the end of the line away
    }
}
