package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.score.Score;
import dev.setpoint.track.TrackerSettings;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** Writes a learner that fills most of the heap into a file, and restores it from there. A process of its own. */
final class LargeLearner {
    static final int FEATURES = 1 << 22;
    static final int LABELS = 100;
    private static final int PER_QUERY = 4096;

    private LargeLearner() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        LearnerSettings settings = LearnerSettings.builder(Learners.names(LABELS))
                .features(VectorSettings.asGiven(FEATURES))
                .model(new SoftmaxRegression.Settings(FEATURES, Optimizer.RowAdaGrad.DEFAULT))
                .head("sgd", Score.softmax(), TrackerSettings.parse("sgd"))
                .build();
        Learner learner = new Learner(settings);
        for (int from = 0; from < FEATURES; from += PER_QUERY) {
            String id = learner.decide(query(from)).id();
            learner.learn(id, Feedback.label(from / PER_QUERY % LABELS));
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
            learner.pages().writeSnapshot(out);
        }
        long original = checksum(learner);
        learner = null; // there is no room for two
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            learner = LearnerPages.restore(in, List.of());
        }
        if (checksum(learner) != original) {
            throw new AssertionError("restored, but writes other bytes");
        }
        learner.learn(learner.decide(query(PER_QUERY)).id(), true);
        System.out.println("restored from " + Files.size(file) + " bytes");
    }

    private static FeatureVector query(int from) {
        FeatureVector query = FeatureVector.sparse(FEATURES);
        for (int i = 0; i < PER_QUERY; i++) {
            query.add(from + i, 1f / 64);
        }
        return query;
    }

    private static long checksum(Learner learner) throws IOException {
        CheckedOutputStream out = new CheckedOutputStream(OutputStream.nullOutputStream(), new CRC32C());
        learner.pages().writeSnapshot(out);
        return out.getChecksum().getValue();
    }
}
