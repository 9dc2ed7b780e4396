package dev.setpoint.state;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The numbered parts of a state, written to a {@link PageSink} page by page and read from a {@link PageSource}; at no time is more
 * than one page held twice.
 */
public final class PagedState {
    private final SortedMap<Integer, Paged> parts = new TreeMap<>();
    /** By part, the pages that were read so far. */
    private final Map<Integer, BitSet> read = new HashMap<>();
    /** Of pages that are stored in more than one piece, how many, by the id of their first. */
    private final Map<Long, Integer> stored = new HashMap<>();
    /** Of pages that were or had been in more than one piece when they were written since, which may have failed. */
    private final Map<Long, Pieces> written = new HashMap<>();

    /** By part that was replaced or taken out: the pages of earlier ones that may be stored. */
    private final Map<Integer, BitSet> earlier = new HashMap<>();

    private StateWriter page = new StateWriter();

    /** In how many pieces a page was written last, and the most that may be stored. */
    private record Pieces(int last, int most) {}

    /** Of no parts yet. */
    public PagedState() {}

    /**
     * Adds a part.
     *
     * @param number below {@link PageId#MOST_PARTS}; it is part of the stored form
     * @throws IllegalArgumentException if the number is taken or out of range
     */
    public PagedState add(int number, Paged part) {
        if (number < 0 || number >= PageId.MOST_PARTS || parts.putIfAbsent(number, part) != null) {
            throw new IllegalArgumentException(
                    "part: " + number + " (expected: one in [0, " + PageId.MOST_PARTS + ") that is free)");
        }
        return this;
    }

    /**
     * Another part takes the place of an earlier one, if there is one: with the next touched pages all of its own are written, and
     * those of the earlier one that it has not are removed. While touched pages are read, only before those of this part; all of them
     * must then follow.
     */
    public void replace(int number, Paged part) {
        leave(number);
        parts.put(number, part);
    }

    /**
     * Takes out a part: with the next touched pages its own are removed. While touched pages are read, only before those of this part.
     *
     * @param number of a part that there is
     */
    public void remove(int number) {
        leave(number);
        parts.remove(number);
    }

    private void leave(int number) {
        BitSet pages = earlier.computeIfAbsent(number, key -> new BitSet());
        Paged part = parts.get(number);
        for (int i = 0; part != null && i < part.pages(); i++) {
            if (part.hasPage(i) || part.isTouched(i)) { // one that was removed may still be stored
                pages.set(i);
            }
        }
        read.remove(number);
    }

    // ---------------------------------------------------------------- writing

    /**
     * Puts all pages, by ascending id.
     *
     * @throws IOException if the sink throws it
     */
    public void writeAll(PageSink sink) throws IOException {
        for (Map.Entry<Integer, Paged> part : parts.entrySet()) {
            for (int i = 0; i < part.getValue().pages(); i++) {
                if (part.getValue().hasPage(i)) {
                    write(part.getKey(), part.getValue(), i, sink);
                }
            }
        }
    }

    /**
     * Puts the pages that were touched since {@link #settle}, and removes those that are no more, by ascending id.
     *
     * @throws IOException if the sink throws it
     */
    public void writeTouched(PageSink sink) throws IOException {
        SortedSet<Integer> numbers = new TreeSet<>(parts.keySet());
        numbers.addAll(earlier.keySet());
        for (int number : numbers) {
            writeTouched(number, parts.get(number), earlier.get(number), sink);
        }
    }

    /** Of the part of this number, if there is one; where there was another before it, all pages and not the touched ones alone. */
    private void writeTouched(int number, Paged part, BitSet before, PageSink sink) throws IOException {
        int pages = part == null ? 0 : part.pages();
        for (int i = 0; i < (before == null ? pages : Math.max(pages, before.length())); i++) {
            boolean there = i < pages && part.hasPage(i);
            boolean touched = i < pages && part.isTouched(i);
            if (touched || (before != null && (there || before.get(i)))) {
                int stored = mostPieces(PageId.of(number, i, 0));
                int pieces = there ? write(number, part, i, sink) : 0;
                for (int piece = pieces; piece < stored; piece++) {
                    sink.remove(PageId.of(number, i, piece));
                }
            }
        }
    }

    private int mostPieces(long first) {
        Pieces since = written.get(first);
        return Math.max(stored.getOrDefault(first, 1), since == null ? 1 : since.most());
    }

