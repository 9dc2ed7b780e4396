/** The {@code setpoint} command: its entry point and the list of its subcommands. */
package dev.setpoint.cli;
