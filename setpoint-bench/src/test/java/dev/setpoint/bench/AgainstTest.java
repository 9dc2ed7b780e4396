package dev.setpoint.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./bench against} ends with, in processes of its own: scripts tell by the status whether something became slower. */
@Timeout(60)
class AgainstTest {
    @TempDir
    private Path folder;

    private String run(int expectedStatus, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp"));
        command.add(System.getProperty("java.class.path")
                + File.pathSeparator
                + System.getProperty("surefire.test.class.path", ""));
        command.add("dev.setpoint.bench.Against");
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isEqualTo(expectedStatus);
        return said;
    }

    @Test
    void mistakeInTheArgumentsEndsWithTwo() throws IOException, InterruptedException {
        assertThat(run(2)).startsWith("usage: ./bench against CHECKOUT");
        assertThat(run(2, folder.toString()))
                .isEqualTo("checkout: " + folder + " (expected: one in which ./bench --help was run)\n");
        assertThat(run(2, folder.toString(), "--pairs", "0")).isEqualTo("pairs: 0 (expected: in [1, 9999])\n");
        assertThat(run(2, folder.toString(), "--pairs")).startsWith("arguments: " + folder + " --pairs (expected: ");
    }

    @Test
    void helpEndsWithZero() throws IOException, InterruptedException {
        assertThat(run(0, "--help")).contains("exit status: 0 ");
    }
}
