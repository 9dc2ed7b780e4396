package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.LogitOutput;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.model.SummedModel;
import dev.setpoint.state.PagedState;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.GradientSums;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What every {@link ProbabilityModel} promises. To hold one to it, extend this in a test:
 *
 * <pre>{@code
 * class MyModelTest extends ModelContract {
 *     protected ModelSettings settings() { return new MyModel.Settings(DIMENSION); }
 * }
 * }</pre>
 *
 * <p>Snapshots keep settings as text, so its text must be read back: name it by a {@link dev.setpoint.notation.Plugin}.
 */
public abstract class ModelContract {
    /** How many positions a query has. */
    public static final int DIMENSION = 7;
    /** How many labels there are. */
    public static final int LABELS = 4;

    /** Of one model. */
    protected ModelContract() {}

    /** The model and its constants, for queries of {@link #DIMENSION} positions. */
    protected abstract ModelSettings settings();

    /** By how much probabilities may differ of a query alone and the same query among others. */
    private double rounding() {
        return switch (settings().batchEffect()) {
            case NONE -> 0;
            case ROUNDING -> 1e-5;
            case CONTENT -> 1;
        };
    }

    ProbabilityModel create() {
        return settings().create(new ModelContext(LABELS, new GivenWeights(), 42));
    }

    static double[] probabilities(ProbabilityModel model, FeatureVector... queries) {
        return probabilities(LABELS, model, queries);
    }

    static double[] probabilities(int labels, ProbabilityModel model, FeatureVector... queries) {
        double[] p = new double[queries.length * labels];
        model.probabilitiesInto(queries, queries.length, p);
        return p;
    }

    static FeatureVector query(Source random) {
        return random.chance(0.5) ? random.dense(DIMENSION) : random.sparse(DIMENSION, 6);
    }

    static FeatureVector[] queries(Source random, int count) {
        FeatureVector[] queries = new FeatureVector[count];
        for (int i = 0; i < count; i++) {
            queries[i] = query(random);
        }
        return queries;
    }

    /** Mostly one-hot with a weight as of a correct pull; sometimes nothing, sometimes anything, negative included. */
    static double[] weights(Source random, int count) {
        return weights(random, count, LABELS);
    }

    static double[] weights(Source random, int count, int labels) {
        double[] weights = new double[count * labels];
        for (int i = 0; i < count; i++) {
            if (random.chance(0.7)) {
                weights[i * labels + random.below(labels)] = random.between(1, 8);
            } else if (random.chance(0.5)) {
                for (int k = 0; k < labels; k++) {
                    weights[i * labels + k] = random.between(-1, 2);
                }
            }
        }
        return weights;
    }

    static void randomStep(Source random, ProbabilityModel model) {
        randomStep(random, model, LABELS);
    }

    static void randomStep(Source random, ProbabilityModel model, int labels) {
        int count = random.within(1, 5);
        Observation[] observations = GivenWeights.of(count, weights(random, count, labels));
        model.learn(queries(random, count), observations, count, random.within(1, 3));
    }

    @Test
    void probabilitiesSumToOne() {
        Laws.forAll(30, random -> {
            ProbabilityModel model = create();
            for (int step = 0; step < 20; step++) {
                double[] p = probabilities(model, queries(random, 3));
                for (int i = 0; i < 3; i++) {
                    double sum = 0;
                    for (int k = 0; k < LABELS; k++) {
                        assertThat(p[i * LABELS + k]).isBetween(0.0, 1.0);
                        sum += p[i * LABELS + k];
                    }
                    assertThat(sum).isCloseTo(1, within(1e-12));
                }
                randomStep(random, model);
            }
        });
    }

