package dev.setpoint.testing.cyclic.other;

import dev.setpoint.testing.cyclic.one.One;

/** The other half of a cycle. */
public interface Other {
    One one();
}
