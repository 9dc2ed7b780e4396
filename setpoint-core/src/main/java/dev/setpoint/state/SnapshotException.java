package dev.setpoint.state;

/** A snapshot that is truncated, corrupt, of another kind or version, or made with other settings. */
public final class SnapshotException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** With one sentence for the person who offered the snapshot. */
    public SnapshotException(String message) {
        super(message);
    }
}
