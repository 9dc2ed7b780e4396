package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.state.PageId;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Sealed;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/**
 * Snapshots in the repository, written by earlier builds, one per format version from 3 on: each must load and continue as then, and the
 * last one be what this build writes. Should the format have to change, it gets a new version and a new file beside these;
 * -Dsetpoint.golden=write makes it.
 */
class GoldenSnapshotTest {
    private static final String FILE = "learner-v4.snapshot";
    private static final String VERSION_3 = "learner-v3.snapshot";
    private static final String STORY = "6a[a, b] 7b[a] 8b[a, b] 9b[a] 10a[a, b] 11a[a, b] 12a[a, b] 13b[a, b] ";

    static LearnerSettings settings() {
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
                null,
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

    static byte[] resource(String name) throws IOException {
        try (InputStream in = GoldenSnapshotTest.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }

    @Test
    void snapshotOfTheEarlierVersionIsRefusedInOneSentence() throws IOException {
        byte[] earlier = resource("learner-v2.snapshot");
        assertThatThrownBy(() -> Learner.restore(earlier)).isInstanceOf(SnapshotException.class);
        assertThatThrownBy(() -> LearnerPages.restore(settings(), earlier))
                .isInstanceOf(SnapshotException.class)
                .hasMessage(
                        "snapshot: format version 2 (expected: 3 or 4; it was written by an earlier version of Setpoint, which"
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
        for (Learner learner : List.of(LearnerPages.restore(settings(), golden()), Learner.restore(golden()))) {
            assertThat(learner.snapshot()).isEqualTo(golden());
            continuesAsThen(learner);
        }
    }

    @Test
    void snapshotOfVersion3LoadsAndContinuesAsThen() throws IOException {
        Learner earlier = LearnerPages.restore(settings(), resource(VERSION_3));
        Learner present = LearnerPages.restore(settings(), golden());
        continuesAsThen(earlier);
        continuesAsThen(present);
        assertThat(earlier.thresholds(0)).isEqualTo(present.thresholds(0));
        assertThat(earlier.thresholds(1)).isEqualTo(present.thresholds(1));
        FeatureVector query = FeatureVector.dense(0.3f, -2, 1);
        assertThat(earlier.decide(query)).isEqualTo(present.decide(query));
        for (Map.Entry<Long, byte[]> page : Sealed.pages(present.snapshot()).entrySet()) {
            int part = PageId.part(page.getKey());
            // rows of the model are in another order, and version 3 did not remember what has ended
            if (part != Snapshot.MODEL_PART && part != Snapshot.FIRST_STORE_PART + 1) {
                assertThat(Sealed.pages(earlier.snapshot()).get(page.getKey())).isEqualTo(page.getValue());
            }
        }
    }

    @Test
    void noIncrementFollowsASnapshotOfVersion3() throws IOException {
        Learner earlier = LearnerPages.restore(settings(), resource(VERSION_3));
        assertThatThrownBy(() -> earlier.pages().writeIncrement(OutputStream.nullOutputStream()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("increment: ");
    }

    @Test
    void snapshotOfVersion3NeedsAnEmptyStoreForItsDecisions() throws IOException {
        byte[] earlier = resource(VERSION_3);
        MemoryDecisionStore store = new MemoryDecisionStore();
        continuesAsThen(LearnerPages.restore(new ByteArrayInputStream(earlier), List.of(), store));
        assertThatThrownBy(() -> LearnerPages.restore(new ByteArrayInputStream(earlier), List.of(), store))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: format version 3, with its decisions (expected: an empty store)");
    }

    @Test
    void ledgerThatDoesNotFitItsStoreIsRefused() throws IOException {
        long ledger = PageId.of(Snapshot.LEDGER_PART, 0, 0);
        byte[] page = Sealed.pages(golden()).get(ledger);
        byte[] otherParts = page.clone();
        otherParts[page.length - Long.BYTES - 1]++;
        byte[] otherPending = page.clone();
        otherPending[page.length - Long.BYTES - Integer.BYTES - 1]++;
        assertThatThrownBy(() -> Learner.restore(Sealed.replaced(golden(), ledger, otherParts)))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: decisions in 3 parts (expected: 2, as the store has)");
        assertThatThrownBy(() -> Learner.restore(Sealed.replaced(golden(), ledger, otherPending)))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("store: 2 pending decisions (expected: 3, as there were when the snapshot was written)");
    }

    private static void continuesAsThen(Learner learner) {
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
    void bytesAreAsTheDocumentsMapThem() throws IOException {
        byte[] bytes = golden();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        // the header: PageWriter
        byte[] magic = new byte[8];
        in.get(magic);
        assertThat(new String(magic, StandardCharsets.US_ASCII)).isEqualTo("SETPOINT");
        assertThat(in.getInt()).isEqualTo(4); // version
        assertThat(in.getInt()).isEqualTo(1); // a learner
        assertThat(in.getLong()).isZero(); // number
        assertThat(in.getInt()).isZero(); // what it follows
        // part 0: the settings
        ByteBuffer page = page(in, 0, 0);
        byte[] text = new byte[page.getInt()];
        page.get(text);
        assertThat(new String(text, StandardCharsets.UTF_8))
                .isEqualTo(settings().toString());
        // part 1, the encoder, has no page; part 2: the model: steps, rows; a page of rows
        page = page(in, 2, 0);
        assertThat(page.getLong()).isEqualTo(2);
        assertThat(page.getInt()).isEqualTo(4); // three features and the bias
        page = page(in, 2, 1);
        assertThat(page.getInt()).isEqualTo(4);
        assertThat(new int[] {page.getInt(), page.getInt(), page.getInt(), page.getInt()})
                .containsExactly(0, 1, 2, 3); // in the order they came
        float[] weights = floats(page, 8);
        for (int row = 0; row < 4; row++) {
            assertThat(weights[2 * row]).isEqualTo(-weights[2 * row + 1]); // gradients of two labels are opposite
        }
        for (float memory : floats(page, 8)) {
            assertThat(memory).isNotNegative();
        }
        // part 3: the measures: answered, correct; per head A, B, A2, B2 and their units by label, then counts by set
        // size
        page = page(in, 3, 0);
        assertThat(page.getLong()).isEqualTo(3);
        assertThat(page.getLong()).isBetween(1L, 2L);
        for (int head = 0; head < 2; head++) {
            page = page(in, 3, 7 + head);
            assertThat(page.getInt()).isEqualTo(2);
            double total = 0;
            double totalSquares = 0;
            for (int k = 0; k < 2; k++) {
                double held = page.getDouble();
                double weight = page.getDouble();
                assertThat(held).isBetween(0.0, weight);
                double heldSquares = page.getDouble();
                double squares = page.getDouble();
                assertThat(heldSquares).isBetween(0.0, squares);
                assertThat(page.getDouble()).isEqualTo(held / 2); // in units of the largest weight
                assertThat(page.getDouble()).isEqualTo(weight / 2);
                assertThat(page.getDouble()).isEqualTo(heldSquares / 4);
                assertThat(page.getDouble()).isEqualTo(squares / 4);
                total += weight;
                totalSquares += squares;
            }
            assertThat(total).isEqualTo(2 + 1); // one correct pull at 1/2, one label told
            assertThat(totalSquares).isEqualTo(4 + 1);
        }
        for (int head = 0; head < 2; head++) {
            page = page(in, 3, 10 + head);
            assertThat(page.getInt()).isEqualTo(3);
            assertThat(page.getLong() + page.getLong() + page.getLong()).isEqualTo(6);
        }
        // part 4: decisions made, the least number of the next, decisions expired, pending, parts of the store
        page = page(in, 4, 0);
        assertThat(page.getLong()).isEqualTo(6);
        assertThat(page.getLong()).isEqualTo(4);
        assertThat(page.getLong()).isEqualTo(1);
        assertThat(page.getInt()).isEqualTo(2);
        assertThat(page.getInt()).isEqualTo(2);
        // part 5: pending decisions, one in each slot
        long[] ids = {-9, 1L << 40};
        double[][] records = new double[2][];
        for (int i = 0; i < 2; i++) {
            page = page(in, 5, i);
            assertThat(page.getLong()).isEqualTo(4 + i); // sequence number
            assertThat(page.get()).isZero(); // no name
            assertThat(page.getLong()).isEqualTo(ids[i]);
            assertThat(page.getInt()).isZero(); // no logits, no labels excluded, no distribution
            assertThat(page.getInt()).isEqualTo(2); // labels
            assertThat(page.getInt()).isBetween(0, 1); // arm
            assertThat(page.getDouble()).isEqualTo(0.5); // propensity
            assertThat(page.getDouble()).isEqualTo(1); // weight
            assertThat(page.getDouble()).isEqualTo(2); // the most that an answer could weigh
            assertThat(page.getInt()).isZero(); // which exploration
            readQuery(page, i == 0);
            assertThat(page.getDouble() + page.getDouble()).isEqualTo(1); // probabilities
            long uncalibrated = page.getLong();
            assertThat(page.getInt()).isZero(); // the issuing head
            assertThat(page.getInt()).isEqualTo(2); // heads
            for (int head = 0; head < 2; head++) {
                assertThat(page.getInt()).isEqualTo(head);
                assertThat(page.getInt()).isZero(); // the label added to an empty set, plus one
                long held = page.getLong();
                assertThat(held).isBetween(0L, 3L);
                assertThat(head == 0 ? uncalibrated & ~held : 0).isZero();
                double[] record = doubles(page, head == 0 ? 4 : 0); // an sgd tracker keeps none
                records[i] = head == 0 ? record : records[i];
            }
        }
        // part 6: past decisions: horizon, places, the oldest's, how many; then by place whether there is one, id,
        // fate, answer
        page = page(in, 6, 0);
        assertThat(page.getInt()).isEqualTo(100_000);
        assertThat(page.getInt()).isEqualTo(16);
        assertThat(page.getInt()).isZero();
        assertThat(page.getInt()).isEqualTo(4);
        page = page(in, 6, 1);
        assertThat(page.getInt()).isEqualTo(16);
        for (int i = 0; i < 16; i++) {
            assertThat(page.get()).isEqualTo((byte) (i < 4 ? 1 : 0));
            if (i < 4) {
                assertThat(page.get()).isZero();
                assertThat(page.getLong()).isEqualTo(i);
                assertThat(page.getInt()).isEqualTo(i < 3 ? 2 : 3); // answered; the last one expired
                assertThat(page.getLong() == 0).isEqualTo(i == 3);
            }
        }
        // part 14: the number of the next head, and those of the heads
        page = page(in, 14, 0);
        assertThat(page.getInt()).isEqualTo(2);
        assertThat(page.getInt()).isZero();
        assertThat(page.getInt()).isEqualTo(1);
        // part 15: by which policies and floors arms were pulled: the number of the present one, and no earlier one
        page = page(in, 15, 0);
        assertThat(page.getInt()).isZero();
        assertThat(page.getInt()).isZero();
        // part 16: experts: the labels of a step under way, steps; by label, by expert threshold and loss
        page = page(in, 16, 0);
        assertThat(page.getInt()).isZero();
        assertThat(page.getLong()).isEqualTo(3);
        page = page(in, 16, 1);
        assertThat(page.getInt()).isEqualTo(2);
        for (int k = 0; k < 2; k++) {
            for (int j = 0; j < 2; j++) {
                double own = page.getDouble();
                assertThat(page.getDouble()).isNotNegative();
                for (int i = 0; i < 2; i++) { // nothing was learned since they were issued
                    assertThat(records[i][2 * k + j]).isEqualTo(own);
                }
            }
        }
        // part 17: sgd: the labels of a step under way; by label its threshold
        page = page(in, 17, 0);
        assertThat(page.getInt()).isZero();
        page = page(in, 17, 1);
        assertThat(page.getInt()).isEqualTo(2);
        for (int k = 0; k < 2; k++) {
            assertThat(page.getDouble()).isBetween(-1.0, 1.0);
        }
        // the end: how many records, and the checksum of all before
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, in.position());
        assertThat(in.getLong()).isEqualTo(Long.MAX_VALUE);
        assertThat(in.getInt()).isEqualTo(12);
        assertThat(in.getLong()).isEqualTo(19);
        assertThat(in.getInt()).isEqualTo((int) crc.getValue());
        in.getInt();
        assertThat(in.hasRemaining()).isFalse();
    }

    private static void readQuery(ByteBuffer page, boolean dense) {
        assertThat(page.get()).isEqualTo((byte) (dense ? 1 : 0));
        assertThat(page.getInt()).isEqualTo(3); // dimension
        assertThat(page.getInt()).isEqualTo(dense ? 3 : 2); // entries
        assertThat(page.getInt()).isZero(); // of which quantities
        if (dense) {
            assertThat(floats(page, 3)).containsExactly(0.5f, 0, 2);
        } else {
            assertThat(page.getInt()).isEqualTo(2);
            assertThat(page.getFloat()).isEqualTo(0.5f);
            assertThat(page.getInt()).isZero();
            assertThat(page.getFloat()).isEqualTo(-1);
        }
    }

    /** The content of the next record, which must be the only piece of this page. */
    private static ByteBuffer page(ByteBuffer in, int part, int page) {
        int from = in.position();
        assertThat(in.getLong()).isEqualTo((long) part << 47 | (long) page << 16);
        ByteBuffer content = in.slice(in.position() + 4, in.getInt());
        in.position(in.position() + content.remaining());
        CRC32C crc = new CRC32C();
        crc.update(in.slice(from, in.position() - from));
        assertThat(in.getInt()).isEqualTo((int) crc.getValue());
        return content;
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
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = in.getFloat();
        }
        return values;
    }
}
