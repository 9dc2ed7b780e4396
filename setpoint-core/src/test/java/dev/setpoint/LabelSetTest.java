package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LabelSetTest {
    @Test
    void labelSetIsASetOfNamesInTheOrderOfTheLabels() {
        List<String> names = Learners.names(70);
        LabelSet set = LabelSet.of(names, "label69", "label3", "label64", "label40", "label3");
        assertThat(set)
                .containsExactly("label3", "label40", "label64", "label69")
                .hasSize(4);
        assertThat(set.indices()).containsExactly(3, 40, 64, 69);
        assertThat(set.contains(-1)).isFalse();
        assertThat(set.contains(70)).isFalse();
        assertThat(set.contains(127)).isFalse();
        assertThat(set.contains("nobody")).isFalse();
        assertThat(set.contains(null)).isFalse();
        assertThat(set.universe()).isEqualTo(names);
        assertThat(set).isEqualTo(Set.of("label3", "label40", "label64", "label69"));
        assertThat(LabelSet.of(names)).isEmpty();
        assertThatThrownBy(() -> LabelSet.of(List.of("a", "b"), "c"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("label: 'c' (expected: one of [a, b])");
        assertThatThrownBy(() -> set.add("label1")).isInstanceOf(UnsupportedOperationException.class);
        List<String> seen = new ArrayList<>(set);
        assertThat(seen).hasSize(4);
    }
}
