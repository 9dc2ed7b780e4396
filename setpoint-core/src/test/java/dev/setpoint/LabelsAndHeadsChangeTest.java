package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.estimate.SdrEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.measure.Measures;
import dev.setpoint.model.Mlp;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.score.Score;
import dev.setpoint.state.PageId;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.MapPages;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Labels and shadow heads that come and go while a learner runs. */
class LabelsAndHeadsChangeTest {
    private static final List<String> TRACKERS = List.of(
            "auto",
            "sgd(eta=0.02)",
            "experts",
            "weighted-quantile",
            "strongly-adaptive",
            "outer(tracker=auto)",
            "outer(tracker=experts)",
            "decaying",
            "scale-free");

    private static LearnerSettings settings(Source random) {
        boolean estimates = random.chance(0.5);
        ModelSettings model = estimates
                ? random.oneOf(Learners.regression(), Learners.network())
                : new SoftmaxRegression.Settings(Learners.DIMENSION, new Optimizer.RowAdaGrad(1, true));
        LearnerSettingsBuilder builder = LearnerSettings.builder(Learners.names(random.within(3, 6)))
                .model(model)
                .seed(random.below(1000))
                .policy(Learners.policy(random))
                .coverage(random.oneOf(Coverage.values()))
                .emptySets(random.oneOf(EmptySets.values()))
                .floor(random.oneOf(0.05, 0.2))
                .maxPending(random.within(5, 20))
                .maxWeight(2);
        if (estimates) {
            builder.loss(new CrossEntropyLoss(new SdrEstimator())); // which reads the whole distribution
        }
        if (random.chance(0.3)) {
            builder.features(new VectorSettings(Learners.DIMENSION, true, 1, false));
        }
        TRACKERS.forEach(tracker -> builder.head(tracker, score(random), TrackerSettings.parse(tracker)));
        return builder.build();
    }

    private static Score score(Source random) {
        return random.oneOf(Score.softmax(), Score.aps(), Score.raps(0.02, 1));
    }

    /** Some change that can be made. */
    private static Change change(Learner learner, Source random) {
        LearnerSettings settings = learner.settings();
        List<String> inUse = new ArrayList<>(settings.labels());
        inUse.removeAll(settings.retired());
        String fresh = "new" + random.bits();
        return switch (random.below(8)) {
            case 0, 1 -> new Change.AddLabel(fresh);
            case 2 ->
                inUse.size() > 2 ? new Change.RetireLabel(inUse.get(random.below(inUse.size()))) : addHead(random);
            case 3 ->
                settings.retired().isEmpty()
                        ? new Change.AddLabel(fresh)
                        : new Change.RestoreLabel(settings.retired()
                                .get(random.below(settings.retired().size())));
            case 4 ->
                new Change.RenameLabel(
                        settings.labels().get(random.below(settings.labels().size())), fresh);
            case 5 -> addHead(random);
            case 6 -> removeHead(settings, random);
            default ->
                settings.operation()
                        .withIssuingHead(settings.heads()
                                .get(random.below(settings.heads().size()))
                                .name());
        };
    }

    private static Change addHead(Source random) {
        String tracker = TRACKERS.get(random.below(TRACKERS.size()));
        return new Change.AddHead(
                new HeadSettings("head" + random.bits(), score(random), TrackerSettings.parse(tracker)));
    }

    private static Change removeHead(LearnerSettings settings, Source random) {
        List<String> shadows = new ArrayList<>(
                settings.heads().stream().map(HeadSettings::name).toList());
        shadows.remove(settings.issuingHead());
        return shadows.isEmpty() ? addHead(random) : new Change.RemoveHead(shadows.get(random.below(shadows.size())));
    }

    /** One step of a life: decisions, late answers and changes. */
    private static void live(Learner learner, Source random, List<String> waiting) {
        if (random.chance(0.2)) {
            learner.change(change(learner, random));
        }
        waiting.add(learner.decide(Query.of(random.dense(Learners.DIMENSION)).weighing(random.between(0, 2)))
                .id());
        while (waiting.size() > 6 || (!waiting.isEmpty() && random.chance(0.4))) {
            learner.learn(waiting.remove(random.below(waiting.size())), feedback(learner, random));
        }
    }

