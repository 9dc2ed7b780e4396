package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.Mlp;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.score.Score;
import dev.setpoint.state.PageId;
import dev.setpoint.state.PageReader;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.MapPages;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A learner that was restored from a snapshot and increments, or from a store of pages, is the original bit for bit, at every step. */
class LearnerIncrementsTest {
    private static final List<String> TRACKERS = List.of(
            "auto",
            "sgd(eta=0.05)",
            "experts",
            "scale-free",
            "decaying",
            "weighted-quantile(size=4, memory=50)",
            "strongly-adaptive(levels=3)",
            "outer(gamma=0.1, tracker=auto)",
            "outer(gamma=0.1, tracker=weighted-quantile(size=4))");

    private static final int LABELS = 5;
    private static final int NUMBERS = 6;

    /** Queries, and how they become vectors. */
    private record World(EncoderSettings features, boolean named) {
        FeatureVector query(Learner learner, Source random) {
            FeatureVector query = new FeatureVector();
            if (named) {
                Features said = Features.ofText(
                        random.oneOf("send money", "a flight please", "book music", "the weather tomorrow", ""));
                if (random.chance(0.6)) {
                    said.number("n" + random.below(5), random.between(-3, 3));
                }
                learner.encodeInto(said, query);
            } else {
                query.copyFrom(random.dense(NUMBERS));
            }
            return query;
        }
    }

    private static final List<World> WORLDS = List.of(
            new World(FeatureSettings.parse("hashed(bits=10)"), true),
            new World(new VectorSettings(NUMBERS, true, 2, true), false),
            new World(VectorSettings.asGiven(NUMBERS), false));

    private static List<ModelSettings> models(int dimension) {
        return List.of(
                new SoftmaxRegression.Settings(dimension, new Optimizer.RowAdaGrad(1, false)),
                new SoftmaxRegression.Settings(dimension, new Optimizer.AdaGrad(0.3)),
                new SoftmaxRegression.Settings(dimension, new Optimizer.Adam(0.01, 0.9, 0.999)),
                new SoftmaxRegression.Settings(dimension, new Optimizer.Sgd(0.1)),
                new Mlp.Settings(dimension, 7, new Optimizer.Adam(0.01, 0.9, 0.999), 15));
    }

    private static LearnerSettings settings(Source random, World world) {
        LearnerSettingsBuilder builder = LearnerSettings.builder(Learners.names(LABELS))
                .features(world.features())
                .model(random.oneOf(models(world.features().dimension()).toArray(ModelSettings[]::new)))
                .coverage(random.chance(0.2) ? Coverage.MARGINAL : Coverage.CLASS)
                .seed(random.bits())
                .maxPending(random.within(1, 12))
                .maxAge(25);
        for (String tracker : TRACKERS) {
            builder.head(tracker, random.oneOf(Score.softmax(), Score.aps()), TrackerSettings.parse(tracker));
        }
        return builder.build();
    }

    /** Decides a few queries and answers some of the waiting decisions in one step. */
    private static List<Decision> step(Learner learner, World world, Source random, List<String> waiting) {
        List<Decision> decisions = new ArrayList<>();
        for (int i = random.below(3); i > 0; i--) {
            Decision decision = learner.decide(world.query(learner, random));
            decisions.add(decision);
            waiting.add(decision.id());
        }
        List<Answer> answers = new ArrayList<>();
        for (int i = random.below(3); i > 0 && !waiting.isEmpty(); i--) {
            String id = waiting.remove(random.below(waiting.size()));
            answers.add(new Answer(
                    id,
                    switch (random.below(8)) {
                        case 0 -> new Feedback.Expired();
                        case 1 -> Feedback.label(random.below(LABELS));
                        case 2 -> Feedback.noneOf(LabelSet.of(Learners.names(LABELS), "label" + random.below(LABELS)));
                        default -> Feedback.of(random.chance(0.5));
                    }));
        }
        learner.learn(answers);
        return decisions;
    }

