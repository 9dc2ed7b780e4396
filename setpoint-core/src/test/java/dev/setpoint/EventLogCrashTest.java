package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that writes events is killed; what it left is a beginning of its run. */
class EventLogCrashTest {
    @TempDir
    Path folder;

    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @RepeatedTest(3)
    @Timeout(60)
    void killedInTheMidstOfWritingItLeavesALogThatFoldsToWhereItStood() throws IOException, InterruptedException {
        Path file = folder.resolve("events.log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        "target/classes" + File.pathSeparator + "target/test-classes",
                        EventLogProcess.class.getName(),
                        file.toString())
                .redirectErrorStream(true)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo("enough");
        } finally {
            process.destroyForcibly(); // SIGKILL: no hook runs, no buffer is flushed
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        byte[] left = Files.readAllBytes(file);

        EventLogReader counting = new EventLogReader(new ByteArrayInputStream(left));
        int[] events = {0};
        counting.forEach(event -> events[0]++);
        assertThat(events[0]).isGreaterThanOrEqualTo(300);
        assertThat(counting.bytes()).isLessThanOrEqualTo(left.length);
        assertThat(counting.isTorn()).isEqualTo(counting.bytes() < left.length);

        Learner folded = new EventLogReader(new ByteArrayInputStream(left)).fold();
        Learner expected = EventLogProcess.learner();
        int[] taken = {0};
        expected.recordTo(event -> {
            if (taken[0]++ == events[0]) {
                throw new Enough();
            }
        });
        assertThatThrownBy(() -> EventLogProcess.run(expected)).isInstanceOf(Enough.class);
        assertThat(folded.decisions()).isEqualTo(expected.decisions()).isPositive();
        assertThat(folded.snapshot()).isEqualTo(expected.snapshot());
    }
}
