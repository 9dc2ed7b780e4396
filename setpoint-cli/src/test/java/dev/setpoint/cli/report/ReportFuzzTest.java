package dev.setpoint.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.cli.Effort;
import dev.setpoint.cli.Sentence;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run folder in which one file holds any bytes is drawn or refused in one sentence. Without {@code JAZZER_FUZZ=1} these run the
 * stored inputs once; with it, one method at a time, they search for new ones.
 */
class ReportFuzzTest {
    private static final Map<String, String> INPUTS =
            Map.of(Metrics.FILE, "metrics", Summary.FILE, "summary", Manifest.FILE, "manifest");

    @TempDir
    Path folder;

    /** Of every file the input that is as a run writes it. */
    @BeforeEach
    void wholeFolder() throws IOException {
        for (Map.Entry<String, String> input : INPUTS.entrySet()) {
            String name = "ReportFuzzTestInputs/" + input.getValue() + "/whole";
            try (InputStream whole = ReportFuzzTest.class.getResourceAsStream(name)) {
                Files.write(folder.resolve(input.getKey()), whole.readAllBytes());
            }
        }
    }

    @Timeout(120) // for what does not end
    @FuzzTest(maxDuration = "1m")
    void metrics(byte[] bytes) throws IOException {
        drawsOrRefuses(Metrics.FILE, bytes);
    }

    @Timeout(120)
    @FuzzTest(maxDuration = "1m")
    void summary(byte[] bytes) throws IOException {
        drawsOrRefuses(Summary.FILE, bytes);
    }

    @Timeout(120)
    @FuzzTest(maxDuration = "1m")
    void manifest(byte[] bytes) throws IOException {
        drawsOrRefuses(Manifest.FILE, bytes);
    }

    private void drawsOrRefuses(String file, byte[] bytes) throws IOException {
        Files.write(folder.resolve(file), bytes);
        String text = new String(bytes, StandardCharsets.UTF_8);
        Effort.check(bytes.length, () -> {
            try {
                draw(RunFiles.read(folder), text);
            } catch (ReportException refused) {
                Sentence.check(refused.getMessage(), text);
            }
        });
    }

    private static void draw(RunFiles run, String text) throws IOException {
        Diagnosis diagnosis = new Diagnosis(run);
        List<Diagnosis.Miss> misses = diagnosis.misses();
        Optional<Diagnosis.Miss> useless = diagnosis.useless();
        useless.ifPresent(found -> Sentence.check(found.sentence(), text));
        misses.forEach(miss -> Sentence.check(miss.sentence(), text));
        assertThat(Page.of(run, misses, useless)).endsWith("</html>\n");
        assertThat(Plots.of(run).values()).allSatisfy(plot -> assertThat(plot).endsWith("</svg>\n"));
        Metrics metrics = run.metrics();
        assertThat(metrics.queries()).isSorted().doesNotHaveDuplicates();
        for (String head : metrics.heads()) {
            assertSummarised(metrics, "size", head, "");
            for (String label : run.labels()) {
                assertSummarised(metrics, "threshold", head, label);
                assertThat(metrics.finals("ess", head, label)).hasSize(metrics.seeds());
            }
        }
    }

    /** The mean over the seeds lies between the least and the greatest value, and is there where a seed has one. */
    private static void assertSummarised(Metrics metrics, String metric, String head, String label) {
        Series series = metrics.series(metric, head, label);
        for (int i = 0; i < metrics.checkpoints(); i++) {
            assertThat(series.seeds(i)).isBetween(0, Integer.MAX_VALUE);
            if (series.seeds(i) > 0) {
                assertThat(series.mean(i)).isFinite().isBetween(series.least(i), series.greatest(i));
            } else {
                assertThat(series.mean(i)).isNaN();
            }
        }
    }
}
