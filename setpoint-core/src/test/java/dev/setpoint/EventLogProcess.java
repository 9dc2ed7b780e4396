package dev.setpoint;

import dev.setpoint.testing.Source;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** Writes the events of an endless run into a file until it is killed. A process of its own. */
final class EventLogProcess {
    private static final long SEED = 11;
    private static final int ENOUGH = 300;

    private EventLogProcess() {}

    static Learner learner() {
        return new Learner(EventfulRun.settings(new Source(SEED)));
    }

    /** Lets the run happen until a sink refuses an event. */
    static void run(Learner learner) {
        EventfulRun run = new EventfulRun(SEED);
        while (true) {
            run.act(learner);
        }
    }

    public static void main(String[] arguments) throws IOException {
        try (OutputStream file = new FileOutputStream(arguments[0])) { // whose every write is one of the system
            EventLogWriter writer = EventLogWriter.begin(file);
            Learner learner = learner();
            int[] count = {0};
            learner.recordTo((ByteBuffer event) -> {
                writer.append(event);
                if (++count[0] == ENOUGH) {
                    System.out.println("enough");
                }
            });
            run(learner);
        }
    }
}