    private static Feedback feedback(Learner learner, Source random) {
        List<String> labels = learner.settings().labels();
        return switch (random.below(5)) {
            case 0 -> Feedback.label(random.below(labels.size()));
            case 1 -> Feedback.noneOf(LabelSet.of(labels, labels.get(random.below(labels.size()))));
            default -> Feedback.of(random.chance(0.5));
        };
    }

    // ---------------------------------------------------------------- keeping

    @Test
    void learnerIsRestoredFromSnapshotsPagesAndEventsAtEveryStep() {
        Laws.forAll(20, random -> {
            Learner learner = new Learner(settings(random));
            ByteArrayOutputStream log = new ByteArrayOutputStream();
            learner.recordTo(EventLogWriter.begin(log));
            MapPages store = new MapPages();
            List<String> waiting = new ArrayList<>();
            for (int t = 0; t < 50; t++) {
                live(learner, random, waiting);
                byte[] snapshot = learner.snapshot();
                if (random.chance(0.5)) {
                    writeTouched(learner, store);
                    assertThat(restored(store).snapshot()).isEqualTo(snapshot);
                }
                long seed = random.bits();
                Learner restored = Learner.restore(snapshot);
                assertThat(restored.settings()).isEqualTo(learner.settings());
                Learner other = Learner.restore(snapshot);
                live(restored, new Source(seed), new ArrayList<>(waiting));
                live(other, new Source(seed), new ArrayList<>(waiting));
                assertThat(restored.snapshot()).isEqualTo(other.snapshot());
            }
            Learner folded = new EventLogReader(new ByteArrayInputStream(log.toByteArray())).fold();
            assertThat(folded.snapshot()).isEqualTo(learner.snapshot());
        });
    }

