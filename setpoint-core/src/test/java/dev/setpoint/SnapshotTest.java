package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.estimate.DrEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.state.PageId;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateWriter;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.Tracker;
import dev.setpoint.track.TrackerSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** A restored learner resumes as the original would have; anything that is not a whole snapshot is refused. */
class SnapshotTest {
    /** Decides a few queries, answers some of the waiting decisions in one step, late and out of order. */
    private static List<Decision> mixedStep(Learner learner, Source random, List<String> waiting) {
        List<Decision> decisions = new ArrayList<>();
        for (int i = random.within(0, 3); i > 0; i--) {
            Decision decision = learner.decide(Query.of(Learners.query(random)).weighing(random.between(0, 2)));
            decisions.add(decision);
            waiting.add(decision.id());
        }
        List<Answer> answers = new ArrayList<>();
        for (int i = random.within(0, 3); i > 0 && !waiting.isEmpty(); i--) {
            String id = waiting.remove(random.below(waiting.size()));
            answers.add(new Answer(
                    id,
                    switch (random.below(8)) {
                        case 0 -> new Feedback.Expired();
                        case 1 -> new Feedback.Cancelled();
                        case 2 -> Feedback.label(random.below(3));
                        case 3 -> Feedback.noneOf(LabelSet.of(Learners.names(3), "label" + random.below(3)));
                        default -> Feedback.of(random.chance(0.5));
                    }));
        }
        learner.learn(answers);
        return decisions;
    }

    @Test
    void restoredRegressionContinuesAtEveryStep() {
        continuesAtEveryStep(Learners.threeHeads(3, Learners.regression()));
    }

    @Test
    void restoredNetworkContinuesAtEveryStep() {
        continuesAtEveryStep(Learners.threeHeads(3, Learners.network()));
    }

    @Test
    void restoredTrackersContinueAtEveryStep() {
        LearnerSettingsBuilder builder =
                LearnerSettings.builder(Learners.names(3)).model(Learners.regression());
        for (String tracker : List.of(
                "weighted-quantile(size=4, memory=50)",
                "outer(gamma=0.1, tracker=weighted-quantile(size=4))",
                "outer(gamma=0.1, tracker=experts)",
                "strongly-adaptive(levels=3)",
                "scale-free",
                "decaying",
                "auto")) {
            builder.head(tracker, Score.softmax(), TrackerSettings.parse(tracker));
        }
        continuesAtEveryStep(builder);
    }

    @Test
    void pendingDecisionKeepsAThresholdThatEveryScoreReaches() {
        LearnerSettings settings = LearnerSettings.builder(Learners.names(3))
                .model(Learners.regression())
                .head("quantile", Score.softmax(), TrackerSettings.parse("weighted-quantile"))
                .head("outer", Score.softmax(), TrackerSettings.parse("outer(tracker=weighted-quantile)"))
                .build();
        Learner learner = new Learner(settings);
        Decision decision = learner.decide(FeatureVector.dense(1, 2, 3, 4, 5, 6));
        assertThat(learner.thresholds(0)).containsOnly(Tracker.ALWAYS);
        Learner restored = LearnerPages.restore(settings, learner.snapshot());
        assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
        learner.learn(List.of(new Answer(decision.id(), Feedback.label(1))));
        restored.learn(List.of(new Answer(decision.id(), Feedback.label(1))));
        assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
    }

    private static void continuesAtEveryStep(LearnerSettingsBuilder builder) {
        List<String> heads =
                builder.build().heads().stream().map(HeadSettings::name).toList();
        Laws.forAll(5, random -> {
            LearnerSettings settings = builder.seed(random.bits())
                    .normalization(random.oneOf(Normalization.values()))
                    .policy(Learners.policy(random))
                    .loss(new CrossEntropyLoss(random.oneOf(new IpwEstimator(), new DrEstimator(), new SdrEstimator())))
                    .thresholdEstimator(random.oneOf(new IpwEstimator(), new SdrEstimator()))
                    .emptySets(random.oneOf(EmptySets.values()))
                    .issuingHead(random.oneOf(heads.toArray(String[]::new)))
                    .maxWeight(1.5)
                    .maxPending(12)
                    .maxAge(25)
                    .build();
            Learner original = new Learner(settings);
            Learner follower = new Learner(settings);
            List<String> waiting = new ArrayList<>();
            for (int t = 0; t < 40; t++) {
                byte[] before = original.snapshot();
                Learner restored =
                        random.chance(0.5) ? LearnerPages.restore(settings, before) : Learner.restore(before);
                assertThat(restored.snapshot()).isEqualTo(before);
                long seed = random.bits();
                List<String> alike = new ArrayList<>(waiting);
                List<String> again = new ArrayList<>(waiting);
                List<Decision> decisions = mixedStep(original, new Source(seed), waiting);
                assertThat(mixedStep(restored, new Source(seed), alike)).isEqualTo(decisions);
                assertThat(mixedStep(follower, new Source(seed), again)).isEqualTo(decisions);
                assertThat(restored.snapshot()).isEqualTo(original.snapshot());
                assertThat(follower.snapshot()).isEqualTo(original.snapshot());
                assertThat(restored.decisions()).isEqualTo(original.decisions());
                assertThat(restored.expired()).isEqualTo(original.expired());
                assertThat(restored.pending()).isEqualTo(original.pending());
                follower = random.chance(0.3) ? restored : follower; // a chain of restorations
            }
        });
    }

