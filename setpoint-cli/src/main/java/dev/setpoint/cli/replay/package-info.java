/** The {@code replay} and {@code validate-log} commands: the conformal layer alone over a decision log, and the check of one. */
package dev.setpoint.cli.replay;
