package dev.setpoint.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.function.LongUnaryOperator;

/** The threads in which JMH runs a benchmark, without those of the harness and of the JVM. */
final class WorkerThreads {
    private static final String NAME = "-jmh-worker-";

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Processor time so far. */
    long nanos() {
        return sum(threads::getThreadCpuTime);
    }

    /** Bytes allocated so far. */
    long bytes() {
        return sum(threads::getThreadAllocatedBytes);
    }

    private long sum(LongUnaryOperator ofThread) {
        long sum = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().contains(NAME)) {
                long counted = ofThread.applyAsLong(thread.getThreadId());
                if (counted < 0) {
                    throw new IllegalStateException(
                            "thread " + thread.getThreadName() + ": not counted (expected: counted)");
                }
                sum += counted;
            }
        }
        return sum;
    }
}
