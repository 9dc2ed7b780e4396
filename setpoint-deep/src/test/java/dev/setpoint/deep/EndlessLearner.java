package dev.setpoint.deep;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.testing.Source;

/** A program that teaches a network until it is told to end, and then, in its shutdown hook, stores what was learned. */
final class EndlessLearner {
    private static final int SIDE = 16;
    private static final int BATCH = 16;

    private static volatile boolean ending;

    private EndlessLearner() {}

    public static void main(String[] arguments) {
        FeatureVector[] queries = new FeatureVector[BATCH];
        Source random = new Source(1);
        for (int i = 0; i < BATCH; i++) {
            queries[i] = random.dense(3 * SIDE * SIDE);
        }
        LearnerSettings settings = LearnerSettings.builder("a", "b", "c")
                .model(ModelSettings.parse("cnn", 3 * SIDE * SIDE))
                .build();
        Learner learner = new Learner(settings);
        Thread loop = Thread.currentThread();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            ending = true;
            try {
                loop.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            System.out.println("stored " + learner.snapshot().length + " bytes");
            learner.close();
        }));
        DecisionBatch batch = learner.newBatch();
        for (int step = 0; !ending; step++) {
            learner.decideInto(queries, null, null, null, BATCH, batch);
            for (int i = 0; i < BATCH; i++) {
                learner.learn(batch.id(i), batch.arm(i) == 0);
            }
            if (step == 2) {
                System.out.println("learning");
            }
        }
    }
}
