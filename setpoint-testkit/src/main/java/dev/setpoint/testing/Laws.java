package dev.setpoint.testing;

import dev.setpoint.random.Draws;
import java.util.function.Consumer;

/**
 * Holds a law against many random inputs. A broken law names the seed of the input that broke it; run the test again with
 * {@code -Dsetpoint.seed=} that number to see this input alone.
 */
public final class Laws {
    /** The property that replays one input. */
    public static final String SEED = "setpoint.seed";

    private Laws() {}

    /** Tries the law on this many inputs, or on the one input of the replayed seed. */
    public static void forAll(int cases, Consumer<Source> law) {
        Long replayed = Long.getLong(SEED);
        if (replayed != null) {
            hold(replayed, law);
            return;
        }
        for (int i = 0; i < cases; i++) {
            hold(Draws.mix(i + 1L), law);
        }
    }

    private static void hold(long seed, Consumer<Source> law) {
        try {
            law.accept(new Source(seed));
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("broken at -D" + SEED + "=" + seed + ": " + e.getMessage(), e);
        }
    }
}
