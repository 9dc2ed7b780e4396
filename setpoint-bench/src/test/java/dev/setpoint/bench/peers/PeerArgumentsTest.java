package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PeerArgumentsTest {
    @Test
    void withoutArgumentsSixStreamsAndFiveSeedsAreRun() {
        PeerArguments arguments = parse();
        assertThat(arguments.streams())
                .containsExactly("clinc150", "clinc150-intents", "banking77", "optdigits", "covertype", "letter");
        assertThat(arguments.seeds())
                .containsExactly(301L, 302L, 303L, 304L, 305L)
                .doesNotContainAnyElementsOf(VowpalGrid.SEEDS);
        assertThat(arguments.out()).isEqualTo(Path.of("out/peers"));
        assertThat(arguments.threads()).isPositive();
        assertThat(arguments.quick() || arguments.timing() || arguments.grid()).isFalse();
    }

    @Test
    void everythingCanBeGiven() {
        PeerArguments arguments = parse(
                "--streams",
                "letter,vowel",
                "--seeds",
                "2",
                "--first-seed",
                "7",
                "--data",
                "d",
                "--out",
                "o",
                "--threads",
                "3",
                "--grid",
                "--timing");
        assertThat(arguments)
                .isEqualTo(new PeerArguments(
                        List.of("letter", "vowel"), List.of(7L, 8L), Path.of("d"), Path.of("o"), 3, false, true, true));
    }

    @Test
    void quickHasOneSeedUnlessMoreAreAskedFor() {
        assertThat(parse("--quick").seeds()).containsExactly(301L);
        assertThat(parse("--quick", "--seeds", "2").seeds()).containsExactly(301L, 302L);
    }

    @Test
    void dataAreLookedForWhereTheEnvironmentSays() {
        assertThat(parse(Map.of("SETPOINT_HOME", "/home"))).isEqualTo(Path.of("/home/data"));
        assertThat(parse(Map.of("SETPOINT_HOME", "/home", "SETPOINT_DATA", "/d")))
                .isEqualTo(Path.of("/d"));
        assertThat(parse(Map.of("SETPOINT_DATA", "/d"), "--data", "/e")).isEqualTo(Path.of("/e"));
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> parse("--fast")).hasMessageStartingWith("argument: --fast (expected: one of --quick,");
        assertThatThrownBy(() -> parse("--seeds")).hasMessage("--seeds: nothing (expected: a value)");
        assertThatThrownBy(() -> parse("--seeds", "0"))
                .hasMessage("--seeds: 0 (expected: a whole number of at least 1)");
        assertThatThrownBy(() -> parse("--threads", "two"))
                .hasMessage("--threads: two (expected: a whole number of at least 1)");
        assertThatThrownBy(() -> parse("--quick", "--quick")).hasMessage("--quick: twice (expected: once)");
        assertThatThrownBy(() -> parse("--streams", "letter,"))
                .hasMessage("--streams: letter, (expected: different names, separated by commas)");
        assertThatThrownBy(() -> parse("--streams", "letter,letter"))
                .hasMessage("--streams: letter,letter (expected: different names, separated by commas)");
    }

    private static PeerArguments parse(String... given) {
        return PeerArguments.parse(List.of(given), Map.of());
    }

    private static Path parse(Map<String, String> environment, String... given) {
        return PeerArguments.parse(List.of(given), environment).data();
    }
}
