package dev.setpoint.sim;

import dev.setpoint.random.Draws;

/** The purposes of the simulator's own draws; the learner's are in {@link dev.setpoint.random.Draws}. */
final class SimDraws {
    static final int ORDER = 101;
    static final int DELAY = 102;
    static final int DROPOUT = 103;
    static final int NOISE = 104;
    static final int LABELS = 105;
    static final int NONE_OF = 106;
    static final int DRIFT = 107;
    static final int POPULATION = 108;
    static final int DIRECTION = 109;
    static final int AUGMENT = 110;

    private SimDraws() {}

    /** Whether this id is among a share that is drawn for a purpose. */
    static boolean isAmong(double share, long seed, int purpose, long id) {
        return Draws.uniform(Draws.stream(seed, purpose, id), 0) < share;
    }
}