    @Test
    void probabilitiesAreThoseOfTheLogits() {
        assumeThat(create()).isInstanceOf(LogitOutput.class);
        Laws.forAll(10, random -> {
            LogitOutput model = (LogitOutput) create();
            for (int step = 0; step < 5; step++) {
                FeatureVector[] queries = queries(random, 3);
                float[] logits = new float[3 * LABELS];
                double[] p = new double[3 * LABELS];
                model.logitsInto(queries, 3, logits, p);
                assertThat(p).isEqualTo(probabilities(model, queries));
                randomStep(random, model); // an answer may come much later
                double[] again = new double[LABELS];
                for (int i = 0; i < 3; i++) {
                    model.probabilitiesOf(Arrays.copyOfRange(logits, i * LABELS, (i + 1) * LABELS), again);
                    assertThat(again).isEqualTo(Arrays.copyOfRange(p, i * LABELS, (i + 1) * LABELS));
                }
            }
            model.close();
        });
    }

    @Test
    void probabilitiesChangeOnlyInLearn() {
        Laws.forAll(30, random -> {
            ProbabilityModel model = create();
            for (int step = 0; step < 5; step++) {
                FeatureVector query = query(random);
                double[] before = probabilities(model, query);
                probabilities(model, queries(random, 4));
                States.bytes(model);
                assertThat(probabilities(model, query)).isEqualTo(before);
                int label = random.below(LABELS);
                double[] weights = new double[LABELS];
                weights[label] = 1;
                model.learn(new FeatureVector[] {query}, GivenWeights.of(1, weights), 1, 1);
                assertThat(probabilities(model, query)).isNotEqualTo(before);
            }
        });
    }

    @Test
    void learningALabelMakesItMoreProbable() {
        Laws.forAll(30, random -> {
            ProbabilityModel model = create();
            FeatureVector query = query(random);
            int label = random.below(LABELS);
            double before = probabilities(model, query)[label];
            double[] weights = new double[LABELS];
            weights[label] = 1;
            model.learn(new FeatureVector[] {query}, GivenWeights.of(1, weights), 1, 1);
            assertThat(probabilities(model, query)[label]).isGreaterThan(before);
        });
    }

    @Test
    void stepWithZeroWeightsChangesNothing() {
        Laws.forAll(30, random -> {
            ProbabilityModel model = create();
            for (int step = 0; step < 5; step++) {
                FeatureVector[] queries = queries(random, 3);
                probabilities(model, queries);
                byte[] before = States.bytes(model);
                model.learn(queries, GivenWeights.of(3, new double[3 * LABELS]), 3, 1);
                assertThat(States.bytes(model)).isEqualTo(before);
                randomStep(random, model);
            }
        });
    }

    @Test
    void queriesWithoutWeightAddNothingToAStep() {
        Laws.forAll(30, random -> {
            ProbabilityModel with = create();
            ProbabilityModel without = create();
            FeatureVector silent = query(random);
            FeatureVector told = query(random);
            probabilities(with, silent, told);
            probabilities(without, silent, told);
            double[] weights = new double[2 * LABELS];
            weights[LABELS + 1] = 3;
            with.learn(new FeatureVector[] {silent, told}, GivenWeights.of(2, weights), 2, 2);
            without.learn(new FeatureVector[] {told}, GivenWeights.of(1, 0, 3, 0, 0), 1, 2);
            double[] expected = probabilities(without, told);
            double[] actual = probabilities(with, told);
            for (int k = 0; k < LABELS; k++) {
                assertThat(actual[k]).isCloseTo(expected[k], within(rounding()));
            }
            if (rounding() == 0) {
                assertThat(States.bytes(with)).isEqualTo(States.bytes(without));
            }
        });
    }

    @Test
    void sameCallsGiveSameBits() {
        Laws.forAll(20, random -> {
            long seed = random.bits();
            Source a = new Source(seed);
            Source b = new Source(seed);
            ProbabilityModel one = create();
            ProbabilityModel two = create();
            for (int step = 0; step < 20; step++) {
                randomStep(a, one);
                randomStep(b, two);
            }
            assertThat(States.bytes(two)).isEqualTo(States.bytes(one));
        });
    }

