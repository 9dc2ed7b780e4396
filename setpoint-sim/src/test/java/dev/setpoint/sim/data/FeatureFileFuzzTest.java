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
 * suggests: at most 100 bytes for each (a JSON header of empty arrays is the worst), and 4 MB for classes that are met first.
 */
class FeatureFileFuzzTest {
    private static final long ONCE = 4L << 20;
    private static final long PER_BYTE = 100;

    @FuzzTest(maxDuration = "1m")
    void features(byte[] bytes) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        FeatureFile file = null;
        try {
            file = FeatureFile.parse("fuzz", new ByteArrayInputStream(bytes), bytes.length);
        } catch (DataFormatException refused) {
            assertThat(refused.getMessage()).doesNotContain("\n", "\r").contains("(expected: ");
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).as("bytes allocated").isLessThan(ONCE + PER_BYTE * bytes.length);
        if (file != null) {
            check(file.data());
        }
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
