package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.testing.GivenWeights;
import dev.setpoint.testing.States;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Native memory is freed by closing, and not when the garbage collector comes by. */
class NetworkMemoryTest {
    /** A twentieth of what {@link NetworkRounds} would leave behind if nothing were freed; less than 10 MiB were seen. */
    private static final long LIMIT_MIB = 40;

    @TempDir
    Path folder;

    @Test
    @Timeout(240)
    @EnabledOnOs(OS.LINUX)
    void residentMemoryIsFlatOverNetworksThatAreMadeLearnAndAreClosed() throws IOException, InterruptedException {
        // a process of its own, all of whose Java heap is resident from the beginning: what grows is outside of it
        Process rounds = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xms256m",
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:+AlwaysPreTouch",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Dsetpoint.threads=1",
                        "-Dorg.bytedeco.javacpp.cachedir=" + System.getProperty("org.bytedeco.javacpp.cachedir"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        NetworkRounds.class.getName())
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = rounds.inputReader()) {
            List<String> said = out.lines().toList();
            assertThat(rounds.waitFor()).as("%s", said).isZero();
            String last = said.get(said.size() - 1);
            assertThat(Long.parseLong(last)).as("MiB that networks left behind").isLessThan(LIMIT_MIB);
        } finally {
            rounds.destroyForcibly();
        }
    }

    @Test
    void closedNetworkRefusesEveryUse() {
        ProbabilityModel model =
                ModelSettings.parse("torch-mlp(hidden=[3])", 4).create(new ModelContext(3, new GivenWeights(), 1));
        ProbabilityModel other =
                ModelSettings.parse("torch-mlp(hidden=[3])", 4).create(new ModelContext(3, new GivenWeights(), 1));
        FeatureVector[] query = {FeatureVector.dense(1, 2, 3, 4)};
        Observation[] told = GivenWeights.of(1, 1, 0, 0);
        model.close();
        for (Runnable use : List.<Runnable>of(
                () -> model.probabilitiesInto(query, 1, new double[3]),
                () -> model.learn(query, told, 1, 1),
                () -> States.bytes(model),
                () -> States.copied(other, model))) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("model: closed (expected: open)");
        }
        other.close();
    }
}
