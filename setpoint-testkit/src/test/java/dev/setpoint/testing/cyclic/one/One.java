package dev.setpoint.testing.cyclic.one;

import dev.setpoint.testing.cyclic.other.Other;

/** Half of a cycle. */
public interface One {
    Other other();
}
