package dev.setpoint.model;

import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/** What a {@link LogitModel} has once, as one page: the steps, the rows of each layer and, if labels have texts, the prior's weights. */
final class CommonPage implements Paged {
    private final LogitModel model;
    private boolean touched = true;
    /** Rows come into being without a step, too. */
    private int settledRows;

    private int[] readRows;

    CommonPage(LogitModel model) {
        this.model = model;
    }

    void touch() {
        touched = true;
    }

    private int rows() {
        int rows = 0;
        for (WeightRows layer : model.layers()) {
            rows += layer.rows();
        }
        return rows;
    }

    @Override
    public boolean isTouched(int page) {
        return touched || rows() != settledRows;
    }

    @Override
    public void settle() {
        touched = false;
        settledRows = rows();
    }

    @Override
    public void writePage(int page, StateWriter out) {
        out.writeLong(model.steps);
        for (WeightRows layer : model.layers()) {
            out.writeInt(layer.rows());
        }
        if (model.prior != null) {
            model.prior.writeState(out);
        }
    }

    @Override
    public void readPage(int page, StateReader in) {
        model.steps = in.readLong();
        readRows = new int[model.layers().length];
        for (int i = 0; i < readRows.length; i++) {
            readRows[i] = in.readInt();
        }
        if (model.prior != null) {
            model.prior.readState(in);
        }
    }

    /** Layers have read their pages. */
    @Override
    public void endRead() {
        for (int i = 0; readRows != null && i < readRows.length; i++) {
            int rows = model.layers()[i].rows();
            if (rows != readRows[i]) {
                throw new SnapshotException(
                        "snapshot: " + rows + " rows in layer " + i + " (expected: " + readRows[i] + ")");
            }
        }
        readRows = null;
    }
}
