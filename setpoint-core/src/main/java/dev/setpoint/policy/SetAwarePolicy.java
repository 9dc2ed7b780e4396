package dev.setpoint.policy;

/**
 * The softmax policy among the members of the issued set alone; among all labels where the set is empty. It needs the learner's
 * floor: without pulls outside the set every threshold would only ever rise, and sets would collapse.
 *
 * @param temperature finite and above 0
 */
public record SetAwarePolicy(double temperature) implements Policy {
    /** Checks the range. */
    public SetAwarePolicy {
        SoftmaxPolicy.checkTemperature(temperature);
    }

    @Override
    public void distributionInto(double[] probabilities, boolean[] inSet, double[] distribution) {
        SoftmaxPolicy.powersInto(probabilities, temperature, inSet, distribution);
    }

    @Override
    public boolean readsSet() {
        return true;
    }

    @Override
    public boolean comparesLabels() {
        return SoftmaxPolicy.isCold(temperature);
    }

    @Override
    public String toString() {
        return "set-aware(temperature=" + temperature + ")";
    }
}