    @Test
    void restoredFromASnapshotAndIncrementsItIsTheOriginalAtEveryStep() {
        for (World world : WORLDS) {
            Laws.forAll(3, random -> {
                LearnerSettings settings = settings(random, world);
                Learner original = new Learner(settings);
                StoredChain chain = new StoredChain();
                chain.begin(original);
                List<String> waiting = new ArrayList<>();
                for (int t = 0; t < 300; t++) {
                    long seed = random.bits();
                    step(original, world, new Source(seed), waiting);
                    chain.add(original);
                    Learner restored = chain.restore();
                    assertThat(restored.snapshot()).isEqualTo(original.snapshot());
                    assertThat(restored.pending()).isEqualTo(original.pending());
                    assertThat(restored.decisions()).isEqualTo(original.decisions());
                    if (random.chance(
                            0.2)) { // the restored one goes on in the place of the original, on the same chain
                        List<String> alike = new ArrayList<>(waiting);
                        long next = random.bits();
                        List<Decision> expected = step(original, world, new Source(next), alike);
                        assertThat(step(restored, world, new Source(next), waiting))
                                .isEqualTo(expected);
                        assertThat(restored.snapshot()).isEqualTo(original.snapshot());
                        original = restored;
                    }
                    if (random.chance(0.05)) {
                        chain.begin(original);
                    }
                }
            });
        }
    }

