/**
 * The one way to draw. A plot places its parts in pixels and draws them on a canvas; there are two, SVG text and a picture of
 * pixels, so that both are the same picture.
 *
 * <ul>
 *   <li>{@link dev.setpoint.cli.draw.LinePlot}: lines named at their ends, one plot;
 *   <li>{@link dev.setpoint.cli.draw.PanelFigure}: plots in rows and columns under one legend;
 *   <li>{@link dev.setpoint.cli.draw.ScatterPlot}: numbered points in groups.
 * </ul>
 *
 * <p>They share {@code Axes}, {@code Ticks}, {@code Heading}, {@code Lettering} and
 * {@link dev.setpoint.cli.draw.Palette}; nothing outside this package sees the canvas or writes SVG. No clock, no random
 * draw and no fonts of the machine: the same values give the same SVG. Names are untrusted and are escaped where they enter it,
 * by {@link dev.setpoint.cli.draw.Markup}, which pages use, too.
 */
package dev.setpoint.cli.draw;
