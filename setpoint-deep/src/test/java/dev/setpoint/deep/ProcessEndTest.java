package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a program with a network that is told to end. */
class ProcessEndTest {
    private static final int SIGTERM = 128 + 15;

    @TempDir
    Path folder;

    @Test
    @Timeout(120)
    @EnabledOnOs(OS.LINUX)
    void programThatIsToldToEndInTheMiddleOfAStepMayStoreItsLearnerAndEndsQuietly()
            throws IOException, InterruptedException {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dsetpoint.threads=1",
                        "-Dorg.bytedeco.javacpp.cachedir=" + System.getProperty("org.bytedeco.javacpp.cachedir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessLearner.class.getName())
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = program.inputReader()) {
            assertThat(out.readLine()).isEqualTo("learning");
            program.toHandle().destroy(); // Process.destroy would close its output, too
            List<String> said = out.lines().toList();
            assertThat(program.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(said).singleElement().asString().matches("stored \\d+ bytes");
            assertThat(program.exitValue()).isEqualTo(SIGTERM);
        } finally {
            program.destroyForcibly();
        }
        assertThat(folder).isEmptyDirectory(); // no report of a crash
    }
}
