package dev.setpoint.sim;

import dev.setpoint.notation.Notation;
import java.util.List;

/**
 * How an image is changed before it is a query: a flip, colour jitter, a crop, then normalisation, in this order, as
 * torchvision's transforms of the same names do. What is drawn depends on a seed and the query's number alone; the work is
 * done by an {@link ImageAugmenter}.
 *
 * <p>Values stay floats throughout. Training code that jitters images of bytes rounds to 1/255 after each operation, so its
 * results differ from these by about that much.
 *
 * @param flip whether half of the images are mirrored left to right
 * @param brightness the pixels are multiplied by a factor drawn evenly from [max(0, 1 - brightness), 1 + brightness]; in
 *     [0, 100], and 0 leaves them alone
 * @param contrast likewise for the distance from the mean of the grey image
 * @param saturation likewise for the distance from the grey image
 * @param padding so many rows and columns of zeros are put on each side, and a piece of the old size is cut out at a place
 *     drawn evenly; at least 0
 * @param mean what is subtracted at last, one number in [0, 1] per channel; empty for no normalisation
 * @param std what is divided by after that, at least 1e-6, one number per channel; as many as {@code mean}
 */
public record ImageTransform(
        boolean flip,
        double brightness,
        double contrast,
        double saturation,
        int padding,
        List<Double> mean,
        List<Double> std) {
    /** Changes nothing, and takes queries that are no images, too. */
    public static final ImageTransform NONE = new ImageTransform(false, 0, 0, 0, 0, List.of(), List.of());

    /** Flip, brightness jitter of 0.5, crop with a padding of 2, normalisation by CIFAR-10's means and deviations. */
    public static final ImageTransform CIFAR10 =
            new ImageTransform(true, 0.5, 0, 0, 2, List.of(0.4914, 0.4822, 0.4465), List.of(0.2470, 0.2435, 0.2616));

    /** Flip, brightness jitter of 0.5, crop with a padding of 2, normalisation by CIFAR-100's means and deviations. */
    public static final ImageTransform CIFAR100 =
            new ImageTransform(true, 0.5, 0, 0, 2, List.of(0.5071, 0.4865, 0.4409), List.of(0.2673, 0.2564, 0.2762));

    /** Brightness jitter of 0.2, normalisation to [-1, 1]; no flip or crop, since digits would become others. */
    public static final ImageTransform SVHN =
            new ImageTransform(false, 0.2, 0, 0, 0, List.of(0.5, 0.5, 0.5), List.of(0.5, 0.5, 0.5));

    /** Checks the ranges and copies the lists. */
    public ImageTransform {
        checkStrength("brightness", brightness);
        checkStrength("contrast", contrast);
        checkStrength("saturation", saturation);
        if (padding < 0) {
            throw new IllegalArgumentException("padding: " + padding + " (expected: >= 0)");
        }
        mean = List.copyOf(mean);
        std = List.copyOf(std);
        if (!(mean.isEmpty() || mean.size() == 1 || mean.size() == 3)) {
            throw new IllegalArgumentException(
                    "mean: " + mean + " (expected: 1 or 3 numbers, one per channel, or none)");
        }
        if (std.size() != mean.size()) {
            throw new IllegalArgumentException("std: " + std + " (expected: as many numbers as in mean, " + mean + ")");
        }
        for (double value : mean) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException("mean: " + value + " (expected: in [0, 1], as pixels are)");
            }
        }
        for (double value : std) {
            if (!(value >= 1e-6) || Double.isInfinite(value)) {
                throw new IllegalArgumentException("std: " + value + " (expected: finite and at least 1e-6)");
            }
        }
    }

    /**
     * From text: {@code none}, {@code cifar10}, {@code cifar100}, {@code svhn} or {@code image}, each with any of the keys flip,
     * brightness, contrast, saturation, padding, mean and std in the place of its own, for example
     * {@code cifar10(padding=4)} or {@code image(flip=true, mean=[0.5], std=[0.5])}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static ImageTransform parse(String text) {
        Notation notation = Notation.parse(text);
        ImageTransform base = switch (notation.name()) {
            case "none", "image" -> NONE;
            case "cifar10" -> CIFAR10;
            case "cifar100" -> CIFAR100;
            case "svhn" -> SVHN;
            default -> throw notation.unknownName("transform", "none", "cifar10", "cifar100", "svhn", "image");
        };
        ImageTransform transform = notation.name().equals("none")
                ? base
                : new ImageTransform(
                        notation.flag("flip", base.flip),
                        notation.number("brightness", base.brightness),
                        notation.number("contrast", base.contrast),
                        notation.number("saturation", base.saturation),
                        notation.integer("padding", base.padding),
                        notation.numbers("mean", base.mean),
                        notation.numbers("std", base.std));
        notation.finish();
        return transform;
    }

    /** Whether this is {@link #NONE}. */
    public boolean isNone() {
        return equals(NONE);
    }

    /**
     * What does the work on images of so many numbers, whose channels and side follow from that: three channels where a third of
     * it is a square, else one.
     *
     * @throws IllegalArgumentException if square images of one or three channels have not this dimension, if {@code mean} is for
     *     another number of channels, or if the padding is above the side; never for {@link #NONE}
     */
    public ImageAugmenter augmenter(int dimension) {
        return new ImageAugmenter(this, dimension);
    }

    @Override
    public String toString() {
        return isNone()
                ? "none"
                : "image(flip=" + flip + ", brightness=" + brightness + ", contrast=" + contrast + ", saturation="
                        + saturation + ", padding=" + padding + ", mean=" + mean + ", std=" + std + ")";
    }

    private static void checkStrength(String name, double strength) {
        if (!(strength >= 0 && strength <= 100)) {
            throw new IllegalArgumentException(name + ": " + strength + " (expected: in [0, 100])");
        }
    }
}
