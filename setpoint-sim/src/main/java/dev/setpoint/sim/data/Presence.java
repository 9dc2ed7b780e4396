package dev.setpoint.sim.data;

/** Whether a known file is in a data folder. */
public enum Presence {
    /** It is there, and its checksum is correct if one is known. */
    PRESENT,
    /** It is not there. */
    MISSING,
    /** A file is there, but not the one that is known. */
    CHECKSUM_DIFFERS
}
