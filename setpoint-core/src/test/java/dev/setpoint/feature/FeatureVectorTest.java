package dev.setpoint.feature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import org.junit.jupiter.api.Test;

class FeatureVectorTest {
    @Test
    void denseHasAValueAtEveryPosition() {
        FeatureVector vector = FeatureVector.dense(3, 0, -1);
        assertThat(vector.isDense()).isTrue();
        assertThat(vector.dimension()).isEqualTo(3);
        assertThat(vector.count()).isEqualTo(3);
        assertThat(vector.index(2)).isEqualTo(2);
        assertThat(vector.value(2)).isEqualTo(-1);
        assertThat(vector).hasToString("dense[3.0, 0.0, -1.0] of 3");
    }

    @Test
    void denseKeepsACopyOfAPart() {
        float[] source = {9, 1, 2, 9};
        FeatureVector vector = new FeatureVector();
        vector.setDense(source, 1, 2);
        source[1] = 7;
        assertThat(vector).isEqualTo(FeatureVector.dense(1, 2));
    }

    @Test
    void denseRefusesWhatIsNotFiniteAndIsThenEmpty() {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY}) {
            FeatureVector vector = FeatureVector.dense(5, 6);
            assertThatThrownBy(() -> vector.setDense(new float[] {1, bad, 3}, 0, 3))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("features[1]: " + bad + " (expected: finite)");
            assertThat(vector.count()).isZero();
            assertThat(vector.isDense()).isFalse();
        }
    }

    @Test
    void sparseRefusesIndicesOutOfRangeAndValuesThatAreNotFinite() {
        FeatureVector vector = FeatureVector.sparse(4);
        vector.add(0, 1);
        vector.add(3, 2);
        for (int index : new int[] {-1, 4, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> vector.add(index, 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("index: " + index + " (expected: in [0, 4))");
        }
        assertThatThrownBy(() -> vector.add(1, Float.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("value at 1: NaN (expected: finite)");
        assertThatThrownBy(() -> vector.add(1, Float.NEGATIVE_INFINITY)).isInstanceOf(IllegalArgumentException.class);
        assertThat(vector).hasToString("sparse[0:1.0, 3:2.0] of 4");
    }

    @Test
    void denseVectorTakesNoEntries() {
        assertThatThrownBy(() -> FeatureVector.dense(1).add(0, 1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void negativeDimensionIsRefused() {
        assertThatThrownBy(() -> FeatureVector.sparse(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("dimension: -1 (expected: >= 0)");
    }

    @Test
    void newVectorIsEmptyAndSparse() {
        FeatureVector vector = new FeatureVector();
        assertThat(vector.dimension()).isZero();
        assertThat(vector.count()).isZero();
        assertThat(vector.norm()).isZero();
        assertThat(vector).isEqualTo(FeatureVector.sparse(0));
        assertThatThrownBy(() -> vector.add(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void fillingAgainKeepsNothingOld() {
        Laws.forAll(100, random -> {
            FeatureVector reused = new FeatureVector();
            for (int t = 0; t < 20; t++) {
                FeatureVector fresh = random.chance(0.5) ? random.dense(random.within(0, 40)) : random.sparse(50, 40);
                if (random.chance(0.5)) {
                    reused.copyFrom(fresh);
                } else if (fresh.isDense()) {
                    float[] values = new float[fresh.count()];
                    for (int i = 0; i < values.length; i++) {
                        values[i] = fresh.value(i);
                    }
                    reused.setDense(values, 0, values.length);
                } else {
                    reused.clear(50);
                    for (int i = 0; i < fresh.count(); i++) {
                        reused.add(fresh.index(i), fresh.value(i));
                    }
                }
                assertThat(reused).isEqualTo(fresh).hasSameHashCodeAs(fresh).hasToString(fresh.toString());
            }
        });
    }

    @Test
    void copyIsIndependentOfTheOriginal() {
        FeatureVector original = FeatureVector.sparse(9);
        original.add(4, 2);
        FeatureVector copy = FeatureVector.dense(1, 2, 3);
        copy.copyFrom(original);
        original.add(5, 3);
        original.scale(10);
        assertThat(copy).hasToString("sparse[4:2.0] of 9");
    }

    @Test
    void equalityIsOfKindDimensionAndEntries() {
        FeatureVector sparse = FeatureVector.sparse(2);
        sparse.add(0, 1);
        sparse.add(1, 2);
        FeatureVector swapped = FeatureVector.sparse(2);
        swapped.add(1, 2);
        swapped.add(0, 1);
        FeatureVector wider = FeatureVector.sparse(3);
        wider.add(0, 1);
        wider.add(1, 2);
        assertThat(sparse)
                .isNotEqualTo(FeatureVector.dense(1, 2))
                .isNotEqualTo(swapped)
                .isNotEqualTo(wider);
        assertThat(FeatureVector.dense(1, 2))
                .isEqualTo(FeatureVector.dense(1, 2))
                .isNotEqualTo(FeatureVector.dense(1, 3));
        assertThat(FeatureVector.dense(1)).isNotEqualTo("dense");
    }

    @Test
    void mergingLeavesWhatIsNamedBeforeAndAddsUpTheRestInOrder() {
        Laws.forAll(200, random -> {
            FeatureVector vector = FeatureVector.sparse(40);
            int first = random.below(4);
            int count = first + random.below(120);
            float[] sums = new float[40];
            for (int i = 0; i < count; i++) {
                int index = random.below(40);
                float value = random.within(-2, 2); // whole numbers: sums do not depend on their order
                vector.add(index, value);
                sums[index] += i < first ? 0 : value;
            }
            FeatureVector expected = FeatureVector.sparse(40);
            for (int i = 0; i < first; i++) {
                expected.add(vector.index(i), vector.value(i));
            }
            for (int i = 0; i < 40; i++) {
                if (sums[i] != 0) {
                    expected.add(i, sums[i]);
                }
            }
            vector.mergeFrom(first);
            assertThat(vector).isEqualTo(expected);
            vector.mergeFrom(first);
            assertThat(vector).as("again").isEqualTo(expected);
        });
    }

    @Test
    void normAndScaleAreOfTheEntries() {
        FeatureVector vector = FeatureVector.dense(3, -4);
        assertThat(vector.norm()).isEqualTo(5);
        vector.scale(0.2);
        assertThat(vector.norm()).isCloseTo(1, within(1e-7));
        assertThat(vector.value(1)).isCloseTo(-0.8f, within(1e-7f));
    }

    @Test
    void productsThatAreNotFiniteAreRefusedAndChangeNothing() {
        FeatureVector zeros = FeatureVector.dense(0, 0);
        assertThatThrownBy(() -> zeros.scale(1 / zeros.norm()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("factor: Infinity (expected: finite products, with values of up to 0.0)");
        FeatureVector vector = FeatureVector.dense(1, -1e30f);
        for (double factor : new double[] {Double.NaN, 1e9, Double.NEGATIVE_INFINITY}) {
            assertThatThrownBy(() -> vector.scale(factor)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(vector).isEqualTo(FeatureVector.dense(1, -1e30f));
    }
}
