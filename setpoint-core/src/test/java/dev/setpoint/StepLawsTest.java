package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.loss.Loss;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.Mlp;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.score.Score;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.OrderedModel;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps as values: computed apart, written, read, merged and applied. */
class StepLawsTest {
    private static final int NUMBERS = 5;
    private static final List<String> LABELS = List.of("pay_bill", "book_flight", "lost_card", "greeting");
    private static final String[] WORDS = {"pay", "bill", "book", "flight", "lost", "card", "hello", "my", "please"};
    private static final String[] TRACKERS = {
        "sgd",
        "experts",
        "scale-free",
        "decaying",
        "weighted-quantile",
        "strongly-adaptive",
        "auto",
        "outer(tracker=auto)"
    };
    private static final String[] ENCODERS = {
        "hashed(bits=8, words=1, charsfrom=0, charsto=0)",
        "hashed(bits=8, words=1, charsfrom=0, charsto=0, standardize=false)",
        "dense(dimension=5, cross=2)",
        "vectors(dimension=5)"
    };

    private static ModelSettings model(Source random, int dimension, Loss loss) {
        Optimizer optimizer = random.oneOf(
                new Optimizer.Sgd(0.1),
                new Optimizer.AdaGrad(0.3),
                new Optimizer.RowAdaGrad(1, false),
                new Optimizer.RowAdaGrad(8, loss.hasShares()),
                new Optimizer.Adam(0.01, 0.9, 0.999));
        boolean implicit = optimizer instanceof Optimizer.RowAdaGrad row && row.implicit();
        if (random.chance(0.2)) {
            return new OrderedModel(dimension);
        }
        return implicit || random.chance(0.6)
                ? new SoftmaxRegression.Settings(dimension, optimizer)
                : new Mlp.Settings(dimension, 4, optimizer, 15);
    }

    /** Anything that changes how a step is learned. */
    private static LearnerSettings settings(Source random, String encoder, List<String> trackers) {
        Loss loss = Loss.parse(random.oneOf("likelihood", "ipw", "sdr"));
        ModelSettings model = model(random, EncoderSettings.parse(encoder).dimension(), loss);
        return settings(random, encoder, loss, model, trackers);
    }

    private static LearnerSettings settings(
            Source random, String encoder, Loss loss, ModelSettings model, List<String> trackers) {
        LearnerSettingsBuilder builder = LearnerSettings.builder(LABELS)
                .features(EncoderSettings.parse(encoder))
                .loss(loss)
                .model(model)
                .normalization(random.oneOf(Normalization.values()))
                .coverage(random.oneOf(Coverage.values()))
                .maxWeight(3)
                .floor(0.1);
        for (String tracker : trackers) {
            Score score = random.oneOf(Score.softmax(), Score.aps());
            builder.head(tracker, score, TrackerSettings.parse(tracker));
        }
        return builder.build();
    }

    private static FeatureVector query(Learner learner, Source random) {
        if (!learner.settings().features().readsTexts()) {
            return random.dense(NUMBERS);
        }
        StringBuilder text = new StringBuilder();
        for (int i = random.within(0, 5); i > 0; i--) {
            text.append(random.oneOf(WORDS)).append(' ');
        }
        FeatureVector query = new FeatureVector();
        learner.encodeInto(
                Features.create().text("text", text.toString()).number("amount", random.between(0, 9)), query);
        return query;
    }

    private static Feedback feedback(Source random) {
        return switch (random.below(4)) {
            case 0 -> Feedback.CORRECT;
            case 1 -> Feedback.INCORRECT;
            case 2 -> Feedback.label(random.below(LABELS.size()));
            default -> Feedback.noneOf(LabelSet.of(LABELS, random.oneOf("pay_bill", "greeting"), "lost_card"));
        };
    }

