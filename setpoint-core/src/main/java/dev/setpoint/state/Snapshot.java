package dev.setpoint.state;

import dev.setpoint.notation.Excerpt;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * The envelope every stored state travels in.
 *
 * <pre>
 * byte        content (all numbers big-endian)
 * 0..7        the ASCII letters SETPOINT
 * 8..11       format version, 3
 * 12..15      kind: 1 a learner, 2 the trackers of a replay, 3 an experiment
 * 16..23      length n of the payload
 * 24..23+n    payload, as its kind documents it
 * 24+n..27+n  CRC-32C of bytes 0..23+n
 * </pre>
 *
 * A file that is cut short, altered in any byte, of another kind or of another version is refused with a
 * {@link SnapshotException}. (A CRC guards against accidents, not against forgery.)
 */
public final class Snapshot {
    /** Kind: a whole learner. */
    public static final int LEARNER = 1;
    /** Kind: the conformal layer of a replay. */
    public static final int REPLAY = 2;
    /** Kind: where an experiment stands, without its learner. */
    public static final int EXPERIMENT = 3;

    /** The format version that is written, and the only one that is read. */
    public static final int VERSION = 3;

    private static final long MAGIC = 0x534554504F494E54L; // SETPOINT
    private static final int HEADER = 24;
    private static final int CHECKSUM = 4;
    private static final int SHOWN_BEFORE = 20;

    private Snapshot() {}

    /** The envelope around what the given code writes. */
    public static byte[] seal(int kind, Consumer<StateWriter> payload) {
        StateWriter body = new StateWriter();
        payload.accept(body);
        ByteBuffer written = body.written();
        ByteBuffer sealed = ByteBuffer.allocate(Math.addExact(HEADER + CHECKSUM, written.remaining()));
        sealed.putLong(MAGIC)
                .putInt(VERSION)
                .putInt(kind)
                .putLong(written.remaining())
                .put(written);
        sealed.putInt(checksum(sealed.array(), sealed.position()));
        return sealed.array();
    }

    /**
     * A reader of the payload.
     *
     * @throws SnapshotException if these bytes are not a whole, unaltered snapshot of this kind and version
     */
    public static StateReader open(int kind, byte[] sealed) {
        ByteBuffer buffer = ByteBuffer.wrap(sealed);
        if (sealed.length < 8 || buffer.getLong() != MAGIC) {
            throw new SnapshotException("snapshot: foreign bytes (expected: a file that begins with SETPOINT)");
        }
        if (sealed.length < HEADER + CHECKSUM) {
            throw new SnapshotException("snapshot: " + sealed.length + " bytes (expected: at least "
                    + (HEADER + CHECKSUM) + "; the file is cut short)");
        }
        int version = buffer.getInt();
        if (version > 0 && version < VERSION) {
            throw new SnapshotException("snapshot: format version " + version + " (expected: " + VERSION
                    + "; it was written by an earlier version of Setpoint, which alone can read it)");
        }
        if (version != VERSION) {
            throw new SnapshotException("snapshot: format version " + version + " (expected: " + VERSION + ")");
        }
        int foundKind = buffer.getInt();
        if (foundKind != kind) {
            throw new SnapshotException("snapshot: kind " + name(foundKind) + " (expected: " + name(kind) + ")");
        }
        long length = buffer.getLong();
        if (length != (long) sealed.length - HEADER - CHECKSUM) {
            throw new SnapshotException("snapshot: " + (sealed.length - HEADER - CHECKSUM)
                    + " bytes of payload (expected: " + length + "; the file is cut short or has something appended)");
        }
        int end = sealed.length - CHECKSUM;
        if (checksum(sealed, end) != buffer.getInt(end)) {
            throw new SnapshotException("snapshot: checksum differs (expected: unaltered bytes)");
        }
        return new StateReader(ByteBuffer.wrap(sealed, HEADER, end - HEADER).slice());
    }

    /**
     * Snapshots that stand one after the other, apart.
     *
     * @throws SnapshotException if these bytes are not whole snapshots
     */
    public static List<byte[]> parts(byte[] joined) {
        List<byte[]> parts = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.wrap(joined);
        for (int from = 0; from < joined.length; ) {
            long length = joined.length - from < HEADER ? -1 : buffer.getLong(from + HEADER - Long.BYTES);
            if (length < 0 || length > joined.length - from - HEADER - CHECKSUM) {
                throw new SnapshotException(
                        "snapshot: part " + parts.size() + " is cut short (expected: whole snapshots)");
            }
            int to = from + HEADER + (int) length + CHECKSUM;
            parts.add(Arrays.copyOfRange(joined, from, to));
            from = to;
        }
        return parts;
    }

    /**
     * Compares settings, as text of one line each, with those a snapshot was made with.
     *
     * @throws SnapshotException if they differ; it names the first line that does
     */
    public static void checkSettings(String expected, String found) {
        String[] ours = expected.split("\n", -1);
        String[] theirs = found.split("\n", -1);
        for (int i = 0; i < Math.max(ours.length, theirs.length); i++) {
            String our = i < ours.length ? ours[i] : "nothing more";
            String their = i < theirs.length ? theirs[i] : "nothing more";
            if (!our.equals(their)) {
                int from = Math.max(0, Arrays.mismatch(our.toCharArray(), their.toCharArray()) - SHOWN_BEFORE);
                throw new SnapshotException(
                        "snapshot: made with '" + shown(their, from) + "' (expected: '" + shown(our, from) + "')");
            }
        }
    }

    /** A line that is not too long as it is, of another what is around the first difference. */
    private static String shown(String line, int from) {
        String whole = Excerpt.of(line);
        return whole.equals(line) || from == 0
                ? whole
                : line.substring(0, Math.max(0, line.indexOf(": ")) + 2) + "... "
                        + Excerpt.of(line.substring(Math.min(from, line.length())));
    }

    private static String name(int kind) {
        return switch (kind) {
            case LEARNER -> "learner";
            case REPLAY -> "replay";
            case EXPERIMENT -> "experiment";
            default -> String.valueOf(kind);
        };
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
