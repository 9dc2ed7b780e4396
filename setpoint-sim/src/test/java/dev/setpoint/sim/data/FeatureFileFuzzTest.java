package dev.setpoint.sim.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.management.ThreadMXBean;
import dev.setpoint.feature.FeatureVector;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * Any bytes are a file of features or refused by our exception, and in either case take no more memory than their number
 * suggests: at most 100 bytes for each (a JSON header of empty arrays is the worst), and 1 MB besides.
 */
class FeatureFileFuzzTest {
    private static final long FIXED = 1L << 20;
    private static final long PER_BYTE = 100;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @FuzzTest(maxDuration = "1m")
    void features(byte[] bytes) throws IOException {
        long most = FIXED + PER_BYTE * bytes.length;
        if (allocated(bytes) > most) { // once may be due to classes that are met, and instrumented, for the first time
            assertThat(allocated(bytes)).as("bytes allocated").isLessThanOrEqualTo(most);
        }
    }

    /** Reads the bytes, checks what came of it, and returns how much memory was taken. */
    private static long allocated(byte[] bytes) throws IOException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        FeatureFile file = null;
        DataFormatException refused = null;
        try {
            file = FeatureFile.parse("fuzz", new ByteArrayInputStream(bytes), bytes.length);
        } catch (DataFormatException e) {
            refused = e;
        }
        long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        if (refused != null) {
            assertThat(refused.getMessage()).doesNotContain("\n", "\r").contains("(expected: ");
        } else {
            check(file.data());
        }
        return allocated;
    }

    private static void check(LabelledData data) {
        FeatureVector vector = new FeatureVector();
        for (int row = 0; row < data.size(); row++) {
            assertThat(data.label(row)).isBetween(0, data.labels().size() - 1);
            data.readInto(row, vector);
            assertThat(vector.dimension()).isEqualTo(data.dimension());
        }
    }
}
