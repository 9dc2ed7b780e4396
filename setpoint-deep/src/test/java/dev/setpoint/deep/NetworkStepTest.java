package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.Answer;
import dev.setpoint.DecisionBatch;
import dev.setpoint.Feedback;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.Outcome;
import dev.setpoint.Step;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps of networks, which are given the answers in order and no sums. */
class NetworkStepTest {
    private static final int DIMENSION = 6;
    private static final int LABELS = 3;
    private static final int ANSWERS = 2 * Step.CHUNK + 90;
    private static final int BATCH = 10;

    /** Without parts that would ask for the answers beside the network. */
    private static LearnerSettings settings(String network) {
        return LearnerSettings.builder("a", "b", "c")
                .model(ModelSettings.parse(network, DIMENSION))
                .maxWeight(3)
                .head("sgd", Score.softmax(), TrackerSettings.parse("sgd"))
                .build();
    }

    /** Decides the queries and says how they are answered later, in another order. */
    private static List<Answer> decided(Learner learner, Source random) {
        List<Answer> answers = new ArrayList<>();
        FeatureVector[] queries = new FeatureVector[BATCH];
        DecisionBatch batch = learner.newBatch();
        while (answers.size() < ANSWERS) {
            for (int i = 0; i < BATCH; i++) {
                queries[i] = random.dense(DIMENSION);
            }
            learner.decideInto(queries, null, null, null, BATCH, batch);
            for (int i = 0; i < BATCH && answers.size() < ANSWERS; i++) {
                int label = queries[i].value(0) > 0 ? 0 : random.below(LABELS);
                Feedback feedback = random.chance(0.5) ? Feedback.label(label) : Feedback.of(batch.arm(i) == label);
                answers.add(new Answer(batch.idText(i), feedback));
            }
        }
        List<Answer> late = new ArrayList<>(answers);
        int[] to = random.permutation(ANSWERS);
        for (int i = 0; i < ANSWERS; i++) {
            late.set(to[i], answers.get(i));
        }
        return late;
    }

    private static Step step(Learner learner, List<Answer> answers) {
        Step step = Step.of(learner, ANSWERS);
        answers.forEach(
                answer -> assertThat(step.add(answer.id(), answer.feedback())).isEqualTo(Outcome.LEARNED));
        return step;
    }

    /** The learner after the same answers, each part worked out by a copy of it, stored and read. */
    private static byte[] inParts(byte[] before, List<Answer> answers, int parts) {
        int chunks = (ANSWERS + Step.CHUNK - 1) / Step.CHUNK;
        try (Learner learner = Learner.restore(before)) {
            Step whole = Step.of(learner, ANSWERS);
            for (int part = 0; part < parts; part++) {
                int from = chunks * part / parts * Step.CHUNK;
                int to = Math.min(ANSWERS, chunks * (part + 1) / parts * Step.CHUNK);
                try (Learner worker = Learner.restore(before)) {
                    byte[] stored = step(worker, answers.subList(from, to)).toBytes();
                    whole.merge(Step.read(learner, stored));
                }
            }
            learner.apply(whole);
            return learner.snapshot();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "torch-mlp(hidden=[5], optimizer=adam(rate=0.01))",
                "torch-mlp(hidden=[], optimizer=sgd(rate=0.001))"
            })
    void stepsInAnyNumberOfPartsGiveTheSameBits(String network) {
        try (Learner learner = new Learner(settings(network))) {
            List<Answer> answers = decided(learner, new Source(5));
            byte[] before = learner.snapshot();
            learner.apply(step(learner, answers));
            byte[] after = learner.snapshot();
            assertThat(after).isNotEqualTo(before);
            for (int parts = 1; parts <= 3; parts++) {
                assertThat(inParts(before, answers, parts))
                        .as("%d parts", parts)
                        .isEqualTo(after);
            }
            try (Learner directly = Learner.restore(before)) {
                directly.learn(answers);
                assertThat(directly.snapshot()).isEqualTo(after);
            }
        }
    }

    @Test
    void networkLearnsFromEveryChunkOfAStoredStep() {
        FeatureVector query = new Source(6).dense(DIMENSION);
        try (Learner learner = new Learner(settings("torch-mlp(hidden=[5], optimizer=sgd(rate=0.001))"))) {
            List<Answer> answers = decided(learner, new Source(5));
            byte[] before = learner.snapshot();
            double none = probability(before, query);
            List<Double> learned = new ArrayList<>(List.of(none));
            for (int count : new int[] {Step.CHUNK, 2 * Step.CHUNK, ANSWERS}) {
                try (Learner one = Learner.restore(before);
                        Learner worker = Learner.restore(before)) {
                    one.apply(Step.read(
                            one, step(worker, answers.subList(0, count)).toBytes()));
                    learned.add(probability(one.snapshot(), query));
                }
            }
            assertThat(learned).doesNotHaveDuplicates();
        }
    }

    private static double probability(byte[] snapshot, FeatureVector query) {
        try (Learner learner = Learner.restore(snapshot)) {
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(query, batch);
            return batch.probability(0, 0);
        }
    }
}
