package dev.setpoint.cli.run;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Feedback;
import dev.setpoint.cli.file.AtomicOutput;
import dev.setpoint.cli.log.DecisionLogWriter;
import dev.setpoint.sim.Experiment;
import dev.setpoint.sim.StepTruth;
import dev.setpoint.sim.TrueMeasures;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The decisions of one seed of a run, as a decision log. An answer that comes late is in the line of its decision all the same. */
final class RunLog implements Experiment.Listener, Closeable {
    private final AtomicOutput output;
    private final DecisionLogWriter writer;
    private long step;

    RunLog(String name, int labels) throws IOException {
        this.output = new AtomicOutput(name);
        this.writer = new DecisionLogWriter(output.writer(), labels);
    }

    @Override
    public void stepped(TrueMeasures measures, DecisionBatch batch, StepTruth truth) {
        try {
            for (int i = 0; i < batch.size(); i++) {
                writer.write(step, batch, i, wasCorrect(truth.answer(i), batch.arm(i)), truth.label(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        step++;
    }

    /** A log says of every answer only whether the pull was correct; null if there was none. */
    private static Boolean wasCorrect(Feedback answer, int arm) {
        if (answer == null) {
            return null;
        }
        return answer instanceof Feedback.Label label ? label.index() == arm : answer instanceof Feedback.Correct;
    }

    void commit() throws IOException {
        output.commit();
    }

    @Override
    public void close() throws IOException {
        output.close();
    }
}
