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
import java.io.UncheckedIOException;

/** The decisions of one seed of a run, as a decision log. An answer that comes late is in the line of its decision all the same. */
final class RunLog implements Experiment.Listener, Closeable {
    /** A log as this one, which another may replace: it names the seed, as no log of a live program does. */
    static final FileKind KIND =
            FileKind.of("the log of a run, which begins with its seed", "\\{\"seed\":-?\\d+,\"step\":0,");

    private final AtomicOutput output;
    private final StringBuilder line = new StringBuilder();
    private final DecisionLogWriter writer = new DecisionLogWriter(line);
    /** What the first line begins with. */
    private String start;

    private long step;

    RunLog(String name, long seed) throws IOException {
        this.output = new AtomicOutput(name);
        this.start = "{\"seed\":" + seed + ",";
    }

    @Override
    public void stepped(TrueMeasures measures, DecisionBatch batch, StepTruth truth) {
        try {
            for (int i = 0; i < batch.size(); i++) {
                writer.write(step, batch, i, truth.answer(i), truth.label(i));
                output.writer().append(start).append(line, 1, line.length());
                start = "{";
                line.setLength(0);
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
