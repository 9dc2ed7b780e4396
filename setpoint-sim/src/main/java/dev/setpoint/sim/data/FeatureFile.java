package dev.setpoint.sim.data;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32C;

/**
 * Features that a network computed once, with their labels, so that models can learn from them without the network: the rows,
 * and what the file says of itself. {@link FeatureFileWriter} writes such files; docs/formats.md has the bytes.
 *
 * <p>Reading takes memory for the rows and one block, and never more than a small multiple of the file's length, whatever its
 * header claims.
 *
 * @param header what the rows are and what they were computed from
 * @param data the rows
 */
public record FeatureFile(FeatureHeader header, LabelledData data) {
    /** The first bytes of every such file. */
    static final byte[] MAGIC = "SETPFEAT".getBytes(StandardCharsets.US_ASCII);

    static final int VERSION = 1;
    /** Rows of a block; the last one may have fewer. */
    static final int BLOCK = 256;

    static final int LONGEST_HEADER = 1 << 24;
    /** Bytes before the header: magic, version, length. */
    static final int START = 16;

    static final int DIGEST = 32;

    /**
     * Reads a complete file.
     *
     * @throws DataFormatException if it is missing, incomplete, damaged or not of this format
     */
    public static FeatureFile read(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw DataFormatException.inFile(
                    file.toString(), Files.exists(file) ? "not a readable file" : "missing", "a readable file");
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            return parse(file.toString(), in, Files.size(file));
        }
    }

    /** Reads bytes that need not be in a file, of which there are as many as {@code length} says or fewer. */
    static FeatureFile parse(String source, InputStream in, long length) throws IOException {
        Input input = new Input(source, in);
        FeatureHeader header = readHeader(input, length);
        long expected = input.offset + bytesAfterHeader(header);
        if (length != expected) {
            throw DataFormatException.inFile(source, length + " bytes", expected + " for what its header says");
        }
        int[] label = readLabels(input, header);
        float[] values = new float[header.rows() * header.dimension()];
        for (int row = 0; row < header.rows(); row += BLOCK) {
            readBlock(input, header, row, values);
        }
        byte[] digest = input.digest.digest();
        if (!MessageDigest.isEqual(digest, input.next(DIGEST, "checksum of the whole"))) {
            throw DataFormatException.atByte(
                    source, input.offset - DIGEST, "checksum of the whole", "differs", "the SHA-256 of all before it");
        }
        return new FeatureFile(header, new FlatRows(header.name(), header.labels(), label, values, header.dimension()));
    }

    private static FeatureHeader readHeader(Input input, long length) throws IOException {
        if (!MessageDigest.isEqual(MAGIC, input.next(MAGIC.length, "magic"))) {
            throw DataFormatException.inFile(input.source, "no file of features", "one written by 'setpoint features'");
        }
        int version = input.nextInt("version");
        if (version != VERSION) {
            throw DataFormatException.atByte(
                    input.source, 8, "version", Integer.toString(version), Integer.toString(VERSION));
        }
        int size = input.nextInt("header length");
        if (size < 2 || size > Math.min(LONGEST_HEADER, length)) {
            throw DataFormatException.atByte(
                    input.source, 12, "header length", Integer.toString(size), "a header that fits in the file");
        }
        byte[] json = input.next(size, "header");
        try {
            return FeatureHeader.parse(json);
        } catch (IllegalArgumentException e) {
            throw DataFormatException.atByte(
                    input.source, START, "header", e.getMessage(), "as setpoint writes it; is the file damaged?");
        }
    }

    /** How many bytes follow the header: labels and their checksum, blocks and theirs, the checksum of the whole. */
    static long bytesAfterHeader(FeatureHeader header) {
        long blocks = (header.rows() + BLOCK - 1L) / BLOCK;
        return Integer.BYTES * (header.rows() + 1L + (long) header.rows() * header.dimension() + blocks) + DIGEST;
    }

    private static int[] readLabels(Input input, FeatureHeader header) throws IOException {
        int[] label = new int[header.rows()];
        for (int row = 0; row < label.length; row++) {
            label[row] = input.nextInt("label " + row);
        }
        input.checkCrc("labels", 0);
        for (int row = 0; row < label.length; row++) {
            if (label[row] < 0 || label[row] >= header.labels().size()) {
                throw DataFormatException.inFile(
                        input.source + ", label of row " + row,
                        Integer.toString(label[row]),
                        "in [0, " + header.labels().size() + ")");
            }
        }
        return label;
    }

    private static void readBlock(Input input, FeatureHeader header, int row, float[] values) throws IOException {
        int last = Math.min(row + BLOCK, header.rows());
        long start = input.offset;
        int at = row * header.dimension();
        for (int r = row; r < last; r++) {
            ByteBuffer bytes = ByteBuffer.wrap(input.next(header.dimension() * Float.BYTES, "row " + r));
            while (bytes.hasRemaining()) {
                values[at++] = bytes.getFloat();
            }
        }
        input.checkCrc("rows from " + row, start);
        for (int i = row * header.dimension(); i < at; i++) {
            if (!Float.isFinite(values[i])) {
                throw DataFormatException.inFile(
                        input.source + ", row " + i / header.dimension(), Float.toString(values[i]), "finite");
            }
        }
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("SHA-256: missing (expected: on every Java platform)", impossible);
        }
    }

    /** Bytes with their checksums: one since the last check, one over all. */
    private static final class Input {
        private final String source;
        private final InputStream in;
        private final MessageDigest digest = sha256();
        private final CRC32C crc = new CRC32C();
        private long offset;

        Input(String source, InputStream in) {
            this.source = source;
            this.in = in;
        }

        byte[] next(int count, String field) throws IOException {
            byte[] next = in.readNBytes(count); // takes memory as bytes arrive
            if (next.length < count) {
                throw DataFormatException.atByte(
                        source, offset, field, "file ends after " + next.length + " bytes", count + " bytes");
            }
            offset += count;
            digest.update(next);
            crc.update(next);
            return next;
        }

        int nextInt(String field) throws IOException {
            return ByteBuffer.wrap(next(Integer.BYTES, field)).getInt();
        }

        /** Reads the checksum of all bytes since the one before, or since the beginning. */
        void checkCrc(String what, long start) throws IOException {
            int computed = (int) crc.getValue();
            if (nextInt("checksum of " + what) != computed) {
                throw DataFormatException.atByte(source, start, what, "damaged", "as its checksum says");
            }
            crc.reset();
        }
    }
}