    /** To the bit where {@link ModelSettings#batchEffect} says so. */
    @Test
    void queryIsAnsweredAloneAsInABatch() {
        Laws.forAll(20, random -> {
            ProbabilityModel model = create();
            randomStep(random, model);
            FeatureVector[] queries = queries(random, random.within(2, 70));
            double[] together = probabilities(model, queries);
            for (int i = 0; i < queries.length; i++) {
                double[] alone = probabilities(model, queries[i]);
                for (int k = 0; k < LABELS; k++) {
                    assertThat(together[i * LABELS + k]).isCloseTo(alone[k], within(rounding()));
                }
            }
        });
    }

    @Test
    void onlyTheFirstCountQueriesCount() {
        Laws.forAll(20, random -> {
            ProbabilityModel one = create();
            ProbabilityModel two = create();
            FeatureVector[] queries = queries(random, 3);
            double[] weights = weights(random, 3);
            one.learn(queries, GivenWeights.of(3, weights), 2, 1);
            two.learn(new FeatureVector[] {queries[0], queries[1]}, GivenWeights.of(3, weights), 2, 1);
            assertThat(States.bytes(one)).isEqualTo(States.bytes(two));
        });
    }

    @Test
    void duplicatedIndicesAddUp() {
        Laws.forAll(30, random -> {
            ProbabilityModel split = create();
            ProbabilityModel whole = create();
            FeatureVector twice = FeatureVector.sparse(DIMENSION);
            twice.add(3, 0.25f);
            twice.add(1, 0.5f);
            twice.add(3, 0.5f);
            FeatureVector once = FeatureVector.sparse(DIMENSION);
            once.add(3, 0.75f);
            once.add(1, 0.5f);
            for (int step = 0; step < 10; step++) {
                double[] weights = weights(random, 1);
                split.learn(new FeatureVector[] {twice}, GivenWeights.of(1, weights), 1, 1);
                whole.learn(new FeatureVector[] {once}, GivenWeights.of(1, weights), 1, 1);
                double[] a = probabilities(split, twice);
                double[] b = probabilities(whole, once);
                for (int k = 0; k < LABELS; k++) {
                    assertThat(a[k]).isCloseTo(b[k], within(1e-4));
                }
            }
        });
    }

    @Test
    void denseEqualsSparseWithTheSameEntries() {
        Laws.forAll(30, random -> {
            ProbabilityModel one = create();
            ProbabilityModel two = create();
            for (int step = 0; step < 10; step++) {
                FeatureVector dense = random.dense(DIMENSION);
                FeatureVector sparse = FeatureVector.sparse(DIMENSION);
                for (int i = 0; i < DIMENSION; i++) {
                    sparse.add(i, dense.value(i));
                }
                double[] weights = weights(random, 1);
                assertThat(probabilities(two, sparse)).isEqualTo(probabilities(one, dense));
                one.learn(new FeatureVector[] {dense}, GivenWeights.of(1, weights), 1, 1);
                two.learn(new FeatureVector[] {sparse}, GivenWeights.of(1, weights), 1, 1);
            }
            assertThat(States.bytes(two)).isEqualTo(States.bytes(one));
        });
    }

    @Test
    void restoredAtAnyStepItContinuesBitForBit() {
        Laws.forAll(10, random -> {
            ProbabilityModel model = create();
            for (int step = 0; step < 15; step++) {
                ProbabilityModel restored = States.copied(model, create());
                assertThat(States.bytes(restored)).isEqualTo(States.bytes(model));
                long seed = random.bits();
                FeatureVector query = query(random);
                assertThat(probabilities(restored, query)).isEqualTo(probabilities(model, query));
                randomStep(new Source(seed), model);
                randomStep(new Source(seed), restored);
                assertThat(probabilities(restored, query)).isEqualTo(probabilities(model, query));
                assertThat(States.bytes(restored)).isEqualTo(States.bytes(model));
            }
        });
    }

    @Test
    void touchedPagesAreAllThatChanges() {
        Laws.forAll(5, random -> {
            ProbabilityModel model = create();
            Increments increments = new Increments(model, create());
            for (int step = 0; step < 15; step++) {
                if (random.chance(0.5)) {
                    probabilities(model, queries(random, 2));
                }
                for (int i = random.below(3); i > 0; i--) {
                    randomStep(random, model);
                }
                increments.follow();
            }
        });
    }

