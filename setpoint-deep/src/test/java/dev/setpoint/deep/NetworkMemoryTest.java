package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.testing.GivenWeights;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Native memory is freed by closing, and not when the garbage collector comes by. */
class NetworkMemoryTest {
    private static final int DIMENSION = 64;
    private static final int BATCH = 4;
    private static final int WARM_UP = 20;
    private static final int ROUNDS = 200;

    /**
     * A network has 64 x 4096 weights, which are 1 MiB, and as much again for each of gradients and Adam's two means: 4 MiB, or 800
     * MiB in all rounds if nothing is freed. Queries are short, so that a round leaves little garbage in the Java heap, whose growth
     * is seen here, too. What allocators keep for later settles in the rounds that warm up; a twentieth of the leak is left to all
     * this, of which less than 10 MiB were seen.
     */
    private static final long LIMIT_MIB = 40;

    private final FeatureVector[] queries = new FeatureVector[BATCH];
    private final long[] ids = new long[BATCH];
    private final boolean[] correct = new boolean[BATCH];

    @Test
    @EnabledOnOs(OS.LINUX)
    void residentMemoryIsFlatOverNetworksThatAreMadeLearnAndAreClosed() throws IOException {
        LearnerSettings settings = LearnerSettings.builder("a", "b", "c")
                .model(ModelSettings.parse("torch-mlp(hidden=[4096], optimizer=adam(rate=0.001))", DIMENSION))
                .build();
        Source random = new Source(1);
        for (int i = 0; i < BATCH; i++) {
            queries[i] = random.dense(DIMENSION);
        }
        for (int round = 0; round < WARM_UP; round++) {
            makeLearnAndClose(settings);
        }
        long before = residentMib();
        for (int round = 0; round < ROUNDS; round++) {
            makeLearnAndClose(settings);
        }
        assertThat(residentMib() - before)
                .as("MiB that %d networks left behind", ROUNDS)
                .isLessThan(LIMIT_MIB);
    }

    private void makeLearnAndClose(LearnerSettings settings) {
        try (Learner learner = new Learner(settings)) {
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(queries, BATCH, batch);
            for (int i = 0; i < BATCH; i++) {
                ids[i] = batch.id(i);
                correct[i] = batch.arm(i) == 0;
            }
            learner.learn(ids, correct, BATCH);
            learner.decideInto(queries, BATCH, batch); // a forward pass that nobody learns from
        }
    }

    private static long residentMib() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        throw new IOException("/proc/self/status: no VmRSS");
    }

    @Test
    void closedNetworkRefusesEveryUse() {
        ProbabilityModel model =
                ModelSettings.parse("torch-mlp(hidden=[3])", 4).create(new ModelContext(3, new GivenWeights(), 1));
        ProbabilityModel other =
                ModelSettings.parse("torch-mlp(hidden=[3])", 4).create(new ModelContext(3, new GivenWeights(), 1));
        FeatureVector[] query = {FeatureVector.dense(1, 2, 3, 4)};
        Observation[] told = GivenWeights.of(1, 1, 0, 0);
        model.close();
        for (Runnable use : List.<Runnable>of(
                () -> model.probabilitiesInto(query, 1, new double[3]),
                () -> model.learn(query, told, 1, 1),
                () -> States.bytes(model),
                () -> States.copied(other, model))) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("model: closed (expected: open)");
        }
        other.close();
    }
}
