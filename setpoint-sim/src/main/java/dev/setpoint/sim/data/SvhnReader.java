package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import us.hebi.matlab.mat.format.BufferAllocator;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.MatFile;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sources;

/**
 * Reads the cropped digits of SVHN (Format 2) from its MATLAB 5 files: {@code X}, uint8 of 32 x 32 x 3 x N, and {@code y}, N
 * labels from 1 to 10, where 10 is the digit zero. The label is the digit; the features are in CIFAR's order, the red, green
 * and blue planes, each row by row, as bytes divided by 255.
 */
public final class SvhnReader {
    private static final int SIDE = 32;

    private SvhnReader() {}

    /**
     * Reads files as one set, in the order given.
     *
     * @throws DataFormatException if a file is missing, damaged or not of this format, or a label is out of range
     */
    public static LabelledData read(List<Path> files) throws IOException {
        return read("svhn", files);
    }

    static LabelledData read(String name, List<Path> files) throws IOException {
        if (files.isEmpty()) {
            throw new IllegalArgumentException("files: none (expected: >= 1)");
        }
        ImageRows.Builder builder = new ImageRows.Builder(name, IdxReader.DIGITS);
        for (Path path : files) {
            try (DataFile file = DataFile.open(path)) {
                parse(file, Files.size(path), builder);
            }
        }
        return builder.build();
    }

    /** Reads one file; its length bounds what a header may claim. */
    static void parse(DataFile file, long length, ImageRows.Builder into) throws IOException {
        try (MatFile mat = load(file, length)) {
            Matrix images = matrix(file, mat, "X");
            Matrix labels = matrix(file, mat, "y");
            int[] size = images.getDimensions();
            int count = size.length == 3 ? 1 : size[size.length - 1]; // MATLAB drops a last dimension of 1
            if (size.length < 3
                    || size.length > 4
                    || images.getType() != MatlabType.UInt8
                    || images.getNumElements() != (long) count * CifarReader.PIXELS
                    || !Arrays.equals(size, 0, 3, new int[] {SIDE, SIDE, 3}, 0, 3)) {
                throw DataFormatException.inFile(
                        file.source() + ", X",
                        images.getType() + " of " + Arrays.toString(size),
                        "UInt8 of [32, 32, 3, N]");
            }
            if (labels.getNumElements() != count || count < 1) {
                throw DataFormatException.inFile(
                        file.source() + ", y",
                        labels.getNumElements() + " labels",
                        Math.max(1, count) + ", as X has images");
            }
            for (int i = 0; i < count; i++) {
                double label = labels.getDouble(i);
                if (!(label >= 1 && label <= 10 && label == Math.rint(label))) {
                    throw DataFormatException.inFile(
                            file.source() + ", y[" + i + "]", Double.toString(label), "a whole number in [1, 10]");
                }
                into.add(image(images, i), (int) label % 10);
            }
        } catch (DataFormatException ours) {
            throw ours;
        } catch (IOException | RuntimeException damaged) {
            throw DataFormatException.inFile(file.source(), "damaged, or another format", "a complete MATLAB 5 file");
        } catch (OutOfMemoryError claimed) {
            // The library allocates some headers by the size they claim. Such an array was refused whole; nothing is
            // lost.
            throw DataFormatException.inFile(
                    file.source(), "an array larger than memory", "a MATLAB 5 file that fits in memory");
        }
    }

    private static MatFile load(DataFile file, long length) throws IOException {
        // Not a source to close: the stream below belongs to the file, which its opener closes.
        return Mat5.newReader(Sources.wrapInputStream(file.bytes(), 1 << 16))
                .disableSubsystemProcessing()
                .setEntryFilter(
                        entry -> entry.getName().equals("X") || entry.getName().equals("y"))
                .setBufferAllocator(new Bounded(length))
                .readMat();
    }

    private static Matrix matrix(DataFile file, MatFile mat, String name) throws IOException {
        for (MatFile.Entry entry : mat.getEntries()) {
            Array value = entry.getValue();
            if (entry.getName().equals(name) && value instanceof Matrix matrix) {
                return matrix;
            }
        }
        throw DataFormatException.inFile(file.source(), "no matrix " + name, "matrices X and y");
    }

    /** One image from column-major, where the row changes fastest, to row by row. */
    private static byte[] image(Matrix images, int index) {
        byte[] image = new byte[CifarReader.PIXELS];
        int from = index * CifarReader.PIXELS;
        for (int plane = 0; plane < image.length; plane += SIDE * SIDE) {
            for (int x = 0; x < SIDE; x++) {
                for (int y = 0; y < SIDE; y++) {
                    image[plane + y * SIDE + x] = images.getByte(from++);
                }
            }
        }
        return image;
    }

    /** Refuses what no file of this length can hold: deflate packs at most 1032 to 1. */
    private static final class Bounded implements BufferAllocator {
        private final long limit;

        Bounded(long length) {
            this.limit = length * 1032;
        }

        @Override
        public ByteBuffer allocate(int size) {
            if (size < 0 || size > limit) {
                throw new IllegalStateException("an array of " + size + " bytes");
            }
            return ByteBuffer.allocate(size);
        }

        @Override
        public void release(ByteBuffer buffer) {}
    }
}
