package dev.setpoint.bench.deep;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * What one step took.
 *
 * @param seconds by the clock
 * @param processor seconds of all threads of its process together
 */
record Turn(double seconds, double processor) {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    /** Whoever takes turns. */
    interface Taker {
        Turn take();
    }

    static Turn of(Runnable step) {
        long processor = PROCESS.getProcessCpuTime();
        long start = System.nanoTime();
        step.run();
        return new Turn((System.nanoTime() - start) / 1e9, (PROCESS.getProcessCpuTime() - processor) / 1e9);
    }
}
