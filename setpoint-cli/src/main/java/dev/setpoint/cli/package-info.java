/** The {@code setpoint} command. */
package dev.setpoint.cli;