    private static LearnerSettings small() {
        return Learners.threeHeads(3, Learners.regression()).build();
    }

    private static byte[] smallSnapshot() {
        Learner learner = new Learner(small());
        Learners.train(learner, new Source(1), 5);
        learner.decide(FeatureVector.dense(1, 2, 3, 4, 5, 6));
        learner.decide(FeatureVector.sparse(Learners.DIMENSION));
        return learner.snapshot();
    }

    @Test
    void snapshotCutShortAtAnyLengthIsRefused() {
        LearnerSettings settings = small();
        byte[] whole = smallSnapshot();
        assertThat(LearnerPages.restore(settings, whole).pending()).isEqualTo(2);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> Learner.restore(cut)).isInstanceOf(SnapshotException.class);
            assertThatThrownBy(() -> LearnerPages.restore(settings, cut))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageStartingWith("snapshot: ")
                    .hasMessageContaining("(expected: ");
        }
    }

    @Test
    void pageCutShortAnywhereIsRefusedEvenWithACorrectChecksum() {
        LearnerSettings settings = small();
        byte[] whole = smallSnapshot();
        Sealed.pages(whole).forEach((id, page) -> {
            for (int length = 0; length < page.length; length++) {
                byte[] cut = Sealed.replaced(whole, id, Arrays.copyOf(page, length));
                assertThatThrownBy(() -> Learner.restore(cut)).isInstanceOf(SnapshotException.class);
                assertThatThrownBy(() -> LearnerPages.restore(settings, cut)).isInstanceOf(SnapshotException.class);
            }
        });
    }

    @Test
    void everyAlteredByteIsNoticed() {
        LearnerSettings settings = small();
        byte[] whole = smallSnapshot();
        Source random = new Source(6);
        for (int at = 0; at < whole.length; at++) {
            byte[] altered = whole.clone();
            altered[at] ^= (byte) random.within(1, 255);
            assertThatThrownBy(() -> LearnerPages.restore(settings, altered)).isInstanceOf(SnapshotException.class);
        }
    }

    @Test
    void appendedBytesAreRefused() {
        byte[] whole = smallSnapshot();
        assertThatThrownBy(() -> LearnerPages.restore(small(), Arrays.copyOf(whole, whole.length + 1)))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: followed by 1 bytes (expected: none; the file has something appended)");
        Sealed.pages(whole).forEach((id, page) -> {
            byte[] longer = Sealed.replaced(whole, id, Arrays.copyOf(page, page.length + 4));
            assertThatThrownBy(() -> LearnerPages.restore(small(), longer))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessage("snapshot: 4 bytes too many (expected: none after the state)");
        });
    }

    @Test
    void everyPageIsNeededAndNoOtherIsTaken() {
        byte[] whole = smallSnapshot();
        for (long id : Sealed.pages(whole).keySet()) {
            if (PageId.part(id) != Snapshot.FIRST_STORE_PART) {
                SortedMap<Long, byte[]> fewer = Sealed.pages(whole);
                fewer.remove(id);
                assertThatThrownBy(() -> LearnerPages.restore(small(), Sealed.learner(fewer)))
                        .isInstanceOf(SnapshotException.class)
                        .hasMessageStartingWith("snapshot: ");
            }
        }
        long[] foreign = {
            PageId.of(Snapshot.SETTINGS_PART, 1, 0),
            PageId.of(Snapshot.LEDGER_PART, 1, 0),
            PageId.of(Snapshot.ENCODER_PART, 0, 0),
            PageId.of(Snapshot.MODEL_PART, 40, 0),
            PageId.of(Snapshot.MODEL_PART, Integer.MAX_VALUE, 0),
            PageId.of(Snapshot.MEASURES_PART, 1 << 20, 0),
            PageId.of(Snapshot.FIRST_TRACKER_PART, 2, 0),
            PageId.of(Snapshot.FIRST_TRACKER_PART, 0, 1),
            PageId.of(Snapshot.FIRST_TRACKER_PART + 3, 0, 0),
            PageId.of(9, 0, 0)
        };
        for (long id : foreign) {
            for (int length : new int[] {0, 8, 100}) {
                byte[] more = Sealed.replaced(whole, id, new byte[length]);
                assertThatThrownBy(() -> LearnerPages.restore(small(), more))
                        .as("page %s of part %s", PageId.page(id), PageId.part(id))
                        .isInstanceOf(SnapshotException.class);
            }
        }
    }

    @Test
    void foreignBytesAreRefused() {
        for (byte[] foreign :
                new byte[][] {{}, {1, 2, 3}, "PK\u0003\u0004 not ours at all....".getBytes(StandardCharsets.UTF_8)}) {
            assertThatThrownBy(() -> LearnerPages.restore(small(), foreign))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessage("snapshot: foreign bytes (expected: a file that begins with SETPOINT)");
        }
    }

    @Test
    void otherKindAndOtherVersionAreRefused() {
        SortedMap<Long, byte[]> pages = Sealed.pages(smallSnapshot());
        for (int version : new int[] {3, 4}) {
            for (Map.Entry<Integer, String> kind :
                    Map.of(2, "replay", 3, "experiment", 4, "increment", 9, "9").entrySet()) {
                byte[] other = version == 4
                        ? Sealed.stream(kind.getKey(), pages)
                        : Sealed.envelope(3, kind.getKey(), new byte[9]);
                assertThatThrownBy(() -> LearnerPages.restore(small(), other))
                        .isInstanceOf(SnapshotException.class)
                        .hasMessage("snapshot: kind " + kind.getValue() + " (expected: learner)");
            }
        }
        byte[] later = smallSnapshot();
        later[11] = 5;
        assertThatThrownBy(() -> LearnerPages.restore(small(), later))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: format version 5 (expected: 3 or 4)");
        assertThat(Sealed.learner(pages)).isEqualTo(smallSnapshot());
    }

    @Test
    void otherSettingsAreRefusedByTheLineThatDiffers() {
        byte[] snapshot = new Learner(Learners.plain(3).build()).snapshot();
        List<LearnerSettings> others = List.of(
                Learners.plain(4).build(),
                Learners.plain(3).alpha(0.2).build(),
                Learners.plain(3).seed(9).build(),
                Learners.plain(3).floor(0.07).build(),
                Learners.plain(3).policy(new UniformPolicy()).build(),
                Learners.plain(3).normalization(Normalization.BATCH_SIZE).build(),
                Learners.plain(3).maxPending(7).build(),
                Learners.plain(3).maxAge(7).build(),
                Learners.plain(3).model(Learners.network()).build(),
                Learners.plain(3)
                        .model(new SoftmaxRegression.Settings(Learners.DIMENSION, new Optimizer.Sgd(0.3)))
                        .build(),
                Learners.plain(3)
                        .head("more", Score.aps(), new SgdTracker.Settings(1, 0))
                        .build());
        for (LearnerSettings other : others) {
            assertThatThrownBy(() -> LearnerPages.restore(other, snapshot))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageStartingWith("snapshot: made with '")
                    .hasMessageContaining("' (expected: '");
        }
        assertThatThrownBy(() -> LearnerPages.restore(others.get(1), snapshot))
                .hasMessage("snapshot: made with 'alpha: 0.1' (expected: 'alpha: 0.2')");
        assertThatThrownBy(() -> LearnerPages.restore(others.get(10), snapshot)).hasMessageContaining("nothing more");
    }

    @Test
    void settingsInOtherWordsAreTheSame() {
        LearnerSettings settings = Learners.plain(3).build();
        Learner learner = new Learner(settings);
        Learners.train(learner, new Source(3), 5);
        byte[] snapshot = learner.snapshot();
        String text = settings.toString();
        String other = text.replace("sgd(eta=0.02, start=0.0)", "sgd(eta=2e-2)");
        assertThat(other).isNotEqualTo(text);
        StateWriter page = new StateWriter();
        page.writeText(other);
        byte[] reworded = Sealed.replaced(
                snapshot,
                PageId.of(Snapshot.SETTINGS_PART, 0, 0),
                Arrays.copyOf(page.written().array(), page.written().limit()));
        assertThat(LearnerPages.restore(settings, reworded).snapshot()).isEqualTo(snapshot);
        assertThat(Learner.restore(reworded).snapshot()).isEqualTo(snapshot);
    }

    @Test
    void settingsThatAreNotKnownHereAreRefused() {
        byte[] snapshot = Snapshot.seal(
                Snapshot.LEARNER,
                out -> out.writeText(Learners.plain(3)
                        .build()
                        .toString()
                        .replace("policy: trade-off(price=0.01)", "policy: greedy")));
        assertThatThrownBy(() -> Learner.restore(snapshot))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: settings: line 'policy: greedy': policy: 'greedy' (expected: trade-off, softmax,"
                        + " uniform, epsilon-greedy, squarecb, set-aware)");
        assertThatThrownBy(() -> LearnerPages.restore(Learners.plain(3).build(), snapshot))
                .hasMessage("snapshot: made with 'policy: greedy' (expected: 'policy: trade-off(price=0.01)')");
    }

    @Test
    void otherLabelsAmongMostAreShownWhereTheyDiffer() {
        List<String> labels = new ArrayList<>(Learners.names(10_000));
        byte[] snapshot = new Learner(LearnerSettings.builder(labels)
                        .model(Learners.regression())
                        .build())
                .snapshot();
        labels.set(5_000, "other");
        LearnerSettings others =
                LearnerSettings.builder(labels).model(Learners.regression()).build();
        assertThatThrownBy(() -> LearnerPages.restore(others, snapshot))
                .isInstanceOf(SnapshotException.class)
                .hasMessageStartingWith("snapshot: made with 'labels: ... ")
                .hasMessageContaining("label5000, label5001")
                .hasMessageContaining("(expected: 'labels: ... ")
                .hasMessageContaining("other, label5001")
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(500));
    }

    @Test
    void settingsThatDifferOnlyInWhereLabelsAreCutAreRefused() {
        LearnerSettings one = Learners.plain(2).build();
        LearnerSettings first = relabelled(one, "a, b", "c");
        LearnerSettings second = relabelled(one, "a", "b, c");
        byte[] snapshot = new Learner(first).snapshot();
        assertThat(LearnerPages.restore(first, snapshot).decisions()).isZero();
        assertThatThrownBy(() -> LearnerPages.restore(second, snapshot)).isInstanceOf(SnapshotException.class);
        LearnerSettings line = relabelled(one, "a\nb", "c");
        LearnerSettings escaped = relabelled(one, "a\\nb", "c");
        assertThat(line.toString()).isNotEqualTo(escaped.toString());
    }

    private static LearnerSettings relabelled(LearnerSettings settings, String... labels) {
        return new LearnerSettings(
                List.of(labels),
                settings.retired(),
                settings.seed(),
                settings.features(),
                settings.labelTexts(),
                settings.model(),
                settings.loss(),
                settings.thresholdEstimator(),
                settings.normalization(),
                settings.heads(),
                settings.coverage(),
                settings.operation());
    }

    @Test
    void pendingDecisionNamedTwiceIsRefused() {
        Learner learner = new Learner(Learners.plain(2).build());
        FeatureVector query = FeatureVector.sparse(Learners.DIMENSION);
        learner.decideInto(new FeatureVector[] {query, query}, null, new long[] {77, 78}, null, 2, learner.newBatch());
        byte[] snapshot = learner.snapshot();
        long second = PageId.of(Snapshot.FIRST_STORE_PART, 1, 0);
        byte[] page = Sealed.pages(snapshot).get(second);
        int at = Long.BYTES + 1; // behind the sequence number and that the id is no name
        assertThat(ByteBuffer.wrap(page).getLong(at)).isEqualTo(78);
        ByteBuffer.wrap(page).putLong(at, 77);
        byte[] forged = Sealed.replaced(snapshot, second, page);
        assertThatThrownBy(() -> LearnerPages.restore(learner.settings(), forged))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: decision 77 twice (expected: once)");
    }

    @Test
    void denseQueryWhoseDimensionIsNotItsLengthIsRefused() {
        Learner learner = new Learner(Learners.plain(2).build());
        learner.decide(FeatureVector.dense(1, 2, 3, 4, 5, 6));
        byte[] snapshot = learner.snapshot();
        long first = PageId.of(Snapshot.FIRST_STORE_PART, 0, 0);
        byte[] page = Sealed.pages(snapshot).get(first);
        ByteBuffer buffer = ByteBuffer.wrap(page);
        int at = page.length - 12;
        while (buffer.getInt(at) != 6 || buffer.getInt(at + 4) != 6) {
            at--;
        }
        buffer.putInt(at, 7);
        byte[] forged = Sealed.replaced(snapshot, first, page);
        assertThatThrownBy(() -> LearnerPages.restore(learner.settings(), forged))
                .isInstanceOf(SnapshotException.class);
    }

    @Test
    void takingASnapshotChangesNothing() {
        Learner learner = new Learner(small());
        Learner twin = new Learner(small());
        Source one = new Source(5);
        Source two = new Source(5);
        for (int t = 0; t < 20; t++) {
            learner.snapshot();
            Learners.train(learner, one, 1);
            Learners.train(twin, two, 1);
        }
        assertThat(learner.snapshot()).isEqualTo(twin.snapshot()).isEqualTo(learner.snapshot());
    }
}
