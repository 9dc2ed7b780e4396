package dev.setpoint.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Row AdaGrad, with gradients collected and without. */
class WeightRowsTest {
    private static final int INPUTS = 40;

    private static WeightRows rows(int outputs, double rate) {
        return new WeightRows(INPUTS, outputs, new Optimizer.RowAdaGrad(rate, false), 0, 0);
    }

    private static float[] row(WeightRows rows, int input, int outputs) {
        float[] row = new float[outputs];
        rows.addRow(input, 1, row);
        return row;
    }

    private static byte[] bytes(WeightRows rows) {
        return States.bytes(rows.stored());
    }

    private static WeightRows copied(WeightRows from, WeightRows to) {
        States.copied(from.stored(), to.stored());
        return to;
    }

    private static float[] vector(Source random, int length) {
        float[] vector = new float[length];
        for (int k = 0; k < length; k++) {
            vector[k] = random.chance(0.2) ? 0 : (float) random.between(-2, 2);
        }
        return vector;
    }

    @Test
    void twoStepsByHand() {
        // rate 0.5; inputs 1 and 2 times g = (3, 4), |g| = 5: G = 25 and 100, steps 0.5 g / 5 and 0.5 * 2 g / 10 alike
        WeightRows rows = rows(2, 0.5);
        rows.begin(1);
        float[] g = {3, 4};
        rows.addGradient(7, 1, g);
        rows.addGradient(9, 2, g);
        rows.endAnswer(1);
        rows.apply(1);
        assertThat(row(rows, 7, 2)).containsExactly(new float[] {-0.3f, -0.4f}, within(1e-7f));
        assertThat(row(rows, 9, 2)).containsExactly(new float[] {-0.3f, -0.4f}, within(1e-7f));
        // then -(0, 12) at input 7 alone: G = 25 + 144 = 13^2
        rows.begin(1);
        rows.addGradient(7, -1, new float[] {0, 12});
        rows.endAnswer(1);
        rows.apply(2);
        assertThat(row(rows, 7, 2)).containsExactly(new float[] {-0.3f, (float) (-0.4 + 6.0 / 13)}, within(1e-6f));
        assertThat(row(rows, 9, 2)).containsExactly(new float[] {-0.3f, -0.4f}, within(1e-7f));
    }

    @Test
    void itFollowsTheFormulaOverManySteps() {
        // the formula in double precision, with whole rows; steps of one answer and of several, entries that come twice
        Laws.forAll(40, random -> {
            int outputs = random.oneOf(1, 3, 10, 70);
            double rate = random.between(0.1, 2);
            WeightRows rows = rows(outputs, rate);
            double[][] weights = new double[INPUTS][outputs];
            double[] memory = new double[INPUTS];
            for (int step = 1; step <= 60; step++) {
                double[][] gradient = new double[INPUTS][];
                int answers = random.within(1, 3);
                rows.begin(answers);
                for (int answer = 0; answer < answers; answer++) {
                    float[] direction = vector(random, outputs);
                    double share = random.oneOf(1.0, random.between(0.1, 1));
                    double[] factors = new double[INPUTS];
                    for (int entry = random.within(1, 12); entry > 0; entry--) {
                        int input = random.below(INPUTS);
                        float factor = (float) random.between(-1, 1);
                        rows.addGradient(input, factor, direction);
                        factors[input] += factor;
                        gradient[input] = gradient[input] == null ? new double[outputs] : gradient[input];
                    }
                    rows.endAnswer(share);
                    for (int f = 0; f < INPUTS; f++) {
                        for (int k = 0; gradient[f] != null && k < outputs; k++) {
                            double g = factors[f] * direction[k];
                            memory[f] += g * g; // all of it is remembered
                            gradient[f][k] += share * g; // a share of it is taken
                        }
                    }
                }
                rows.apply(step);
                for (int f = 0; f < INPUTS; f++) {
                    if (gradient[f] == null) {
                        continue;
                    }
                    for (int k = 0; k < outputs; k++) {
                        weights[f][k] -= rate * gradient[f][k] / (Math.sqrt(memory[f]) + 1e-8);
                    }
                }
            }
            for (int f = 0; f < INPUTS; f++) {
                float[] row = row(rows, f, outputs);
                for (int k = 0; k < outputs; k++) {
                    assertThat((double) row[k]).isCloseTo(weights[f][k], within(1e-4));
                }
            }
        });
    }

