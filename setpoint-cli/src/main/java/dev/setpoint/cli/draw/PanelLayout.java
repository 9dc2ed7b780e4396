package dev.setpoint.cli.draw;

import dev.setpoint.cli.draw.PanelFigure.Column;
import dev.setpoint.cli.draw.PanelFigure.LegendKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Where the parts of a {@link PanelFigure} are: title and subtitle, the legend, then a column for each heading with a
 * plot in each row, and the columns' own legends below.
 */
final class PanelLayout {
    private static final int MARGIN = Heading.MARGIN;
    private static final int NUMBERS = 44;
    private static final int BETWEEN = 22;
    private static final int LEAST_PANEL_WIDTH = 180;
    private static final int PANEL_HEIGHT = 205;
    private static final int ROW_HEIGHT = 25 + PANEL_HEIGHT + 30;
    private static final int LINE = Heading.LINE;
    private static final int KEY = 28;
    private static final int KEY_LINE = 18;
    private static final int NUMBER_OF_TICKS = 5;
    private static final Lettering ROW = Lettering.SMALL.bold(true);

    private final Heading heading;
    private final String xName;
    private final List<Column> columns;
    private final List<String> rows;
    private final List<List<Panel>> panels;
    private final List<List<String>> notes;
    private final List<Placed> legend = new ArrayList<>();
    private final double panelWidth;
    private final double columnsTop;
    private final double rowsTop;
    private final double bottom;

    PanelLayout(
            String title,
            String subtitle,
            String xName,
            List<Column> columns,
            List<String> rows,
            List<List<Panel>> panels,
            List<LegendKey> keys) {
        this.xName = xName;
        this.columns = columns;
        this.rows = rows;
        this.panels = panels;
        double inner = width() - 2.0 * MARGIN;
        panelWidth = (inner - (columns.size() - 1) * (double) BETWEEN) / columns.size() - NUMBERS;
        heading = Heading.of(title, subtitle, width());
        columnsTop = placeKeys(keys, inner, heading.bottom() + 16) + 10;
        notes = columns.stream()
                .map(column -> column.notes().stream()
                        .flatMap(note -> Lettering.SMALL.wrapped(note, columnWidth()).stream())
                        .toList())
                .toList();
        rowsTop = columnsTop
                + 28
                + 14.0 * notes.stream().mapToInt(List::size).max().orElse(0);
        bottom = rowsTop + ROW_HEIGHT * (double) rows.size() + 18;
    }

    int width() {
        double least =
                columns.size() * (double) (NUMBERS + LEAST_PANEL_WIDTH) + (columns.size() - 1) * (double) BETWEEN;
        return (int) Math.ceil(Math.max(PanelFigure.WIDTH, 2 * MARGIN + least));
    }

    int height() {
        int lines = columns.stream()
                .mapToInt(column -> (column.legend().size() + 1) / 2)
                .max()
                .orElse(0);
        return (int) Math.ceil(bottom + (lines == 0 ? 0 : 6 + LINE * (double) lines) + 8);
    }

    void draw(Canvas canvas) {
        heading.draw(canvas);
        for (Placed placed : legend) {
            key(canvas, placed, Lettering.TEXT);
        }
        for (int r = 0; r < rows.size(); r++) {
            canvas.write(MARGIN, rowTop(r) + 12, rows.get(r), ROW);
        }
        for (int c = 0; c < columns.size(); c++) {
            column(canvas, c);
        }
    }

    private double rowTop(int row) {
        return rowsTop + row * (double) ROW_HEIGHT;
    }

    private double columnWidth() {
        return NUMBERS + panelWidth;
    }

    private void column(Canvas canvas, int c) {
        double left = MARGIN + c * (columnWidth() + BETWEEN);
        canvas.write(
                left,
                columnsTop + 16,
                Lettering.HEADING.shortened(columns.get(c).title(), columnWidth()),
                Lettering.HEADING);
        for (int i = 0; i < notes.get(c).size(); i++) {
            canvas.write(left, columnsTop + 31 + 14.0 * i, notes.get(c).get(i), Lettering.SMALL);
        }
        double mostX =
                panels.stream().mapToDouble(row -> row.get(c).mostX()).max().orElse(0);
        for (int r = 0; r < rows.size(); r++) {
            Frame frame = new Frame(left + NUMBERS, rowTop(r) + 25, panelWidth, PANEL_HEIGHT);
            Panel panel = panels.get(r).get(c);
            panel.draw(
                    canvas,
                    panel.axes(frame, mostX, Lettering.SMALL, NUMBER_OF_TICKS),
                    r == rows.size() - 1 ? xName : "");
        }
        List<LegendKey> keys = columns.get(c).legend();
        double half = columnWidth() / 2;
        int perHalf = (keys.size() + 1) / 2; // down the first half, then down the second
        for (int i = 0; i < keys.size(); i++) {
            LegendKey key = new LegendKey(
                    Lettering.SMALL.shortened(keys.get(i).name(), half - KEY),
                    keys.get(i).ink());
            double y = bottom + 18 + LINE * (double) (i % perHalf);
            key(canvas, new Placed(key, i < perHalf ? left : left + half, y), Lettering.SMALL);
        }
    }

    /** Places the legend in as many lines as it needs and gives where it ends. */
    private double placeKeys(List<LegendKey> keys, double width, double top) {
        double y = top;
        double x = 0;
        for (LegendKey key : keys) {
            double needed = KEY + Lettering.TEXT.widthOf(key.name());
            if (x > 0 && x + needed > width) {
                y += KEY_LINE;
                x = 0;
            }
            legend.add(new Placed(key, MARGIN + x, y));
            x += needed + 18;
        }
        return keys.isEmpty() ? top - KEY_LINE : y;
    }

    private static void key(Canvas canvas, Placed placed, Lettering lettering) {
        double y = placed.y() - lettering.size() / 3;
        canvas.draw(
                "key",
                "",
                Outline.line(placed.x(), y, placed.x() + KEY - 6, y),
                placed.key().ink());
        canvas.write(placed.x() + KEY, placed.y(), placed.key().name(), lettering.in(Palette.STRONG));
    }

    private record Placed(LegendKey key, double x, double y) {}
}
