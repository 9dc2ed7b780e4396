package dev.setpoint;

import java.util.concurrent.atomic.AtomicReference;

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
    private final AtomicReference<Thread> inside = new AtomicReference<>();
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
        if (!inside.compareAndSet(null, Thread.currentThread())) {
            Thread other = inside.get();
            throw new IllegalStateException("learner: used by thread '"
                    + Thread.currentThread().getName() + "' while '" + (other == null ? "another" : other.getName())
                    + "' uses it (expected: one thread at a time)");
        }
    }

    /** Ends the call that {@link #enter} began. */
    @Override
    public void close() {
        inside.setRelease(null);
    }
}