    private int write(int number, Paged part, int index, PageSink sink) throws IOException {
        if (page.isLarge()) {
            page = new StateWriter(); // one that grew for a rare large page is not kept
        }
        page.clear();
        part.writePage(index, page);
        ByteBuffer bytes = page.written();
        int pieces = 0;
        int length = bytes.limit();
        do {
            bytes.limit(Math.min(length, bytes.position() + PageId.PIECE_BYTES));
            sink.put(PageId.of(number, index, pieces), bytes.slice());
            bytes.position(bytes.limit());
            pieces++;
        } while (bytes.position() < length);
        long first = PageId.of(number, index, 0);
        int most = Math.max(pieces, mostPieces(first));
        if (most > 1) {
            written.put(first, new Pieces(pieces, most));
        }
        return pieces;
    }

    /** What was written is stored: from now on only pages that change count as touched. */
    public void settle() {
        parts.values().forEach(Paged::settle);
        earlier.clear();
        written.forEach((first, pieces) -> stored.put(first, pieces.last()));
        stored.values().removeIf(pieces -> pieces == 1);
        written.clear();
    }

    // ---------------------------------------------------------------- reading

    /**
     * Replaces the state of all parts, which must have been made with equal settings. All pages must be there.
     *
     * @throws SnapshotException if the pages do not describe such a state; the parts must then not be used further
     * @throws IOException if the source throws it
     */
    public void read(PageSource source) throws IOException {
        read.clear();
        earlier.clear();
        stored.clear();
        written.clear();
        parts.values().forEach(Paged::beginRead);
        readPages(source, true);
    }

    /**
     * Replaces the pages that are there, and removes those that were removed.
     *
     * @throws SnapshotException if the pages do not describe such a change; the parts must then not be used further
     * @throws IOException if the source throws it
     */
    public void readTouched(PageSource source) throws IOException {
        readPages(source, false);
    }

    private void readPages(PageSource source, boolean all) throws IOException {
        PageJoiner joiner = new PageJoiner();
        while (source.next()) {
            long id = source.id();
            if (joiner.isOpen() && !joiner.continues(id, source.bytes())) {
                take(joiner); // which may replace further parts
            }
            Paged part = parts.get(PageId.part(id));
            if (part == null && source.bytes() != null) {
                throw new SnapshotException("snapshot: " + PageId.text(id) + " (expected: a part of this state)");
            }
            if (source.bytes() == null) {
                remove(id, part, all, joiner);
            } else {
                joiner.add(id, source.bytes());
                if (joiner.isComplete()) {
                    take(joiner);
                }
            }
        }
        if (joiner.isOpen()) {
            take(joiner);
        }
        parts.values().forEach(Paged::endRead);
        parts.forEach(this::checkComplete);
        earlier.clear(); // what was read is what is stored
    }

    private void take(PageJoiner joiner) {
        int part = PageId.part(joiner.first());
        int index = PageId.page(joiner.first());
        StateReader in = joiner.page();
        parts.get(part).readPage(index, in);
        in.finish();
        read.computeIfAbsent(part, number -> new BitSet()).set(index);
        if (joiner.pieces() > 1) {
            stored.put(joiner.first(), joiner.pieces());
        } else {
            stored.remove(joiner.first());
        }
        joiner.close();
    }

    private void remove(long id, Paged part, boolean all, PageJoiner joiner) {
        if (all) {
            throw new SnapshotException("snapshot: " + PageId.text(id) + " removed (expected: only in an increment)");
        }
        if (PageId.piece(id) == 0) {
            if (part != null && !earlier.containsKey(PageId.part(id))) { // otherwise it went with the earlier part
                part.removePage(PageId.page(id));
            }
            read.computeIfAbsent(PageId.part(id), number -> new BitSet()).clear(PageId.page(id));
            joiner.removed(id);
        } else if (!joiner.precedes(id)) {
            throw new SnapshotException(
                    "snapshot: " + PageId.text(id) + " removed (expected: after the pieces before it)");
        }
    }

    private void checkComplete(int number, Paged part) {
        BitSet pages = read.computeIfAbsent(number, key -> new BitSet());
        int most = Math.max(part.pages(), pages.length());
        for (int i = 0; i < most; i++) {
            boolean expected = i < part.pages() && part.hasPage(i);
            if (expected != pages.get(i)) {
                throw new SnapshotException("snapshot: " + PageId.text(PageId.of(number, i, 0))
                        + (expected ? " is missing (expected: all pages)" : " (expected: no such page)"));
            }
        }
    }
}
