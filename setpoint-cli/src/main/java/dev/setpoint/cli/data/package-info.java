/** The data that experiments name, loaded and encoded; the {@code datasets} command. */
package dev.setpoint.cli.data;
