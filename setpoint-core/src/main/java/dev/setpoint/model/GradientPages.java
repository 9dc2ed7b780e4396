package dev.setpoint.model;

import java.util.Arrays;

/**
 * Where the gradients of a step are added up, row by row: pages laid out as those of the weights, which come into being when they are first
 * needed. A few stay where they are from step to step, as small steps need much the same; many are given back when the step is over.
 */
final class GradientPages {
    private final RowTable table;
    private final PagePool pool;
    private final int outputs;
    /** Null but for the pages that are here. Rows that have no gradient yet may hold anything. */
    private float[][] pages = {};
    /** The numbers of the pages that are here. */
    private int[] here = new int[4];

    private int hereCount;

    GradientPages(RowTable table) {
        this.table = table;
        this.outputs = table.outputs;
        this.pool = new PagePool(table.pageLength());
    }

    /** Makes factor * vector the gradient of a row that has none yet in this step. */
    void set(int row, float factor, float[] vector) {
        float[] page = pageOf(row);
        int at = table.start(row);
        if (at == 0) { // always so for long rows, and without an offset they are added by vector instructions
            for (int k = 0; k < outputs; k++) {
                page[k] = factor * vector[k];
            }
        } else {
            for (int k = 0; k < outputs; k++) {
                page[at + k] = factor * vector[k];
            }
        }
    }

    /** Adds factor * vector to the gradient of a row that has one. */
    void add(int row, float factor, float[] vector) {
        float[] page = pageOf(row);
        int at = table.start(row);
        if (at == 0) { // as above
            for (int k = 0; k < outputs; k++) {
                page[k] += factor * vector[k];
            }
        } else {
            for (int k = 0; k < outputs; k++) {
                page[at + k] += factor * vector[k];
            }
        }
    }

    private float[] pageOf(int row) {
        int number = table.page(row);
        float[] page = number < pages.length ? pages[number] : null;
        return page == null ? lend(number) : page;
    }

    private float[] lend(int page) {
        if (page >= pages.length) {
            pages = Arrays.copyOf(pages, table.capacityAfter(page));
        }
        if (hereCount == here.length) {
            here = Arrays.copyOf(here, hereCount * 2);
        }
        here[hereCount++] = page;
        pages[page] = pool.take();
        return pages[page];
    }

    /** The page of a row that has a gradient; it begins where its weights do. */
    float[] of(int row) {
        return pages[table.page(row)];
    }

    /** Copies the gradient of a row that has one. */
    void copyInto(RowGradients into, int row, double squaredLengths) {
        into.add(table.input(row), of(row), table.start(row), squaredLengths);
    }

    /** Ends the step: no row has a gradient any more. */
    void endStep() {
        if ((long) hereCount * table.pageLength() > PagePool.SMALL) {
            for (int i = 0; i < hereCount; i++) {
                pool.give(pages[here[i]]);
                pages[here[i]] = null;
            }
            hereCount = 0;
        }
        pool.endStep();
    }
}
