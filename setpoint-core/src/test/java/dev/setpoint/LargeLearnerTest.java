package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing needs the whole state twice. */
class LargeLearnerTest {
    @TempDir
    Path folder;

    @Test
    @Tag("long")
    void learnerIsWrittenAndReadWithinOneAndAHalfTimesItsOwnSize() throws IOException, InterruptedException {
        long own = (long) LargeLearner.FEATURES * LargeLearner.LABELS * Float.BYTES;
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + 3 * own / 2 / (1 << 20) + "m",
                        "-cp",
                        "target/classes" + File.pathSeparator + "target/test-classes",
                        LargeLearner.class.getName(),
                        folder.resolve("large.snapshot").toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        Matcher bytes = Pattern.compile("restored from (\\d+) bytes").matcher(said);
        assertThat(bytes.find()).as(said).isTrue();
        assertThat(Long.parseLong(bytes.group(1))).isBetween(own, own + own / 20);
    }
}
