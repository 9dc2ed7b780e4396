package dev.setpoint.state;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where pieces of pages are put: a stream, or the store of a service or of a stream engine, which is a map from id to bytes. */
public interface PageSink {
    /**
     * Stores a piece of a page, in the place of the earlier one.
     *
     * @param id as {@link PageId} makes it
     * @param bytes at most {@link PageId#PIECE_BYTES}, to be copied or used before this returns
     * @throws IOException if it cannot be stored
     */
    void put(long id, ByteBuffer bytes) throws IOException;

    /**
     * Removes a piece, which may never have been stored.
     *
     * @throws IOException if it cannot be removed
     */
    void remove(long id) throws IOException;
}
