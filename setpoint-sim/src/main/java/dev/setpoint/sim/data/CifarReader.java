package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads the binary files of CIFAR-10 and CIFAR-100, plain or gzip: records of one label byte (CIFAR-100: coarse, then fine)
 * and 3,072 bytes, the red, green and blue planes of 32 x 32 pixels, each row by row. A feature is a byte divided by 255.
 */
public final class CifarReader {
    /** Bytes of an image. */
    static final int PIXELS = 3 * 32 * 32;

    private CifarReader() {}

    /** Which of the sets, and which of its labels. */
    public enum Format {
        /** CIFAR-10 and its 10 classes. */
        CIFAR_10(10, 0),
        /** CIFAR-100 and its 100 fine classes. */
        CIFAR_100_FINE(20, 100),
        /** CIFAR-100 and its 20 coarse classes. */
        CIFAR_100_COARSE(20, 100);

        private final int firstLimit;
        private final int secondLimit;

        /** A second limit of 0 means that records have one label byte. */
        Format(int firstLimit, int secondLimit) {
            this.firstLimit = firstLimit;
            this.secondLimit = secondLimit;
        }

        /** The names of the classes, in the order of their label bytes. */
        public List<String> labels() {
            return switch (this) {
                case CIFAR_10 -> CifarNames.TEN;
                case CIFAR_100_FINE -> CifarNames.FINE;
                case CIFAR_100_COARSE -> CifarNames.COARSE;
            };
        }
    }

    /**
     * Reads files as one set, in the order given.
     *
     * @throws DataFormatException if a file is missing, empty or not whole records, or a label byte is out of range
     */
    public static LabelledData read(Format format, List<Path> batches) throws IOException {
        return read(format.name(), format, batches);
    }

    static LabelledData read(String name, Format format, List<Path> batches) throws IOException {
        if (batches.isEmpty()) {
            throw new IllegalArgumentException("batches: none (expected: >= 1)");
        }
        ImageRows.Builder builder = new ImageRows.Builder(name, format.labels());
        for (Path batch : batches) {
            try (DataFile file = DataFile.open(batch)) {
                parse(file, format, builder);
            }
        }
        return builder.build();
    }

    static void parse(DataFile file, Format format, ImageRows.Builder into) throws IOException {
        if (file.atEnd()) {
            throw DataFormatException.inFile(file.source(), "empty file", "at least 1 record");
        }
        for (int i = 0; !file.atEnd(); i++) {
            int label = readLabel(file, i, format.firstLimit);
            if (format.secondLimit > 0) {
                int fine = readLabel(file, i, format.secondLimit);
                label = format == Format.CIFAR_100_FINE ? fine : label;
            }
            into.add(file.next(PIXELS, "image " + i), label);
        }
    }

    private static int readLabel(DataFile file, int record, int limit) throws IOException {
        long at = file.offset();
        int label = file.next(1, "label " + record)[0] & 0xFF;
        if (label >= limit) {
            throw DataFormatException.atByte(
                    file.source(), at, "label " + record, Integer.toString(label), "in [0, " + limit + ")");
        }
        return label;
    }
}
