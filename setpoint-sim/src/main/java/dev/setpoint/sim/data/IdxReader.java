package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the IDX files of the MNIST family, plain or gzip: a file of unsigned byte images (magic 0x00000803) and a file of
 * unsigned byte labels (magic 0x00000801). A feature is a pixel, row by row, divided by 255.
 */
public final class IdxReader {
    private static final int IMAGES = 0x00000803;
    private static final int LABELS = 0x00000801;
    /** The classes of sets of digits. */
    static final List<String> DIGITS = List.of("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");

    private IdxReader() {}

    /**
     * Reads images whose labels are the digits 0 to 9.
     *
     * @throws DataFormatException if a file is missing, not of this format, truncated, too long, or a label is above 9
     */
    public static LabelledData read(Path images, Path labels) throws IOException {
        return read(images, labels, DIGITS);
    }

    /**
     * Reads images.
     *
     * @param names the names of the classes, at most 256; a label byte is a position in this list
     * @throws DataFormatException if a file is missing, not of this format, truncated, too long, or a label has no name
     */
    public static LabelledData read(Path images, Path labels, List<String> names) throws IOException {
        ImageRows.Builder builder = new ImageRows.Builder(DataFile.stem(images), names);
        read(images, labels, builder);
        return builder.build();
    }

    static void read(Path images, Path labels, ImageRows.Builder into) throws IOException {
        try (DataFile imageFile = DataFile.open(images);
                DataFile labelFile = DataFile.open(labels)) {
            parse(imageFile, labelFile, into);
        }
    }

    static void parse(DataFile images, DataFile labels, ImageRows.Builder into) throws IOException {
        int count = readCount(labels, LABELS, "labels");
        int imageCount = readCount(images, IMAGES, "images");
        if (imageCount != count) {
            throw DataFormatException.atByte(
                    images.source(), 4, "images", Integer.toString(imageCount), count + ", as in " + labels.source());
        }
        int size = readImageSize(images, into.dimension());
        for (int i = 0; i < count; i++) {
            long at = labels.offset();
            int label = labels.next(1, "label " + i)[0] & 0xFF;
            if (label >= into.labels().size()) {
                throw DataFormatException.atByte(
                        labels.source(),
                        at,
                        "label " + i,
                        Integer.toString(label),
                        "in [0, " + into.labels().size() + ")");
            }
            into.add(images.next(size, "image " + i), label);
        }
        expectEnd(labels);
        expectEnd(images);
    }

    private static int readCount(DataFile file, int magic, String what) throws IOException {
        int found = file.nextInt("magic number");
        if (found != magic) {
            throw DataFormatException.atByte(
                    file.source(),
                    0,
                    "magic number",
                    String.format("0x%08X", found),
                    String.format("0x%08X, unsigned byte %s", magic, what));
        }
        int count = file.nextInt(what);
        if (count < 1) {
            throw DataFormatException.atByte(file.source(), 4, what, Integer.toString(count), ">= 1");
        }
        return count;
    }

    private static int readImageSize(DataFile images, int expected) throws IOException {
        int height = images.nextInt("image height");
        int width = images.nextInt("image width");
        // At most 4096 x 4096: no data set has larger images, and a forged header is told at once.
        if (height < 1 || width < 1 || height > 4096 || width > 4096) {
            throw DataFormatException.atByte(
                    images.source(), 8, "image size", height + " x " + width, "each in [1, 4096]");
        }
        if (expected >= 0 && height * width != expected) {
            throw DataFormatException.atByte(
                    images.source(),
                    8,
                    "image size",
                    height + " x " + width,
                    expected + " pixels, as in the file before");
        }
        return height * width;
    }

    private static void expectEnd(DataFile file) throws IOException {
        if (!file.atEnd()) {
            throw DataFormatException.atByte(file.source(), file.offset(), "end", "more bytes", "end of file");
        }
    }
}
