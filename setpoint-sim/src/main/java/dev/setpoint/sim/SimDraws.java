package dev.setpoint.sim;

/** The purposes of the simulator's own draws; the learner's are in {@link dev.setpoint.random.Draws}. */
final class SimDraws {
    static final int ORDER = 101;
    static final int DELAY = 102;
    static final int DROPOUT = 103;
    static final int NOISE = 104;

    private SimDraws() {}
}
