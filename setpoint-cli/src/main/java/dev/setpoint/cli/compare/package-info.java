/** The {@code compare} command: {@code auto} against the paper's algorithms and learners that see the labels. */
package dev.setpoint.cli.compare;
