package dev.setpoint.state;

/**
 * State that is kept in numbered pages, of which it knows those that have changed: what is large is stored again in parts, not as a
 * whole. All pages together are the state; reading those that were written gives an object that behaves the same, bit for bit.
 *
 * <p>The simplest way to write one: implement {@link #writePage} and {@link #readPage}, whatever the page number. All of the state is
 * then one page, which is stored with every increment. Who has more state than that is worth says how many {@link #pages} there are
 * and which are {@linkplain #isTouched touched}; {@link BlockPages} does so for numbers by label, {@link PagedGroup} for an object
 * that is made of others.
 *
 * <p>A page should come to about 64 KiB or less, better to a few KiB; longer ones are stored in {@linkplain PageId pieces}.
 */
public interface Paged {
    /** Every page's number is below this one; which never becomes smaller, but by {@link #beginRead}. */
    default int pages() {
        return 1;
    }

    /** Whether there is a page of this number, which is below {@link #pages}. */
    default boolean hasPage(int page) {
        return true;
    }

    /**
     * Whether a page is new, has changed or was removed since {@link #settle} was last called, or since this object was made. True
     * where that is not known.
     */
    default boolean isTouched(int page) {
        return true;
    }

    /** From now on no page counts as touched until it changes: all of them are stored. */
    default void settle() {}

    /** Writes one page. */
    void writePage(int page, StateWriter out);

    /** A whole state follows, in the place of the present one: {@link #readPage} for each of its pages, ascending. */
    default void beginRead() {}

    /**
     * Replaces one page by one that an object of equal settings wrote, or adds it.
     *
     * @throws SnapshotException if the bytes do not describe such a page; this object must then not be used further
     */
    void readPage(int page, StateReader in);

    /**
     * Takes out a page that the object was without when it was stored; there may be none of this number.
     *
     * @throws SnapshotException if this kind of state never loses a page
     */
    default void removePage(int page) {
        throw new SnapshotException("snapshot: page " + page + " removed (expected: pages that stay)");
    }

    /**
     * All pages of a state, or all that have changed, are read.
     *
     * @throws SnapshotException if they do not fit together; this object must then not be used further
     */
    default void endRead() {}

    /**
     * Reads the whole state as format version 3 has it, which knew no pages.
     *
     * @throws SnapshotException if the bytes do not describe such a state, or if this kind of object cannot read that version
     */
    default void readVersion3(StateReader in) {
        throw new SnapshotException("snapshot: format version 3 (expected: " + Snapshot.VERSION
                + ", as a part of what was stored reads no earlier one)");
    }
}
