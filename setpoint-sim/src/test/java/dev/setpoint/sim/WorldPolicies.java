package dev.setpoint.sim;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.policy.Policy;
import java.util.List;

/** The policies of small worlds, by name. */
public final class WorldPolicies implements Plugin<Policy> {
    /** For the service loader. */
    public WorldPolicies() {}

    @Override
    public Class<Policy> kind() {
        return Policy.class;
    }

    @Override
    public List<String> names() {
        return List.of("world-fixed", "world-greedy");
    }

    @Override
    public Policy parse(Notation notation) {
        return notation.name().equals("world-fixed")
                ? new Fixed(notation.numbers("distribution", List.of()))
                : new Greedy();
    }

    /** Never changes. */
    record Fixed(List<Double> distribution) implements Policy {
        @Override
        public void distributionInto(double[] probabilities, boolean[] inSet, double[] into) {
            for (int k = 0; k < into.length; k++) {
                into[k] = distribution.get(k);
            }
        }

        @Override
        public String toString() {
            return "world-fixed(distribution=" + distribution + ")";
        }
    }

    /** Always pulls the most probable label. */
    record Greedy() implements Policy {
        @Override
        public void distributionInto(double[] probabilities, boolean[] inSet, double[] into) {
            int best = 0;
            for (int k = 0; k < into.length; k++) {
                into[k] = 0;
                best = probabilities[k] > probabilities[best] ? k : best;
            }
            into[best] = 1;
        }

        @Override
        public String toString() {
            return "world-greedy";
        }
    }
}
