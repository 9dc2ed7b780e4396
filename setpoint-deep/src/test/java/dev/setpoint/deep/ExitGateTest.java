package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExitGateTest {
    private static final long LONG = 100_000;

    @Test
    void endWaitsForWhatIsUnderWay() throws InterruptedException {
        ExitGate gate = new ExitGate(LONG);
        gate.enter();
        gate.enter();
        Thread end = started(gate::end);
        awaitWaiting(end);
        gate.leave();
        end.join(100);
        assertThat(end.isAlive()).isTrue();
        gate.leave();
        end.join();
    }

    @Test
    void loopOfComputationsStopsAtTheEnd() throws InterruptedException {
        ExitGate gate = new ExitGate(LONG);
        AtomicInteger steps = new AtomicInteger();
        AtomicInteger inside = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(100);
        Thread loop = started(() -> {
            while (true) {
                gate.enter();
                inside.incrementAndGet();
                steps.incrementAndGet();
                begun.countDown();
                inside.decrementAndGet();
                gate.leave();
            }
        });
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        gate.end();
        assertThat(inside).hasValue(0);
        int after = steps.get();
        awaitWaiting(loop);
        assertThat(steps).hasValue(after);
    }

    @Test
    void whatTheEndItselfWaitsForIsComputedAfterAWhile() throws InterruptedException {
        ExitGate gate = new ExitGate(50);
        gate.end();
        Thread last = started(() -> {
            for (int i = 0; i < 100_000; i++) { // held back once, not every time
                gate.enter();
                gate.leave();
            }
        });
        last.join();
    }

    @Test
    void interruptedThreadIsHeldBackTooAndStaysInterrupted() throws InterruptedException {
        ExitGate gate = new ExitGate(200);
        gate.end();
        boolean[] interrupted = new boolean[1];
        long start = System.nanoTime();
        Thread held = started(() -> {
            Thread.currentThread().interrupt();
            gate.enter();
            interrupted[0] = Thread.currentThread().isInterrupted();
            gate.leave();
        });
        held.join();
        assertThat(interrupted[0]).isTrue();
        assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(100));
    }

    private static Thread started(Runnable code) {
        Thread thread = new Thread(code);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static void awaitWaiting(Thread thread) throws InterruptedException {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(thread.isAlive()).isTrue();
            Thread.sleep(1);
        }
    }
}
