package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/** What a file of a few thousand bytes may take to be read: it is a mistake, or an attack, if it takes the machine. */
public final class Effort {
    private static final long FIXED = 1L << 29; // most of it for what the fuzzer itself does
    private static final long PER_BYTE = 10_000;
    private static final long NANOSECONDS = 5_000_000_000L;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** Reads a file. */
    @FunctionalInterface
    public interface Reader {
        /** Reads it. */
        void read() throws IOException;
    }

    private Effort() {}

    /** Asserts that reading so many bytes takes seconds and megabytes at most. */
    public static void check(int bytes, Reader reader) throws IOException {
        long most = FIXED + PER_BYTE * bytes;
        long[] taken = taken(reader);
        if (taken[0] > most || taken[1] > NANOSECONDS) { // once may be due to classes that are met for the first time
            taken = taken(reader);
        }
        assertThat(taken[0]).as("bytes allocated").isLessThanOrEqualTo(most);
        assertThat(taken[1]).as("nanoseconds").isLessThanOrEqualTo(NANOSECONDS);
    }

    private static long[] taken(Reader reader) throws IOException {
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        long time = THREADS.getCurrentThreadCpuTime();
        reader.read();
        return new long[] {
            THREADS.getCurrentThreadAllocatedBytes() - allocated, THREADS.getCurrentThreadCpuTime() - time
        };
    }
}