    /** To the bit, because a step that was computed apart has buffers. */
    @Test
    void stepOfOneAnswerIsTheSameWithGradientBuffersAndWithout() {
        Laws.forAll(40, random -> {
            int outputs = random.oneOf(1, 3, 10, 70);
            WeightRows directly = rows(outputs, 1);
            for (int step = 1; step <= 30; step++) {
                WeightRows buffered = copied(directly, rows(outputs, 1));
                float[] direction = vector(random, outputs);
                directly.begin(true);
                buffered.begin(false);
                int[] inputs = random.permutation(INPUTS);
                for (int i = 0; i < 6; i++) {
                    float factor = (float) random.between(-1, 1);
                    directly.addGradient(inputs[i], factor, direction);
                    buffered.addGradient(inputs[i], factor, direction);
                }
                double share = random.oneOf(1.0, random.between(0.1, 1));
                directly.endAnswer(share);
                buffered.endAnswer(share);
                directly.apply(step);
                buffered.apply(step);
                assertThat(bytes(buffered)).isEqualTo(bytes(directly));
            }
        });
    }

    /**
     * Also with entries that come twice, inputs that have no row yet, and every way in which rows are laid out and added up; of dense
     * queries, which remember where their rows are, with other queries, collected gradients and restored rows in between.
     */
    @Test
    void queryAsAWholeGivesTheBitsOfItsEntriesOneByOne() {
        Laws.forAll(60, random -> {
            int outputs = random.oneOf(1, 3, 4, 5, 7, 8, 9, 10, 12, 13, 63, 64, 70);
            Optimizer optimizer = random.oneOf(new Optimizer.RowAdaGrad(1, false), new Optimizer.AdaGrad(0.5));
            int bias = INPUTS - 1;
            WeightRows whole = new WeightRows(INPUTS, outputs, optimizer, 0, 0);
            WeightRows oneByOne = new WeightRows(INPUTS, outputs, optimizer, 0, 0);
            double denseQueries = random.oneOf(0.0, 0.5, 0.9);
            byte[] earlier = bytes(whole);
            for (int step = 1; step <= 20; step++) {
                int answers = random.oneOf(1, 1, 3);
                whole.begin(answers);
                oneByOne.begin(answers);
                for (int answer = 0; answer < answers; answer++) {
                    FeatureVector query =
                            random.chance(denseQueries) ? denseQuery(random, bias) : sparseQuery(random, bias);
                    addUpAndAddGradients(whole, oneByOne, query, bias, outputs, random);
                    if (optimizer instanceof Optimizer.RowAdaGrad && random.chance(0.5)) {
                        assertThat(whole.reach()).isEqualTo(oneByOne.reach());
                    }
                    whole.endAnswer(0.5);
                    oneByOne.endAnswer(0.5);
                }
                whole.apply(step);
                oneByOne.apply(step);
                assertThat(bytes(whole)).isEqualTo(bytes(oneByOne));
                if (random.chance(0.2)) { // takes rows out again that come into being for it
                    whole.beginApart(1);
                    whole.addGradient(random.below(INPUTS), 1, vector(random, outputs));
                    whole.endAnswer(1);
                    whole.takeGradients(whole.newGradients());
                } else if (random.chance(0.2)) { // to a time when there may have been fewer rows
                    States.read(earlier, whole.stored());
                    States.read(earlier, oneByOne.stored());
                } else if (random.chance(0.2)) {
                    earlier = bytes(whole);
                }
            }
        });
    }

    /** Now and then with as many entries as a dense one has. */
    private static FeatureVector sparseQuery(Source random, int dimension) {
        FeatureVector query = FeatureVector.sparse(dimension);
        for (int entry = random.oneOf(dimension, random.within(0, 20)); entry > 0; entry--) {
            query.add(random.below(dimension), (float) random.between(-1, 1));
        }
        return query;
    }

