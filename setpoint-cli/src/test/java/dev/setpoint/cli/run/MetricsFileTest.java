package dev.setpoint.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsFileTest {
    private static final String FIRST = "7,10,160,auto,\"a, \"\"b\"\"\",coverage,0.1\n";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void twoSteps() throws IOException {
        file = folder.resolve("seed-7.metrics.csv");
        try (MetricsFile metrics = MetricsFile.open(file, 7, 0, MetricsFile.Kept.ALL)) {
            metrics.put(10, 160, "auto", "a, \"b\"", "coverage", 0.1);
            metrics.put(20, 320, "", "", "correct_pulls", Double.NaN);
        }
        assertThat(file).content().isEqualTo(FIRST + "7,20,320,,,correct_pulls,NaN\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7,20,32", "7,3", "7,30,480,auto,\"a, ", "7,30,480,auto,a,coverage,0.1"})
    void aSeedThatResumesKeepsTheRowsUpToItsCheckpointAlone(String leftBehind) throws IOException {
        Files.writeString(file, leftBehind, StandardOpenOption.APPEND);
        try (MetricsFile metrics = MetricsFile.open(file, 7, 10, MetricsFile.Kept.ALL)) {
            metrics.put(20, 320, "", "", "correct_pulls", 0.5);
        }
        assertThat(file).content().isEqualTo(FIRST + "7,20,320,,,correct_pulls,0.5\n");
    }

    @Test
    void aStepThatIsNoNumberIsRefused() throws IOException {
        Files.writeString(file, "7,soon,320,auto,,size,3.0\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> MetricsFile.open(file, 7, 10, MetricsFile.Kept.ALL))
                .isInstanceOf(Failure.class)
                .hasMessage(file + " line 3: step: soon (expected: a whole number)");
    }

    @Test
    void whatIsTakenAfterTheStreamIsTakenAgain() throws IOException {
        Files.writeString(file, "7,20,320,auto,,out_of_scope_size,3.0\n", StandardOpenOption.APPEND);
        MetricsFile.open(file, 7, 20, MetricsFile.Kept.ALL).close();
        assertThat(file).content().isEqualTo(FIRST + "7,20,320,,,correct_pulls,NaN\n");
    }

    @Test
    void aSeedThatBeginsAgainKeepsNothing() throws IOException {
        MetricsFile.open(file, 7, 0, MetricsFile.Kept.ALL).close();
        assertThat(file).isEmptyFile();
    }

    @Test
    void forcedRowsAreInTheFileBeforeItIsClosed() throws IOException {
        try (MetricsFile metrics = MetricsFile.open(file, 7, 0, (head, metric) -> metric.equals("size"))) {
            metrics.put(10, 160, "auto", "", "size", 2);
            metrics.put(10, 160, "auto", "", "coverage_min", 0.5);
            metrics.force();
            assertThat(file).content().isEqualTo("7,10,160,auto,,size,2.0\n");
        }
    }

    @Test
    void rowsAreReadAsTheyWerePut() throws IOException {
        List<MetricsFile.Row> rows = new ArrayList<>();
        MetricsFile.read(file, rows::add);
        assertThat(rows)
                .containsExactly(
                        new MetricsFile.Row(10, "auto", "a, \"b\"", "coverage", "0.1"),
                        new MetricsFile.Row(20, "", "", "correct_pulls", "NaN"));
    }
}
