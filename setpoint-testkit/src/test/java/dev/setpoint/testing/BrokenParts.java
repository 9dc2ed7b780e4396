package dev.setpoint.testing;

import dev.setpoint.DecisionKey;
import dev.setpoint.DecisionStore;
import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.example.TableStore;
import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.LabelTexts;
import dev.setpoint.feature.TextEncoder;
import dev.setpoint.loss.LikelihoodLoss;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.policy.EpsilonGreedyPolicy;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import dev.setpoint.score.ScoreRange;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.LabelSums;
import dev.setpoint.track.CheckLoss;
import dev.setpoint.track.QueryWeights;
import dev.setpoint.track.SummedTracker;
import dev.setpoint.track.Tracker;
import dev.setpoint.track.TrackerSettings;
import dev.setpoint.track.TrackingTask;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Parts with a mistake that their suites must find. Nested and static, so that only {@link SuitesTest} runs them. */
final class BrokenParts {
    private BrokenParts() {}

    /** Prefers the first label. */
    static final class PartialScore extends ScoreContract {
        @Override
        protected Score score() {
            return new Score() {
                @Override
                public void scoresInto(RankedProbabilities query, double[] u, double[] scores) {
                    for (int k = 0; k < query.labels(); k++) {
                        scores[k] = k == 0 ? 1 : query.probability(k);
                    }
                }

                @Override
                public boolean randomised() {
                    return false;
                }

                @Override
                public ScoreRange range(int labels) {
                    return ScoreRange.UNIT;
                }
            };
        }
    }

    /** Leaves out a tenth. */
    static final class ShortPolicy extends PolicyContract {
        @Override
        protected Policy policy() {
            return (probabilities, inSet, distribution) -> {
                for (int k = 0; k < probabilities.length; k++) {
                    distribution[k] = 0.9 * probabilities[k];
                }
            };
        }
    }

    /** Greedy, and does not say that it compares labels. */
    static final class SilentGreedyPolicy extends PolicyContract {
        @Override
        @SuppressWarnings("UnnecessaryMethodReference") // which leaves out that it compares labels
        protected Policy policy() {
            return new EpsilonGreedyPolicy(0)::distributionInto;
        }
    }

    /** The same with an even share for all labels. */
    static final class SilentEpsilonGreedyPolicy extends PolicyContract {
        @Override
        @SuppressWarnings("UnnecessaryMethodReference") // which leaves out that it compares labels
        protected Policy policy() {
            return new EpsilonGreedyPolicy(0.2)::distributionInto;
        }
    }

    /** Counts correct pulls without their weight. */
    static final class UnweightedEstimator extends EstimatorContract {
        @Override
        protected IndicatorEstimator estimator() {
            return new IndicatorEstimator() {
                @Override
                public void estimateInto(double[] p, double[] pi, int arm, boolean correct, double[] estimate) {
                    new IpwEstimator().estimateInto(p, pi, arm, correct, estimate);
                    estimate[arm] *= pi[arm];
                }

                @Override
                public boolean neverNegative() {
                    return true;
                }
            };
        }
    }

    /** Descends twice as steeply as its value says. */
    static final class SteepLoss extends LossContract {
        @Override
        protected Loss loss() {
            Loss inner = new LikelihoodLoss();
            return new Loss() {
                @Override
                public void probabilitiesInto(double[] logits, double[] probabilities, int offset) {
                    inner.probabilitiesInto(logits, probabilities, offset);
                }

                @Override
                public boolean teaches(Observation observation) {
                    return inner.teaches(observation);
                }

                @Override
                public void gradientInto(Observation observation, double[] logits, double[] present, double[] into) {
                    inner.gradientInto(observation, logits, present, into);
                    for (int k = 0; k < into.length; k++) {
                        into[k] *= 2;
                    }
                }

                @Override
                public double value(Observation observation, double[] logits) {
                    return inner.value(observation, logits);
                }
            };
        }
    }

    /** Does not store what it has learned. */
    static final class ForgetfulTracker extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return task -> new Around(TrackerSettings.parse("sgd").create(task)) {
                @Override
                public void writePage(int page, StateWriter out) {}

