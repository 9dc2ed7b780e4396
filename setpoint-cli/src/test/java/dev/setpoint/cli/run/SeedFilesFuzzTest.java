package dev.setpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.LearnerSettings;
import dev.setpoint.cli.Effort;
import dev.setpoint.cli.Sentence;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.RunSummary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever a seed has left on disk: the run goes on with what can be read, or it is refused in one sentence. Without
 * {@code JAZZER_FUZZ=1} these run the stored inputs once; with it, one method at a time, they search for new ones.
 */
class SeedFilesFuzzTest {
    private static final LearnerSettings LEARNER =
            LearnerSettings.builder(List.of("a", "b")).build();
    private static final long STEP = 20;

    @TempDir
    Path folder;

    /** What is kept are rows up to the step, and keeping them again changes nothing. */
    @Timeout(120) // for what does not end
    @FuzzTest(maxDuration = "1m")
    void metrics(byte[] bytes) throws IOException {
        readsOrRefuses(bytes, file -> {
            MetricsFile.open(file, 1, STEP, MetricsFile.Kept.ALL).close();
            String kept = Files.readString(file);
            List<MetricsFile.Row> rows = new ArrayList<>();
            MetricsFile.read(file, rows::add);
            assertThat(rows).allMatch(row -> row.step() <= STEP);
            MetricsFile.open(file, 1, STEP, MetricsFile.Kept.ALL).close();
            assertThat(Files.readString(file)).isEqualTo(kept);
        });
    }

    /** What is read is the same when it was written again, and can be told. */
    @Timeout(120)
    @FuzzTest(maxDuration = "1m")
    void summary(byte[] bytes) throws IOException {
        readsOrRefuses(bytes, file -> {
            RunSummary summary = SummaryFile.read(file, List.of("auto"));
            Files.write(file, SummaryFile.bytes(LEARNER, 1, summary));
            assertThat(SummaryFile.read(file, List.of("auto"))).isEqualTo(summary);
            RunSummary mean = RunSummary.mean(List.of(summary, summary));
            assertThat(SummaryTable.of(mean, LEARNER, 1) + SummaryTable.outOfScope(mean))
                    .isNotEmpty();
        });
    }

    /** What passes for a manifest can be read. */
    @Timeout(120)
    @FuzzTest(maxDuration = "1m")
    void manifest(byte[] bytes) throws IOException {
        readsOrRefuses(bytes, file -> {
            boolean isOne = RunManifest.isOne(file);
            try {
                RunManifest.stepsDone(file, 1);
            } catch (Failure refused) {
                assertThat(isOne).isFalse();
                throw refused;
            }
        });
    }

    private interface Attempt {
        void read(Path file) throws IOException;
    }

    private void readsOrRefuses(byte[] bytes, Attempt attempt) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        Effort.check(bytes.length, () -> {
            Path file = Files.write(folder.resolve("file"), bytes);
            try {
                attempt.read(file);
            } catch (Failure refused) {
                assertThat(refused.getMessage()).startsWith(file.toString());
                Sentence.check(refused.getMessage(), text);
            }
        });
    }
}
