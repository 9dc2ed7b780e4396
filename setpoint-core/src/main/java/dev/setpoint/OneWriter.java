package dev.setpoint;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Notices that two threads use one learner at once, which would silently lose what one of them does, and refuses the second. Threads
 * that take turns are let in, and each sees what the one before has done.
 *
 * <pre>{@code
 * writer.enter();
 * try (writer) { ... }
 * }</pre>
 */
final class OneWriter implements AutoCloseable {
    private final AtomicBoolean inside = new AtomicBoolean();
    /** Who began a call last, as far as another thread can see. */
    private Thread last;

    private boolean closed;

    /**
     * Begins a call.
     *
     * @throws IllegalStateException if another is under way, or nobody is let in any more
     */
    void enter() {
        begin();
        if (closed) {
            close();
            throw new IllegalStateException("learner: closed (expected: open)");
        }
    }

    /**
     * Begins the last call; returns false, and begins none, if there was one before.
     *
     * @throws IllegalStateException if another is under way
     */
    boolean enterLast() {
        begin();
        if (closed) {
            close();
            return false;
        }
        closed = true;
        return true;
    }

    private void begin() {
        Thread current = Thread.currentThread();
        if (!inside.compareAndSet(false, true)) {
            Thread other = last;
            throw new IllegalStateException("learner: used by thread '" + current.getName() + "' while '"
                    + (other == null ? "another" : other.getName()) + "' uses it (expected: one thread at a time)");
        }
        if (last != current) { // seldom, and so without the collector's costs of writing a reference
            last = current;
        }
    }

    /** Ends the call that {@link #enter} began. */
    @Override
    public void close() {
        inside.setRelease(false);
    }
}