    private static void writeTouched(Learner learner, MapPages store) {
        try {
            learner.pages().writeTouched(store);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Learner restored(MapPages store) {
        try {
            return LearnerPages.restore(store.read());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void restoredLearnerGoesOnAsTheOneThatWasNeverStored() {
        Laws.forAll(20, random -> {
            Learner learner = new Learner(settings(random));
            List<String> waiting = new ArrayList<>();
            for (int t = 0; t < 40; t++) {
                live(learner, random, waiting);
            }
            Learner restored = Learner.restore(learner.snapshot());
            List<String> same = new ArrayList<>(waiting);
            long seed = random.bits();
            Source ours = new Source(seed);
            Source theirs = new Source(seed);
            for (int t = 0; t < 20; t++) {
                live(learner, ours, waiting);
                live(restored, theirs, same);
                assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
            }
        });
    }

    @Test
    void noIncrementFollowsButANewSnapshot() throws IOException {
        Learner learner = new Learner(Learners.plain(3).build());
        learner.pages().writeSnapshot(OutputStream.nullOutputStream());
        learner.change(new Change.AddLabel("d"));
        assertThatThrownBy(() -> learner.pages().writeIncrement(OutputStream.nullOutputStream()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("whose labels and heads are the same since");
        ByteArrayOutputStream base = new ByteArrayOutputStream();
        learner.pages().writeSnapshot(base);
        learner.learn(learner.decide(new Source(1).dense(Learners.DIMENSION)).id(), true);
        ByteArrayOutputStream increment = new ByteArrayOutputStream();
        learner.pages().writeIncrement(increment);
        Learner restored = LearnerPages.restore(
                new ByteArrayInputStream(base.toByteArray()),
                List.of(new ByteArrayInputStream(increment.toByteArray())));
        assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
    }

    // ---------------------------------------------------------------- what the others keep

    @Test
    void addingALabelLeavesTheOthersThresholdsAndTheirOrderAlone() {
        Laws.forAll(40, random -> {
            Learner learner = random.chance(0.2) ? new Learner(settings(random)) : trained(random); // at first, all tie
            int labels = learner.settings().labels().size();
            FeatureVector query = random.dense(Learners.DIMENSION);
            double[] probabilities = probabilities(learner, query, labels);
            List<double[]> thresholds = thresholds(learner);
            learner.change(new Change.AddLabel("new"));
            for (int h = 0; h < thresholds.size(); h++) {
                assertThat(learner.thresholds(h)).startsWith(thresholds.get(h)).hasSize(labels + 1);
            }
            double[] after = probabilities(learner, query, labels + 1);
            for (int i = 0; i < labels; i++) {
                for (int k = 0; k < labels; k++) {
                    assertThat(Double.compare(after[i], after[k]))
                            .isEqualTo(Double.compare(probabilities[i], probabilities[k])); // ties included
                }
            }
        });
    }

    @Test
    void aLabelThatIsRetiredAndRestoredAtOnceWasNeverAway() {
        Laws.forAll(20, random -> {
            Learner learner = trained(random);
            Learner same = Learner.restore(learner.snapshot());
            String name = learner.settings().labels().get(1);
            learner.change(new Change.RetireLabel(name));
            learner.change(new Change.RestoreLabel(name));
            assertThat(learner.snapshot()).isEqualTo(same.snapshot());
        });
    }

    @Test
    void retiredLabelIsNeitherPulledNorInASetAndTheOthersGoOn() {
        Laws.forAll(20, random -> {
            Learner learner = trained(random);
            List<double[]> thresholds = thresholds(learner);
            Measures before = learner.measures();
            learner.change(new Change.RetireLabel("label1"));
            for (int h = 0; h < thresholds.size(); h++) {
                assertThat(learner.thresholds(h)).isEqualTo(thresholds.get(h));
            }
            int labels = learner.settings().labels().size();
            DecisionBatch batch = learner.newBatch();
            for (int t = 0; t < 30; t++) {
                learner.decideInto(random.dense(Learners.DIMENSION), batch);
                assertThat(batch.arm(0)).isNotEqualTo(1);
                assertThat(batch.probability(0, 1)).isZero();
                assertThat(batch.pullProbability(0, 1)).isZero();
                double sum = 0;
                for (int k = 0; k < labels; k++) {
                    sum += batch.probability(0, k);
                }
                assertThat(sum).isCloseTo(1, within(1e-6));
                for (int h = 0; h < thresholds.size(); h++) {
                    assertThat(batch.contains(0, h, 1)).isFalse();
                }
                learner.learn(batch.idText(0), random.chance(0.5));
            }
            for (int h = 0; h < thresholds.size(); h++) { // nothing was said of it
                if (learner.settings().coverage() == Coverage.CLASS) {
                    assertThat(learner.measures().head(h).coverage().effectiveSampleSize(1))
                            .isEqualTo(before.head(h).coverage().effectiveSampleSize(1));
                    String name = learner.settings().heads().get(h).name();
                    if (List.of("sgd(eta=0.02)", "decaying", "scale-free").contains(name)) { // others move with time
                        assertThat(learner.thresholds(h)[1])
                                .isEqualTo(thresholds.get(h)[1]);
                    }
                }
            }
        });
    }

    @Test
    void autoLearnsNothingOfARetiredLabel() {
        Source random = new Source(11);
        Learner learner = new Learner(Learners.plain(4)
                .head("auto", Score.softmax(), TrackerSettings.parse("auto"))
                .build());
        train(learner, random, 200);
        byte[] before = autoWithoutThreshold(learner, 1);
        byte[] other = autoWithoutThreshold(learner, 2);
        learner.change(new Change.RetireLabel("label1"));
        LabelSet retired = LabelSet.of(learner.settings().labels(), "label1");
        List<Feedback> answers = List.of(
                Feedback.INCORRECT, // of which the labels that were not pulled have their shares
                Feedback.label(2), // as if every label had been pulled
                Feedback.label(1),
                Feedback.noneOf(retired),
                Feedback.CORRECT);
        for (int t = 0; t < 40; t++) {
            learner.learn(learner.decide(random.dense(Learners.DIMENSION)).id(), answers.get(t % answers.size()));
        }
        assertThat(autoWithoutThreshold(learner, 1)).isEqualTo(before);
        assertThat(autoWithoutThreshold(learner, 2)).isNotEqualTo(other);
    }

    /** What {@code auto}, the last head, has of a label. Its threshold also follows the pool, and the time. */
    private static byte[] autoWithoutThreshold(Learner learner, int label) {
        int part = Snapshot.FIRST_TRACKER_PART + learner.settings().heads().size() - 1;
        byte[] page = Sealed.pages(learner.snapshot()).get(PageId.of(part, 1 + label, 0));
        int threshold = page.length - Double.BYTES - 1; // and whether it ever was missed
        Arrays.fill(page, threshold, threshold + Double.BYTES, (byte) 0);
        return page;
    }

    private static Learner trained(Source random) {
        Learner learner = new Learner(settings(random));
        train(learner, random, random.within(0, 60));
        return learner;
    }

    private static void train(Learner learner, Source random, int steps) {
        int labels = learner.settings().labels().size();
        for (int t = 0; t < steps; t++) {
            FeatureVector query = random.dense(Learners.DIMENSION);
            Decision decision = learner.decide(query);
            learner.learn(decision.id(), decision.arm() == Learners.label(random, query, labels));
        }
    }

    private static List<double[]> thresholds(Learner learner) {
        return IntStream.range(0, learner.settings().heads().size())
                .mapToObj(learner::thresholds)
                .toList();
    }

    private static double[] probabilities(Learner learner, FeatureVector query, int labels) {
        Learner copy = Learner.restore(learner.snapshot());
        DecisionBatch batch = copy.newBatch();
        copy.decideInto(query, batch);
        return IntStream.range(0, labels)
                .mapToDouble(k -> batch.probability(0, k))
                .toArray();
    }

    // ---------------------------------------------------------------- decisions issued before

    /**
     * To the bit, but of heads of {@code auto} only where labels do not come or go. What {@code auto} has learned depends a little on how
     * many labels there were at each answer: its memory is as long as there are labels, and where scores may come to lie in a wider range
     * its bins are wider.
     */
    @Test
    void decisionIsAnsweredAfterAChangeAsItWouldHaveBeenBefore() {
        Laws.forAll(150, random -> {
            Learner early = trained(random);
            early.change(early.settings().operation().withIssuingHead("sgd(eta=0.02)"));
            Learner late = Learner.restore(early.snapshot());
            FeatureVector query = random.dense(Learners.DIMENSION);
            double weight = random.between(0, 2);
            String id = early.decide(Query.of(query).weighing(weight)).id();
            assertThat(late.decide(Query.of(query).weighing(weight)).id()).isEqualTo(id);
            Change change = change(early, random);
            long seed = random.bits();
            Feedback feedback = feedback(late, new Source(seed)); // which names labels as they were
            Decision issued = late.find(id).orElseThrow();
            early.learn(id, feedback(early, new Source(seed)));
            early.change(change);
            late.change(change);
            Decision found = late.find(id).orElseThrow();
            assertThat(found.arm()).isEqualTo(issued.arm());
            assertThat(found.propensity()).isEqualTo(issued.propensity());
            assertThat(found.set().indices()).isEqualTo(issued.set().indices());
            assertThat(late.learn(id, feedback)).isEqualTo(Outcome.LEARNED);
            assertSameThresholds(late, early, change);
            boolean isMean =
                    change instanceof Change.AddLabel && early.settings().model() instanceof Mlp.Settings;
            if (isMean || (changesLabels(change) && issuingTracker(early).contains("auto"))) {
                return; // a network's new label begins at the mean of the others' weights, which the answer has moved
            }
            for (int t = 0; t < 10; t++) {
                FeatureVector next = random.dense(Learners.DIMENSION);
                Decision ours = early.decide(next);
                assertThat(late.decide(next)).isEqualTo(ours);
                early.learn(ours.id(), t % 2 == 0);
                late.learn(ours.id(), t % 2 == 0);
            }
            assertSameThresholds(late, early, change);
        });
    }

    private static String issuingTracker(Learner learner) {
        LearnerSettings settings = learner.settings();
        return settings.heads().get(settings.issuing()).tracker().toString();
    }

    private static boolean changesLabels(Change change) {
        return change instanceof Change.AddLabel
                || change instanceof Change.RetireLabel
                || change instanceof Change.RestoreLabel;
    }

    private static void assertSameThresholds(Learner late, Learner early, Change change) {
        List<HeadSettings> heads = early.settings().heads();
        for (int h = 0; h < heads.size(); h++) {
            assertThat(late.coverage().classes(h)).isEqualTo(early.coverage().classes(h));
            boolean isNew = change instanceof Change.AddHead && h == heads.size() - 1; // and has counted a step more
            boolean isAuto = heads.get(h).tracker().toString().contains("auto");
            if (!isNew && !(isAuto && changesLabels(change))) {
                assertThat(late.thresholds(h)).isEqualTo(early.thresholds(h));
            }
        }
    }

    @Test
    void labelThatADecisionDidNotKnowSaysThatNoneOfTheKnownIsTheTrueOne() {
        Laws.forAll(20, random -> {
            Learner told = trained(random);
            List<String> known = told.settings().labels();
            Decision decision = told.decide(random.dense(Learners.DIMENSION));
            told.change(new Change.AddLabel("new"));
            Learner none = Learner.restore(told.snapshot());
            int added = told.settings().labels().indexOf("new");
            assertThat(told.learn(decision.id(), Feedback.label(added))).isEqualTo(Outcome.LEARNED);
            none.learn(decision.id(), Feedback.noneOf(LabelSet.of(known, known.toArray(String[]::new))));
            assertThat(thresholds(told)).usingRecursiveComparison().isEqualTo(thresholds(none));
            FeatureVector query = random.dense(Learners.DIMENSION);
            assertThat(probabilities(told, query, added + 1)).isEqualTo(probabilities(none, query, added + 1));
            assertThat(told.learn(decision.id(), Feedback.label(added))).isEqualTo(Outcome.ANSWERED);
            assertThat(told.learn(decision.id(), Feedback.label(0))).isEqualTo(Outcome.CONTRADICTED);
        });
    }

    @Test
    void labelsNamedBeforeOthersCameAreReadFromTheLog() {
        Learner learner = new Learner(Learners.plain(64).build());
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        learner.recordTo(EventLogWriter.begin(log));
        Decision decision = learner.decide(new Source(1).dense(Learners.DIMENSION));
        learner.change(new Change.AddLabel("the sixty-fifth"));
        learner.learn(decision.id(), Feedback.noneOf(LabelSet.of(decision.labels(), "label3")));
        assertThat(new EventLogReader(new ByteArrayInputStream(log.toByteArray()))
                        .fold()
                        .snapshot())
                .isEqualTo(learner.snapshot());
    }

    @Test
    void manyLabelsComeAndGoWhileDecisionsWait() {
        Source random = new Source(8);
        Learner learner = new Learner(Learners.plain(1100).build()); // of which decisions keep the logits
        List<String> waiting = new ArrayList<>();
        for (int t = 0; t < 60; t++) {
            if (t % 5 == 0) {
                learner.change(t % 10 == 0 ? new Change.AddLabel("new" + t) : new Change.RetireLabel("label" + t));
            }
            waiting.add(learner.decide(random.dense(Learners.DIMENSION)).id());
            Learner restored = Learner.restore(learner.snapshot());
            if (waiting.size() > 8) {
                String id = waiting.remove(random.below(waiting.size()));
                assertThat(restored.learn(id, t % 2 == 0)).isEqualTo(Outcome.LEARNED);
                learner.learn(id, t % 2 == 0);
                assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
            }
        }
    }

    @Test
    void setsMadeBeforeStillNameTheSameLabels() {
        Learner learner = new Learner(Learners.plain(3).build());
        LabelSet earlier = LabelSet.of(learner.settings().labels(), "label0", "label1");
        learner.change(new Change.RenameLabel("label1", "b"));
        learner.change(new Change.AddLabel("d"));
        Source random = new Source(5);
        for (int t = 0; t < 20; t++) {
            Decision decision =
                    learner.decide(Query.of(random.dense(Learners.DIMENSION)).excluding(earlier));
            assertThat(decision.label()).isIn("label2", "d");
            assertThat(learner.learn(decision.id(), Feedback.noneOf(earlier))).isEqualTo(Outcome.LEARNED);
        }
        LabelSet foreign = LabelSet.of(Learners.names(3), "label0");
        assertThatThrownBy(() -> learner.decide(
                        Query.of(random.dense(Learners.DIMENSION)).excluding(foreign)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("excluded: of the labels");
    }

    @Test
    void anotherLearnersLabelsAreNoLabelsOfThisOne() {
        LearnerSettings settings = Learners.plain(3).build();
        Learner one = new Learner(settings);
        Learner two = new Learner(settings);
        one.change(new Change.AddLabel("x"));
        two.change(new Change.AddLabel("y"));
        LabelSet foreign = LabelSet.of(one.settings().labels(), "x");
        assertThatThrownBy(() -> two.decide(
                        Query.of(new Source(1).dense(Learners.DIMENSION)).excluding(foreign)))
                .hasMessageContaining("excluded: of the labels [label0, label1, label2, x]");
    }

    @Test
    void coverageThatWasAskedForBeforeStays() {
        Learner learner = new Learner(Learners.plain(3).build());
        LearnerCoverage before = learner.coverage();
        learner.change(new Change.AddLabel("d"));
        assertThat(before.classes(0)).hasSize(3);
        assertThat(learner.coverage().classes(0)).hasSize(4);
    }

    @Test
    void renamedLabelKeepsItsNumberAndWhatItLearned() {
        Learner learner = new Learner(Learners.plain(3).build());
        Learners.train(learner, new Source(2), 30);
        Learner same = Learner.restore(learner.snapshot());
        learner.change(new Change.RenameLabel("label1", "b"));
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        for (int t = 0; t < 20; t++) {
            Decision ours = learner.decide(query);
            Decision theirs = same.decide(query);
            assertThat(ours.arm()).isEqualTo(theirs.arm());
            assertThat(ours.set().indices()).isEqualTo(theirs.set().indices());
            assertThat(ours.label()).isEqualTo(ours.arm() == 1 ? "b" : theirs.label());
            learner.learn(ours.id(), ours.arm() == 1);
            same.learn(ours.id(), ours.arm() == 1);
        }
    }

    // ---------------------------------------------------------------- steps, batches

    @Test
    void stepBegunBeforeIsRefused() {
        Learner learner = new Learner(Learners.plain(3).build());
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        String first = learner.decide(query).id();
        String second = learner.decide(query).id();
        String third = learner.decide(query).id();
        Step step = Step.of(learner, Step.CHUNK);
        step.add(first, Feedback.CORRECT);
        byte[] written = step.toBytes();
        step.add(third, Feedback.INCORRECT); // which is not worked out yet
        learner.change(new Change.AddLabel("d"));
        byte[] before = learner.snapshot();
        for (ThrowingCallable use : List.<ThrowingCallable>of(
                step::toBytes,
                () -> step.merge(Step.of(learner, Step.CHUNK)),
                () -> Step.of(learner, Step.CHUNK).merge(step))) {
            assertThatThrownBy(use)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("labels or heads have changed since");
        }
        assertThatThrownBy(() -> step.add(second, Feedback.CORRECT))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("labels or heads have changed since");
        assertThatThrownBy(() -> learner.apply(step))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("labels or heads have changed since");
        assertThatThrownBy(() -> Step.read(learner, written)).hasMessageContaining("of a learner with other settings");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    @Test
    void stepOfAHeadThatWasReplacedIsRefused() {
        Learner learner =
                new Learner(Learners.threeHeads(3, Learners.regression()).build());
        HeadSettings head = learner.settings().heads().get(2);
        String id = learner.decide(new Source(3).dense(Learners.DIMENSION)).id();
        Step step = Step.of(learner, Step.CHUNK);
        step.add(id, Feedback.CORRECT);
        byte[] written = step.toBytes();
        learner.change(new Change.RemoveHead(head.name()));
        learner.change(new Change.AddHead(head)); // the same settings, and another head
        assertThatThrownBy(() -> learner.apply(step)).hasMessageContaining("labels or heads have changed since");
        assertThatThrownBy(() -> Step.read(learner, written))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("step: of a learner with heads numbered [0, 1, 2] (expected: [0, 1, 3],"
                        + " as heads added later have other numbers)");
    }

    @Test
    void stepsBeforeAndAfterAnotherOperationAreToldApart() {
        Learner learner = new Learner(Learners.plain(3).build());
        Learner twin = Learner.restore(learner.snapshot());
        byte[] early = Step.of(learner, Step.CHUNK).toBytes();
        learner.change(learner.settings().operation().withAlpha(0.3));
        twin.change(learner.settings().operation());
        byte[] late = Step.of(learner, Step.CHUNK).toBytes();
        assertThat(Step.read(twin, late).answers()).isZero();
        assertThatThrownBy(() -> Step.read(twin, early)).hasMessageContaining("of a learner with other settings");
    }

    @Test
    void batchMadeBeforeIsFilledAndHoldsTheNewLabels() {
        Learner learner = new Learner(Learners.plain(3).build());
        DecisionBatch batch = learner.newBatch();
        FeatureVector query = new Source(3).dense(Learners.DIMENSION);
        learner.decideInto(query, batch);
        learner.change(new Change.AddLabel("d"));
        assertThat(batch.decision(0).labels()).hasSize(3); // as it was issued
        learner.decideInto(query, batch);
        assertThat(batch.decision(0).labels()).hasSize(4);
        assertThat(batch.probability(0, 3)).isPositive();
    }

    // ---------------------------------------------------------------- new labels

    @Test
    void labelWithATextIsKnownBeforeItsFirstAnswer() {
        Learner learner = new Learner(LearnerSettings.builder("refund money", "reset password", "track parcel")
                .seed(4)
                .build());
        Map<String, List<String>> messages = Map.of(
                "refund money", List.of("please refund my money", "i want a refund", "money back refund now"),
                "reset password", List.of("reset my password", "password reset please", "forgot password reset"),
                "track parcel", List.of("track my parcel", "where is my parcel track it", "parcel track number"));
        Source random = new Source(9);
        for (int t = 0; t < 600; t++) {
            String label = learner.settings().labels().get(random.below(3));
            Decision decision =
                    learner.decide(Features.ofText(messages.get(label).get(random.below(3))));
            learner.learn(decision.id(), decision.label().equals(label));
        }
        Learner plain = Learner.restore(learner.snapshot());
        learner.change(new Change.AddLabel("invoice", "copy of an invoice"));
        plain.change(new Change.AddLabel("invoice", "something else entirely"));
        Features asked = Features.ofText("send a copy of the invoice");
        assertThat(probability(learner, asked, 3)).isGreaterThan(0.5);
        assertThat(probability(learner, asked, 3)).isGreaterThan(2 * probability(plain, asked, 3));
    }

    private static double probability(Learner learner, Features asked, int label) {
        FeatureVector query = new FeatureVector();
        learner.encodeInto(asked, query);
        return probabilities(learner, query, label + 1)[label];
    }

    @Test
    void addedLabelIsLearned() {
        Learner learner =
                new Learner(LearnerSettings.builder("a", "b").dense(3).seed(7).build());
        Source random = new Source(11);
        learn(learner, random, 2, 300);
        learner.change(new Change.AddLabel("c"));
        learn(learner, random, 3, 1500);
        int correct = 0;
        for (int t = 0; t < 300; t++) {
            int label = random.below(3);
            Decision decision = learner.decide(oneOf(label, random));
            correct += decision.arm() == label ? 1 : 0;
            learner.learn(decision.id(), decision.arm() == label);
        }
        assertThat(correct).isGreaterThan(250);
    }

    private static void learn(Learner learner, Source random, int labels, int steps) {
        for (int t = 0; t < steps; t++) {
            int label = random.below(labels);
            Decision decision = learner.decide(oneOf(label, random));
            learner.learn(decision.id(), decision.arm() == label);
        }
    }

    private static FeatureVector oneOf(int label, Source random) {
        float[] values = new float[3];
        for (int i = 0; i < 3; i++) {
            values[i] = (float) ((i == label ? 1 : 0) + random.between(-0.3, 0.3));
        }
        return FeatureVector.dense(values);
    }

    // ---------------------------------------------------------------- refusals

    @Test
    void changeThatCannotBeMadeChangesNothing() {
        LearnerSettings settings = Learners.plain(3).build();
        Learner learner = new Learner(settings);
        learner.change(new Change.RetireLabel("label2"));
        int[] events = {0};
        learner.decide(new Source(3).dense(Learners.DIMENSION));
        byte[] after = learner.snapshot();
        learner.recordTo(event -> events[0]++);
        events[0] = 0; // the one that says where the record goes on
        SgdTracker.Settings sgd = new SgdTracker.Settings(0.1, 0);
        assertRefused(learner, new Change.AddLabel("label0"), "label: 'label0' (expected: a name that no label has)");
        assertRefused(
                learner,
                new Change.AddLabel("label2"),
                "label: 'label2' (expected: a name that no label has; this one is retired and can be restored)");
        assertRefused(
                learner,
                new Change.AddLabel("x", "a text"),
                "text of label 'x': given (expected: none, as the other labels have none)");
        assertRefused(
                learner,
                new Change.RetireLabel("nobody"),
                "label: 'nobody' (expected: one in use, of [label0, label1])");
        assertRefused(
                learner,
                new Change.RetireLabel("label2"),
                "label: 'label2', which is retired (expected: one in use, of [label0, label1])");
        assertRefused(
                learner,
                new Change.RetireLabel("label0"),
                "retired: 2 of 3 labels (expected: two or more that are not)");
        assertRefused(
                learner,
                new Change.RestoreLabel("label0"),
                "label: 'label0', which is in use (expected: one that is retired, of [label2])");
        assertRefused(
                learner,
                new Change.RestoreLabel("nobody"),
                "label: 'nobody' (expected: one that is retired, of [label2])");
        String readable = "' (expected: a name that is not blank and has no line breaks or other control characters)";
        assertRefused(learner, new Change.AddLabel(" "), "label: ' " + readable);
        assertRefused(learner, new Change.AddLabel("a\nb"), "label: 'a\\u000ab" + readable);
        assertRefused(learner, new Change.RenameLabel("label0", "\u001b[1m"), "label: '\\u001b[1m" + readable);
        assertRefused(
                learner,
                new Change.RenameLabel("nobody", "x"),
                "label: 'nobody' (expected: one of [label0, label1, label2])");
        assertRefused(
                learner,
                new Change.RenameLabel("label0", "label1"),
                "label: 'label1' (expected: a name that no label has)");
        assertRefused(
                learner,
                new Change.RemoveHead("sgd"),
                "head: 'sgd', which issues the sets (expected: one in the shadow of 'sgd', of [])");
        assertRefused(
                learner,
                new Change.AddHead(new HeadSettings("sgd", Score.aps(), sgd)),
                "heads: two are named 'sgd' (expected: different names)");
        assertThatThrownBy(() -> learner.change(new Change.AddHead(
                        new HeadSettings("far", Score.raps(1e308, 1), TrackerSettings.parse("auto")))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(learner.snapshot()).isEqualTo(after);
        assertThat(events[0]).isZero();
    }

    private static void assertRefused(Learner learner, Change change, String message) {
        assertThatThrownBy(() -> learner.change(change))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
