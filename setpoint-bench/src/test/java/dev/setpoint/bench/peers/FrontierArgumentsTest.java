package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FrontierArgumentsTest {
    @Test
    void withoutArgumentsTwoStreamsAndTwoSeedsAreRun() {
        FrontierArguments arguments = parse();
        assertThat(arguments.streams()).containsExactly("clinc150", "letter");
        assertThat(arguments.seeds()).containsExactly(1L, 2L);
        assertThat(arguments.out()).isEqualTo(Path.of("out/frontier"));
        assertThat(arguments.data()).isEqualTo(Path.of("./data"));
        assertThat(arguments.threads()).isPositive();
        assertThat(arguments.quick()).isFalse();
    }

    @Test
    void everythingCanBeGiven() {
        String line = "--streams vowel --seeds 3 --first-seed 7 --data d --out o --threads 4 --quick";
        assertThat(parse(line.split(" ")))
                .isEqualTo(new FrontierArguments(
                        List.of("vowel"), List.of(7L, 8L, 9L), Path.of("d"), Path.of("o"), 4, true));
    }

    @Test
    void quickHasOneSeedUnlessMoreAreAskedFor() {
        assertThat(parse("--quick").seeds()).containsExactly(1L);
        assertThat(parse("--quick", "--seeds", "2").seeds()).containsExactly(1L, 2L);
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> parse("--grid")) // an option of peers
                .hasMessageStartingWith("argument: --grid (expected: one of --quick, --streams,");
        assertThatThrownBy(() -> parse("--seeds", "0"))
                .hasMessage("--seeds: 0 (expected: a whole number of at least 1)");
        assertThatThrownBy(() -> parse("--quick", "--quick")).hasMessage("--quick: twice (expected: once)");
    }

    private static FrontierArguments parse(String... given) {
        return FrontierArguments.parse(List.of(given), Map.of());
    }
}
