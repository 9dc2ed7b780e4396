package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.random.Draws;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ImageAugmenterTest {
    private static final long SEED = 5;
    private static final Offset<Float> ROUNDING = within(1e-6f);

    /** Values in [0, 1], all different. */
    private static float[] image(int channels, int side) {
        float[] pixels = new float[channels * side * side];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (i * 7 % pixels.length) / (float) pixels.length;
        }
        return pixels;
    }

    private static float[] applied(ImageTransform transform, float[] pixels, long seed, long query) {
        FeatureVector vector = FeatureVector.dense(pixels);
        transform.augmenter(pixels.length).apply(vector, seed, query);
        float[] result = new float[pixels.length];
        vector.valuesInto(result, 0);
        return result;
    }

    private static float[] applied(String transform, float[] pixels, long query) {
        return applied(ImageTransform.parse(transform), pixels, SEED, query);
    }

    private static float draw(long query, int index) {
        return (float) Draws.uniform(Draws.stream(SEED, SimDraws.AUGMENT, query), index);
    }

    @Test
    void aFlipMirrorsEveryRowOfEveryPlane() {
        float[] pixels = {1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17, 18, 19};
        ImageAugmenter.flip(pixels, 3);
        assertThat(pixels).containsExactly(3, 2, 1, 6, 5, 4, 9, 8, 7, 13, 12, 11, 16, 15, 14, 19, 18, 17);
    }

    @Test
    void brightnessMultipliesAndClips() {
        float[] pixels = {0, 0.25f, 0.5f, 1};
        ImageAugmenter.brighten(pixels, 1.5f);
        assertThat(pixels).containsExactly(0, 0.375f, 0.75f, 1);
    }

    @Test
    void contrastStretchesAroundTheMeanOfGrey() {
        // one channel: mean 0.4; 0.5 * x + 0.5 * 0.4
        float[] grey = {0, 0.2f, 0.6f, 0.8f};
        ImageAugmenter.contrast(grey, 1, 0.5f);
        assertThat(grey).containsExactly(new float[] {0.2f, 0.3f, 0.5f, 0.6f}, ROUNDING);
        // three channels of 2 x 2, one red and one white pixel: grey 0.2989 + 0.9999, mean 0.3247
        float[] colour = {1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0};
        ImageAugmenter.contrast(colour, 3, 0.5f);
        float low = 0.16235f;
        float high = 0.66235f;
        assertThat(colour)
                .containsExactly(
                        new float[] {high, high, low, low, low, high, low, low, low, high, low, low}, ROUNDING);
        // above 1 it clips: 2 * 0 - 0.4 and 2 * 0.8 - 0.4
        float[] stretched = {0, 0.2f, 0.6f, 0.8f};
        ImageAugmenter.contrast(stretched, 1, 2);
        assertThat(stretched).containsExactly(new float[] {0, 0, 0.8f, 1}, ROUNDING);
    }

    @Test
    void saturationStretchesAroundGrey() {
        // pixels red, green, blue, half red; their greys 0.2989, 0.587, 0.114, 0.14945
        float[] pixels = {1, 0, 0, 0.5f, 0, 1, 0, 0, 0, 0, 1, 0};
        float[] half = pixels.clone();
        ImageAugmenter.saturate(half, 3, 0.5f);
        assertThat(half)
                .containsExactly(
                        new float[] {
                            0.64945f, 0.2935f, 0.057f, 0.324725f, //
                            0.14945f, 0.7935f, 0.057f, 0.074725f, //
                            0.14945f, 0.2935f, 0.557f, 0.074725f
                        },
                        ROUNDING);
        float[] none = pixels.clone();
        ImageAugmenter.saturate(none, 3, 0);
        assertThat(none[0]).isEqualTo(none[4]).isEqualTo(none[8]).isCloseTo(0.2989f, ROUNDING);
        float[] grey = {0.1f, 0.2f, 0.3f, 0.4f};
        ImageAugmenter.saturate(grey, 1, 0.5f);
        assertThat(grey).containsExactly(0.1f, 0.2f, 0.3f, 0.4f);
    }

    @Test
    void aCropMovesTheImageAndFillsWithZeros() {
        float[] pixels = {1, 2, 3, 4, 5, 6, 7, 8, 9};
        float[] target = new float[9];
        ImageAugmenter.cropInto(pixels, 3, 1, -2, target);
        assertThat(target).containsExactly(0, 0, 4, 0, 0, 7, 0, 0, 0);
        ImageAugmenter.cropInto(pixels, 3, -1, 1, target);
        assertThat(target).containsExactly(0, 0, 0, 2, 3, 0, 5, 6, 0);
        ImageAugmenter.cropInto(pixels, 3, 0, 0, target);
        assertThat(target).containsExactly(pixels);
        ImageAugmenter.cropInto(pixels, 3, 3, 0, target);
        assertThat(target).containsOnly(0);
    }

    @Test
    void aCropTakesEveryPlaneAlike() {
        float[] target = new float[12];
        ImageAugmenter.cropInto(new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 2, 0, 1, target);
        assertThat(target).containsExactly(2, 0, 4, 0, 6, 0, 8, 0, 10, 0, 12, 0);
    }

    @Test
    void normalisationIsPerChannelAndLast() {
        float[] pixels = {0.5f, 0, 1};
        assertThat(applied("image(mean=[0.5, 0.25, 0.5], std=[1, 0.5, 0.25])", pixels, 0))
                .containsExactly(0, -0.5f, 2);
        // what a crop fills in is black, not the mean
        float[] white = new float[16];
        Arrays.fill(white, 1);
        Set<Float> values = new HashSet<>();
        for (long query = 0; query < 20; query++) {
            for (float value : applied("image(padding=1, mean=[0.25], std=[0.25])", white, query)) {
                values.add(value);
            }
        }
        assertThat(values).containsExactlyInAnyOrder(-1f, 3f);
    }

    @Test
    void aTransformIsItsOperationsInOrderWithTheDrawsOfTheQuery() {
        ImageTransform transform = ImageTransform.parse("cifar10(contrast=0.4, saturation=1.5)");
        for (long query = 0; query < 200; query++) {
            float[] expected = image(3, 6);
            if (draw(query, ImageAugmenter.FLIP) < 0.5) {
                ImageAugmenter.flip(expected, 6);
            }
            for (int operation : ImageAugmenter.ORDERS[(int) (6 * draw(query, ImageAugmenter.ORDER))]) {
                float u = draw(query, operation);
                switch (operation) {
                    case ImageAugmenter.BRIGHTNESS -> ImageAugmenter.brighten(expected, 0.5f + u);
                    case ImageAugmenter.CONTRAST -> ImageAugmenter.contrast(expected, 3, 0.6f + 0.8f * u);
                    default -> ImageAugmenter.saturate(expected, 3, 2.5f * u); // 1 - 1.5 < 0, so from 0
                }
            }
            float[] cropped = new float[expected.length];
            int down = (int) (5 * draw(query, ImageAugmenter.ROW)) - 2;
            int right = (int) (5 * draw(query, ImageAugmenter.COLUMN)) - 2;
            ImageAugmenter.cropInto(expected, 6, down, right, cropped);
            ImageAugmenter.normalise(
                    cropped, new float[] {0.4914f, 0.4822f, 0.4465f}, new float[] {0.2470f, 0.2435f, 0.2616f});
            assertThat(applied(transform, image(3, 6), SEED, query)).containsExactly(cropped, within(1e-5f));
        }
    }

    @Test
    void eachOrderOfTheColourOperationsIsThereOnce() {
        Set<String> orders = new HashSet<>();
        for (int[] order : ImageAugmenter.ORDERS) {
            orders.add(Arrays.toString(order));
            assertThat(order)
                    .containsExactlyInAnyOrder(
                            ImageAugmenter.BRIGHTNESS, ImageAugmenter.CONTRAST, ImageAugmenter.SATURATION);
        }
        assertThat(orders).hasSize(6);
    }

    @Test
    void aFlipTwiceIsTheImageAgain() {
        float[] pixels = image(3, 5);
        int flips = 0;
        for (long query = 0; query < 50; query++) {
            float[] once = applied("image(flip=true)", pixels, query);
            flips += Arrays.equals(once, pixels) ? 0 : 1;
            assertThat(applied("image(flip=true)", once, query)).containsExactly(pixels);
        }
        assertThat(flips).isBetween(1, 49);
    }

    @Test
    void withoutStrengthNothingChanges() {
        for (long query = 0; query < 20; query++) {
            float[] pixels = image(3, 4);
            assertThat(applied("none", pixels, query)).containsExactly(pixels);
            // the operations are there, but their factor is 1
            ImageAugmenter.brighten(pixels, ImageAugmenter.factor(0, draw(query, 0)));
            ImageAugmenter.contrast(pixels, 3, ImageAugmenter.factor(0, draw(query, 0)));
            ImageAugmenter.saturate(pixels, 3, ImageAugmenter.factor(0, draw(query, 0)));
            assertThat(pixels).containsExactly(image(3, 4));
        }
    }

    @Test
    void queriesThatAreNoImagesPassWhereNothingIsToBeDone() {
        float[] pixels = {5, -7};
        assertThat(applied("none", pixels, 0)).containsExactly(pixels);
    }

    @Test
    @Tag("statistical")
    void factorsFlipsAndOffsetsAreUniform() {
        // five chi-square tests at 1e-6 each: false alarm at most 5e-6
        int queries = 50_000;
        long[] flips = new long[2];
        long[] orders = new long[2];
        long[][] offsets = new long[3][5];
        float[] pixels = {0.5f, 0.25f, 0.25f, 0.5f};
        ImageAugmenter flip = ImageTransform.parse("image(flip=true)").augmenter(4);
        ImageAugmenter crop = ImageTransform.parse("image(padding=2)").augmenter(25);
        ImageAugmenter brighten = ImageTransform.parse("image(brightness=0.5)").augmenter(4);
        float[] dot = new float[25];
        dot[12] = 1;
        FeatureVector vector = new FeatureVector();
        for (long query = 0; query < queries; query++) {
            vector.setDense(pixels, 0, 4);
            flip.apply(vector, SEED, query);
            flips[vector.value(0) == 0.5f ? 0 : 1]++;
            vector.setDense(dot, 0, 25);
            crop.apply(vector, SEED, query);
            int place = 0;
            while (vector.value(place) == 0) {
                place++;
            }
            offsets[0][place / 5]++;
            offsets[1][place % 5]++;
            vector.setDense(pixels, 0, 4);
            brighten.apply(vector, SEED, query);
            offsets[2][(int) (5 * (vector.value(0) / 0.5 - 0.5))]++;
            orders[
                    ImageAugmenter.ORDERS[(int) (6 * draw(query, ImageAugmenter.ORDER))][0] == ImageAugmenter.CONTRAST
                            ? 0
                            : 1]++;
        }
        assertUniform(flips);
        for (long[] counts : offsets) {
            assertUniform(counts);
        }
        assertThat(chiSquare(orders, queries / 3.0, queries * 2 / 3.0)).isLessThan(limit(1));
    }

    private static void assertUniform(long[] counts) {
        double[] expected = new double[counts.length];
        Arrays.fill(expected, Arrays.stream(counts).sum() / (double) counts.length);
        assertThat(chiSquare(counts, expected)).isLessThan(limit(counts.length - 1));
    }

    private static double chiSquare(long[] counts, double... expected) {
        double sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += (counts[i] - expected[i]) * (counts[i] - expected[i]) / expected[i];
        }
        return sum;
    }

    /** Exceeded by a chi-square variable with probability at most 1e-6 (Laurent, Massart 2000, lemma 1). */
    private static double limit(int degrees) {
        double x = Math.log(1e6);
        return degrees + 2 * Math.sqrt(degrees * x) + 2 * x;
    }

    @Test
    void seedAndQueryDecideTheResultAndNothingElseDoes() {
        float[] pixels = image(3, 8);
        ImageAugmenter used = ImageTransform.CIFAR100.augmenter(pixels.length);
        Set<FeatureVector> results = new HashSet<>();
        for (long query = 99; query >= 0; query--) {
            FeatureVector vector = FeatureVector.dense(pixels);
            used.apply(vector, SEED, query);
            assertThat(vector).isEqualTo(FeatureVector.dense(applied(ImageTransform.CIFAR100, pixels, SEED, query)));
            assertThat(vector)
                    .isNotEqualTo(FeatureVector.dense(applied(ImageTransform.CIFAR100, pixels, SEED + 1, query)));
            results.add(vector);
        }
        assertThat(results).hasSize(100);
    }

    @Test
    void oneOperationMoreLeavesTheDrawsOfTheOthers() {
        float[] pixels = image(1, 4);
        for (long query = 0; query < 50; query++) {
            float[] flipped = applied("image(flip=true)", pixels, query);
            float[] bright = applied("image(brightness=0.1)", flipped, query);
            assertThat(applied("image(flip=true, brightness=0.1)", pixels, query))
                    .containsExactly(bright);
        }
    }

    @Test
    void anImageOfAnotherDimensionOrRangeIsRefusedAndKept() {
        ImageAugmenter augmenter = ImageTransform.SVHN.augmenter(12);
        FeatureVector small = FeatureVector.dense(1, 1, 1);
        assertThatThrownBy(() -> augmenter.apply(small, SEED, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("image: 3 features (expected: 12)");
        float[] pixels = new float[12];
        pixels[4] = 255;
        FeatureVector bytes = FeatureVector.dense(pixels);
        assertThatThrownBy(() -> augmenter.apply(bytes, SEED, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("image[4]: 255.0 (expected: in [0, 1])");
        assertThat(bytes).isEqualTo(FeatureVector.dense(pixels));
    }

    @Test
    void aSparseImageIsTakenAsWell() {
        FeatureVector sparse = FeatureVector.sparse(4);
        sparse.add(1, 1);
        ImageTransform.parse("image(mean=[0.5], std=[0.5])").augmenter(4).apply(sparse, SEED, 0);
        assertThat(sparse).isEqualTo(FeatureVector.dense(-1, 1, -1, -1));
    }
}
