package dev.setpoint.bench.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final List<String> order = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();

    /** A step that takes the next of these seconds. */
    private Turn.Taker taker(String name, double... seconds) {
        int[] next = {0};
        return () -> {
            order.add(name);
            return new Turn(seconds[next[0]], 2 * seconds[next[0]++]);
        };
    }

    @Test
    void roundsGoForthAndBackAfterATurnThatDoesNotCount() {
        Turns turns = new Turns().add("a", taker("a", 100, 1, 1)).add("b", taker("b", 100, 1, 1));
        turns.run(2, lines::add);
        assertThat(order).containsExactly("a", "b", "a", "b", "b", "a");
        assertThat(lines).hasSize(2).last().isEqualTo("[2/2] | a 1.0000 s | b 1.0000 s");
        assertThat(turns.table()).contains("| a | 1.0000 | 1.0000 to 1.0000 | 2.0000 |");
    }

    @Test
    void stepsAreComparedRoundByRound() {
        Turns turns = new Turns()
                .add("a", taker("a", 9, 2, 30, 10))
                .add("b", taker("b", 9, 1, 10, 10))
                .add("c", taker("c", 9, 10, 100, 100));
        turns.run(3, lines::add); // 2, 3 and 1; not 10 / 10, that of the medians
        assertThat(turns.ratio("a", "b", Turn::seconds)).isEqualTo(new Spread(1.5, 2, 2.5, 3));
        assertThat(turns.ratio("a", "b", Turn::processor).median()).isEqualTo(2);
        assertThat(turns.extra("a", "b", "c").median()).isCloseTo(0.1, within(1e-12));
    }

    @Test
    void quartilesLieBetweenNumbersWhereTheyMust() {
        assertThat(Spread.of(4, 1, 2, 3)).isEqualTo(new Spread(1.75, 2.5, 3.25, 4));
        assertThat(Spread.of(7)).isEqualTo(new Spread(7, 7, 7, 7));
    }

    @Test
    void aTimedStepTakesItsTime() {
        Turn turn = Turn.of(() -> {
            long end = System.nanoTime() + 30_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        });
        assertThat(turn.seconds()).isGreaterThanOrEqualTo(0.03);
        assertThat(turn.processor()).isNotNegative();
    }
}
