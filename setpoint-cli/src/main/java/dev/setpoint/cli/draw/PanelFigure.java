package dev.setpoint.cli.draw;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Plots in rows and columns under one title and one legend, as SVG and as PNG. Both are drawn by the same strokes; the
 * SVG has the same bytes on every machine, the PNG the letters of the machine's fonts.
 */
public final class PanelFigure {
    /** About the width of every figure, in pixels. */
    public static final int WIDTH = 1100;

    private final String id;
    private final String title;
    private final String subtitle;
    private final String xName;
    private final List<Column> columns;
    private final List<String> rows;
    private final List<List<Panel>> panels = new ArrayList<>();
    private final List<LegendKey> legend = new ArrayList<>();

    /**
     * A figure without curves yet.
     *
     * @param id a name of letters, digits and dashes that no other figure of the page has
     * @param xName what is counted along x
     * @param columns from left to right; at least one
     * @param rows what the panels of each row show, from above; at least one
     */
    public PanelFigure(
            String id, String title, String subtitle, String xName, List<Column> columns, List<String> rows) {
        if (!id.matches("[a-z0-9-]+") || columns.isEmpty() || rows.isEmpty()) {
            throw new IllegalArgumentException("id, columns, rows: " + id + ", " + columns.size() + ", " + rows.size()
                    + " (expected: letters, digits and dashes, >= 1, >= 1)");
        }
        this.id = id;
        this.title = title;
        this.subtitle = subtitle;
        this.xName = xName;
        this.columns = List.copyOf(columns);
        this.rows = List.copyOf(rows);
        for (int r = 0; r < rows.size(); r++) {
            panels.add(columns.stream().map(column -> new Panel()).toList());
        }
    }

    /** The plot in a row and a column, both from 0. */
    public Panel panel(int row, int column) {
        return panels.get(row).get(column);
    }

    /** Adds an entry to the legend over all panels. */
    public void legend(String name, Ink ink) {
        legend.add(new LegendKey(name, ink));
    }

    /** The figure's name for files and links. */
    public String id() {
        return id;
    }

    /** The figure's title. */
    public String title() {
        return title;
    }

    /** Width in pixels of the SVG: {@link #WIDTH}, more where many columns need it. */
    public int width() {
        return layout().width();
    }

    /** Height in pixels of the SVG. */
    public int height() {
        return layout().height();
    }

    /** The figure as SVG. */
    public String svg() {
        return drawing().svg();
    }

    /**
     * The figure as PNG, twice as many pixels wide and high as the SVG.
     *
     * @throws IOException if this Java cannot draw: it lacks the libraries for it, or the machine has no fonts
     */
    public byte[] png() throws IOException {
        return drawing().png();
    }

    private Drawing drawing() {
        PanelLayout layout = layout();
        return new Drawing(id, title, subtitle, layout.width(), layout.height(), layout::draw);
    }

    private PanelLayout layout() {
        return new PanelLayout(title, subtitle, xName, columns, rows, panels, legend);
    }

    /**
     * What stands over a column, and the legend of its own below it.
     *
     * @param notes lines below the title
     * @param legend entries below the column's panels; none for most figures
     */
    public record Column(String title, List<String> notes, List<LegendKey> legend) {
        /** Copies. */
        public Column {
            notes = List.copyOf(notes);
            legend = List.copyOf(legend);
        }
    }

    /** An entry of a legend. */
    public record LegendKey(String name, Ink ink) {}
}
