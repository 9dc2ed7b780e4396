package dev.setpoint.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.setpoint.DecisionBatch;
import dev.setpoint.EmptySets;
import dev.setpoint.EventLogWriter;
import dev.setpoint.LabelSet;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.estimate.DrEstimator;
import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.Mlp;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SetAwarePolicy;
import dev.setpoint.policy.SquareCbPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.shift.DomainClassifier;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.QueryWeights;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.Tracker;
import dev.setpoint.track.TrackerSettings;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The hot path's contract: no allocation after warm-up. Counts bytes, not time. Here and not in core, because core's tests are
 * in its module, which does not read {@code jdk.management}.
 */
class AllocationTest {
    private static final int LABELS = 10;
    private static final int BATCH = 256;
    private static final int WARM_UP = 40;
    private static final int MEASURED = 20;
    private static final int ATTEMPTS = 20;
    private static final FeatureVector[] DENSE = dense();
    private static final FeatureVector[] SPARSE = sparse();

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<ModelSettings> models() {
        return Stream.of(
                new SoftmaxRegression.Settings(20, new Optimizer.AdaGrad(0.5)),
                new SoftmaxRegression.Settings(1 << 18, new Optimizer.Adam(0.001, 0.9, 0.999)),
                new SoftmaxRegression.Settings(1 << 18, new Optimizer.RowAdaGrad(1, false)),
                new SoftmaxRegression.Settings(20, Optimizer.RowAdaGrad.DEFAULT),
                new Mlp.Settings(20, 8, new Optimizer.Sgd(0.1), 15));
    }

    @ParameterizedTest
    @MethodSource("models")
    void oneQueryAtATimeAllocatesNothing(ModelSettings model) {
        Learner learner = learner(model);
        DecisionBatch batch = learner.newBatch();
        FeatureVector[] queries = queriesFor(model);
        assertAllocatesNothing(() -> {
            for (FeatureVector query : queries) {
                learner.decideInto(query, batch);
                learner.learn(batch.id(0), batch.arm(0) == 0);
            }
        });
    }

    @ParameterizedTest
    @MethodSource("models")
    void batchesAllocateNothing(ModelSettings model) {
        Learner learner = learner(model);
        DecisionBatch batch = learner.newBatch();
        FeatureVector[] queries = queriesFor(model);
        long[] ids = new long[BATCH];
        boolean[] correct = new boolean[BATCH];
        assertAllocatesNothing(() -> {
            learner.decideInto(queries, null, null, null, BATCH, batch);
            for (int i = 0; i < BATCH; i++) {
                ids[i] = batch.id(i);
                correct[i] = batch.arm(i) == 0;
            }
            learner.learn(ids, correct, BATCH);
        });
    }

    @ParameterizedTest
    @MethodSource("models")
    void answersThatComeLateAllocateNothing(ModelSettings model) {
        Learner learner = learner(model);
        DecisionBatch batch = learner.newBatch();
        FeatureVector[] queries = queriesFor(model);
        learner.decideInto(queries, null, null, null, BATCH, batch);
        assertAllocatesNothing(() -> {
            long first = batch.id(0);
            learner.decideInto(
                    queries, null, null, null, BATCH,
                    batch); // after which the batch before is there in the store alone
            for (int i = 0; i < BATCH; i++) {
                learner.learn(first + i, i % 3 == 0);
            }
        });
    }

    @Test
    void memoryForPastDecisionsIsTakenWithinTheFirstFiveThousand() {
        assertAllocatesNothing(5_000, 120_000, 1_000_000); // 100,000 are remembered
    }

    @Test
    void lookingForDecisionsThatAreTooOldTakesNoMemory() {
        assertAllocatesNothing(1_000, 4, 1_000); // after two more, the first would be too old
    }

