package dev.setpoint.state;

/**
 * The number under which a piece of a page is stored: the part of the state (16 bits), the page of the part (31 bits) and the piece of the
 * page (16 bits), from the highest bit but the sign on. So pieces of a page follow each other, and pages of a part.
 *
 * <p>All pieces of a page have {@value #PIECE_BYTES} bytes but the last, which has at least one; a page without any bytes is one
 * empty piece.
 */
public final class PageId {
    /** The most bytes of a piece. */
    public static final int PIECE_BYTES = 1 << 16;
    /** The most parts of a state; the last number is never used. */
    public static final int MOST_PARTS = (1 << 16) - 1;

    private static final int PAGE_SHIFT = 16;
    private static final int PART_SHIFT = 47;

    private PageId() {}

    /** The number of a piece. */
    public static long of(int part, int page, int piece) {
        return (long) part << PART_SHIFT | (long) page << PAGE_SHIFT | piece;
    }

    /** The part of the state. */
    public static int part(long id) {
        return (int) (id >>> PART_SHIFT);
    }

    /** The page of the part. */
    public static int page(long id) {
        return (int) (id >>> PAGE_SHIFT) & Integer.MAX_VALUE;
    }

    /** The piece of the page. */
    public static int piece(long id) {
        return (int) id & 0xFFFF;
    }

    static String text(long id) {
        return "page " + page(id) + " of part " + part(id) + (piece(id) == 0 ? "" : ", piece " + piece(id));
    }
}
