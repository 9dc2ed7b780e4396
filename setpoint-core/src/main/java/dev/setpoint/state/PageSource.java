package dev.setpoint.state;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Pieces of pages one after the other, by ascending id. */
public interface PageSource {
    /**
     * Goes to the next piece, the first one at first.
     *
     * @return false if there is none
     * @throws IOException if it cannot be read
     */
    boolean next() throws IOException;

    /** The piece's id, as {@link PageId} makes it. */
    long id();

    /** Its bytes, to be used before {@link #next}; null if the piece was removed. */
    ByteBuffer bytes();
}
