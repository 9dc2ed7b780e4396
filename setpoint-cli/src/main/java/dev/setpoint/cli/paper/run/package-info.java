/** The {@code paper} command: the experiments of Wang &amp; Qiao (2024), run by the pipeline of {@link dev.setpoint.cli.run}. */
package dev.setpoint.cli.paper.run;
