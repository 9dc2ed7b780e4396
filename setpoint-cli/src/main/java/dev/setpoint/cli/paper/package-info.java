/**
 * The experiments of Wang &amp; Qiao (2024), and the figures and the report drawn from what they leave.
 *
 * <p>{@link dev.setpoint.cli.paper.PaperReport} draws. It reads, in each folder of the output folder, {@code
 * manifest.json}, {@code model.csv}, {@code pulls.csv} and {@code heads.csv}; heads are named by score and tracker, {@code
 * raps experts}. It writes {@code report.html}, {@code table.csv} and {@code figures/}.
 */
package dev.setpoint.cli.paper;
