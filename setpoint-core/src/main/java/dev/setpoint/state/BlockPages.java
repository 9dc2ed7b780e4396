package dev.setpoint.state;

import java.util.Arrays;

/**
 * State by number, mostly by label: page 0 holds what all have in common, and each further page what a block of adjacent labels
 * has of its own. How the numbers lie in memory is the owner's affair, and may change as labels are added: it writes and reads what
 * belongs to one label, and says which labels it has {@linkplain #touch touched}.
 *
 * <p>A block holds a power of two of labels, as many as fit into 4 KiB by what each takes, at least one. The stored form of a block:
 * int, the labels in it; then each of them, ascending.
 */
public abstract class BlockPages implements Paged {
    private static final int TARGET_BYTES = 4096;

    /** A block holds 2^shift entries. */
    private final int shift;
    /** By page; there may be room for more. */
    private boolean[] touched;

    private int pages;

    /**
     * With every page touched.
     *
     * @param entries how many labels there are at first
     * @param bytesEach how many bytes each takes, or about how many; part of the stored form, so it must not change
     */
    protected BlockPages(int entries, int bytesEach) {
        int most = Math.max(1, TARGET_BYTES / Math.max(1, bytesEach));
        this.shift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(most);
        this.pages = 1 + blocks(entries);
        this.touched = new boolean[pages];
        Arrays.fill(touched, true);
    }

    private int blocks(int entries) {
        return ((entries - 1) >> shift) + 1;
    }

    /** How many labels there are at present. */
    protected abstract int entries();

    /** Whether labels have anything in common; where not, there is no page 0. */
    protected boolean hasCommon() {
        return true;
    }

    /** Writes what all labels have in common, if they have. */
    protected void writeCommon(StateWriter out) {}

    /** Reads what {@link #writeCommon} wrote. */
    protected void readCommon(StateReader in) {}

    /** Writes what belongs to one label. */
    protected abstract void writeEntry(int entry, StateWriter out);

    /** Reads what {@link #writeEntry} wrote. */
    protected abstract void readEntry(int entry, StateReader in);

    /** What all labels have in common has changed. */
    protected final void touchCommon() {
        touched[0] = true;
    }

    /** What belongs to this label has changed. */
    protected final void touch(int entry) {
        touched[1 + (entry >> shift)] = true;
    }

    /** Everything has changed. */
    protected final void touchAll() {
        Arrays.fill(touched, true);
    }

    /** There are more {@link #entries} than before: the new ones count as touched. */
    protected final void grown() {
        int before = pages;
        pages = 1 + blocks(entries());
        makeRoom(pages);
        Arrays.fill(touched, before - 1, pages, true); // the last block may have room left
    }

    /** Makes room for so many {@link #entries}: growing up to them takes no memory. */
    protected final void reserve(int entries) {
        makeRoom(1 + blocks(entries));
    }

    private void makeRoom(int most) {
        if (most > touched.length) {
            touched = Arrays.copyOf(touched, most);
        }
    }

    /** There are other {@link #entries}, perhaps fewer: all count as touched. Only for {@link #beginRead}. */
    protected final void replaced() {
        pages = 1 + blocks(entries());
        touched = new boolean[pages];
        Arrays.fill(touched, true);
    }

    @Override
    public final int pages() {
        return pages;
    }

    @Override
    public final boolean hasPage(int page) {
        return page > 0 || hasCommon();
    }

    @Override
    public final boolean isTouched(int page) {
        return touched[page] && hasPage(page);
    }

    @Override
    public final void settle() {
        Arrays.fill(touched, false);
    }

    @Override
    public final void writePage(int page, StateWriter out) {
        if (page == 0) {
            writeCommon(out);
            return;
        }
        int from = (page - 1) << shift;
        int to = Math.min(entries(), from + (1 << shift));
        out.writeInt(to - from);
        for (int entry = from; entry < to; entry++) {
            writeEntry(entry, out);
        }
    }

    @Override
    public final void readPage(int page, StateReader in) {
        if (page == 0 && hasCommon()) {
            readCommon(in);
            return;
        }
        if (page == 0 || page >= pages) {
            throw new SnapshotException("snapshot: page " + page + " (expected: below " + pages + ")");
        }
        int from = (page - 1) << shift;
        int count = Math.min(entries() - from, 1 << shift);
        int found = in.readInt();
        if (found != count) {
            throw new SnapshotException(
                    "snapshot: " + found + " entries in page " + page + " (expected: " + count + ")");
        }
        for (int entry = from; entry < from + count; entry++) {
            readEntry(entry, in);
        }
    }
}
