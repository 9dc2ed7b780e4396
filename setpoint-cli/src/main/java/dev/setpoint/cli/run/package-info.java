/** Runs experiments seed by seed into a run folder, and resumes them; the {@code run} and {@code report} commands. */
package dev.setpoint.cli.run;
