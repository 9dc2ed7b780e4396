package dev.setpoint.model;

import java.util.Arrays;

/**
 * Where the gradients of a step are added up, row by row: pages laid out as those of the weights, which come into being when they are first
 * needed and are lent for the step.
 */
final class GradientPages {
    private final RowTable table;
    private final PagePool pool;
    private final int outputs;
    /** Null but for pages with rows that have a gradient, and all 0 but in these rows. */
    private float[][] pages = {};

    GradientPages(RowTable table) {
        this.table = table;
        this.outputs = table.outputs;
        this.pool = new PagePool(table.pageLength());
    }

    /** Adds factor * vector to the gradient of a row. */
    void add(int row, float factor, float[] vector) {
        int number = table.page(row);
        float[] page = number < pages.length ? pages[number] : null;
        if (page == null) {
            page = lend(number);
        }
        int at = table.start(row);
        if (at == 0) { // always so for long rows, and without an offset they are added by vector instructions
            for (int k = 0; k < outputs; k++) {
                page[k] += factor * vector[k];
            }
        } else {
            for (int k = 0; k < outputs; k++) {
                page[at + k] += factor * vector[k];
            }
        }
    }

    private float[] lend(int page) {
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, table.capacityAfter(page));
        }
        pages[page] = pool.take();
        return pages[page];
    }

    /** The page of a row that has a gradient; it begins where its weights do. Whoever has used the gradient sets it to 0. */
    float[] of(int row) {
        return pages[table.page(row)];
    }

    /** Takes the gradient of a row out, which is 0 then. */
    void moveInto(RowGradients into, int row, double squaredLengths) {
        int from = table.start(row);
        into.add(table.input(row), of(row), from, squaredLengths);
        Arrays.fill(of(row), from, from + outputs, 0);
    }

    /** Ends the step: gives the pages of these rows back, which are all 0 again. */
    void endStep(int[] rows, int count) {
        for (int i = 0; i < count; i++) {
            int page = table.page(rows[i]);
            if (pages[page] != null) {
                pool.give(pages[page]);
                pages[page] = null;
            }
        }
        pool.endStep();
    }
}
