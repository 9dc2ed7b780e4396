package dev.setpoint.cli;

import dev.setpoint.DecisionBatch;
import dev.setpoint.cli.log.DecisionLogWriter;
import dev.setpoint.sim.BanditEnvironment;
import dev.setpoint.sim.Experiment;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.TrueMeasures;
import dev.setpoint.sim.data.LabelledData;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The decisions of one seed of a run, as a decision log. An answer that comes late is in the line of its decision all the same. */
final class RunLog implements Experiment.Listener, Closeable {
    private final AtomicOutput output;
    private final DecisionLogWriter writer;
    private final LabelledData data;
    private final BanditEnvironment world;
    private long step;

    RunLog(String name, LabelledData data, ExperimentSettings settings, long seed) throws IOException {
        this.output = new AtomicOutput(name);
        this.writer = new DecisionLogWriter(output.writer(), data.labels().size());
        this.data = data;
        this.world = new BanditEnvironment(settings.feedback(), seed);
    }

    @Override
    public void stepped(TrueMeasures measures, DecisionBatch batch, int[] rows) {
        try {
            for (int i = 0; i < batch.size(); i++) {
                int label = data.label(rows[i]);
                writer.write(step, batch, i, world.answer(batch.id(i), batch.arm(i), label), label);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        step++;
    }

    void commit() throws IOException {
        output.commit();
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}