                @Override
                public void readPage(int page, StateReader in) {}
            };
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }
    }

    /** Moves a threshold as soon as it is told something. */
    static final class HastyTracker extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return (TrackingTask task) ->
                    new Around(TrackerSettings.parse("sgd").create(task)) {
                        @Override
                        public void add(int label, double weight, double score, boolean held, double[] record) {
                            super.add(label, weight, score, held, record);
                            apply(1);
                        }
                    };
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }
    }

    /** Goes on as before when it is told of another alpha. */
    static final class StubbornTracker extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return task -> new Around(TrackerSettings.parse("sgd").create(task)) {
                @Override
                public void retarget(double alpha) {}
            };
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }
    }

    /** Takes another alpha for a reason to begin anew. */
    static final class RestlessTracker extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return task -> new Around(TrackerSettings.parse("sgd").create(task)) {
                @Override
                public void retarget(double alpha) {
                    super.retarget(alpha);
                    States.copied(TrackerSettings.parse("sgd").create(task), this);
                }
            };
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }
    }

    /** Counts evidence by the threshold of now, not by that of then. */
    static final class PresentMindedTracker extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return task -> new BySums(task) {
                @Override
                protected void sum(
                        int label, double weight, double score, boolean held, double[] record, double[] sums, int at) {
                    super.sum(label, weight, score, score >= threshold(label), record, sums, at);
                }
            };
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }
    }

    /** Keeps what it was told to itself, so that sums say nothing to another one. */
    static final class SecretiveTracker extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return task -> new BySums(task) {
                private int pieces;

                @Override
                protected void sum(
                        int label, double weight, double score, boolean held, double[] record, double[] sums, int at) {
                    super.sum(label, weight, score, held, record, sums, at);
                    pieces++;
                }

                @Override
                public void apply(LabelSums sums, double divisor) {
                    super.apply(sums, divisor * Math.max(1, pieces));
                    pieces = 0;
                }
            };
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }
    }

    /** Counts the last piece of evidence about a label alone, which is no sum. */
    static final class LastWordTracker extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return task -> new BySums(task) {
                @Override
                protected void sum(
                        int label, double weight, double score, boolean held, double[] record, double[] sums, int at) {
                    sums[at] = 0;
                    super.sum(label, weight, score, held, record, sums, at);
                }
            };
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }
    }

    /** Moves thresholds by a sum per label. */
    private static class BySums extends SummedTracker {
        private double alpha;
        private double[] thresholds;

        BySums(TrackingTask task) {
            super(task.thresholds(), 1, Double.BYTES);
            alpha = task.alpha();
            thresholds = new double[task.thresholds()];
        }

        double threshold(int label) {
            return thresholds[label];
        }

        @Override
        public int recordSize() {
            return 0;
        }

        @Override
        public void issueInto(QueryWeights query, double[] into, double[] record) {
            System.arraycopy(thresholds, 0, into, 0, thresholds.length);
        }

        @Override
        protected void sum(
                int label, double weight, double score, boolean held, double[] record, double[] sums, int at) {
            sums[at] += weight * CheckLoss.descent(alpha, held);
        }

        @Override
        public void apply(LabelSums sums, double divisor) {
            for (int i = 0; i < sums.count(); i++) {
                int k = sums.label(i);
                thresholds[k] += 0.05 * sums.values()[sums.at(k)] / divisor;
                touch(k);
            }
        }

        @Override
        public void retarget(double newAlpha) {
            alpha = newAlpha;
        }

        @Override
        protected int entries() {
            return thresholds.length;
        }

        @Override
        protected void growTo(int count) {
            thresholds = Arrays.copyOf(thresholds, count);
        }

        @Override
        protected void writeEntry(int label, StateWriter out) {
            out.writeDouble(thresholds[label]);
        }

        @Override
        protected void readEntry(int label, StateReader in) {
            thresholds[label] = in.readDouble();
        }
    }

    private static class Around implements Tracker {
        private final Tracker inner;

        Around(Tracker inner) {
            this.inner = inner;
        }

        @Override
        public int recordSize() {
            return inner.recordSize();
        }

        @Override
        public void issueInto(QueryWeights query, double[] thresholds, double[] record) {
            inner.issueInto(query, thresholds, record);
        }

        @Override
        public void add(int label, double weight, double score, boolean held, double[] record) {
            inner.add(label, weight, score, held, record);
        }

        @Override
        public void retarget(double alpha) {
            inner.retarget(alpha);
        }

        @Override
        public void grow(TrackingTask task) {
            inner.grow(task);
        }

        @Override
        public void apply(double divisor) {
            inner.apply(divisor);
        }

        @Override
        public int pages() {
            return inner.pages();
        }

        @Override
        public void writePage(int page, StateWriter out) {
            inner.writePage(page, out);
        }

        @Override
        public void readPage(int page, StateReader in) {
            inner.readPage(page, in);
        }
    }

    /** Learns from how often it is asked. */
    static final class CuriousModel extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new ModelSettings() {
                @Override
                public int dimension() {
                    return DIMENSION;
                }

                @Override
                public ProbabilityModel create(ModelContext context) {
                    return new Asked(context.labels());
                }
            };
        }
    }

    private static final class Asked implements ProbabilityModel {
        private final int labels;
        private int asked;

        Asked(int labels) {
            this.labels = labels;
        }

        @Override
        public void probabilitiesInto(FeatureVector[] queries, int count, double[] probabilities) {
            for (int i = 0; i < count; i++) {
                asked++;
                for (int k = 0; k < labels; k++) {
                    probabilities[i * labels + k] = k == asked % labels ? 1 : 0;
                }
            }
        }

        @Override
        public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {}

        @Override
        public void writePage(int page, StateWriter out) {
            out.writeInt(asked);
        }

        @Override
        public void readPage(int page, StateReader in) {
            asked = in.readInt();
        }
    }

    /** Counts queries while it reads them. */
    static final class CountingEncoder extends EncoderContract {
        @Override
        protected EncoderSettings settings() {
            return new EncoderSettings() {
                @Override
                public int dimension() {
                    return 3;
                }

                @Override
                public Encoder create() {
                    return new Counting();
                }
            };
        }

        @Override
        protected FeatureVector query(Source random) {
            return random.dense(3);
        }

        @Override
        protected List<FeatureVector> extremes() {
            return List.of(FeatureVector.dense(0, 0, 0));
        }
    }

    private static final class Counting implements Encoder {
        private int count;

        @Override
        public int queryDimension() {
            return 3;
        }

        @Override
        public int dimension() {
            return 3;
        }

        @Override
        public void encodeInto(Features features, FeatureVector query) {
            throw new IllegalArgumentException("features: named (expected: a vector)");
        }

        @Override
        public FeatureVector inputOf(FeatureVector query, FeatureVector scratch) {
            scratch.copyFrom(FeatureVector.dense(count++, 0, 0));
            return scratch;
        }

        @Override
        public void observe(FeatureVector query) {
            count++;
        }

        @Override
        public LabelTexts labelTexts(List<String> texts) {
            return null;
        }

        @Override
        public void close() {}

        @Override
        public void writePage(int page, StateWriter out) {
            out.writeInt(count);
        }

        @Override
        public void readPage(int page, StateReader in) {
            count = in.readInt();
        }
    }

    /** Gives a text a vector that depends on those before it. */
    static final class DriftingTextEncoder extends TextEncoderContract {
        @Override
        protected TextEncoder open() {
            return new TextEncoder() {
                private int texts;

                @Override
                public int dimension() {
                    return 2;
                }

                @Override
                public String checksum() {
                    return "0".repeat(64);
                }

                @Override
                public void encodeInto(List<String> all, float[] into) {
                    for (int i = 0; i < all.size(); i++) {
                        into[2 * i + texts++ % 2] = 1;
                    }
                }

                @Override
                public void close() {}
            };
        }
    }

    /** Takes ids for each other that are the same number. */
    static final class ConfusingStore extends DecisionStoreContract {
        @Override
        protected DecisionStore create(int horizon) {
            return new Confusing(new TableStore(horizon), id -> id.replaceFirst("^0+(?=.)", ""));
        }
    }

    /** Has room for 127 characters of a name. */
    static final class NarrowStore extends DecisionStoreContract {
        @Override
        protected DecisionStore create(int horizon) {
            return new Confusing(new TableStore(horizon), id -> id.substring(0, Math.min(127, id.length())));
        }
    }

    /** Writes the letters of Western Europe and a question mark for all others. */
    static final class WesternStore extends DecisionStoreContract {
        @Override
        protected DecisionStore create(int horizon) {
            return new Confusing(
                    new TableStore(horizon),
                    id -> new String(id.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1));
        }
    }

    private record Confusing(TableStore inner, UnaryOperator<String> as) implements DecisionStore {
        private DecisionKey same(DecisionKey id) {
            DecisionKey key = new DecisionKey();
            key.set(as.apply(id.text()));
            return key;
        }

        @Override
        public int pending() {
            return inner.pending();
        }

        @Override
        public void setHorizon(int most) {
            inner.setHorizon(most);
        }

        @Override
        public int horizon() {
            return inner.horizon();
        }

        @Override
        public Fate fate(DecisionKey id) {
            return inner.fate(same(id));
        }

        @Override
        public void add(DecisionKey id, ByteBuffer decision) {
            inner.add(same(id), decision);
        }

        @Override
        public ByteBuffer decision(DecisionKey id) {
            return inner.decision(same(id));
        }

        @Override
        public boolean oldest(DecisionKey into) {
            return inner.oldest(into);
        }

        @Override
        public void forEachPending(Consumer<ByteBuffer> action) {
            inner.forEachPending(action);
        }

        @Override
        public void end(DecisionKey id, Fate fate, long answer) {
            inner.end(same(id), fate, answer);
        }

        @Override
        public long answer(DecisionKey id) {
            return inner.answer(same(id));
        }
    }
}
