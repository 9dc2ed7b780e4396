package dev.setpoint.cli.run;

import dev.setpoint.DecisionBatch;
import dev.setpoint.DecisionLogWriter;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.file.FileKind;
import dev.setpoint.sim.Experiment;
import dev.setpoint.sim.StepTruth;
import dev.setpoint.sim.TrueMeasures;
import java.io.Closeable;
import java.io.IOException;

/** The decisions of one seed of a run, as a decision log. An answer that comes late is in the line of its decision all the same. */
final class RunLog implements Experiment.Listener, Closeable {
    /** A log as this one, which another may replace; logs of others are none. */
    static final FileKind KIND =
            FileKind.of("a log that setpoint has written", "\\{\"step\":\\d+,\"id\":\\d+,\"p\":\\[");

    private final AtomicOutput output;
    private final DecisionLogWriter writer;
    private long step;

    RunLog(String name) throws IOException {
        this.output = new AtomicOutput(name);
        this.writer = new DecisionLogWriter(output.writer());
    }

    @Override
    public void stepped(TrueMeasures measures, DecisionBatch batch, StepTruth truth) {
        for (int i = 0; i < batch.size(); i++) {
            writer.write(step, batch, i, truth.answer(i), truth.label(i));
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
