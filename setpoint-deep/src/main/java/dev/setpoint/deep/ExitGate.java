package dev.setpoint.deep;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets a process end between two computations and not in the midst of one, when the engine would tear its libraries down under the
 * computation's feet.
 *
 * <p>The end of the process waits for the computations under way. Those that would begin meanwhile are held back, so that a loop of
 * them stops; for a short time only, because the end of the process may itself wait for one of them, such as a last snapshot that its
 * owner takes in a shutdown hook: if the process is still there after that time, all may compute again.
 */
final class ExitGate {
    private final long patienceNanos;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int underWay;
    private boolean ending;
    /** Whether the computations that were under way at the end are over, and since when. */
    private boolean quiet;

    private long quietSince;

    /** With the time for which computations are held back once all others are over. */
    ExitGate(long patienceMillis) {
        patienceNanos = TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    }

    /** Before a computation. */
    void enter() {
        lock.lock();
        try {
            while (ending && !quiet) {
                changed.awaitUninterruptibly();
            }
            if (ending) {
                sitOut();
            }
            underWay++;
        } finally {
            lock.unlock();
        }
    }

    /** After it. */
    void leave() {
        lock.lock();
        try {
            underWay--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** At the end of the process: returns when no computation is under way. */
    void end() {
        lock.lock();
        try {
            ending = true;
            while (underWay > 0) {
                changed.awaitUninterruptibly();
            }
            quiet = true;
            quietSince = System.nanoTime();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void sitOut() {
        boolean interrupted = false;
        long left = patienceNanos - (System.nanoTime() - quietSince);
        while (left > 0) {
            try {
                changed.awaitNanos(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = patienceNanos - (System.nanoTime() - quietSince);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