    /** Of several learners, one; what the JVM does for itself does not count. */
    private static void assertAllocatesNothing(int decisionsBefore, int decisions, long maxAge) {
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && least > 0; attempt++) {
            Learner learner = new Learner(LearnerSettings.builder("a", "b")
                    .model(new SoftmaxRegression.Settings(20, Optimizer.RowAdaGrad.DEFAULT))
                    .maxAge(maxAge)
                    .build());
            DecisionBatch batch = learner.newBatch();
            decideAndLearn(learner, batch, decisionsBefore);
            least = Math.min(least, allocatedBy(() -> decideAndLearn(learner, batch, decisions)));
        }
        assertThat(least)
                .as("bytes allocated by %d decisions after %d", decisions, decisionsBefore)
                .isZero();
    }

    private static void decideAndLearn(Learner learner, DecisionBatch batch, int times) {
        for (int i = 0; i < times; i++) {
            learner.decideInto(DENSE[i % BATCH], batch);
            learner.learn(batch.id(0), batch.arm(0) == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void unansweredDecisionsExpireWithoutAllocation(ModelSettings model) {
        Learner learner = learner(model);
        DecisionBatch batch = learner.newBatch();
        FeatureVector[] queries = queriesFor(model);
        assertAllocatesNothing(() -> learner.decideInto(queries, null, null, null, BATCH, batch));
        assertThat(learner.expired()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("models")
    void recordingEventsAllocatesNothing(ModelSettings model) {
        Learner learner = learner(model);
        long[] recorded = new long[1];
        learner.recordTo(event -> recorded[0] += event.remaining());
        DecisionBatch batch = learner.newBatch();
        FeatureVector[] queries = queriesFor(model);
        long[] ids = new long[BATCH];
        boolean[] correct = new boolean[BATCH];
        assertAllocatesNothing(() -> {
            for (int i = 0; i < BATCH / 2; i++) { // one by one
                learner.decideInto(queries[i], batch);
                learner.learn(batch.id(0), batch.arm(0) == 0);
            }
            learner.decideInto(queries, null, null, null, BATCH, batch); // and all at once
            for (int i = 0; i < BATCH; i++) {
                ids[i] = batch.id(i);
                correct[i] = batch.arm(i) == 0;
            }
            learner.learn(ids, correct, BATCH);
        });
        assertThat(recorded[0]).isGreaterThan((long) MEASURED * BATCH);
    }

    @Test
    void writingAnEventLogAllocatesNothing() {
        Learner learner = learner(models().findFirst().orElseThrow());
        learner.recordTo(EventLogWriter.begin(OutputStream.nullOutputStream()));
        DecisionBatch batch = learner.newBatch();
        assertAllocatesNothing(() -> {
            for (FeatureVector query : DENSE) {
                learner.decideInto(query, batch);
                learner.learn(batch.id(0), batch.arm(0) == 0);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "auto",
                "sgd",
                "experts",
                "scale-free",
                "decaying",
                "weighted-quantile(size=20)",
                "strongly-adaptive",
                "outer(tracker=auto)",
                "outer(tracker=experts)"
            })
    void trackersToldOfEveryAnswerAllocateNothing(String notation) {
        Tracker tracker = TrackerSettings.parse(notation).create(LABELS, 0.1);
        SplittableRandom random = new SplittableRandom(3);
        double[][] probabilities = new double[BATCH][LABELS];
        int[] arms = new int[BATCH];
        for (int i = 0; i < BATCH; i++) {
            arms[i] = random.nextInt(LABELS);
            Arrays.fill(probabilities[i], 0.5 / LABELS);
            probabilities[i][arms[i]] += 0.1 + 0.4 * random.nextDouble();
        }
        double[] thresholds = new double[LABELS];
        double[] record = new double[tracker.recordSize()];
        QueryWeights query = new QueryWeights();
        assertAllocatesNothing(() -> {
            for (int i = 0; i < BATCH; i++) {
                double[] p = probabilities[i];
                int arm = arms[i];
                query.set(p, 1);
                tracker.issueInto(query, thresholds, record);
                boolean correct = i % 5 != 0;
                if (i % 3 == 0) {
                    tracker.addLabel(p, p, 1, arm);
                } else {
                    tracker.addPull(p, p, 1, arm, correct);
                }
                if (i % 3 == 0 || correct) {
                    tracker.add(arm, i % 3 == 0 ? 1 : 1 / p[arm], p[arm], p[arm] >= thresholds[arm], record);
                    tracker.addMembership(p[arm] >= thresholds[arm]);
                }
                tracker.apply(1);
            }
        });
        query.set(new double[0], 1);
        tracker.issueInto(query, thresholds, record);
        assertThat(thresholds[arms[0]]).isGreaterThan(Tracker.ALWAYS);
    }

    static Stream<LearnerSettings> choices() {
        return Stream.<Policy>of(new SquareCbPolicy(100), new SetAwarePolicy(1))
                .flatMap(policy -> Stream.of("sdr", "dr", "likelihood", "pulled-arm")
                        .map(loss -> settings(models().findFirst().orElseThrow())
                                .policy(policy)
                                .loss(Loss.parse(loss))
                                .thresholdEstimator(loss.equals("sdr") ? new SdrEstimator() : new DrEstimator())
                                .emptySets(EmptySets.MOST_PROBABLE)
                                .maxWeight(3)
                                .build()));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void noChoiceOfPolicyLossEstimatorOrWeightsAllocates(LearnerSettings settings) {
        Learner learner = new Learner(settings);
        DecisionBatch batch = learner.newBatch();
        long[] ids = new long[BATCH];
        boolean[] correct = new boolean[BATCH];
        double[] weights = new double[BATCH];
        LabelSet[] excluded = new LabelSet[BATCH];
        for (int i = 0; i < BATCH; i++) {
            weights[i] = i % 5;
            excluded[i] = i % 3 == 0 ? LabelSet.of(settings.labels(), "label-3") : null;
        }
        assertAllocatesNothing(() -> {
            learner.decideInto(DENSE, excluded, null, weights, BATCH, batch);
            for (int i = 0; i < BATCH; i++) {
                ids[i] = batch.id(i);
                correct[i] = batch.arm(i) == 0;
            }
            learner.learn(ids, correct, BATCH);
        });
    }

    @Test
    void standardisingCrossingAndImplicitStepsAllocateNothing() {
        Learner learner =
                new Learner(LearnerSettings.builder("a", "b", "c").dense(20).build());
        DecisionBatch batch = learner.newBatch();
        assertAllocatesNothing(() -> {
            for (int i = 0; i < BATCH; i++) {
                learner.decideInto(DENSE[i], batch);
                learner.learn(batch.id(0), batch.arm(0) == 0);
            }
        });
    }

    /** All of these have long rows; the last are kept as logits while they wait. */
    @ParameterizedTest
    @ValueSource(ints = {100, 1000, 10_000})
    void manyLabelsAllocateNothing(int labels) {
        Learner learner = new Learner(LearnerSettings.builder(
                        IntStream.range(0, labels).mapToObj(k -> "label-" + k).toList())
                .dense(20)
                .maxPending(4)
                .build());
        DecisionBatch batch = learner.newBatch();
        assertAllocatesNothing(() -> {
            for (int i = 0; i < 16; i++) {
                learner.decideInto(DENSE[i], batch);
                if (i % 4 != 0) {
                    learner.learn(batch.id(0), batch.arm(0) == 0);
                }
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 1 << 18}) // with pairs of indicators and without
    void indicatorsBesideNumbersAllocateNothing(int dimension) {
        Learner learner = new Learner(LearnerSettings.builder("a", "b", "c")
                .features(VectorSettings.dense(dimension, 3))
                .build());
        DecisionBatch batch = learner.newBatch();
        FeatureVector[] queries = new FeatureVector[BATCH];
        for (int i = 0; i < BATCH; i++) {
            queries[i] = FeatureVector.sparse(dimension);
            queries[i].add(i % 3, i);
            queries[i].add(3 + i % 90, 1);
        }
        assertAllocatesNothing(() -> {
            for (FeatureVector query : queries) {
                learner.decideInto(query, batch);
                learner.learn(batch.id(0), batch.arm(0) == 0);
            }
        });
    }

    @Test
    void comparingWithTextsOfLabelsAllocatesNothing() {
        Learner learner = new Learner(
                LearnerSettings.builder("pay bill", "book flight", "hello").build());
        DecisionBatch batch = learner.newBatch();
        FeatureVector[] queries = new FeatureVector[BATCH];
        for (int i = 0; i < BATCH; i++) {
            queries[i] = new FeatureVector();
            learner.encodeInto(Features.ofText("hello, pay bill number " + i).number("amount", i), queries[i]);
        }
        assertAllocatesNothing(() -> {
            for (FeatureVector query : queries) {
                learner.decideInto(query, batch);
                learner.learn(batch.id(0), batch.arm(0) == 0);
            }
        });
    }

    @Test
    void weighingQueriesAllocatesNothing() {
        DomainClassifier classifier = new DomainClassifier(1 << 18, DomainClassifier.DEFAULT_OPTIMIZER, 20);
        double[] weights = new double[1];
        assertAllocatesNothing(() -> {
            for (int i = 0; i < BATCH; i++) {
                weights[0] = classifier.weight(SPARSE[i]);
                if (i % 2 == 0) {
                    classifier.observeSource(SPARSE[i]);
                } else {
                    classifier.observeTarget(SPARSE[i]);
                }
            }
        });
        assertThat(weights[0]).isGreaterThan(1); // a target, seen often
    }

    @Test
    void theMeasurementSeesASingleSmallObject() {
        Object[] kept = new Object[1];
        assertThat(allocatedBy(() -> kept[0] = new Object())).isPositive();
    }

    private static void assertAllocatesNothing(Runnable work) {
        for (int i = 0; i < WARM_UP; i++) {
            work.run();
        }
        // Until one block of rounds is without, since the JVM may charge a thread for work of its own (a class it
        // links, a trap it
        // takes); what the work itself allocates shows in every block.
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < ATTEMPTS && least > 0; attempt++) {
            least = Math.min(least, allocatedBy(() -> {
                for (int i = 0; i < MEASURED; i++) {
                    work.run();
                }
            }));
        }
        assertThat(least).as("bytes allocated by %d rounds", MEASURED).isZero();
    }

    /** Bytes the current thread allocates in the work, without those of asking. */
    private static long allocatedBy(Runnable work) {
        long self = Thread.currentThread().getId();
        long asked = THREADS.getThreadAllocatedBytes(self);
        long before = THREADS.getThreadAllocatedBytes(self);
        work.run();
        long after = THREADS.getThreadAllocatedBytes(self);
        return after - before - (before - asked);
    }

    private static Learner learner(ModelSettings model) {
        return new Learner(settings(model).build());
    }

    private static LearnerSettingsBuilder settings(ModelSettings model) {
        return LearnerSettings.builder(
                        IntStream.range(0, LABELS).mapToObj(k -> "label-" + k).toList())
                .model(model)
                .head("softmax-sgd", Score.softmax(), new SgdTracker.Settings(0.01, 0))
                .head("softmax-experts", Score.softmax(), ExpertsTracker.Settings.PAPER)
                .head("aps-sgd", Score.aps(), new SgdTracker.Settings(0.01, 0))
                .head("aps-experts", Score.aps(), ExpertsTracker.Settings.PAPER)
                .head("raps-sgd", Score.raps(0.01, 1), new SgdTracker.Settings(0.01, 0))
                .head("raps-experts", Score.raps(0.01, 1), ExpertsTracker.Settings.PAPER)
                .head("scale-free", Score.softmax(), TrackerSettings.parse("scale-free"))
                .head("decaying", Score.softmax(), TrackerSettings.parse("decaying"))
                .head("quantile", Score.softmax(), TrackerSettings.parse("weighted-quantile(size=20)"))
                .head("adaptive", Score.softmax(), TrackerSettings.parse("strongly-adaptive"))
                .head("outer", Score.softmax(), TrackerSettings.parse("outer(tracker=experts)"))
                .head("auto", Score.softmax(), TrackerSettings.parse("auto"))
                .maxPending(2 * BATCH);
    }

    private static FeatureVector[] queriesFor(ModelSettings model) {
        return model instanceof SoftmaxRegression.Settings softmax && softmax.dimension() == 1 << 18 ? SPARSE : DENSE;
    }

    private static FeatureVector[] dense() {
        SplittableRandom random = new SplittableRandom(1);
        FeatureVector[] queries = new FeatureVector[BATCH];
        for (int q = 0; q < BATCH; q++) {
            float[] values = new float[20];
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) (random.nextDouble() - 0.5);
            }
            queries[q] = FeatureVector.dense(values);
        }
        return queries;
    }

    private static FeatureVector[] sparse() {
        SplittableRandom random = new SplittableRandom(2);
        FeatureVector[] queries = new FeatureVector[BATCH];
        for (int q = 0; q < BATCH; q++) {
            queries[q] = FeatureVector.sparse(1 << 18);
            for (int i = 0; i < 25; i++) {
                queries[q].add(random.nextInt(1 << 18), 1);
            }
        }
        return queries;
    }
}
