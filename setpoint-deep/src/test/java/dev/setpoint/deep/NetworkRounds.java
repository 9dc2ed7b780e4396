package dev.setpoint.deep;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.testing.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program that makes learners with networks, lets them learn and closes them, 200 times after some that warm up, and prints by how many
 * MiB its resident memory has grown. A network has 64 x 4096 weights, which are 1 MiB, and as much again for each of gradients and
 * Adam's two means: 4 MiB, or 800 MiB in all rounds if nothing is freed.
 */
final class NetworkRounds {
    private static final int DIMENSION = 64;
    private static final int BATCH = 4;
    private static final int WARM_UP = 20;
    private static final int ROUNDS = 200;

    private NetworkRounds() {}

    public static void main(String[] arguments) throws IOException {
        LearnerSettings settings = LearnerSettings.builder("a", "b", "c")
                .model(ModelSettings.parse("torch-mlp(hidden=[4096], optimizer=adam(rate=0.001))", DIMENSION))
                .build();
        Source random = new Source(1);
        FeatureVector[] queries = new FeatureVector[BATCH];
        for (int i = 0; i < BATCH; i++) {
            queries[i] = random.dense(DIMENSION);
        }
        long before = 0;
        for (int round = 0; round < WARM_UP + ROUNDS; round++) {
            before = round == WARM_UP ? residentMib() : before;
            makeLearnAndClose(settings, queries);
        }
        System.out.println(residentMib() - before);
    }

    private static void makeLearnAndClose(LearnerSettings settings, FeatureVector[] queries) {
        long[] ids = new long[BATCH];
        boolean[] correct = new boolean[BATCH];
        try (Learner learner = new Learner(settings)) {
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(queries, null, null, null, BATCH, batch);
            for (int i = 0; i < BATCH; i++) {
                ids[i] = batch.id(i);
                correct[i] = batch.arm(i) == 0;
            }
            learner.learn(ids, correct, BATCH);
            learner.decideInto(queries, null, null, null, BATCH, batch); // a forward pass that nobody learns from
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
}
