package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/**
 * A snapshot in the repository, written by an earlier build: it must load, continue as then, and be what this build writes.
 * Should the format have to change, it gets a new version and a new file beside this one; -Dsetpoint.golden=write makes it.
 */
class GoldenSnapshotTest {
    private static final String FILE = "learner-v3.snapshot";
    private static final String STORY = "6a[a, b] 7b[a] 8b[a, b] 9b[a] 10a[a, b] 11a[a, b] 12a[a, b] 13b[a, b] ";

    private static LearnerSettings settings() {
        return LearnerSettings.builder("a", "b")
                .loss(new CrossEntropyLoss(new IpwEstimator()))
                .alpha(0.25)
                .seed(7)
                .policy(new UniformPolicy())
                .floor(0)
                .normalization(Normalization.NONE)
                .maxPending(100)
                .maxAge(1000)
                .model(new SoftmaxRegression.Settings(3, new Optimizer.AdaGrad(0.5), 15))
                .head("experts", Score.softmax(), new ExpertsTracker.Settings(List.of(0.5, 0.125), 0))
                .head("aps", Score.aps(), new SgdTracker.Settings(0.25, 0.5))
                .build();
    }

    private static FeatureVector sparse() {
        FeatureVector sparse = FeatureVector.sparse(3);
        sparse.add(2, 0.5f);
        sparse.add(0, -1);
        return sparse;
    }

    /** Three answered decisions, one expired, two left waiting. */
    private static Learner run() {
        Learner learner = new Learner(settings());
        learner.learn(learner.decide(FeatureVector.dense(1, 0, -1)).id(), true);
        learner.learn(learner.decide(sparse()).id(), Feedback.label(1));
        learner.learn(learner.decide(FeatureVector.dense(0.25f, 1, 0)).id(), false);
        learner.learn(learner.decide(FeatureVector.dense(0, 0, 0)).id(), new Feedback.Expired());
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(
                new FeatureVector[] {FeatureVector.dense(0.5f, 0, 2), sparse()},
                null,
                new long[] {-9, 1L << 40},
                2,
                batch);
        return learner;
    }

