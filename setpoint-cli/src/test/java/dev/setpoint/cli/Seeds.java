package dev.setpoint.cli;

import java.util.stream.LongStream;

/** The seeds of tests over random input: 1 to n, or the one given by {@code -Dsetpoint.seed=} to replay a failure. */
public final class Seeds {
    private Seeds() {}

    public static LongStream upTo(int count) {
        Long given = Long.getLong("setpoint.seed");
        return given != null ? LongStream.of(given) : LongStream.rangeClosed(1, count);
    }
}
