package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.random.Draws;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything that can happen to a learner, at random: decisions one by one and in batches, numbered and named, with labels excluded and
 * weights; answers of all kinds, in time, late, twice, against each other and to nobody.
 */
final class EventfulRun {
    static final int LABELS = 4;
    private static final List<String> TRACKERS = List.of(
            "auto",
            "sgd(eta=0.05)",
            "experts",
            "weighted-quantile(size=4, memory=50)",
            "strongly-adaptive(levels=3)",
            "outer(gamma=0.1, tracker=auto)");

    private final Source random;
    /** Of names, which differ from run to run. */
    private final String prefix;

    private final long firstNumber;
    /** Ids that were decided, pending or not. */
    private final List<String> ids = new ArrayList<>();

    private int named;

    EventfulRun(long seed) {
        random = new Source(seed);
        prefix = Long.toHexString(seed) + "-";
        firstNumber = Draws.mix(seed);
    }

    static LearnerSettings settings(Source random) {
        return settings(
                random,
                random.oneOf(
                        Learners.regression(),
                        Learners.network(),
                        new SoftmaxRegression.Settings(Learners.DIMENSION, new Optimizer.RowAdaGrad(1, false))));
    }

    static LearnerSettings settings(Source random, ModelSettings model) {
        LearnerSettingsBuilder builder = LearnerSettings.builder(Learners.names(LABELS))
                .model(model)
                .policy(Learners.policy(random))
                .coverage(random.oneOf(Coverage.values()))
                .seed(random.bits())
                .maxWeight(3)
                .maxPending(random.within(1, 12))
                .maxAge(25);
        if (random.chance(0.5)) { // which learns the scale of its numbers
            builder.features(new VectorSettings(Learners.DIMENSION, true, 1, false));
        }
        for (int h = random.within(1, 3); h > 0; h--) {
            String tracker = random.oneOf(TRACKERS.toArray(String[]::new));
            builder.head("head" + h, random.oneOf(Score.softmax(), Score.aps()), TrackerSettings.parse(tracker));
        }
        return builder.build();
    }

    /** Lets one thing happen. */
    void act(Learner learner) {
        if (random.chance(0.5)) {
            decide(learner);
        } else {
            learn(learner);
        }
    }

    void decide(Learner learner) {
        int count = random.within(0, 4);
        switch (random.below(6)) {
            case 0 -> ids.add(learner.decide(query(learner)).id());
            case 1 ->
                ids.add(learner.decide(
                                Query.of(query(learner)).excluding(excluded()).weighing(weight()))
                        .id());
            case 2 -> ids.add(learner.decide(named(learner)).id());
            case 3 -> {
                List<Query> queries = new ArrayList<>();
                boolean numbered = random.chance(0.3);
                for (int i = 0; i < count; i++) {
                    queries.add(numbered ? Query.of(query(learner)).weighing(weight()) : named(learner));
                }
                learner.decideAll(queries).forEach(decision -> ids.add(decision.id()));
            }
            case 4 -> decideInto(learner, count, null);
            default -> {
                long[] numbers = new long[count];
                for (int i = 0; i < count; i++) {
                    numbers[i] = random.chance(0.5) ? random.bits() : firstNumber + 10L * named++;
                }
                decideInto(learner, count, numbers);
            }
        }
    }

    private void decideInto(Learner learner, int count, long[] numbers) {
        FeatureVector[] queries = new FeatureVector[count];
        LabelSet[] excluded = new LabelSet[count];
        double[] weights = new double[count];
        for (int i = 0; i < count; i++) {
            queries[i] = query(learner);
            excluded[i] = excluded();
            weights[i] = weight();
        }
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(queries, excluded, numbers, weights, count, batch);
        for (int i = 0; i < count; i++) {
            ids.add(batch.idText(i));
        }
    }

    void learn(Learner learner) {
        int count = random.within(0, 4);
        switch (random.below(6)) {
            case 0 -> learner.learn(number(), random.chance(0.5));
            case 1 -> learner.learn(number(), feedback());
            case 2 -> learner.learn(id(), random.chance(0.5));
            case 3 -> learner.learn(id(), feedback());
            case 4 -> {
                long[] numbers = new long[count];
                boolean[] correct = new boolean[count];
                for (int i = 0; i < count; i++) {
                    numbers[i] = number();
                    correct[i] = random.chance(0.5);
                }
                learner.learn(numbers, correct, count);
            }
            default -> {
                List<Answer> answers = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    answers.add(new Answer(id(), feedback()));
                }
                learner.learn(answers);
            }
        }
    }

    private FeatureVector query(Learner learner) {
        boolean asGiven = learner.settings().features().equals(VectorSettings.asGiven(Learners.DIMENSION));
        return asGiven ? Learners.query(random) : random.dense(Learners.DIMENSION);
    }

    private Query named(Learner learner) {
        return new Query(query(learner), "ticket \ud83c\udfab " + prefix + named++, excluded(), weight());
    }

    private LabelSet excluded() {
        return random.chance(0.7) ? null : LabelSet.of(Learners.names(LABELS), "label" + random.below(LABELS));
    }

    private double weight() {
        return random.chance(0.5) ? 1 : random.between(0, 5);
    }

    /** Mostly one of the last decisions'; at times one that was decided long ago, or never. */
    private String id() {
        if (ids.isEmpty() || random.chance(0.1)) {
            return random.chance(0.5) ? "nobody" : "-1";
        }
        int back = random.below(Math.min(ids.size(), random.chance(0.8) ? 8 : 1000));
        return ids.get(ids.size() - 1 - back);
    }

    private long number() {
        DecisionKey key = new DecisionKey();
        key.set(id());
        return key.number(); // of a name 0, which is the first decision's
    }

    private Feedback feedback() {
        return switch (random.below(8)) {
            case 0 -> new Feedback.Expired();
            case 1 -> new Feedback.Cancelled();
            case 2 -> Feedback.label(random.below(LABELS));
            case 3 -> Feedback.noneOf(someLabels());
            default -> Feedback.of(random.chance(0.5));
        };
    }

    private LabelSet someLabels() {
        List<String> all = Learners.names(LABELS);
        return LabelSet.of(all, all.stream().filter(label -> random.chance(0.4)).toArray(String[]::new));
    }
}
