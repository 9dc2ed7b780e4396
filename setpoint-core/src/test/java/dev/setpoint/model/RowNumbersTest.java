package dev.setpoint.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.testing.Laws;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The row of an input. */
class RowNumbersTest {
    @Test
    void itIsAMapFromInputToRow() {
        Laws.forAll(20, random -> {
            for (int inputs :
                    new int[] {1, 2, 3, 255, 256, 257, 5000, 1 << 18, (1 << 18) + 1, 1 << 22, (1 << 30) + 1}) {
                RowNumbers numbers = new RowNumbers(inputs);
                Map<Integer, Integer> expected = new HashMap<>();
                for (int row = 0; row < 50; row++) {
                    int input = random.chance(0.2) ? inputs - 1 : random.below(inputs);
                    if (expected.putIfAbsent(input, row) == null) {
                        numbers.set(input, row);
                    }
                    int other = random.below(inputs);
                    assertThat(numbers.of(other)).isEqualTo(expected.getOrDefault(other, RowNumbers.NONE));
                }
                expected.forEach((input, row) -> assertThat(numbers.of(input)).isEqualTo(row));
                numbers.clear();
                expected.forEach((input, row) -> assertThat(numbers.of(input)).isEqualTo(RowNumbers.NONE));
            }
        });
    }
}
