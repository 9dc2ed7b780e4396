package dev.setpoint.sim.data;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.zip.CRC32C;

/**
 * Writes a file of features block by block, and resumes one that an earlier process left unfinished, however it ended: what
 * is complete and undamaged stays, a half-written end is cut off. The bytes are those of a run that was never interrupted.
 *
 * <p>Until {@link #finish} the file is one that {@link FeatureFile} refuses; the caller writes beside the final place and moves
 * it there afterwards. One process at a time has the file; another is refused.
 */
public final class FeatureFileWriter implements Closeable {
    private final Path file;
    private final FeatureHeader header;
    private final FileChannel channel;
    private final MessageDigest digest = FeatureFile.sha256();
    private final ByteBuffer buffer;
    private long end;
    private int rows;
    private boolean finished;

    private FeatureFileWriter(Path file, FeatureHeader header, FileChannel channel) {
        this.file = file;
        this.header = header;
        this.channel = channel;
        this.buffer = ByteBuffer.allocate(blockBytes(Math.min(FeatureFile.BLOCK, header.rows())));
    }

    /**
     * Opens the file, or resumes it.
     *
     * @param label the class of each row
     * @throws IllegalArgumentException if there are not as many labels as rows, or one has no name
     * @throws DataFormatException if the file holds other features than these or another process writes it; it is left as it is
     */
    public static FeatureFileWriter open(Path file, FeatureHeader header, int[] label) throws IOException {
        LabelledTexts.checkLabels(header.labels(), label, header.rows());
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            lock(channel, file);
            FeatureFileWriter writer = new FeatureFileWriter(file, header, channel);
            writer.resume(start(header, label));
            return writer;
        } catch (IOException | RuntimeException | Error failure) {
            channel.close();
            throw failure;
        }
    }

    private static void lock(FileChannel channel, Path file) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock(); // held until the channel is closed
        } catch (OverlappingFileLockException e) {
            lock = null;
        }
        if (lock == null) {
            throw DataFormatException.inFile(file.toString(), "being written by another process", "one at a time");
        }
    }

    private static byte[] start(FeatureHeader header, int[] label) throws IOException {
        byte[] json = header.toJson();
        if (json.length > FeatureFile.LONGEST_HEADER) {
            throw new IllegalArgumentException(
                    "header: " + json.length + " bytes (expected: at most " + FeatureFile.LONGEST_HEADER + ")");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.write(FeatureFile.MAGIC);
        out.writeInt(FeatureFile.VERSION);
        out.writeInt(json.length);
        out.write(json);
        for (int one : label) {
            out.writeInt(one);
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes.toByteArray());
        out.writeInt((int) crc.getValue());
        return bytes.toByteArray();
    }

    private void resume(byte[] start) throws IOException {
        ByteBuffer found = ByteBuffer.allocate(start.length);
        readFully(found, 0);
        byte[] there = Arrays.copyOf(found.array(), found.position());
        if (!Arrays.equals(there, Arrays.copyOf(start, there.length))) {
            throw other(there);
        }
        digest.update(start);
        if (there.length < start.length) {
            writeFully(ByteBuffer.wrap(start), 0);
        }
        end = start.length;
        while (rows < header.rows() && hasBlock()) {
            digest.update(buffer.array(), 0, buffer.limit());
            end += buffer.limit();
            rows += rowsOfNext();
        }
        channel.truncate(end);
    }

    /** Says in what the file that is there differs from the one asked for. */
    private DataFormatException other(byte[] there) {
        FeatureHeader begun;
        try {
            int length = ByteBuffer.wrap(there).getInt(FeatureFile.MAGIC.length + Integer.BYTES);
            begun = FeatureHeader.parse(
                    Arrays.copyOfRange(there, FeatureFile.START, Math.addExact(FeatureFile.START, length)));
        } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException damaged) {
            return DataFormatException.inFile(
                    file.toString(), "not begun by this command", "an unfinished file of features, or none");
        }
        FeatureHeader.Difference difference = begun.differenceTo(header);
        return DataFormatException.inFile(
                file + ", " + difference.field(),
                difference.found(),
                DataFormatException.quote(difference.expected()) + " to resume; else delete it or write elsewhere");
    }

    /** Whether a complete block with the correct checksum follows; it is then in the buffer. */
    private boolean hasBlock() throws IOException {
        buffer.clear().limit(blockBytes(rowsOfNext()));
        readFully(buffer, end);
        if (buffer.hasRemaining()) {
            return false;
        }
        return buffer.getInt(buffer.limit() - Integer.BYTES) == crcOfBuffer();
    }

    private int crcOfBuffer() {
        CRC32C crc = new CRC32C();
        crc.update(buffer.array(), 0, buffer.limit() - Integer.BYTES);
        return (int) crc.getValue();
    }

    private int blockBytes(int count) {
        return Math.toIntExact(Float.BYTES * ((long) count * header.dimension()) + Integer.BYTES);
    }

    /** How many rows are complete; a multiple of the block's size, or all. */
    public int rows() {
        return rows;
    }

    /** How many rows the next block has: 256, or what is left; 0 if all rows are there. */
    public int rowsOfNext() {
        return Math.min(FeatureFile.BLOCK, header.rows() - rows);
    }

    /**
     * Writes the next block.
     *
     * @param values {@code rowsOfNext()} rows, one after the other
     * @throws IllegalArgumentException if there are fewer values or one is NaN or infinite; nothing is written then
     * @throws IllegalStateException if all rows are there
     * @throws IOException if it cannot be written, for example as the disk is full; a later process can resume after the blocks before
     */
    public void append(float[] values) throws IOException {
        int count = rowsOfNext();
        if (count == 0) {
            throw new IllegalStateException("rows: all " + rows + " written (expected: finish)");
        }
        if (values.length < count * header.dimension()) {
            throw new IllegalArgumentException(
                    "values: " + values.length + " (expected: >= " + count + " rows of " + header.dimension() + ")");
        }
        buffer.clear().limit(blockBytes(count));
        for (int i = 0; i < count * header.dimension(); i++) {
            if (!Float.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        "row " + (rows + i / header.dimension()) + ": " + values[i] + " (expected: finite)");
            }
            buffer.putFloat(values[i]);
        }
        buffer.putInt(crcOfBuffer());
        writeFully(buffer.flip(), end);
        digest.update(buffer.array(), 0, buffer.limit());
        end += buffer.limit();
        rows += count;
    }

    /** What the rows are computed by. */
    @FunctionalInterface
    public interface Rows {
        /**
         * Computes rows that follow one another.
         *
         * @param first the number of the first of them
         * @param count how many
         * @param into receives them, one after the other
         */
        void computeInto(int first, int count, float[] into) throws IOException;
    }

    /**
     * Computes and writes all rows that are missing, and finishes. Rows are computed in groups that restart with every block, so
     * that resuming later sends the same groups through.
     *
     * @param most how many rows a group has at most
     * @param progress told after each group how many rows are computed
     * @throws IllegalArgumentException if {@code most} is not positive, or a value is NaN or infinite
     * @throws IOException as {@link #append} and the rows throw it
     */
    public void complete(int most, Rows source, IntConsumer progress) throws IOException {
        if (most < 1) {
            throw new IllegalArgumentException("most: " + most + " (expected: >= 1)");
        }
        int dimension = header.dimension();
        float[] block = new float[rowsOfNext() * dimension];
        float[] group = new float[Math.min(most, rowsOfNext()) * dimension];
        while (rowsOfNext() > 0) {
            int inBlock = rowsOfNext();
            for (int from = 0; from < inBlock; from += most) {
                int count = Math.min(most, inBlock - from);
                source.computeInto(rows + from, count, group);
                System.arraycopy(group, 0, block, from * dimension, count * dimension);
                progress.accept(rows + from + count);
            }
            append(block);
        }
        finish();
    }

    /**
     * Completes the file and sees to it that it is on the disk.
     *
     * @throws IllegalStateException if rows are missing
     */
    public void finish() throws IOException {
        if (rowsOfNext() > 0) {
            throw new IllegalStateException("rows: " + rows + " (expected: " + header.rows() + " before the end)");
        }
        if (!finished) {
            writeFully(ByteBuffer.wrap(digest.digest()), end);
            channel.force(true);
            finished = true;
        }
    }

    private void readFully(ByteBuffer into, long position) throws IOException {
        while (into.hasRemaining()) {
            if (channel.read(into, position + into.position()) < 0) {
                return;
            }
        }
    }

    private void writeFully(ByteBuffer from, long position) throws IOException {
        try {
            while (from.hasRemaining()) {
                channel.write(from, position + from.position());
            }
        } catch (IOException e) {
            throw new IOException(
                    file + ": " + e.getMessage()
                            + " (its complete blocks are kept; the same command resumes from there)",
                    e);
        }
    }

    /** Closes the file as it is; unless it is finished, a later process can resume it. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
