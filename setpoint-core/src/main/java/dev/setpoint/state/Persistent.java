package dev.setpoint.state;

/** Something with state that a snapshot keeps. Reading what was written gives an object that behaves the same, bit for bit. */
public interface Persistent {
    /** Appends the whole state. */
    void writeState(StateWriter out);

    /**
     * Replaces the state by one that an object of equal settings wrote.
     *
     * @throws SnapshotException if the bytes do not describe such a state; this object must then not be used further
     */
    void readState(StateReader in);
}
