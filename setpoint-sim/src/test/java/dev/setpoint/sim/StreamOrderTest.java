package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamOrderTest {
    private static List<Integer> pass(StreamOrder order, int size, long pass) {
        return IntStream.range(0, size)
                .mapToObj(i -> order.row(pass * size + i))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 17, 1000})
    void everyPassIsAPermutationOfItsOwn(int size) {
        StreamOrder order = new StreamOrder(size, 3);
        Integer[] all = IntStream.range(0, size).boxed().toArray(Integer[]::new);
        for (int pass = 0; pass < 4; pass++) {
            assertThat(pass(order, size, pass)).containsExactlyInAnyOrder(all);
        }
        if (size >= 17) { // two equal permutations of 17 have probability 1/17!
            assertThat(pass(order, size, 0)).isNotEqualTo(pass(order, size, 1));
        }
    }

    @Test
    void dependsOnTheSeedAndThePassAlone() {
        int size = 50;
        StreamOrder sequential = new StreamOrder(size, 9);
        int[] expected =
                IntStream.range(0, size * 6).map(q -> sequential.row(q)).toArray();
        StreamOrder jumping = new StreamOrder(size, 9);
        Random random = new Random(1);
        for (int i = 0; i < 1000; i++) {
            int query = random.nextInt(expected.length);
            assertThat(jumping.row(query)).isEqualTo(expected[query]);
        }
        assertThat(pass(new StreamOrder(size, 10), size, 0)).isNotEqualTo(pass(new StreamOrder(size, 9), size, 0));
    }

    @Test
    void orderOfTheFileIsTheSameInEveryPassAndForEverySeed() {
        for (long seed = 1; seed < 4; seed++) {
            StreamOrder order = new StreamOrder(StreamOrder.Kind.parse("file"), 5, seed);
            assertThat(pass(order, 5, 0)).containsExactly(0, 1, 2, 3, 4);
            assertThat(pass(order, 5, 1L << 40)).containsExactly(0, 1, 2, 3, 4);
        }
        assertThat(StreamOrder.Kind.parse("shuffled")).hasToString("shuffled");
        assertThatThrownBy(() -> StreamOrder.Kind.parse("time")).hasMessage("order: time (expected: shuffled or file)");
    }

    @Test
    void reachesPassesBeyondTheIntegers() {
        StreamOrder order = new StreamOrder(3, 1);
        assertThat(pass(order, 3, 1L << 40)).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    @Tag("statistical")
    void allPermutationsAreEquallyLikely() {
        // 24 permutations of 4 rows, 24,000 passes: chi-square with 23 degrees of freedom exceeds 70.6 with probability
        // 1e-6
        StreamOrder order = new StreamOrder(4, 20240715);
        int passes = 24_000;
        Map<List<Integer>, Integer> counts = new HashMap<>();
        for (int pass = 0; pass < passes; pass++) {
            counts.merge(pass(order, 4, pass), 1, Integer::sum);
        }
        double expected = passes / 24.0;
        double chiSquare = counts.values().stream()
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        assertThat(counts).hasSize(24);
        assertThat(chiSquare).isLessThan(70.6);
    }

    @Test
    @Tag("statistical")
    void theFirstRowMayBeAny() {
        // a row comes first in a pass with probability 1/100; 20,000 passes: chi-square with 99 degrees of freedom
        // exceeds 178.5
        // with probability 2e-6
        int size = 100;
        int passes = 20_000;
        int[] counts = new int[size];
        StreamOrder order = new StreamOrder(size, 5);
        for (long pass = 0; pass < passes; pass++) {
            counts[order.row(pass * size)]++;
        }
        double expected = passes / (double) size;
        double chiSquare = IntStream.of(counts)
                .mapToDouble(c -> (c - expected) * (c - expected) / expected)
                .sum();
        assertThat(chiSquare).isLessThan(178.5);
    }
}
