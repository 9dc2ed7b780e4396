package dev.setpoint.bench.peers;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.Outcome;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.measure.ClassCoverage;
import java.util.List;

/**
 * Setpoint with what a user gets who tunes nothing. How a learner is made for texts and for numbers is said here and nowhere
 * else in the comparison.
 *
 * @param name what tables call it
 * @param features how texts become vectors
 */
record SetpointKind(String name, FeatureSettings features) implements Contender.Kind {
    /** The defaults. */
    static SetpointKind standard() {
        return new SetpointKind("Setpoint", FeatureSettings.DEFAULT);
    }

    /** The defaults, but texts give single words alone. */
    static SetpointKind wordsOnly() {
        return new SetpointKind("Setpoint, words", FeatureSettings.parse("hashed(words=1, charsfrom=0, charsto=0)"));
    }

    private LearnerSettings settings(PeerStream stream, long seed) {
        return builder(stream, seed).build();
    }

    /** The settings of a learner for this stream, before anything is changed in them. */
    LearnerSettingsBuilder builder(PeerStream stream, long seed) {
        return builder(stream, stream.labels(), seed);
    }

    /** The same for other labels than all of the stream's. */
    LearnerSettingsBuilder builder(PeerStream stream, List<String> labels, long seed) {
        LearnerSettingsBuilder builder = LearnerSettings.builder(labels).seed(seed);
        return stream.holdsTexts()
                ? builder.features(features)
                : builder.dense(stream.rows().dimension());
    }

    /** The share of pulls that are spread evenly over all labels, whatever the learner knows. */
    double floor(PeerStream stream) {
        return settings(stream, 1).floor();
    }

    @Override
    public Contender create(PeerStream stream, long seed) {
        return new Running(new Learner(settings(stream, seed)), stream);
    }

    /** A learner on its way through a stream. */
    static final class Running implements Contender {
        private final Learner learner;
        private final PeerStream stream;
        private final DecisionBatch batch;
        private final FeatureVector query = new FeatureVector();

        Running(Learner learner, PeerStream stream) {
            this.learner = learner;
            this.stream = stream;
            this.batch = learner.newBatch();
        }

        @Override
        public int decide(int row) {
            if (stream.holdsTexts()) {
                learner.encodeInto(Features.ofText(stream.texts().texts().get(row)), query);
            } else {
                stream.rows().readInto(row, query);
            }
            learner.decideInto(query, batch);
            return batch.arm(0);
        }

        /** The decision made last, in row 0. */
        DecisionBatch batch() {
            return batch;
        }

        /** What is known without labels of each label's coverage so far. */
        List<ClassCoverage> coverage() {
            return learner.coverage().classes(0);
        }

        @Override
        public void learn(boolean correct) {
            Outcome outcome = learner.learn(batch.id(0), correct);
            if (outcome != Outcome.LEARNED) { // or else the comparison measures nothing
                throw new IllegalStateException("outcome: " + outcome + " (expected: " + Outcome.LEARNED + ")");
            }
        }

        @Override
        public long modelBytes() {
            return learner.snapshot().length;
        }

        @Override
        public void close() {
            learner.close();
        }
    }
}
