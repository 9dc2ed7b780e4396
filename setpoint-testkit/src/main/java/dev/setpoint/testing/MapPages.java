package dev.setpoint.testing;

import dev.setpoint.state.PageSink;
import dev.setpoint.state.PageSource;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** A store of pages: a map from their ids to their bytes. */
public final class MapPages implements PageSink, PageSource {
    private final SortedMap<Long, byte[]> pages = new TreeMap<>();
    private Iterator<Map.Entry<Long, byte[]>> entries;
    private Map.Entry<Long, byte[]> entry;

    /** Without pages. */
    public MapPages() {}

    /** All pages at present. */
    public SortedMap<Long, byte[]> pages() {
        return pages;
    }

    @Override
    public void put(long id, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        pages.put(id, copy);
    }

    @Override
    public void remove(long id) {
        pages.remove(id);
    }

    /** The store itself, to be read from its first page on. */
    public MapPages read() {
        entries = pages.entrySet().iterator();
        return this;
    }

    @Override
    public boolean next() {
        entry = entries.hasNext() ? entries.next() : null;
        return entry != null;
    }

    @Override
    public long id() {
        return entry.getKey();
    }

    @Override
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(entry.getValue());
    }
}
