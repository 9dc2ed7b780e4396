package dev.setpoint.sim;

import dev.setpoint.model.ModelSettings;
import dev.setpoint.policy.Policy;
import dev.setpoint.random.Draws;
import dev.setpoint.sim.data.LabelledData;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Small worlds for tests: models and policies that say what they are told to, and data of known shape. */
final class Worlds {
    private Worlds() {}

    /** A model whose probabilities are the query itself; it learns nothing. */
    static ModelSettings given(int dimension) {
        return new WorldModels.Given(dimension);
    }

    /** A policy that never changes. */
    static Policy fixed(double... distribution) {
        return new WorldPolicies.Fixed(Arrays.stream(distribution).boxed().toList());
    }

    /** A policy that always pulls the most probable label. */
    static Policy greedy() {
        return new WorldPolicies.Greedy();
    }

    /** The first seed with which a fixed policy's pulls of the decisions 0, 1, ... are these. */
    static long seedOfArms(double[] distribution, int... arms) {
        for (long seed = 0; ; seed++) {
            if (pulls(seed, distribution, arms)) {
                return seed;
            }
        }
    }

    private static boolean pulls(long seed, double[] distribution, int... arms) {
        for (int id = 0; id < arms.length; id++) {
            double position = Draws.uniform(Draws.stream(seed, Draws.ARM, id), 0);
            int arm = 0;
            for (double sum = distribution[0]; position >= sum; sum += distribution[arm]) {
                arm++;
            }
            if (arm != arms[id]) {
                return false;
            }
        }
        return true;
    }

    /** Rows around one centre per class, a distance apart, with normal noise of deviation 1 in each of two features. */
    static LabelledData clouds(int classes, int rows, double distance, long seed) {
        Random random = new Random(seed);
        float[][] features = new float[rows][2];
        int[] label = new int[rows];
        for (int i = 0; i < rows; i++) {
            label[i] = random.nextInt(classes);
            double angle = 2 * Math.PI * label[i] / classes;
            features[i][0] = (float) (distance * Math.cos(angle) + random.nextGaussian());
            features[i][1] = (float) (distance * Math.sin(angle) + random.nextGaussian());
        }
        List<String> names =
                IntStream.range(0, classes).mapToObj(k -> "class " + k).toList();
        return LabelledData.dense("clouds", names, label, features);
    }
}