    /** With zeros of both signs. */
    private static FeatureVector denseQuery(Source random, int dimension) {
        float[] values = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            values[i] = random.oneOf(0f, -0f, (float) random.between(-1, 1), (float) random.between(-1, 1));
        }
        return FeatureVector.dense(values);
    }

    private static void addUpAndAddGradients(
            WeightRows whole, WeightRows oneByOne, FeatureVector query, int bias, int outputs, Source random) {
        float[] sums = vector(random, outputs); // whatever was there before
        whole.addUpInto(query, bias, sums);
        float[] expected = new float[outputs];
        for (int f = 0; f < query.count(); f++) {
            oneByOne.addRow(query.index(f), query.value(f), expected);
        }
        oneByOne.addRow(bias, 1, expected);
        assertThat(sums).containsExactly(expected);

        float[] direction = vector(random, outputs);
        whole.addGradients(query, bias, direction);
        for (int f = 0; f < query.count(); f++) {
            oneByOne.addGradient(query.index(f), query.value(f), direction);
        }
        oneByOne.addGradient(bias, 1, direction);
    }

    /** What the optimizer remembers included, in every way in which rows are laid out. */
    @Test
    void rowsWithMoreOutputsMoveAsBeforeWhereTheGradientOfTheseIsZero() {
        Laws.forAll(60, random -> {
            int outputs = random.oneOf(1, 3, 10, 40, 63, 70);
            int more = outputs + random.oneOf(1, 5, 30, 1100);
            Optimizer optimizer = random.oneOf(
                    new Optimizer.RowAdaGrad(1, false),
                    new Optimizer.AdaGrad(0.5),
                    new Optimizer.Adam(0.1, 0.9, 0.99),
                    new Optimizer.Sgd(0.1));
            WeightRows before = new WeightRows(INPUTS, outputs, optimizer, 0, 0);
            WeightRows other = new WeightRows(INPUTS, outputs, optimizer, 0, 0);
            WeightRows grown = null;
            for (int step = 1; step <= 12; step++) {
                grown = step == 7 ? other.withOutputs(more, false) : grown;
                float[] direction = vector(random, outputs);
                int count = random.within(1, 2);
                before.begin(count);
                WeightRows copy = grown == null ? other : grown;
                copy.begin(count);
                for (int answer = 0; answer < count; answer++) {
                    for (int entry = 0; entry < 5; entry++) {
                        int input = random.below(INPUTS);
                        before.addGradient(input, 0.5f, direction);
                        copy.addGradient(input, 0.5f, grown == null ? direction : Arrays.copyOf(direction, more));
                    }
                    before.endAnswer(1);
                    copy.endAnswer(1);
                }
                before.apply(step);
                copy.apply(step);
            }
            for (int input = 0; input < INPUTS; input++) {
                assertThat(row(grown, input, more)).isEqualTo(Arrays.copyOf(row(before, input, outputs), more));
            }
        });
    }

    @Test
    void askingForTheReachChangesNothing() {
        WeightRows asked = rows(10, 1);
        WeightRows notAsked = rows(10, 1);
        float[] direction = {1, -2, 3, 0, 0, 1, 4, 0, -1, 0};
        for (int step = 1; step <= 3; step++) {
            for (WeightRows rows : new WeightRows[] {asked, notAsked}) {
                rows.begin(1);
                rows.addGradient(step, 0.5f, direction);
                rows.addGradient(7, -1, direction);
                assertThat(rows == notAsked || rows.reach() > 0).isTrue();
                rows.endAnswer(1);
                rows.apply(step);
            }
            assertThat(bytes(asked)).isEqualTo(bytes(notAsked));
        }
    }

    @Test
    void labelsWithoutGradientKeepTheirWeightsToTheBit() {
        WeightRows rows = rows(10, 1);
        rows.begin(1);
        rows.addGradient(3, 0.5f, new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
        rows.endAnswer(1);
        rows.apply(1);
        float[] before = row(rows, 3, 10);
        rows.begin(1);
        float[] one = new float[10];
        one[4] = -1;
        rows.addGradient(3, 0.5f, one);
        rows.endAnswer(1);
        rows.apply(2);
        float[] after = row(rows, 3, 10);
        for (int k = 0; k < 10; k++) {
            if (k == 4) {
                assertThat(after[k]).isGreaterThan(before[k]);
            } else {
                assertThat(after[k]).isEqualTo(before[k]);
            }
        }
    }

    @Test
    void gradientOfZeroChangesNothing() {
        WeightRows rows = rows(3, 1);
        rows.begin(1);
        rows.addGradient(3, 1, new float[] {1, 2, 3});
        rows.endAnswer(1);
        rows.apply(1);
        byte[] before = bytes(rows);
        rows.begin(1);
        rows.addGradient(3, 1, new float[3]);
        rows.endAnswer(1);
        rows.apply(2);
        assertThat(bytes(rows)).isEqualTo(before);
    }

    @Test
    void stateHoldsOneNumberOfMemoryPerRow() {
        WeightRows rows = rows(5, 1);
        rows.begin(1);
        float[] direction = {1, 0, 0, 2, 0};
        rows.addGradient(3, 2, direction);
        rows.addGradient(8, 1, direction);
        rows.endAnswer(1);
        rows.apply(1);
        byte[] bytes = bytes(rows);
        byte[] page = Sealed.pages(bytes).get(0L);
        // rows; the input of each; for each 5 weights and 1 memory
        assertThat(page).hasSize(4 + 2 * (4 + 5 * 4 + 4));
        assertThat(ByteBuffer.wrap(page).getFloat(4 + 2 * 4 + 5 * 4)).isEqualTo(20); // 2^2 (1 + 4)
        assertThat(bytes(copied(rows, rows(5, 1)))).isEqualTo(bytes);
    }
}