    @Test
    void restoredFromAStoreOfPagesItIsTheOriginalAtEveryStep() {
        Laws.forAll(3, random -> {
            World world = WORLDS.get(random.below(WORLDS.size()));
            LearnerSettings settings = settings(random, world);
            Learner original = new Learner(settings);
            MapPages store = new MapPages();
            try {
                List<String> waiting = new ArrayList<>();
                for (int t = 0; t < 200; t++) {
                    original.pages().writeTouched(store);
                    Learner restored = LearnerPages.restore(store.read());
                    assertThat(restored.snapshot()).isEqualTo(original.snapshot());
                    original = random.chance(0.2) ? restored : original;
                    step(original, world, random, waiting);
                }
                MapPages whole = new MapPages();
                original.pages().writeTouched(store);
                original.pages().writeAll(whole);
                assertThat(store.pages()).containsExactlyEntriesOf(whole.pages());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void incrementHoldsTheTouchedPagesAndNothingElse() {
        int labels = 2000;
        LearnerSettings settings = LearnerSettings.builder(Learners.names(labels))
                .dense(4)
                .head("sgd", Score.softmax(), TrackerSettings.parse("sgd"))
                .build();
        Learner learner = new Learner(settings);
        Source random = new Source(1);
        for (int t = 0; t < 20; t++) {
            learner.learn(learner.decide(random.dense(4)).id(), Feedback.label(random.below(labels)));
        }
        byte[] base = StoredChain.snapshot(learner);
        assertThat(Sealed.pages(StoredChain.increment(learner))).isEmpty(); // nothing has changed
        Decision decision = learner.decide(FeatureVector.dense(1, 0, 2, 0));
        SortedMap<Long, byte[]> decided = Sealed.pages(StoredChain.increment(learner));
        // how many decisions, one block of set sizes, one pending decision in as many pieces as it takes
        assertThat(decided.keySet().stream().filter(id -> PageId.piece(id) == 0).map(PageId::part))
                .containsExactly(Snapshot.MEASURES_PART, Snapshot.LEDGER_PART, Snapshot.FIRST_STORE_PART);
        learner.learn(decision.id(), Feedback.label(7));
        SortedMap<Long, byte[]> learned = Sealed.pages(StoredChain.increment(learner));
        assertThat(learned.keySet().stream()
                        .filter(id -> PageId.part(id) == Snapshot.FIRST_TRACKER_PART)
                        .map(PageId::page))
                .containsExactly(1); // of 2000 labels, the block of the one that was told
        assertThat(learned.get(PageId.of(Snapshot.FIRST_STORE_PART, 0, 0))).isNull();
        assertThat(learned).containsKey(PageId.of(Snapshot.FIRST_STORE_PART, 0, 0));
        assertThat(learned.keySet().stream().filter(id -> PageId.part(id) == Snapshot.MEASURES_PART))
                .hasSize(2); // answers, and the block of the label
        assertThat(base.length).isGreaterThan(100_000);
    }

    @Test
    void incrementThatIsMissingOutOfOrderOrOfAnotherSnapshotIsRefused() {
        LearnerSettings settings = Learners.threeHeads(3, Learners.regression()).build();
        Learner learner = new Learner(settings);
        byte[] base = StoredChain.snapshot(learner);
        List<byte[]> increments = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Learners.train(learner, new Source(i), 2);
            increments.add(StoredChain.increment(learner));
        }
        byte[] later = StoredChain.snapshot(learner);
        assertThat(StoredChain.restore(base, increments).snapshot()).isEqualTo(learner.snapshot());
        byte[] one = increments.get(0);
        byte[] two = increments.get(1);
        refused(base, List.of(two), "snapshot: increment 2 (expected: 1; one is missing, or out of order)");
        refused(base, List.of(one, one), "snapshot: increment 1 (expected: 2; one is missing, or out of order)");
        refused(
                base,
                List.of(one, increments.get(2), two),
                "snapshot: increment 3 (expected: 2; one is missing, or out of order)");
        refused(later, List.of(one), "snapshot: increment 1 of another snapshot (expected: of this one)");
        refused(base, List.of(later), "snapshot: kind learner (expected: increment)");
        refused(one, List.of(), "snapshot: kind increment (expected: learner)");
        Learner twin = StoredChain.restore(base, List.of(one));
        Learners.train(twin, new Source(99), 3);
        byte[] branch = StoredChain.increment(twin);
        refused(
                base,
                List.of(one, branch, increments.get(2)),
                "snapshot: increment 3 of another snapshot (expected: of this one)");
    }

    private static void refused(byte[] base, List<byte[]> increments, String message) {
        assertThatThrownBy(() -> StoredChain.restore(base, increments))
                .isInstanceOf(SnapshotException.class)
                .hasMessage(message);
    }

    @Test
    void incrementCutShortOrAlteredInAnyByteIsRefused() {
        LearnerSettings settings = Learners.plain(3).build();
        Learner learner = new Learner(settings);
        byte[] base = StoredChain.snapshot(learner);
        Learners.train(learner, new Source(4), 5);
        byte[] whole = StoredChain.increment(learner);
        Source random = new Source(6);
        for (int at = 0; at < whole.length; at++) {
            byte[] cut = Arrays.copyOf(whole, at);
            byte[] altered = whole.clone();
            altered[at] ^= (byte) random.within(1, 255);
            assertThatThrownBy(() -> StoredChain.restore(base, List.of(cut))).isInstanceOf(SnapshotException.class);
            assertThatThrownBy(() -> StoredChain.restore(base, List.of(altered)))
                    .isInstanceOf(SnapshotException.class);
        }
    }

    @Test
    void streamsThatCannotBeWrittenAreAsIfTheyHadNotBeenTried() throws IOException {
        LearnerSettings settings = Learners.plain(3).build();
        Learner learner = new Learner(settings);
        assertThatThrownBy(() -> learner.pages().writeIncrement(OutputStream.nullOutputStream()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("increment: ");
        byte[] base = StoredChain.snapshot(learner);
        Learners.train(learner, new Source(4), 5);
        for (int room : new int[] {0, 30, 500}) {
            OutputStream full = new OutputStream() {
                private int left = room;

                @Override
                public void write(int b) throws IOException {
                    if (left-- == 0) {
                        throw new IOException("disk full");
                    }
                }
            };
            assertThatThrownBy(() -> learner.pages().writeIncrement(full)).hasMessage("disk full");
        }
        byte[] increment = StoredChain.increment(learner);
        assertThat(new PageReader(new ByteArrayInputStream(increment)).number()).isEqualTo(1);
        assertThat(StoredChain.restore(base, List.of(increment)).snapshot()).isEqualTo(learner.snapshot());
    }

    @Test
    void snapshotOfNoStreamLeavesIncrementsAsTheyAre() {
        LearnerSettings settings = Learners.plain(3).build();
        Learner learner = new Learner(settings);
        byte[] base = StoredChain.snapshot(learner);
        Learners.train(learner, new Source(4), 5);
        byte[] aside = learner.snapshot();
        Learners.train(learner, new Source(5), 5);
        byte[] increment = StoredChain.increment(learner);
        assertThat(StoredChain.restore(base, List.of(increment)).snapshot()).isEqualTo(learner.snapshot());
        refused(aside, List.of(increment), "snapshot: increment 1 of another snapshot (expected: of this one)");
        Learner restored = LearnerPages.restore(settings, aside);
        Learners.train(restored, new Source(5), 5);
        byte[] own = StoredChain.increment(restored);
        assertThat(StoredChain.restore(aside, List.of(own)).snapshot()).isEqualTo(learner.snapshot());
    }

    @Test
    void pageOfSeveralPiecesMayBecomeShorterAndLonger() {
        LearnerSettings settings = LearnerSettings.builder("a", "b")
                .model(new SoftmaxRegression.Settings(100_000, new Optimizer.Sgd(0.1)))
                .head("sgd", Score.softmax(), TrackerSettings.parse("sgd"))
                .build();
        Learner learner = new Learner(settings);
        StoredChain chain = new StoredChain();
        chain.begin(learner);
        Map<Integer, Integer> pieces = new TreeMap<>(Map.of(5, 1, 30_000, 4, 3, 1, 100_000, 13, 15_000, 2));
        for (int count : new int[] {5, 30_000, 3, 100_000, 15_000, 5}) {
            FeatureVector query = FeatureVector.sparse(100_000);
            for (int i = 0; i < count; i++) {
                query.add(i, 1);
            }
            Decision decision = learner.decide(query); // waits in slot 0, in a page as long as its query
            chain.add(learner);
            assertThat(chain.restore().snapshot()).isEqualTo(learner.snapshot());
            assertThat(Sealed.pages(learner.snapshot()).keySet().stream()
                            .filter(id -> PageId.part(id) == Snapshot.FIRST_STORE_PART))
                    .hasSize(pieces.get(count));
            learner.learn(decision.id(), new Feedback.Cancelled());
        }
    }

    @Test
    void storeLosesThePiecesThatAPageNoLongerHas() throws IOException {
        LearnerSettings settings = LearnerSettings.builder("a", "b")
                .model(new SoftmaxRegression.Settings(100_000, new Optimizer.Sgd(0.1)))
                .head("sgd", Score.softmax(), TrackerSettings.parse("sgd"))
                .build();
        Learner learner = new Learner(settings);
        MapPages store = new MapPages();
        for (int count : new int[] {5, 30_000, 3, 100_000, 15_000, 8, 8181, 8182, 8183, 8184, 8192}) {
            FeatureVector query = FeatureVector.sparse(100_000);
            for (int i = 0; i < count; i++) {
                query.add(i, 1);
            }
            Decision decision = learner.decide(query);
            learner.pages().writeTouched(store);
            assertThat(Sealed.learner(store.pages())).isEqualTo(learner.snapshot());
            Learner restored = LearnerPages.restore(store.read());
            assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
            learner = count % 2 == 0 ? restored : learner;
            learner.learn(decision.id(), new Feedback.Cancelled());
            if (count == 30_000) {
                learner.pages().writeTouched(store);
                assertThat(store.pages().keySet()).noneMatch(id -> PageId.part(id) == Snapshot.FIRST_STORE_PART);
            }
        }
    }
}
