package dev.setpoint.state;

import dev.setpoint.notation.Excerpt;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * The form in which every state is stored. Format version 4 is a stream of pages, which {@link PageWriter} maps byte by byte. Version 3
 * is read as well:
 *
 * <pre>
 * byte        content (all numbers big-endian)
 * 0..7        the ASCII letters SETPOINT
 * 8..11       format version, 3
 * 12..15      kind: 1 a learner, 2 the conformal layer of a replay, 3 an experiment
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
    /** Kind: what has changed in a learner since the snapshot or increment before. */
    public static final int INCREMENT = 4;
    /** Kind: a log of events, which is no snapshot but begins as one. */
    public static final int EVENTS = 5;
    /** Kind: a step computed apart. */
    public static final int STEP = 6;

    /** Part of a learner: its settings, and how many decisions it has made. */
    public static final int SETTINGS_PART = 0;
    /** Part of a learner: its encoder. */
    public static final int ENCODER_PART = 1;
    /** Part of a learner: its model. */
    public static final int MODEL_PART = 2;
    /** Part of a learner: its measures. */
    public static final int MEASURES_PART = 3;
    /** Part: how many decisions were made and expired. */
    public static final int LEDGER_PART = 4;
    /** Part of a learner: by which policies and floors arms were pulled. */
    public static final int EXPLORATION_PART = 15;
    /** The numbers of the heads. */
    public static final int HEADS_PART = 14;
    /** The first part of the store of decisions: those that wait, then those that are remembered. */
    public static final int FIRST_STORE_PART = 5;
    /** Part of a learner: the tracker of its first head; those of the others follow. */
    public static final int FIRST_TRACKER_PART = 16;

    /** The format version that is written. */
    public static final int VERSION = 4;
    /** The earliest format version that is read. */
    public static final int EARLIEST_VERSION = 3;

    /** What every stored form begins with. */
    public static final long MAGIC = 0x534554504F494E54L; // SETPOINT

    private static final int HEADER = 24;
    private static final int CHECKSUM = 4;
    private static final int SHOWN_BEFORE = 20;

    private Snapshot() {}

    /** A state of a single page, which the given code writes. */
    public static byte[] seal(int kind, Consumer<StateWriter> page) {
        return sealPages(kind, new PagedState().add(0, new Paged() {
                    @Override
                    public void writePage(int number, StateWriter out) {
                        page.accept(out);
                    }

                    @Override
                    public void readPage(int number, StateReader in) {
                        throw new IllegalStateException("page: to be read (expected: written)");
                    }
                }));
    }

    /** All pages of a state. */
    public static byte[] sealPages(int kind, PagedState state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            PageWriter writer = new PageWriter(bytes, kind);
            state.writeAll(writer);
            writer.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is no disk to fail
        }
        return bytes.toByteArray();
    }

    /**
     * A reader of the page of a state of a single page, or of the payload in version 3, of kinds that it had.
     *
     * @throws SnapshotException if these bytes are not a whole, unaltered snapshot of this kind
     */
    public static StateReader open(int kind, byte[] sealed) {
        if (version(sealed) == EARLIEST_VERSION && kind <= EXPERIMENT) {
            return openVersion3(kind, sealed);
        }
        byte[][] found = new byte[1][];
        openPages(kind, sealed, new PagedState().add(0, new Paged() {
                    @Override
                    public void writePage(int number, StateWriter out) {
                        throw new IllegalStateException("page: to be written (expected: read)");
                    }

                    @Override
                    public void readPage(int number, StateReader in) {
                        found[0] = in.rest();
                    }
                }));
        return new StateReader(ByteBuffer.wrap(found[0]));
    }

    /**
     * Replaces a state by one of which {@link #sealPages} wrote all pages.
     *
     * @throws SnapshotException if these bytes are not a whole, unaltered snapshot of this kind and of version 4; the state must
     *     then not be used further
     */
    public static void openPages(int kind, byte[] sealed, PagedState state) {
        ByteArrayInputStream in = new ByteArrayInputStream(sealed);
        try {
            PageReader reader = new PageReader(in);
            reader.checkKind(kind);
            state.read(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // there is no disk to fail
        }
        checkNothingFollows(in.available());
    }

    /**
     * Refuses bytes after a snapshot.
     *
     * @throws SnapshotException if there are any
     */
    public static void checkNothingFollows(int bytes) {
        if (bytes > 0) {
            throw new SnapshotException(
                    "snapshot: followed by " + bytes + " bytes (expected: none; the file has something appended)");
        }
    }

    /**
     * The format version of a stored state.
     *
     * @param beginning at least its first 16 bytes, if it has as many
     * @throws SnapshotException if it is not one that is read
     */
    public static int version(byte[] beginning) {
        return checkedVersion(ByteBuffer.wrap(beginning));
    }

    static int checkedVersion(ByteBuffer buffer) {
        if (buffer.remaining() < Long.BYTES || buffer.getLong() != MAGIC) {
            throw new SnapshotException("snapshot: foreign bytes (expected: a file that begins with SETPOINT)");
        }
        if (buffer.remaining() < 2 * Integer.BYTES) {
            throw new SnapshotException("snapshot: " + (Long.BYTES + buffer.remaining())
                    + " bytes (expected: more; the file is cut short)");
        }
        int version = buffer.getInt();
        if (version > 0 && version < EARLIEST_VERSION) {
            throw new SnapshotException(
                    "snapshot: format version " + version + " (expected: " + EARLIEST_VERSION + " or " + VERSION
                            + "; it was written by an earlier version of Setpoint, which alone can read it)");
        }
        if (version < EARLIEST_VERSION || version > VERSION) {
            throw new SnapshotException(
                    "snapshot: format version " + version + " (expected: " + EARLIEST_VERSION + " or " + VERSION + ")");
        }
        return version;
    }

    static void checkKind(int found, int expected) {
        if (found != expected) {
            throw new SnapshotException("snapshot: kind " + name(found) + " (expected: " + name(expected) + ")");
        }
    }

    /**
     * A reader of the payload of a snapshot of format version 3.
     *
     * @throws SnapshotException if these bytes are not a whole, unaltered snapshot of this kind and version
     */
    public static StateReader openVersion3(int kind, byte[] sealed) {
        if (sealed.length < HEADER + CHECKSUM) {
            throw new SnapshotException("snapshot: " + sealed.length + " bytes (expected: at least "
                    + (HEADER + CHECKSUM) + "; the file is cut short)");
        }
        ByteBuffer buffer = ByteBuffer.wrap(sealed);
        int version = checkedVersion(buffer);
        if (version != EARLIEST_VERSION) {
            throw new SnapshotException(
                    "snapshot: format version " + version + " (expected: " + EARLIEST_VERSION + ")");
        }
        checkKind(buffer.getInt(), kind);
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
        for (int from = 0; from < joined.length; ) {
            int to = end(joined, from, parts.size());
            parts.add(Arrays.copyOfRange(joined, from, to));
            from = to;
        }
        return parts;
    }

    private static int end(byte[] joined, int from, int part) {
        ByteBuffer buffer = ByteBuffer.wrap(joined, from, joined.length - from);
        if (checkedVersion(buffer) == VERSION) {
            ByteArrayInputStream in = new ByteArrayInputStream(joined, from, joined.length - from);
            try {
                PageReader reader = new PageReader(in);
                while (reader.next()) {
                    // looking for the end alone
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e); // there is no disk to fail
            }
            return joined.length - in.available();
        }
        long length = joined.length - from < HEADER ? -1 : buffer.getLong(from + HEADER - Long.BYTES);
        if (length < 0 || length > joined.length - from - HEADER - CHECKSUM) {
            throw new SnapshotException("snapshot: part " + part + " is cut short (expected: whole snapshots)");
        }
        return from + HEADER + (int) length + CHECKSUM;
    }

    /**
     * Compares settings, as text of one line each, with those a snapshot was made with.
     *
     * @throws SnapshotException if they differ; it names the first line that does
     */
    public static void checkSettings(String expected, String found) {
        String difference = settingsDifference(expected, found);
        if (!difference.isEmpty()) {
            throw new SnapshotException("snapshot: " + difference);
        }
    }

    /** The first line in which settings differ, as the end of a message; empty if none does. */
    public static String settingsDifference(String expected, String found) {
        String[] ours = expected.split("\n", -1);
        String[] theirs = found.split("\n", -1);
        for (int i = 0; i < Math.max(ours.length, theirs.length); i++) {
            String our = i < ours.length ? ours[i] : "nothing more";
            String their = i < theirs.length ? theirs[i] : "nothing more";
            if (!our.equals(their)) {
                int from = Math.max(0, Arrays.mismatch(our.toCharArray(), their.toCharArray()) - SHOWN_BEFORE);
                return "made with '" + shown(their, from) + "' (expected: '" + shown(our, from) + "')";
            }
        }
        return "";
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
            case INCREMENT -> "increment";
            case EVENTS -> "event log";
            case STEP -> "step";
            default -> String.valueOf(kind);
        };
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
