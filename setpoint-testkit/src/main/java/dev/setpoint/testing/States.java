package dev.setpoint.testing;

import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedState;
import dev.setpoint.state.Snapshot;

/** State as bytes, and back. */
public final class States {
    private States() {}

    /** Everything the object would keep. */
    public static byte[] bytes(Paged object) {
        return Snapshot.sealPages(Snapshot.LEARNER, new PagedState().add(0, object));
    }

    /** Gives the state to another object, which must read all of it. Returns that object. */
    public static <T extends Paged> T copied(Paged from, T to) {
        return read(bytes(from), to);
    }

    /** Gives the state that {@link #bytes} wrote to an object, which must read all of it. Returns that object. */
    public static <T extends Paged> T read(byte[] bytes, T to) {
        Snapshot.openPages(Snapshot.LEARNER, bytes, new PagedState().add(0, to));
        return to;
    }
}
