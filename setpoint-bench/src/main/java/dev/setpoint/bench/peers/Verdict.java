package dev.setpoint.bench.peers;

/**
 * Whether a learner that keeps a floor under its exploration pulls as well as one without. A share {@code floor} of its pulls is
 * spread evenly over K labels and so is incorrect with probability 1 - 1/K, whatever it knows; so much less it may reach.
 *
 * @param bar the least share of correct pulls that passes
 * @param reached the share of correct pulls
 */
record Verdict(double bar, double reached) {
    /** Against a yardstick's share of correct pulls. */
    static Verdict of(double yardstick, double floor, int labels, double reached) {
        return new Verdict(yardstick - floor * (1 - 1.0 / labels), reached);
    }

    boolean met() {
        return reached >= bar;
    }
}
