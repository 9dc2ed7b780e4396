package dev.setpoint.bench;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Feedback;
import dev.setpoint.LabelSet;
import dev.setpoint.Learner;
import dev.setpoint.Outcome;
import dev.setpoint.feature.FeatureVector;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One query at a time through the primitive calls of {@link Learner}. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LearnerBenchmark {
    /** A learner that has come to pull correctly often, and the queries it goes on to see, round and round. */
    @State(Scope.Thread)
    public static class Stream {
        static final int QUERIES = 4096; // a power of two
        /** After which memory is taken for all past decisions that are remembered; for those that wait it is in the warm-up. */
        private static final int LESSONS = 3 * QUERIES;

        private static final long SEED = 20240501;

        /** Which stream. */
        @Param
        public Workload workload;

        private FeatureVector[] queries;
        private int[] hiddenLabels;
        Learner learner;
        DecisionBatch batch;
        private Feedback noneOfHalf;
        private int next;

        /**
         * Teaches the learner by telling labels. Left to find them by pulls alone, it would hardly ever be correct among 1000
         * labels.
         */
        @Setup
        public void teach() {
            SplittableRandom random = new SplittableRandom(SEED);
            hiddenLabels = random.ints(QUERIES, 0, workload.labels).toArray();
            queries = workload.queries(hiddenLabels, random);
            learner = new Learner(workload.settings());
            batch = learner.newBatch();
            List<String> labels = learner.settings().labels();
            noneOfHalf = Feedback.noneOf(
                    LabelSet.of(labels, labels.subList(0, labels.size() / 2).toArray(String[]::new)));
            for (int i = 0; i < LESSONS; i++) {
                int query = next & (QUERIES - 1);
                decide();
                learner.learn(batch.id(0), new Feedback.Label(hiddenLabels[query]));
            }
        }

        /** Frees what the learner holds. */
        @TearDown
        public void close() {
            learner.close();
        }

        /** Decides the next query and returns whether the pull was correct. */
        boolean decide() {
            int query = next++ & (QUERIES - 1);
            learner.decideInto(queries[query], batch);
            return batch.arm(0) == hiddenLabels[query];
        }

        /** The share of correct pulls in one more round of the queries. */
        static double correctPulls(Workload workload) {
            Stream stream = new Stream();
            stream.workload = workload;
            stream.teach();
            int correct = 0;
            for (int i = 0; i < QUERIES; i++) {
                boolean hit = stream.decide();
                stream.learn(stream.batch.id(0), hit);
                correct += hit ? 1 : 0;
            }
            return (double) correct / QUERIES;
        }

        void learn(long id, boolean correct) {
            check(id, learner.learn(id, correct));
        }

        /** Tells that it was none of half of the labels. */
        void ruleOutHalf(long id) {
            check(id, learner.learn(id, noneOfHalf));
        }

        private static void check(long id, Outcome outcome) {
            if (outcome != Outcome.LEARNED) { // or else the benchmark measures nothing
                throw new IllegalStateException("decision " + id + ": not pending (expected: pending)");
            }
        }
    }

    /** A stream whose latest decisions wait for feedback. A subclass, because JMH would give a state of its own to a parameter. */
    @State(Scope.Thread)
    public static class Waiting extends Stream {
        private final long[] ids = new long[Workload.PENDING];
        private final boolean[] correct = new boolean[Workload.PENDING];

        /** Not measured. */
        @Setup(Level.Invocation)
        public void decideAll() {
            for (int i = 0; i < Workload.PENDING; i++) {
                correct[i] = decide();
                ids[i] = batch.id(0);
            }
        }
    }

    /** The set, the pull and the record of it; the oldest record expires. Thresholds stand still. */
    @Benchmark
    public boolean decideOnly(Stream stream) {
        return stream.decide();
    }

    /** A step for each of the decisions that wait. */
    @Benchmark
    @OperationsPerInvocation(Workload.PENDING)
    public void learnOnly(Waiting stream) {
        for (int i = 0; i < Workload.PENDING; i++) {
            stream.learn(stream.ids[i], stream.correct[i]);
        }
    }

    /** The loop of a service whose feedback comes at once. */
    @Benchmark
    public void decideAndLearn(Stream stream) {
        boolean correct = stream.decide();
        stream.learn(stream.batch.id(0), correct);
    }

    /** The same where it was none of many labels. */
    @Benchmark
    public void decideAndRuleOut(Stream stream) {
        stream.decide();
        stream.ruleOutHalf(stream.batch.id(0));
    }
}