    /** Decides so many queries, named and numbered, and says how they are answered later, in another order. */
    private static List<Answer> decided(Learner learner, Source random, int count) {
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Query query = Query.of(query(learner, random)).weighing(random.oneOf(1.0, random.between(0, 4)));
            Decision decision = learner.decide(random.chance(0.5) ? query : query.named("query-" + random.bits()));
            answers.add(new Answer(decision.id(), feedback(random)));
        }
        List<Answer> late = new ArrayList<>(answers);
        int[] to = random.permutation(count);
        for (int i = 0; i < count; i++) {
            late.set(to[i], answers.get(i));
        }
        return late;
    }

    /** A learner that has learned a little. */
    private static Learner learner(LearnerSettings settings, Source random) {
        Learner learner = new Learner(settings);
        for (int i = 0; i < 3; i++) {
            List<Answer> answers = decided(learner, random, random.within(1, 30));
            learner.learn(answers.subList(0, random.within(1, answers.size())));
        }
        return learner;
    }

    private static Step step(Learner learner, List<Answer> answers, int expected) {
        Step step = Step.of(learner, expected);
        for (Answer answer : answers) {
            assertThat(step.add(answer.id(), answer.feedback())).isEqualTo(Outcome.LEARNED);
        }
        assertThat(step.answers()).isEqualTo(answers.size());
        return step;
    }

    /** The learner after the same answers, computed in so many copies of it. */
    private static byte[] inParts(byte[] before, List<Answer> answers, int parts) {
        Learner learner = Learner.restore(before);
        int chunks = (answers.size() + Step.CHUNK - 1) / Step.CHUNK;
        Step whole = null;
        for (int part = 0; part < parts; part++) {
            int from = Math.min(answers.size(), chunks * part / parts * Step.CHUNK);
            int to = Math.min(answers.size(), chunks * (part + 1) / parts * Step.CHUNK);
            assertThat(to > from || chunks < parts).isTrue();
            Step apart = step(Learner.restore(before), answers.subList(from, to), answers.size());
            Step here = Step.read(learner, apart.toBytes());
            assertThat(here.answers()).isEqualTo(to - from);
            if (whole == null) {
                whole = here;
            } else {
                whole.merge(here);
                assertThat(here.answers()).isZero();
            }
        }
        learner.apply(whole);
        assertThat(whole.answers()).isZero();
        return learner.snapshot();
    }

    private static void sameInAnyNumberOfParts(Source random, LearnerSettings settings) {
        sameInAnyNumberOfParts(random, settings, random.within(700, 1300));
    }

    private static void sameInAnyNumberOfParts(Source random, LearnerSettings settings, int count) {
        Learner learner = learner(settings, random);
        List<Answer> answers = decided(learner, random, count);
        byte[] before = learner.snapshot();
        learner.apply(step(learner, answers, answers.size()));
        byte[] after = learner.snapshot();
        assertThat(after).isNotEqualTo(before);
        for (int parts : new int[] {1, 2, 3, 8}) {
            assertThat(inParts(before, answers, parts))
                    .as("%d parts, %s", parts, settings)
                    .isEqualTo(after);
        }
        Learner directly = Learner.restore(before);
        assertThat(directly.learn(answers)).hasSameSizeAs(answers).containsOnly(Outcome.LEARNED);
        assertThat(directly.snapshot()).as("%s", settings).isEqualTo(after);
    }

    @Test
    void stepsInAnyNumberOfPartsGiveTheSameBitsForEveryTracker() {
        for (String tracker : TRACKERS) {
            Laws.forAll(
                    2,
                    random ->
                            sameInAnyNumberOfParts(random, settings(random, random.oneOf(ENCODERS), List.of(tracker))));
        }
    }

    @Test
    void stepsInAnyNumberOfPartsGiveTheSameBitsForEveryEncoderAndModel() {
        for (String encoder : ENCODERS) {
            Laws.forAll(
                    5, random -> sameInAnyNumberOfParts(random, settings(random, encoder, List.of("sgd", "experts"))));
        }
    }

    @Test
    void stepsInAnyNumberOfPartsGiveTheSameBitsForManyHeads() {
        Laws.forAll(
                2,
                random -> sameInAnyNumberOfParts(random, settings(random, random.oneOf(ENCODERS), List.of(TRACKERS))));
    }

    /** With so many answers that none of eight parts is empty. */
    @Test
    void stepsOfManyAnswersInAnyNumberOfPartsGiveTheSameBits() {
        for (String encoder : ENCODERS) {
            Laws.forAll(
                    1,
                    random -> sameInAnyNumberOfParts(
                            random,
                            settings(random, encoder, List.of(random.oneOf(TRACKERS))),
                            8 * Step.CHUNK + random.within(1, 2 * Step.CHUNK)));
        }
    }

    @Test
    void stepsInAnyNumberOfPartsGiveTheSameBitsForAModelThatIsNoSum() {
        for (String encoder : ENCODERS) {
            int dimension = EncoderSettings.parse(encoder).dimension();
            Laws.forAll(2, random -> {
                Loss loss = Loss.parse(random.oneOf("likelihood", "ipw", "sdr"));
                String tracker = random.oneOf("sgd", "auto"); // given sums, given answers
                ModelSettings model = new OrderedModel(dimension);
                sameInAnyNumberOfParts(random, settings(random, encoder, loss, model, List.of(tracker)));
            });
        }
    }

    /** A learner whose other parts are content with sums. */
    @Test
    void modelThatIsNoSumIsGivenAllAnswersOfAStepAtOnceAndInOrder() {
        ModelSettings model = new OrderedModel(NUMBERS);
        for (Normalization normalization : Normalization.values()) {
            Learner learner = new Learner(LearnerSettings.builder(LABELS)
                    .features(EncoderSettings.parse(SUMS_ALONE))
                    .model(model)
                    .loss(Loss.parse("likelihood"))
                    .normalization(normalization)
                    .head("sgd", Score.softmax(), TrackerSettings.parse("sgd"))
                    .build());
            Source random = new Source(8);
            int count = 2 * Step.CHUNK + 90;
            FeatureVector[] queries = new FeatureVector[count];
            Observation[] observations = new Observation[count];
            double[] even = {0.25, 0.25, 0.25, 0.25};
            List<Answer> answers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                queries[i] = random.dense(NUMBERS);
                int label = queries[i].value(0) > 0 ? 0 : random.below(LABELS.size());
                Decision decision = learner.decide(queries[i]);
                answers.add(new Answer(decision.id(), Feedback.label(label)));
                observations[i] = new Observation(LABELS.size()).setLabel(label, decision.arm(), even, even);
            }
            byte[] before = learner.snapshot();
            ProbabilityModel atOnce = model.create(new ModelContext(LABELS.size(), Loss.parse("likelihood"), 0));
            atOnce.learn(queries, observations, count, normalization.divisor(count, count));
            double[] expected = new double[count * LABELS.size()];
            atOnce.probabilitiesInto(queries, count, expected);
            for (int parts : new int[] {1, 2, 3, 8}) {
                Learner merged = Learner.restore(inParts(before, answers, parts));
                DecisionBatch batch = merged.newBatch();
                merged.decideInto(queries, null, null, null, count, batch);
                for (int i = 0; i < expected.length; i++) {
                    assertThat(batch.probability(i / LABELS.size(), i % LABELS.size()))
                            .as("%s, %d parts", normalization, parts)
                            .isEqualTo(expected[i]);
                }
            }
        }
    }

    @Test
    void stepOfAllAnswersItExpectsIsToTheBitWhatLearningAtOnceIs() {
        Laws.forAll(30, random -> {
            Learner learner =
                    learner(settings(random, random.oneOf(ENCODERS), List.of(random.oneOf(TRACKERS))), random);
            List<Answer> answers = decided(learner, random, random.oneOf(1, 2, random.within(3, 255), Step.CHUNK));
            byte[] before = learner.snapshot();
            learner.learn(answers);
            byte[] after = learner.snapshot();
            Learner apart = Learner.restore(before);
            apart.apply(step(apart, answers, answers.size()));
            assertThat(apart.snapshot()).isEqualTo(after);
            assertThat(inParts(before, answers, 1)).isEqualTo(after);
        });
    }

    @Test
    void learnersStayTheSameWhoeverWorksTheirStepsOut() {
        Laws.forAll(5, random -> {
            Learner one = learner(settings(random, random.oneOf(ENCODERS), List.of("sgd", "auto")), random);
            Learner two = Learner.restore(one.snapshot());
            for (int round = 0; round < 6; round++) {
                long seed = random.bits();
                int count = random.within(1, 600);
                List<Answer> answers = decided(one, new Source(seed), count);
                assertThat(decided(two, new Source(seed), count)).isEqualTo(answers);
                Learner worker = Learner.restore(one.snapshot());
                one.learn(answers);
                two.apply(Step.read(two, step(worker, answers, count).toBytes()));
                assertThat(two.snapshot()).isEqualTo(one.snapshot());
            }
        });
    }

    /** An implicit step allows for the answers of all its chunks, at the size at which their gradients are applied. */
    @Test
    void modelLearnsSeveralChunksAsItWouldAllAnswersAtOnceUpToRounding() {
        for (Normalization normalization : Normalization.values()) {
            Source random = new Source(8);
            ModelSettings model = new SoftmaxRegression.Settings(NUMBERS, Optimizer.RowAdaGrad.DEFAULT);
            Learner learner = new Learner(LearnerSettings.builder(LABELS)
                    .features(EncoderSettings.parse("vectors(dimension=5)"))
                    .model(model)
                    .normalization(normalization)
                    .build());
            ProbabilityModel atOnce = model.create(new ModelContext(LABELS.size(), Loss.parse("likelihood"), 0));
            int count = 2 * Step.CHUNK + 90;
            FeatureVector[] queries = new FeatureVector[count];
            Observation[] observations = new Observation[count];
            double[] even = {0.25, 0.25, 0.25, 0.25};
            for (int round = 0;
                    round < 3;
                    round++) { // the first step of AdaGrad does not depend on the size of gradients
                List<Answer> answers = new ArrayList<>();
                for (int i = 0; i < count; i++) {
                    queries[i] = random.dense(NUMBERS);
                    int label = random.chance(0.8) ? (queries[i].value(0) > 0 ? 0 : 1) : random.below(LABELS.size());
                    Decision decision = learner.decide(queries[i]);
                    answers.add(new Answer(decision.id(), Feedback.label(label)));
                    observations[i] = new Observation(LABELS.size()).setLabel(label, decision.arm(), even, even);
                }
                learner.learn(answers);
                atOnce.learn(queries, observations, count, normalization.divisor(count, count));
            }
            DecisionBatch batch = learner.newBatch();
            learner.decideInto(queries, null, null, null, count, batch);
            double[] expected = new double[count * LABELS.size()];
            atOnce.probabilitiesInto(queries, count, expected);
            for (int i = 0; i < expected.length; i++) {
                assertThat(batch.probability(i / LABELS.size(), i % LABELS.size()))
                        .as("%s", normalization)
                        .isCloseTo(expected[i], within(1e-5));
            }
        }
    }

    /** Steps of fewer answers than a chunk has, cut anywhere. */
    @Test
    void partsOfAChunkTeachWhatTheWholeTeachesUpToRounding() {
        for (String encoder : List.of(ENCODERS[0], ENCODERS[3])) {
            for (Normalization normalization : List.of(Normalization.NONE, Normalization.BATCH_SIZE)) {
                LearnerSettings settings = LearnerSettings.builder(LABELS)
                        .features(EncoderSettings.parse(encoder))
                        .normalization(normalization)
                        .maxWeight(3)
                        .build();
                assertThat(settings.toString()).contains("row-adagrad").contains("implicit=true");
                Laws.forAll(5, random -> {
                    Learner learner = learner(settings, random);
                    sameInPartsUpToRounding(learner, decided(learner, random, random.within(8, 255)), random);
                });
            }
        }
    }

    /** Where the answers are the same, each part would go the whole way alone, and all of them together far past it. */
    @Test
    void partsThatSayTheSameDoNotTeachItSeveralTimes() {
        Learner learner = new Learner(LearnerSettings.builder(LABELS)
                .features(EncoderSettings.parse(SUMS_ALONE))
                .build());
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            String id = learner.decide(FeatureVector.dense(1, 2, 3, 4, 5)).id();
            answers.add(new Answer(id, Feedback.label(1)));
        }
        sameInPartsUpToRounding(learner, answers, new Source(1));
    }

    private static void sameInPartsUpToRounding(Learner learner, List<Answer> answers, Source random) {
        byte[] before = learner.snapshot();
        Learner atOnce = Learner.restore(before);
        atOnce.learn(answers);
        for (int parts : new int[] {1, 2, 8}) {
            Learner merged = Learner.restore(before);
            Step whole = Step.of(merged, answers.size());
            for (int part = 0; part < parts; part++) {
                int from = answers.size() * part / parts;
                int to = answers.size() * (part + 1) / parts;
                Step apart = step(Learner.restore(before), answers.subList(from, to), answers.size());
                whole.merge(Step.read(merged, apart.toBytes()));
            }
            merged.apply(whole);
            for (int i = 0; i < 20; i++) {
                FeatureVector query = query(learner, random);
                double[] expected = probabilities(atOnce, query);
                double[] found = probabilities(merged, query);
                for (int k = 0; k < LABELS.size(); k++) {
                    assertThat(found[k]).as("%d parts", parts).isCloseTo(expected[k], within(1e-5));
                }
            }
            assertThat(merged.thresholds(0)).containsExactly(atOnce.thresholds(0), within(1e-9));
        }
    }

    private static double[] probabilities(Learner learner, FeatureVector query) {
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(query, batch);
        double[] probabilities = new double[LABELS.size()];
        for (int k = 0; k < probabilities.length; k++) {
            probabilities[k] = batch.probability(0, k);
        }
        return probabilities;
    }

    @Test
    void stepThatWasReadGoesOnAsTheOneThatWasWritten() {
        Learner learner = new Learner(LearnerSettings.builder(LABELS)
                .features(EncoderSettings.parse(SUMS_ALONE))
                .maxWeight(3)
                .build());
        List<Answer> answers = decided(learner, new Source(4), 90);
        byte[] before = learner.snapshot();
        byte[][] after = new byte[2][];
        for (int i = 0; i < 2; i++) {
            Learner one = Learner.restore(before);
            Step step = step(one, answers.subList(0, 30), 90);
            byte[] written = step.toBytes(); // which ends the chunk
            Step goesOn = i == 0 ? step : Step.read(one, written);
            answers.subList(30, 90).forEach(answer -> goesOn.add(answer.id(), answer.feedback()));
            one.apply(goesOn);
            after[i] = one.snapshot();
        }
        assertThat(after[1]).isEqualTo(after[0]);
    }

    // ---------------------------------------------------------------- what becomes of the decisions

    private static final String SUMS_ALONE = "vectors(dimension=5)";
    private static final String WITH_ANSWERS = "dense(dimension=5, cross=1)";

    private static LearnerSettings plain(String encoder) {
        EncoderSettings features = EncoderSettings.parse(encoder);
        return LearnerSettings.builder(LABELS)
                .features(features)
                .model(new SoftmaxRegression.Settings(features.dimension(), new Optimizer.AdaGrad(0.3)))
                .maxWeight(3)
                .head("sgd", Score.softmax(), TrackerSettings.parse("sgd"))
                .build();
    }

    @Test
    void decisionsAnsweredElsewhereCountAsAnswered() {
        for (String encoder : List.of(SUMS_ALONE, WITH_ANSWERS)) {
            Source random = new Source(3);
            Learner learner = new Learner(plain(encoder));
            List<Answer> answers = decided(learner, random, 20);
            Step apart = step(Learner.restore(learner.snapshot()), answers.subList(0, 15), 15);
            Answer first = answers.get(0);
            Answer last = answers.get(19);
            Step read = Step.read(learner, apart.toBytes());
            assertThat(learner.pending()).as("read, not applied").isEqualTo(20);
            learner.apply(read);
            assertThat(learner.pending()).isEqualTo(5);
            assertThat(learner.measures().answered()).isEqualTo(15);
            assertThat(learner.learn(first.id(), first.feedback())).isEqualTo(Outcome.ANSWERED);
            assertThat(learner.find(first.id())).isEmpty();
            assertThat(learner.learn(last.id(), last.feedback())).isEqualTo(Outcome.LEARNED);
        }
    }

    @Test
    void answersElsewhereAreRememberedAndCanBeContradicted() {
        Learner learner = new Learner(plain(SUMS_ALONE));
        String id = learner.decide(FeatureVector.dense(1, 2, 3, 4, 5)).id();
        Learner worker = Learner.restore(learner.snapshot());
        learner.apply(Step.read(
                learner,
                step(worker, List.of(new Answer(id, Feedback.CORRECT)), 1).toBytes()));
        assertThat(learner.learn(id, false)).isEqualTo(Outcome.CONTRADICTED);
        assertThat(learner.learn(id, true)).isEqualTo(Outcome.ANSWERED);
    }

    @Test
    void decisionsThatWereNeverHereAreLearnedFromAllTheSame() {
        for (String encoder : List.of(SUMS_ALONE, WITH_ANSWERS)) {
            Learner worker = new Learner(plain(encoder));
            Learner learner = new Learner(plain(encoder));
            List<Answer> answers = decided(worker, new Source(3), 20);
            learner.apply(Step.read(learner, step(worker, answers, 20).toBytes()));
            assertThat(learner.measures().answered()).isEqualTo(20);
            assertThat(learner.learn(answers.get(0).id(), true)).isEqualTo(Outcome.UNKNOWN);
        }
    }

    @Test
    void stepTakesOnlyAnswersToDecisionsThatWait() {
        Learner learner = new Learner(plain(SUMS_ALONE));
        String id = learner.decide(FeatureVector.dense(1, 2, 3, 4, 5)).id();
        Step step = Step.of(learner, Step.CHUNK);
        assertThat(step.add("nobody", Feedback.CORRECT)).isEqualTo(Outcome.UNKNOWN);
        assertThatThrownBy(() -> step.add(id, new Feedback.Expired()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("feedback: expired or cancelled (expected: an answer)");
        assertThatThrownBy(() -> step.add(id, Feedback.label(4))).isInstanceOf(IllegalArgumentException.class);
        assertThat(step.add(id, Feedback.CORRECT)).isEqualTo(Outcome.LEARNED);
        assertThat(step.add(id, Feedback.CORRECT)).isEqualTo(Outcome.ANSWERED);
        assertThat(step.add(id, Feedback.INCORRECT)).isEqualTo(Outcome.CONTRADICTED);
        assertThat(step.answers()).isEqualTo(1);
        learner.apply(step);
        byte[] after = learner.snapshot();
        learner.apply(step); // empty by now
        learner.apply(Step.of(learner, Step.CHUNK));
        assertThat(learner.snapshot()).isEqualTo(after);
    }

    @Test
    void decisionsAreNamedByNumberOrText() {
        Learner learner = new Learner(plain(SUMS_ALONE));
        FeatureVector query = FeatureVector.dense(1, 2, 3, 4, 5);
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(query, batch);
        learner.decide(Query.of(query).named("by-name"));
        Step step = Step.of(learner, 2);
        assertThat(step.add(batch.id(0), Feedback.CORRECT)).isEqualTo(Outcome.LEARNED);
        assertThat(step.add(Long.toString(batch.id(0)), Feedback.CORRECT)).isEqualTo(Outcome.ANSWERED);
        assertThat(step.add("by-name", Feedback.CORRECT)).isEqualTo(Outcome.LEARNED);
        learner.apply(step);
        assertThat(learner.measures().answered()).isEqualTo(2);
    }

    // ---------------------------------------------------------------- a part that tells no label

    /** Under correct-pulls a step is divided by the answers that tell a label; a chunk without any still teaches. */
    @Test
    void chunkThatTellsNoLabelIsNotLost() {
        LearnerSettings settings = LearnerSettings.builder(LABELS)
                .features(EncoderSettings.parse(SUMS_ALONE))
                .model(new SoftmaxRegression.Settings(NUMBERS, new Optimizer.Sgd(0.1)))
                .loss(Loss.parse("sdr"))
                .normalization(Normalization.CORRECT_PULLS)
                .maxWeight(3)
                .head("sgd", Score.softmax(), TrackerSettings.parse("sgd"))
                .build();
        Learner with = new Learner(settings);
        Learner without = new Learner(settings);
        List<Answer> answers = new ArrayList<>();
        for (Answer answer : decided(with, new Source(3), Step.CHUNK + 50)) {
            answers.add(new Answer(answer.id(), answers.size() < Step.CHUNK ? Feedback.label(1) : Feedback.INCORRECT));
        }
        decided(without, new Source(3), Step.CHUNK + 50);
        with.learn(answers);
        without.learn(answers.subList(0, Step.CHUNK));
        FeatureVector query = FeatureVector.dense(1, -1, 1, -1, 1);
        DecisionBatch one = with.newBatch();
        DecisionBatch two = without.newBatch();
        with.decideInto(query, one);
        without.decideInto(query, two);
        assertThat(one.probability(0, 1)).isNotEqualTo(two.probability(0, 1));
    }

    // ---------------------------------------------------------------- what is refused

    @Test
    void stepsOfOtherLearnersAreRefused() {
        LearnerSettings settings = plain(SUMS_ALONE).withSeed(1);
        Learner learner = new Learner(settings);
        Learner other = new Learner(settings.withSeed(2));
        Step step = step(other, decided(other, new Source(1), 3), 3);
        byte[] before = learner.snapshot();
        Step own = Step.of(learner, 3);
        for (Runnable call : List.<Runnable>of(() -> own.merge(step), () -> learner.apply(step))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("step: of a learner made with 'seed: 2' (expected: 'seed: 1')");
        }
        assertThatThrownBy(() -> Step.read(learner, step.toBytes()))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("step: of a learner with other settings (expected: with equal settings)");
        assertThat(learner.snapshot()).isEqualTo(before);
        assertThat(step.answers()).isEqualTo(3);
    }

    @Test
    void stepsOfOtherHeadsAreRefused() {
        LearnerSettings settings = LearnerSettings.builder(LABELS)
                .features(EncoderSettings.parse(SUMS_ALONE))
                .head("first", Score.softmax(), TrackerSettings.parse("sgd"))
                .head("second", Score.softmax(), TrackerSettings.parse("experts"))
                .maxWeight(3)
                .build();
        Learner learner = new Learner(settings);
        Learner other = new Learner(settings);
        other.change(new Change.RemoveHead("second"));
        other.change(new Change.AddHead(settings.heads().get(1)));
        Step step = step(other, decided(other, new Source(1), 3), 3);
        for (Runnable call : List.<Runnable>of(() -> Step.of(learner, 3).merge(step), () -> learner.apply(step))) {
            assertThatThrownBy(call::run)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("step: of a learner with heads numbered [0, 2] (expected: [0, 1],"
                            + " as heads added later have other numbers)");
        }
        assertThat(step.answers()).isEqualTo(3);
    }

    @Test
    void stepIsNotMergedWithItself() {
        Learner learner = new Learner(plain(SUMS_ALONE));
        Step step = step(learner, decided(learner, new Source(1), 3), 3);
        assertThatThrownBy(() -> step.merge(step))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("step: this one itself (expected: another one)");
        assertThat(step.answers()).isEqualTo(3);
    }

    @Test
    void stepsThatExpectOtherAnswersAreNotMergedAndRememberThatWhenTheyAreRead() {
        Learner learner = new Learner(plain(SUMS_ALONE));
        Step seven = Step.read(learner, Step.of(learner, 7).toBytes());
        assertThatThrownBy(() -> Step.of(learner, 8).merge(seven))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("step: of 7 expected answers (expected: 8, as this one)");
        Step.of(learner, 7).merge(seven);
    }

    @Test
    void sameAnswerInTwoPartsOfAStepIsRefused() {
        Learner learner = new Learner(plain(SUMS_ALONE));
        List<Answer> answers = decided(learner, new Source(1), 3);
        byte[] before = learner.snapshot();
        Step one = step(Learner.restore(before), answers, 6);
        Step two = step(Learner.restore(before), answers.subList(1, 2), 6);
        assertThatThrownBy(() -> one.merge(two))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("step: has an answer to decision " + answers.get(1).id()
                        + ", and so has this one (expected: each answer in one step)");
        assertThat(one.answers()).isEqualTo(3);
        assertThat(two.answers()).isEqualTo(1);
    }

    @Test
    void stepNeedsAnswersToExpect() {
        assertThatThrownBy(() -> Step.of(new Learner(plain(SUMS_ALONE)), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected answers: 0 (expected: >= 1)");
    }

    @Test
    void stepHoldsDecisionsOnlyWhereSumsAreNotEnough() {
        int[] bytes = new int[2];
        for (int i = 0; i < 2; i++) {
            Learner learner = new Learner(plain(i == 0 ? SUMS_ALONE : WITH_ANSWERS));
            bytes[i] = step(learner, decided(learner, new Source(1), 200), 200).toBytes().length;
        }
        assertThat(bytes[0]).isLessThan(200 * 60);
        assertThat(bytes[1]).isGreaterThan(200 * 100);
    }
}
