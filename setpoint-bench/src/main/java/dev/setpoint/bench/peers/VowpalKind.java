package dev.setpoint.bench.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntFunction;
import vowpalWabbit.learner.VWActionProbsLearner;
import vowpalWabbit.learner.VWLearners;
import vowpalWabbit.responses.ActionProb;

/**
 * Vowpal Wabbit, used as its documentation says for contextual bandits with a fixed set of actions: it predicts the distribution
 * of the pull, we draw from it, and it learns the action, its cost and its probability.
 *
 * @param name what tables call it
 * @param settings its options
 */
record VowpalKind(String name, VowpalSettings settings) implements Contender.Kind {
    static VowpalKind of(VowpalSettings settings) {
        return new VowpalKind("Vowpal Wabbit", settings);
    }

    @Override
    public Contender create(PeerStream stream, long seed) {
        String options =
                "--quiet --cb_explore " + stream.labels().size() + " --random_seed " + seed + " " + settings.options();
        return new Running(open(options), settings, stream, seed);
    }

    private static VWActionProbsLearner open(String options) {
        try {
            return VWLearners.create(options);
        } catch (LinkageError e) {
            throw new IllegalStateException(
                    "Vowpal Wabbit's native library cannot be loaded here (expected: Linux on x86-64): "
                            + e.getMessage(),
                    e);
        } catch (Exception e) { // what its native code throws is not declared
            throw new IllegalArgumentException(
                    "options: " + options + " (expected: options of Vowpal Wabbit): " + e.getMessage(), e);
        }
    }

    private static final class Running implements Contender {
        private final VWActionProbsLearner learner;
        private final VowpalSettings.Costs costs;
        private final IntFunction<String> writer;
        private final long seed;
        private final float[] probabilities;
        private final StringBuilder labelled = new StringBuilder();
        private long queries;
        private String example;
        private int action;
        private float probability;

        Running(VWActionProbsLearner learner, VowpalSettings settings, PeerStream stream, long seed) {
            this.learner = learner;
            this.costs = settings.costs();
            this.writer = settings.text().writer(stream);
            this.seed = seed;
            this.probabilities = new float[stream.labels().size()];
        }

        @Override
        public int decide(int row) {
            example = writer.apply(row);
            ActionProb[] actions = learner.predict(example).getActionProbs();
            for (int i = 0; i < actions.length; i++) {
                probabilities[i] = actions[i].getProbability();
            }
            int position = Pull.position(probabilities, actions.length, Pull.draw(seed, queries++));
            action = actions[position].getAction();
            probability = probabilities[position];
            return action;
        }

        @Override
        public void learn(boolean correct) {
            labelled.setLength(0);
            labelled.append(action + 1) // counted from 1 in labels, from 0 in predictions
                    .append(':')
                    .append(costs.of(correct))
                    .append(':')
                    .append(probability)
                    .append(' ')
                    .append(example);
            learner.learn(labelled.toString());
        }

        @Override
        public long modelBytes() {
            try {
                Path file = Files.createTempFile("vowpal", ".model");
                try {
                    learner.saveModel(file.toFile());
                    return Files.size(file);
                } finally {
                    Files.delete(file);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try {
                learner.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
