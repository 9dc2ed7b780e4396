/**
 * Draws a run folder: one self-contained page, {@code report.html}, and plots for a README, {@code plots/*.svg}.
 *
 * <p>{@link dev.setpoint.cli.report.Report} is the entry. It reads three files and writes nothing else:
 *
 * <ul>
 *   <li>{@code metrics.csv}: tidy rows {@code seed,step,queries,head,label,metric,value}; read once, as a stream, and
 *       kept only as mean, least and greatest over the seeds at each checkpoint;
 *   <li>{@code summary.json}: the stream cut into quarters, one entry per head;
 *   <li>{@code manifest.json}: how the run was made, the order of the labels, the issuing head, examples.
 * </ul>
 *
 * <p>The same three files give the same bytes: no clock, no random draw, no fonts of the machine. Names of heads and
 * labels and the texts of examples are untrusted; each is escaped where it enters HTML, SVG or a script.
 *
 * <p>Plots are drawn by {@link dev.setpoint.cli.draw}. What other pages need is public: {@link dev.setpoint.cli.report.Template}
 * and the ways to read files and write numbers.
 */
package dev.setpoint.cli.report;
