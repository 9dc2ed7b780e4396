package dev.setpoint.state;

/**
 * State that is kept in numbered pages, of which it knows those that have changed: what is large is stored again in parts, not as a
 * whole. All pages together are the state; reading those that were written gives an object that behaves the same, bit for bit.
 *
 * <p>A page should come to about 64 KiB or less; longer ones are stored in pieces of that size.
 */
public interface Paged {
    /** How many pages there are at present. */
    int pages();

    /** Whether a page is new or has changed since {@link #settle} was last called, or since this object was made. */
    boolean isTouched(int page);

    /** From now on no page counts as touched until it changes: all of them are stored. */
    void settle();

    /** Writes one page. */
    void writePage(int page, StateWriter out);

    /**
     * Replaces the state by one that an object of equal settings wrote in so many pages; {@link #readPage} follows for each of them,
     * ascending.
     *
     * @throws SnapshotException if there cannot be so many
     */
    void beginRead(int pages);

    /**
     * Reads one page.
     *
     * @throws SnapshotException if the bytes do not describe such a page; this object must then not be used further
     */
    void readPage(int page, StateReader in);
}
