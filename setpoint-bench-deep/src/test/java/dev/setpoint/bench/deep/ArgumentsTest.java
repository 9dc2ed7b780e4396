package dev.setpoint.bench.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.deep.NetworkSettings.Architecture;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    private static Arguments parse(String... given) {
        return Arguments.parse(List.of(given));
    }

    @Test
    void measuresThePapersNetworkUnlessToldOtherwise() {
        Arguments usual = parse();
        assertThat(usual.memory()).isFalse();
        assertThat(usual.architecture()).isEqualTo(Architecture.RESNET50);
        assertThat(usual.batch()).isEqualTo(256);
        Arguments told = parse("--memory", "--network", "resnet18", "--batch", "16", "--steps", "7", "--threads", "1");
        assertThat(told.memory()).isTrue();
        assertThat(told.title()).isEqualTo("resnet18, batch 16 of 3x32x32, threads: 1");
        assertThat(told.steps()).isEqualTo(7);
    }

    @Test
    void quickIsSmallExceptWhereSomethingElseIsSaid() {
        Arguments quick = parse("--rounds", "2", "--quick");
        assertThat(quick.architecture()).isEqualTo(Architecture.RESNET18);
        assertThat(quick.batch()).isEqualTo(64);
        assertThat(quick.rounds()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--network cnn | --network: cnn (expected: resnet50 or resnet18)",
                "--batch 1 | --batch: 1 (expected: a whole number of at least 2)",
                "--rounds many | --rounds: many (expected: a whole number of at least 1)",
                "--rounds | --rounds: nothing (expected: a value)",
                "fast | argument: fast (expected: one of --quick, --memory, --network, --batch",
            })
    void mistakesAreRefusedInOneSentence(String given, String message) {
        assertThatThrownBy(() -> parse(given.split(" ", -1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message);
    }
}
