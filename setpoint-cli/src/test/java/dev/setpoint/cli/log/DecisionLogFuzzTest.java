package dev.setpoint.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.model.GivenProbabilities;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.stream.DoubleStream;

/**
 * Any bytes are read as decisions or refused line by line. Without {@code JAZZER_FUZZ=1} this runs the stored inputs once; with
 * it, it searches for new ones.
 */
class DecisionLogFuzzTest {
    @FuzzTest(maxDuration = "1m")
    void readsOrRefuses(byte[] bytes) throws IOException {
        long most = 1;
        for (byte b : bytes) {
            most += b == '\n' ? 1 : 0;
        }
        try (DecisionLog log = new DecisionLog(new ByteArrayInputStream(bytes))) {
            long calls = 0;
            long last = 0;
            for (boolean more = true; more; calls++) {
                assertThat(calls).as("every call takes at least a line").isLessThanOrEqualTo(most);
                try {
                    LogLine line = log.next();
                    more = line != null;
                    if (more) {
                        assertThat(line.number()).isGreaterThan(last);
                        last = line.number();
                        assertContract(line);
                    }
                } catch (LogException refused) { // nothing else may come of bytes in memory
                    assertThat(refused.getMessage()).matches("line [0-9]+: .+").doesNotContain("\n", "\r", "\u001b");
                }
            }
        }
    }

    private static void assertContract(LogLine line) {
        double[] p = line.probabilities();
        assertThat(p.length).isGreaterThanOrEqualTo(2);
        assertDistribution(p);
        assertThat(line.arm()).isBetween(0, p.length - 1);
        assertThat(line.propensity() > 0 && line.propensity() <= 1).isTrue();
        assertThat(line.label()).isBetween(-1, p.length - 1);
        if (line.hasStep()) {
            assertThat(line.step()).isNotNegative();
        }
        if (line.pull() != null) {
            assertThat(line.pull()).hasSize(p.length);
            assertDistribution(line.pull());
            assertThat(line.pull()[line.arm()] / line.propensity()).isBetween(1 - 1.1e-6, 1 + 1.1e-6);
        }
        if (line.u() != null) {
            assertThat(line.u()).hasSize(p.length);
            assertThat(DoubleStream.of(line.u()).allMatch(v -> v >= 0 && v <= 1))
                    .isTrue();
        }
    }

    private static void assertDistribution(double[] p) {
        assertThat(DoubleStream.of(p).allMatch(v -> v >= 0 && v <= 1 + GivenProbabilities.tolerance(p.length)))
                .isTrue();
        assertThat(Math.abs(DoubleStream.of(p).sum() - 1))
                .isLessThanOrEqualTo(GivenProbabilities.tolerance(p.length) * 1.001);
    }
}
