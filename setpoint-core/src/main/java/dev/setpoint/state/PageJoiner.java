package dev.setpoint.state;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Puts pages together from their pieces; a page of one short piece is not copied. */
final class PageJoiner {
    private static final long NONE = -1;

    private long first = NONE;
    private int pieces;
    /** The id of the last piece seen, stored or removed. */
    private long last = NONE;

    private ByteBuffer single;
    private byte[] joined = {};
    private int length;
    private boolean complete;

    /** Whether there is a page that was not taken yet. */
    boolean isOpen() {
        return first != NONE;
    }

    /** Whether a piece belongs to the open page. */
    boolean continues(long id, ByteBuffer bytes) {
        return bytes != null && samePage(id, first);
    }

    private static boolean samePage(long id, long other) {
        return other != NONE && PageId.part(id) == PageId.part(other) && PageId.page(id) == PageId.page(other);
    }

    void add(long id, ByteBuffer bytes) {
        int piece = PageId.piece(id);
        if (piece != (isOpen() ? pieces : 0) || (piece > 0 && !bytes.hasRemaining())) {
            throw new SnapshotException("snapshot: " + PageId.text(id) + " of " + bytes.remaining()
                    + " bytes (expected: all pieces from the first on, each full but the last)");
        }
        boolean full = bytes.remaining() == PageId.PIECE_BYTES;
        if (piece == 0) {
            first = id;
            length = 0;
            single = full ? null : bytes;
        }
        if (single == null) {
            int end = Math.addExact(length, bytes.remaining());
            if (end > joined.length) {
                joined = Arrays.copyOf(joined, (int) Math.min(Integer.MAX_VALUE - 64L, Math.max(end, 2L * length)));
            }
            bytes.get(joined, length, bytes.remaining());
            length = end;
        }
        pieces = piece + 1;
        last = id;
        complete = !full;
    }

    /** Whether no piece can follow. */
    boolean isComplete() {
        return complete;
    }

    /** The id of the open page's first piece. */
    long first() {
        return first;
    }

    int pieces() {
        return pieces;
    }

    StateReader page() {
        return new StateReader(
                single == null ? ByteBuffer.wrap(joined, 0, length).slice() : single);
    }

    /** The page was taken. */
    void close() {
        first = NONE;
        single = null;
        complete = false;
        if (joined.length > 16 * PageId.PIECE_BYTES) {
            joined = new byte[0]; // that of a rare large page is not kept
        }
    }

    /** The first piece of a page was removed. */
    void removed(long id) {
        last = id;
    }

    /** Whether the piece before this one was the last one seen; if so, this one counts as seen, too. */
    boolean precedes(long id) {
        boolean precedes = last == id - 1;
        last = precedes ? id : last;
        return precedes;
    }
}
