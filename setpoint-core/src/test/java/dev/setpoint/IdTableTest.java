package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.random.Draws;
import dev.setpoint.testing.Laws;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The table from ids to places is a map, however its ids fall together. */
class IdTableTest {
    @Test
    void tableBehavesAsAMap() {
        Laws.forAll(50, random -> {
            IdTable table = new IdTable();
            Map<String, Integer> expected = new TreeMap<>();
            Map<Integer, String> places = new TreeMap<>();
            List<String> ids = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                long number =
                        random.oneOf((long) i, Long.MAX_VALUE - i, Long.MIN_VALUE + i, (long) i << 32, random.bits());
                String name = DecisionKeyTest.text(random, random.within(1, 20));
                ids.add(random.chance(0.5) ? Long.toString(number) : name);
                ids.add(Long.toString(Draws.id(name))); // the same home as the name, and another id
            }
            for (int t = 0; t < 2000; t++) {
                String id = ids.get(random.below(random.chance(0.5) ? 20 : ids.size()));
                DecisionKey key = DecisionKeyTest.key(id);
                Integer place = expected.get(id);
                assertThat(table.find(key)).isEqualTo(place == null ? IdTable.NONE : place);
                if (place == null) {
                    int free = random.below(600);
                    if (!places.containsKey(free)) {
                        table.put(key, free);
                        expected.put(id, free);
                        places.put(free, id);
                    }
                } else if (random.chance(0.7)) {
                    table.remove(place);
                    expected.remove(id);
                    places.remove(place);
                }
                assertThat(table.size()).isEqualTo(expected.size());
            }
            expected.forEach((id, place) -> {
                assertThat(table.find(DecisionKeyTest.key(id))).isEqualTo(place);
                DecisionKey kept = new DecisionKey();
                table.idInto(place, kept);
                assertThat(kept.text()).isEqualTo(id);
            });
            table.clear();
            expected.forEach((id, place) ->
                    assertThat(table.find(DecisionKeyTest.key(id))).isEqualTo(IdTable.NONE));
            expected.forEach((id, place) -> assertThat(table.index(place)).isTrue()); // the ids of places are known
            expected.forEach((id, place) -> {
                assertThat(table.index(place)).isFalse();
                assertThat(table.find(DecisionKeyTest.key(id))).isEqualTo(place);
            });
        });
    }
}
