package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageTransformTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "none",
                "cifar10",
                "cifar100",
                "svhn",
                "image(flip=true)",
                "image(brightness=0.25, contrast=0.5, saturation=2, padding=3)",
                "image(mean=[0.25], std=[0.75])"
            })
    void whatIsPrintedParsesBack(String text) {
        ImageTransform transform = ImageTransform.parse(text);
        assertThat(ImageTransform.parse(transform.toString())).isEqualTo(transform);
    }

    @Test
    void theNamesOfDatasetsStandForWhatTheyAreTrainedWith() {
        assertThat(ImageTransform.parse("cifar10")).isEqualTo(ImageTransform.CIFAR10);
        assertThat(ImageTransform.parse("cifar100")).isEqualTo(ImageTransform.CIFAR100);
        assertThat(ImageTransform.parse("svhn")).isEqualTo(ImageTransform.SVHN);
        assertThat(ImageTransform.parse("none")).isEqualTo(ImageTransform.NONE);
        assertThat(ImageTransform.CIFAR10)
                .hasToString("image(flip=true, brightness=0.5, contrast=0.0, saturation=0.0, padding=2,"
                        + " mean=[0.4914, 0.4822, 0.4465], std=[0.247, 0.2435, 0.2616])");
    }

    @Test
    void aKeyTakesThePlaceOfWhatTheNameStandsFor() {
        assertThat(ImageTransform.parse("svhn(brightness=0, mean=[], std=[])")).isEqualTo(ImageTransform.NONE);
        ImageTransform wider = ImageTransform.parse("cifar10(padding=4)");
        assertThat(wider.padding()).isEqualTo(4);
        assertThat(wider.mean()).isEqualTo(ImageTransform.CIFAR10.mean());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mnist | transform: 'mnist' (expected: none, cifar10, cifar100, svhn, image)",
                "none(flip=true) | flip in 'none(flip=true)' (expected: no key)",
                "image(brightness=-1) | brightness: -1.0 (expected: in [0, 100])",
                "image(contrast=NaN) | contrast: NaN (expected: in [0, 100])",
                "image(saturation=101) | saturation: 101.0 (expected: in [0, 100])",
                "image(padding=-1) | padding: -1 (expected: >= 0)",
                "image(mean=[0.5, 0.5]) | mean: [0.5, 0.5] (expected: 1 or 3 numbers, one per channel, or none)",
                "image(mean=[0.5]) | std: [] (expected: as many numbers as in mean, [0.5])",
                "image(mean=[2], std=[1]) | mean: 2.0 (expected: in [0, 1], as pixels are)",
                "image(mean=[0.5], std=[0]) | std: 0.0 (expected: finite and at least 1e-6)"
            })
    void whatIsOutOfRangeIsRefused(String text, String message) {
        assertThatThrownBy(() -> ImageTransform.parse(text.strip()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aDimensionThatNoImageHasIsRefused() {
        assertThatThrownBy(() -> ImageTransform.CIFAR10.augmenter(100))
                .hasMessage(
                        "mean: [0.4914, 0.4822, 0.4465] (expected: one number per channel, of which 100 features have 1)");
        for (int dimension : List.of(-3, 0, 7, 3071, Integer.MAX_VALUE)) {
            assertThatThrownBy(() -> ImageTransform.parse("image(flip=true)").augmenter(dimension))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("dimension: " + dimension + " (expected: that of a square image of 1 or 3 channels)");
        }
        assertThatThrownBy(() -> ImageTransform.CIFAR10.augmenter(3))
                .hasMessage("padding: 2 (expected: at most the image's side, 1)");
    }
}
