package dev.setpoint.bench;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.Outcome;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.sim.StreamOrder;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Messages, one at a time, through the default learner: from text to what was learned of the answer. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class TextBenchmark {
    /** A learner that has passed over the messages, which it goes on to see, round and round. */
    @State(Scope.Thread)
    public static class Stream {
        private static final int MESSAGES = 8192; // a power of two
        private static final long SEED = 7;

        /** Which messages, and what of them. */
        @Param
        public TextWorkload workload;

        private final Features[] messages = new Features[MESSAGES];
        private final int[] hiddenLabels = new int[MESSAGES];
        private final FeatureVector query = new FeatureVector();
        private Learner learner;
        private DecisionBatch batch;
        private int next;

        /** One pass, after which all weights are in place. */
        @Setup
        public void teach() throws IOException {
            Path home = Path.of(System.getenv().getOrDefault("SETPOINT_HOME", "."));
            LabelledTexts texts = DatasetCatalog.loadTexts(workload.dataset, home.resolve("data"));
            StreamOrder order = new StreamOrder(texts.size(), SEED);
            for (int i = 0; i < MESSAGES; i++) {
                messages[i] = Features.ofText(texts.texts().get(order.row(i)));
                hiddenLabels[i] = texts.label(order.row(i));
            }
            learner = new Learner(LearnerSettings.builder(texts.labels())
                    .seed(SEED)
                    .features(workload.features())
                    .build());
            batch = learner.newBatch();
            for (int i = 0; i < MESSAGES; i++) {
                step();
            }
        }

        /** Frees what the learner holds. */
        @TearDown
        public void close() {
            learner.close();
        }

        boolean step() {
            int message = next++ & (MESSAGES - 1);
            learner.encodeInto(messages[message], query);
            learner.decideInto(query, batch);
            boolean correct = batch.arm(0) == hiddenLabels[message];
            if (learner.learn(batch.id(0), correct) != Outcome.LEARNED) { // or else the benchmark measures nothing
                throw new IllegalStateException("decision " + batch.id(0) + ": not pending (expected: pending)");
            }
            return correct;
        }
    }

    /** The loop of a service whose feedback comes at once. */
    @Benchmark
    public boolean encodeDecideAndLearn(Stream stream) {
        return stream.step();
    }
}
