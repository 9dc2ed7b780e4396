package dev.setpoint.cli.paper.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperMetricsTest {
    private static final String HEADER = "step\thead\tlabel\tmetric\tvalue\n";

    @TempDir
    Path folder;

    private Path begunByAnEarlierVersion() throws IOException {
        return Files.writeString(
                folder.resolve("seed-1.metrics.tsv"),
                HEADER + "10\t\t\tright_pulls\t0.25\n10\t\t\tright_pulls_window\t0.5\n10\t\ta\tright_pulls\t0.125\n"
                        + "20\t\t\tright_pulls\t0.75\n");
    }

    @Test
    void resumedRunHasThePresentNamesThroughout() throws IOException {
        Path file = begunByAnEarlierVersion();
        try (PaperMetrics metrics = PaperMetrics.open(file, 10)) {
            metrics.put(20, 200, "", "", "correct_pulls", 0.75);
        }
        assertThat(file)
                .hasContent(HEADER + "10\t\t\tcorrect_pulls\t0.25\n10\t\t\tcorrect_pulls_window\t0.5\n"
                        + "10\t\ta\tcorrect_pulls\t0.125\n20\t\t\tcorrect_pulls\t0.75\n");
    }

    @Test
    void tablesReadWhatAnEarlierVersionFinished() throws IOException {
        PaperMetrics.Tables tables = new PaperMetrics.Tables();
        tables.add(1, begunByAnEarlierVersion());
        tables.write(folder);
        assertThat(folder.resolve("model.csv"))
                .hasContent("seed,step,cross_entropy,cross_entropy_window,correct_pulls,correct_pulls_window\n"
                        + "1,10,,,0.25,0.5\n1,20,,,0.75,\n");
        assertThat(folder.resolve("pulls.csv")).hasContent("seed,step,label,correct_pulls\n1,10,a,0.125\n");
    }
}
