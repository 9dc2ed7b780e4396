package dev.setpoint.notation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExcerptTest {
    @Test
    void shortListsAreWholeAndOfLongOnesTheFirstThreeAreShown() {
        assertThat(Excerpt.of(List.of())).isEqualTo("[]");
        assertThat(Excerpt.of(IntStream.range(0, 10).boxed().toList())).isEqualTo("[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]");
        assertThat(Excerpt.of(IntStream.range(0, 11).boxed().toList())).isEqualTo("[0, 1, 2, ... 8 more]");
        assertThat(Excerpt.of(Collections.nCopies(10_000, "a"))).isEqualTo("[a, a, a, ... 9,997 more]");
    }

    @Test
    void controlCharactersAreShownAndDoNotBreakTheLine() {
        assertThat(Excerpt.of(List.of("a\nb", "\u001b[1m"))).isEqualTo("[a\\u000ab, \\u001b[1m]");
        assertThat(Excerpt.of("a\r")).isEqualTo("a\\u000d");
    }

    @Test
    void longTextsAreCut() {
        assertThat(Excerpt.of("a".repeat(200))).isEqualTo("a".repeat(200));
        assertThat(Excerpt.of("a".repeat(1201))).isEqualTo("a".repeat(150) + "... (1,051 more characters)");
        assertThat(Excerpt.of(List.of("b".repeat(60), "c".repeat(61))))
                .isEqualTo("[" + "b".repeat(60) + ", " + "c".repeat(40) + "... (21 more characters)]");
    }
}
