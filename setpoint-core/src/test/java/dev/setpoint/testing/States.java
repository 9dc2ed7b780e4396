package dev.setpoint.testing;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.StateReader;

/** State as bytes, and back. */
public final class States {
    private States() {}

    /** Everything the object would keep. */
    public static byte[] bytes(Persistent object) {
        return Snapshot.seal(Snapshot.LEARNER, object::writeState);
    }

    /** Gives the state to another object, which must read all of it. Returns that object. */
    public static <T extends Persistent> T copied(Persistent from, T to) {
        StateReader in = Snapshot.open(Snapshot.LEARNER, bytes(from));
        to.readState(in);
        in.finish();
        return to;
    }
}