    private static byte[] golden() throws IOException {
        if ("write".equals(System.getProperty("setpoint.golden"))) {
            Path path = Path.of("src/test/resources/dev/setpoint", FILE);
            Files.createDirectories(path.getParent());
            Files.write(path, run().snapshot());
            return Files.readAllBytes(path);
        }
        return resource(FILE);
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = GoldenSnapshotTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    @Test
    void snapshotOfTheEarlierVersionIsRefusedInOneSentence() throws IOException {
        byte[] earlier = resource("learner-v2.snapshot");
        assertThatThrownBy(() -> Learner.restore(earlier)).isInstanceOf(SnapshotException.class);
        assertThatThrownBy(() -> Learner.restore(settings(), earlier))
                .isInstanceOf(SnapshotException.class)
                .hasMessage(
                        "snapshot: format version 2 (expected: 3; it was written by an earlier version of Setpoint, which"
                                + " alone can read it)");
    }

    @Test
    void sameRunStillWritesTheSameBytes() throws IOException {
        assertThat(run().snapshot()).isEqualTo(golden());
    }

    @Test
    void settingsAreInTheFile() throws IOException {
        assertThat(Learner.restore(golden()).settings()).isEqualTo(settings());
    }

    @Test
    void goldenSnapshotLoadsAndContinuesAsThen() throws IOException {
        continuesAsThen(Learner.restore(settings(), golden()));
        continuesAsThen(Learner.restore(golden()));
    }

    private static void continuesAsThen(Learner learner) throws IOException {
        assertThat(learner.snapshot()).isEqualTo(golden());
        assertThat(learner.decisions()).isEqualTo(6);
        assertThat(learner.expired()).isEqualTo(1);
        assertThat(learner.pending()).isEqualTo(2);
        assertThat(learner.learn(-9, true)).isEqualTo(Outcome.LEARNED);
        assertThat(learner.learn(1L << 40, Feedback.label(0))).isEqualTo(Outcome.LEARNED);
        StringBuilder story = new StringBuilder();
        for (int t = 0; t < 8; t++) {
            Decision decision = learner.decide(t % 2 == 0 ? sparse() : FeatureVector.dense(1, -1, 0.5f));
            story.append(decision.id())
                    .append(decision.label())
                    .append(decision.set())
                    .append(' ');
            learner.learn(decision.id(), t % 3 == 0);
        }
        assertThat(story.toString()).isEqualTo(STORY);
    }

    @Test
    void bytesAreAsTheJavadocMapsThem() throws IOException {
        byte[] bytes = golden();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        // the envelope: Snapshot
        byte[] magic = new byte[8];
        in.get(magic);
        assertThat(new String(magic, StandardCharsets.US_ASCII)).isEqualTo("SETPOINT");
        assertThat(in.getInt()).isEqualTo(3); // version
        assertThat(in.getInt()).isEqualTo(1); // a learner
        assertThat(in.getLong()).isEqualTo(bytes.length - 28);
        // the payload: Learner.snapshot
        byte[] text = new byte[in.getInt()];
        in.get(text);
        assertThat(new String(text, StandardCharsets.UTF_8))
                .isEqualTo(settings().toString());
        assertThat(in.getLong()).isEqualTo(6); // decisions made
        assertThat(in.getLong()).isEqualTo(1); // expired
        // the model: steps; rows, each input, weights, first memory
        assertThat(in.getLong()).isEqualTo(2);
        int rows = in.getInt();
        assertThat(rows).isEqualTo(4); // three features and the bias
        for (int row = 0; row < rows; row++) {
            assertThat(in.getInt()).isEqualTo(row);
            float[] weights = floats(in, 2);
            assertThat(weights[0]).isEqualTo(-weights[1]); // gradients of two labels are opposite
            float[] memory = floats(in, 2);
            assertThat(memory[0]).isNotNegative();
        }
        // the trackers: experts: steps, thresholds, losses, sums, loss sums; sgd: thresholds, sums, touched
        assertThat(in.getLong()).isEqualTo(3);
        double[] own = doubles(in, 4);
        assertThat(own).isNotEqualTo(new double[4]);
        double[] losses = doubles(in, 4);
        assertThat(doubles(in, 4)).containsOnly(0);
        assertThat(doubles(in, 4)).containsOnly(0);
        double[] aps = doubles(in, 2);
        assertThat(doubles(in, 2)).containsOnly(0);
        assertThat(in.getInt()).isZero(); // no label has evidence in a step under way
        // the measures: answered, correct; per head A, B, A2, B2, counts by set size
        assertThat(in.getLong()).isEqualTo(3);
        long correct = in.getLong();
        assertThat(correct).isBetween(1L, 2L);
        for (int head = 0; head < 2; head++) {
            double[] a = doubles(in, 2);
            double[] b = doubles(in, 2);
            double[] a2 = doubles(in, 2);
            double[] b2 = doubles(in, 2);
            for (int k = 0; k < 2; k++) {
                assertThat(a[k]).isBetween(0.0, b[k]);
                assertThat(a2[k]).isBetween(0.0, b2[k]);
            }
            assertThat(b[0] + b[1]).isEqualTo(2 + 1); // one correct pull at 1/2, one label told
            assertThat(b2[0] + b2[1]).isEqualTo(4 + 1);
            assertThat(in.getInt()).isEqualTo(3);
            assertThat(in.getLong() + in.getLong() + in.getLong()).isEqualTo(6);
        }
        // pending decisions, oldest first
        assertThat(in.getInt()).isEqualTo(2);
        long[] ids = {-9, 1L << 40};
        for (int i = 0; i < 2; i++) {
            assertThat(in.getLong()).isEqualTo(ids[i]);
            assertThat(in.getLong()).isEqualTo(4 + i); // sequence number
            assertThat(in.getInt()).isBetween(0, 1); // arm
            assertThat(in.getDouble()).isEqualTo(0.5); // propensity
            assertThat(in.getDouble()).isEqualTo(1); // weight
            assertThat(in.getInt()).isZero(); // per head, the label added to an empty set, plus one
            assertThat(in.getInt()).isZero();
            boolean dense = in.get() == 1;
            assertThat(dense).isEqualTo(i == 0);
            assertThat(in.getInt()).isEqualTo(3); // dimension
            int entries = in.getInt();
            assertThat(in.getInt()).isZero(); // of which quantities
            if (dense) {
                assertThat(entries).isEqualTo(3);
                assertThat(in.getFloat()).isEqualTo(0.5f);
                assertThat(in.getFloat()).isEqualTo(0);
                assertThat(in.getFloat()).isEqualTo(2);
            } else {
                assertThat(entries).isEqualTo(2);
                assertThat(in.getInt()).isEqualTo(2);
                assertThat(in.getFloat()).isEqualTo(0.5f);
                assertThat(in.getInt()).isZero();
                assertThat(in.getFloat()).isEqualTo(-1);
            }
            double[] probabilities = doubles(in, 2);
            assertThat(probabilities[0] + probabilities[1]).isEqualTo(1);
            assertThat(doubles(in, 2)).containsExactly(0.5, 0.5); // the distribution
            assertThat(doubles(in, 2)).isEqualTo(probabilities); // the softmax score
            double[] apsScores = doubles(in, 2);
            assertThat(Arrays.stream(apsScores).max().orElseThrow()).isBetween(0.0, 1.0);
            double[] thresholds = doubles(in, 2); // of the experts: the mean
            double[] record = doubles(in, 4); // and each expert's
            assertThat(record).isEqualTo(own); // nothing was learned since they were issued
            for (int k = 0; k < 2; k++) {
                double w0 = Math.exp(-losses[k] / Math.sqrt(4));
                double w1 = Math.exp(-losses[2 + k] / Math.sqrt(4));
                assertThat(thresholds[k]).isCloseTo((w0 * own[k] + w1 * own[2 + k]) / (w0 + w1), within(1e-12));
            }
            assertThat(doubles(in, 2)).isEqualTo(aps);
            assertThat(in.getInt()).isZero(); // an sgd tracker keeps no record
        }
        // the checksum
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length - 4);
        assertThat(in.getInt()).isEqualTo((int) crc.getValue());
        assertThat(in.hasRemaining()).isFalse();
    }

    private static double[] doubles(ByteBuffer in, int length) {
        assertThat(in.getInt()).isEqualTo(length);
        double[] values = new double[length];
        for (int i = 0; i < length; i++) {
            values[i] = in.getDouble();
        }
        return values;
    }

    private static float[] floats(ByteBuffer in, int length) {
        assertThat(in.getInt()).isEqualTo(length);
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = in.getFloat();
        }
        return values;
    }
}
