package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.HeadSettings;
import dev.setpoint.LearnerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever names no head gets the same one everywhere. */
class DefaultHeadTest {
    private static final int QUERIES = 120;

    @TempDir
    Path folder;

    @Test
    void runAndReplayHaveTheSameThresholdsWhereNoHeadIsNamed() throws IOException {
        Clouds.write(folder, QUERIES);
        Path spec = Files.writeString(
                folder.resolve("clouds.yaml"),
                "data: {format: csv, files: rows.csv, label: class}\ncheckpoints: " + QUERIES + "\n");
        Path log = folder.resolve("log.jsonl");
        Path thresholds = folder.resolve("thresholds.csv");
        Cli.run("run", spec, "--out", folder.resolve("run"), "--log", log).succeeded();
        Cli.run("replay", log, "--seed", 1, "--thresholds", thresholds).succeeded();
        assertThat(Files.readString(folder.resolve("run/manifest.json"))).contains("head " + HeadSettings.DEFAULT);
        List<Double> ofRun = ofRun(QUERIES - 1);
        assertThat(ofRun).hasSize(3).allMatch(threshold -> threshold > 0);
        assertThat(ofReplay(thresholds, QUERIES - 1)).isEqualTo(ofRun);
    }

    @Test
    void aHeadOfAnExperimentWithoutScoreAndTrackerIsTheDefaultOne() throws IOException {
        Clouds.write(folder, QUERIES);
        Path spec = Files.writeString(
                folder.resolve("clouds.yaml"),
                "data: {format: csv, files: rows.csv, label: class}\nheads: [{name: mine}]\n");
        Cli.run("run", spec, "--out", folder.resolve("run")).succeeded();
        HeadSettings same = new HeadSettings("mine", HeadSettings.DEFAULT.score(), HeadSettings.DEFAULT.tracker());
        assertThat(Files.readString(folder.resolve("run/manifest.json"))).contains("head " + same);
        assertThat(LearnerSettings.builder("a", "b").build().heads()).containsExactly(HeadSettings.DEFAULT);
    }

    @Test
    void theHelpNamesTheDefaults() {
        String score = HeadSettings.DEFAULT.score().toString();
        for (String command : List.of("replay", "whatif")) {
            assertThat(Cli.run(command, "--help").succeeded().out()).contains("Default: " + score);
        }
        assertThat(Cli.run("replay", "--help").succeeded().out().replaceAll("\\s+", " "))
                .contains("Default: " + HeadSettings.DEFAULT.name() + ", as in run");
    }

    /** After so many steps, by class. */
    private List<Double> ofRun(int steps) throws IOException {
        return Files.readAllLines(folder.resolve("run/metrics.csv")).stream()
                .map(line -> line.split(",", -1))
                .filter(row -> row[1].equals(String.valueOf(steps)) && row[5].equals("threshold"))
                .map(row -> Double.valueOf(row[6]))
                .toList();
    }

    /** Those the step after so many was issued with, by class. */
    private static List<Double> ofReplay(Path file, int steps) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.split(",", -1))
                .filter(row -> row[0].equals(String.valueOf(steps)))
                .flatMap(row -> Arrays.stream(row).skip(1).map(Double::valueOf))
                .toList();
    }
}