    @Test
    void restoringReplacesAllThatWasThere() {
        Laws.forAll(10, random -> {
            ProbabilityModel model = create();
            ProbabilityModel used = create();
            for (int step = 0; step < 5; step++) {
                randomStep(random, used);
            }
            randomStep(random, model);
            States.copied(model, used);
            assertThat(States.bytes(used)).isEqualTo(States.bytes(model));
        });
    }

    @Test
    void stateOfAModelWithOtherSizesIsRefused() {
        ProbabilityModel trained = create();
        randomStep(new Source(1), trained);
        trained.learn(new FeatureVector[] {new Source(1).dense(DIMENSION)}, GivenWeights.of(1, 1, 0, 0, 0), 1, 1);
        assertThatThrownBy(() ->
                        States.copied(trained, settings().create(new ModelContext(LABELS + 1, new GivenWeights(), 42))))
                .isInstanceOf(SnapshotException.class);
    }

    @Test
    void queryOfWrongDimensionIsRefused() {
        ProbabilityModel model = create();
        for (FeatureVector wrong : new FeatureVector[] {
            FeatureVector.sparse(DIMENSION + 1), FeatureVector.dense(1, 2), FeatureVector.sparse(0)
        }) {
            assertThatThrownBy(() -> probabilities(model, wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("dimension of the query: " + wrong.dimension() + " (expected: " + DIMENSION + ")");
        }
    }

    @Test
    void firstStateDependsOnSettingsLabelsAndSeedAlone() {
        FeatureVector query = new Source(3).dense(DIMENSION);
        assertThat(probabilities(create(), query)).isEqualTo(probabilities(create(), query));
    }

    @Test
    void firstStateDoesNotDependOnWhichFeatureIsSeenFirst() {
        FeatureVector a = new Source(3).sparse(DIMENSION, 6);
        FeatureVector b = new Source(4).dense(DIMENSION);
        ProbabilityModel one = create();
        ProbabilityModel two = create();
        probabilities(one, a);
        assertThat(probabilities(one, b)).isEqualTo(probabilities(two, b));
        assertThat(probabilities(two, a)).isEqualTo(probabilities(one, a));
    }

    /** Whether a query went forward just before or not, and whether a model has learned before or not. */
    @Test
    void learningIsToTheBitCollectingAGradientAndApplyingIt() {
        assumeThat(create()).isInstanceOf(SummedModel.class);
        Laws.forAll(20, random -> {
            ProbabilityModel whole = create();
            SummedModel apart = (SummedModel) create();
            for (int step = 0; step < 15; step++) {
                FeatureVector[] queries = queries(random, random.oneOf(1, random.within(2, 20)));
                if (random.chance(0.3)) {
                    assertThat(probabilities(apart, queries)).isEqualTo(probabilities(whole, queries));
                }
                Observation[] observations = GivenWeights.of(queries.length, weights(random, queries.length));
                double divisor = random.oneOf(1.0, (double) queries.length);
                whole.learn(queries, observations, queries.length, divisor);
                Apart.learn(apart, queries, observations, divisor);
                assertThat(States.bytes(apart)).isEqualTo(States.bytes(whole));
            }
        });
    }

    @Test
    void gradientThatIsNeverAppliedLeavesNoTrace() {
        assumeThat(create()).isInstanceOf(SummedModel.class);
        Laws.forAll(10, random -> {
            SummedModel with = (SummedModel) create();
            ProbabilityModel without = create();
            for (int step = 0; step < 15; step++) {
                FeatureVector[] queries = queries(random, 3);
                Apart.collect(with, queries, GivenWeights.of(3, weights(random, 3)), 1, 2);
                FeatureVector[] last = {queries[2]}; // which went forward last
                FeatureVector[] others = random.oneOf(last, queries, queries(random, 3));
                assertThat(probabilities(with, others)).isEqualTo(probabilities(without, others));
                assertThat(States.bytes(with)).isEqualTo(States.bytes(without));
                long seed = random.bits();
                randomStep(new Source(seed), with);
                randomStep(new Source(seed), without);
            }
        });
    }

    @Test
    void touchedPagesAreAllThatChangesByGradientsApart() {
        assumeThat(create()).isInstanceOf(SummedModel.class);
        Laws.forAll(5, random -> {
            SummedModel model = (SummedModel) create();
            Increments increments = new Increments(model, create());
            for (int step = 0; step < 15; step++) {
                FeatureVector[] queries = queries(random, 3);
                Apart.learn(model, queries, GivenWeights.of(3, weights(random, 3)), 1);
                increments.follow();
            }
        });
    }

    @Test
    void gradientInPartsIsThatOfTheWholeUpToRounding() {
        assumeThat(create()).isInstanceOf(SummedModel.class);
        Laws.forAll(20, random -> {
            SummedModel whole = (SummedModel) create();
            SummedModel parts = (SummedModel) create();
            FeatureVector[] queries = queries(random, 8);
            double[] weights = weights(random, 8);
            whole.learn(queries, GivenWeights.of(8, weights), 8, 8);
            GradientSums[] sums = new GradientSums[2];
            for (int part = 0; part < 2; part++) { // of 3 and of 5 answers, each over how many they are
                int from = part == 0 ? 0 : 3;
                int to = part == 0 ? 3 : 8;
                double[] own = Arrays.copyOfRange(weights, from * LABELS, to * LABELS);
                sums[part] = Apart.collect(
                        parts,
                        Arrays.copyOfRange(queries, from, to),
                        GivenWeights.of(to - from, own),
                        to - from,
                        8.0 / (to - from));
            }
            parts.apply(sums, new double[] {3 / 8.0, 5 / 8.0}, 2);
            double[] expected = probabilities(whole, queries);
            double[] actual = probabilities(parts, queries);
            for (int i = 0; i < expected.length; i++) {
                assertThat(actual[i]).isCloseTo(expected[i], within(1e-4));
            }
        });
    }

    @Test
    void gradientThatIsCutOffIsRefused() {
        assumeThat(create()).isInstanceOf(SummedModel.class);
        SummedModel model = (SummedModel) create();
        FeatureVector[] queries = queries(new Source(5), 3);
        StateWriter out = new StateWriter();
        Apart.collect(model, queries, GivenWeights.of(3, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0), 1, 1)
                .writeState(out);
        ByteBuffer bytes = out.written();
        for (int length = 0; length < bytes.limit(); length++) {
            StateReader in = new StateReader(bytes.duplicate().limit(length));
            GradientSums sums = model.newSums();
            assertThatThrownBy(() -> sums.readState(in)).isInstanceOf(SnapshotException.class);
        }
    }

    private ProbabilityModel createWith(int labels) {
        return settings().create(new ModelContext(labels, new GivenWeights(), 42));
    }

    private static void grow(ProbabilityModel model, int labels) {
        model.grow(new ModelContext(labels, new GivenWeights(), 7)); // whose seed does not count
    }

    private void assumeItGrows() {
        try (ProbabilityModel model = create()) {
            assumeThat(model.canGrow())
                    .as("whether it can be given more labels")
                    .isTrue();
        }
    }

    @Test
    void modelThatCannotBeGivenMoreLabelsRefusesThem() {
        try (ProbabilityModel model = create()) {
            assumeThat(model.canGrow()).isFalse();
            byte[] before = States.bytes(model);
            assertThatThrownBy(() -> grow(model, LABELS + 1)).isInstanceOf(UnsupportedOperationException.class);
            assertThat(States.bytes(model)).isEqualTo(before);
        }
    }

    private static int more(Source random, int labels) {
        return labels + random.oneOf(1, random.within(2, 6), random.within(40, 90));
    }

    private static float[] logits(ProbabilityModel model, int labels, FeatureVector query) {
        float[] logits = new float[labels];
        ((LogitOutput) model).logitsInto(new FeatureVector[] {query}, 1, logits, new double[labels]);
        return logits;
    }

    /** To the bit where {@link ModelSettings#batchEffect} says so. */
    @Test
    void moreLabelsLeaveTheLogitsOfTheOthersAsTheyWere() {
        assumeItGrows();
        assumeThat(create()).isInstanceOf(LogitOutput.class);
        Laws.forAll(10, random -> {
            ProbabilityModel model = create();
            FeatureVector[] queries = queries(random, 6);
            int labels = LABELS;
            for (int round = 0; round < 4; round++) {
                for (int step = random.below(6); step > 0; step--) {
                    randomStep(random, model, labels);
                }
                float[][] before = new float[queries.length][];
                for (int i = 0; i < queries.length; i++) {
                    before[i] = logits(model, labels, queries[i]);
                }
                int more = round == 3 ? 1000 : more(random, labels);
                grow(model, more);
                for (int i = queries.length - 1; i >= 0; i--) { // the one that was asked last is asked first
                    float[] after = logits(model, more, queries[i]);
                    for (int k = 0; k < labels; k++) {
                        float tolerance = rounding() == 0 ? 0 : (float) rounding() * (1 + Math.abs(before[i][k]));
                        assertThat(after[k]).isCloseTo(before[i][k], within(tolerance));
                    }
                    float least = 0;
                    float most = 0;
                    for (float logit : before[i]) {
                        least = Math.min(least, logit);
                        most = Math.max(most, logit);
                    }
                    for (int k = labels; k < more; k++) {
                        assertThat(after[k]).isCloseTo(after[labels], within(1e-5f * (1 + most - least)));
                        assertThat(after[k]).isBetween(least - 1e-5f, most + 1e-5f);
                    }
                }
                labels = more;
            }
            model.close();
        });
    }

    @Test
    void addedLabelsAreLearnedAndTheOthersFurther() {
        assumeItGrows();
        Laws.forAll(5, random -> {
            ProbabilityModel model = create();
            randomStep(random, model);
            int labels = more(random, more(random, LABELS));
            grow(model, labels);
            FeatureVector[] query = queries(random, 1);
            for (int label : new int[] {labels - 1, LABELS, random.below(LABELS)}) {
                double[] weights = new double[labels];
                weights[label] = 1;
                double before = probabilities(labels, model, query)[label];
                for (int step = 0; step < 300 && probabilities(labels, model, query)[label] < 0.5; step++) {
                    model.learn(query, GivenWeights.of(1, weights), 1, 1);
                }
                assertThat(probabilities(labels, model, query)[label]).isGreaterThan(Math.max(before, 0.5));
            }
            model.close();
        });
    }

    @Test
    void whatAGrownModelStoresIsReadByOneThatWasMadeWithAsManyLabels() {
        assumeItGrows();
        Laws.forAll(8, random -> {
            ProbabilityModel model = create();
            int labels = LABELS;
            for (int round = 0; round < 3; round++) {
                for (int step = random.below(4); step > 0; step--) {
                    randomStep(random, model, labels);
                }
                byte[] before = States.bytes(model);
                int more = more(random, labels);
                grow(model, more);
                assertThat(States.bytes(States.read(before, createWith(labels))))
                        .isEqualTo(before);
                labels = more;
                ProbabilityModel restored = States.copied(model, createWith(labels));
                for (int step = 0; step < 3; step++) {
                    FeatureVector query = query(random);
                    assertThat(probabilities(labels, restored, query)).isEqualTo(probabilities(labels, model, query));
                    long seed = random.bits();
                    randomStep(new Source(seed), model, labels);
                    randomStep(new Source(seed), restored, labels);
                    assertThat(States.bytes(restored)).isEqualTo(States.bytes(model));
                }
                restored.close();
            }
            model.close();
        });
    }

    @Test
    void storeThatGetsTheTouchedPagesHoldsWhatAGrownModelIs() {
        assumeItGrows();
        Laws.forAll(8, random -> {
            ProbabilityModel model = create();
            PagedState state = new PagedState().add(0, model);
            MapPages store = new MapPages();
            int labels = LABELS;
            try {
                state.writeAll(store);
                for (int round = 0; round < 5; round++) {
                    state.settle();
                    for (int step = random.below(3); step > 0; step--) {
                        randomStep(random, model, labels);
                    }
                    if (random.chance(0.7)) {
                        int more = round == 3 ? 6000 : more(random, labels); // in more than one piece
                        grow(model, more);
                        labels = more;
                    }
                    for (int step = random.below(3); step > 0; step--) {
                        randomStep(random, model, labels);
                    }
                    state.writeTouched(store);
                    MapPages all = new MapPages();
                    new PagedState().add(0, model).writeAll(all);
                    assertThat(store.pages()).containsExactlyEntriesOf(all.pages());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            model.close();
        });
    }

    @Test
    void gradientsOfAGrownModelAreCollectedAndAppliedToTheBit() {
        assumeItGrows();
        assumeThat(create()).isInstanceOf(SummedModel.class);
        Laws.forAll(8, random -> {
            ProbabilityModel whole = create();
            SummedModel apart = (SummedModel) create();
            int labels = LABELS;
            for (int round = 0; round < 4; round++) {
                FeatureVector[] queries = queries(random, random.oneOf(1, random.within(2, 20)));
                Observation[] observations = GivenWeights.of(queries.length, weights(random, queries.length, labels));
                whole.learn(queries, observations, queries.length, 2);
                Apart.learn(apart, queries, observations, 2);
                assertThat(States.bytes(apart)).isEqualTo(States.bytes(whole));
                GradientSums[] old = {apart.newSums()};
                int more = more(random, labels);
                grow(whole, more);
                grow(apart, more);
                byte[] before = States.bytes(apart);
                assertThatThrownBy(() -> apart.apply(old, new double[] {1}, 1))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThat(States.bytes(apart)).isEqualTo(before);
                labels = more;
            }
        });
    }

    @Test
    void labelsThatAreNotMoreAreRefusedAndChangeNothing() {
        assumeItGrows();
        ProbabilityModel model = create();
        randomStep(new Source(1), model);
        grow(model, LABELS + 2);
        byte[] before = States.bytes(model);
        for (int labels : new int[] {LABELS + 2, LABELS}) {
            assertThatThrownBy(() -> grow(model, labels)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(States.bytes(model)).isEqualTo(before);
        model.close();
    }

    @Test
    void logitsOfAnEarlierDecisionGiveTheProbabilitiesItWasIssuedWith() {
        assumeItGrows();
        assumeThat(create()).isInstanceOf(LogitOutput.class);
        Laws.forAll(10, random -> {
            LogitOutput model = (LogitOutput) create();
            randomStep(random, model);
            FeatureVector query = query(random);
            double[] issued = probabilities(model, query);
            float[] logits = logits(model, LABELS, query);
            int labels = more(random, LABELS);
            grow(model, labels);
            float[] kept = Arrays.copyOf(logits, labels);
            Arrays.fill(kept, LABELS, labels, random.oneOf(Float.NaN, 3f, Float.NEGATIVE_INFINITY));
            double[] again = new double[labels];
            Arrays.fill(again, 7);
            model.probabilitiesOf(kept, LABELS, again);
            assertThat(again).isEqualTo(Arrays.copyOf(issued, labels));
            Arrays.fill(kept, LABELS, labels, Float.NEGATIVE_INFINITY);
            model.probabilitiesOf(kept, again);
            assertThat(again).isEqualTo(Arrays.copyOf(issued, labels));
            model.close();
        });
    }

    @Test
    void closingTwiceIsHarmlessAndTouchesNoOther() {
        ProbabilityModel model = create();
        ProbabilityModel other = create();
        randomStep(new Source(1), model);
        randomStep(new Source(1), other);
        byte[] state = States.bytes(model);
        model.close();
        model.close();
        assertThat(States.bytes(other)).isEqualTo(state);
        randomStep(new Source(2), other);
        assertThat(States.bytes(other)).isNotEqualTo(state);
    }

    @Test
    void readsBackWhatItPrints() {
        assertThat(ModelSettings.parse(settings().toString())).isEqualTo(settings());
    }
}
