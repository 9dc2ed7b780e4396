package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
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

    @Test
    void namesAreLookedUpInAListThatIsSharedAndNotCopied() {
        List<String> labels =
                LearnerSettings.builder(Learners.names(10_000)).build().labels();
        LabelSet set = LabelSet.of(labels, labels.toArray(new String[0]));
        assertThat(set.universe()).isSameAs(labels);
        assertThat(LabelSet.of(set.universe(), "label9999").universe()).isSameAs(labels);
        assertThat(set).hasSize(10_000).contains("label9999").doesNotContain("label10000");
        assertThat(labels).isEqualTo(Learners.names(10_000)).contains("label77");
        assertThat(labels.indexOf("label77")).isEqualTo(77);
        assertThat(labels.indexOf("77")).isEqualTo(-1);
        assertThat(LabelSet.of(List.of("a", "b", "a"), "a").indices()).containsExactly(0);
    }

    @Test
    void thousandsOfNamesAndNumbersAreNotPrinted() {
        LearnerSettings settings =
                LearnerSettings.builder(Learners.names(10_000)).build();
        Decision decision = new Learner(settings).decide(Features.ofText("where is my card"));
        assertThat(decision.set()).hasSizeGreaterThan(1000);
        assertThat(decision.toString()).hasSizeLessThan(500).contains("propensity=" + decision.propensity());
        assertThatThrownBy(() -> LabelSet.of(settings.labels(), "x"))
                .hasMessage("label: 'x' (expected: one of [label0, label1, label2, ... 9,997 more])");
        LabelSet foreign = LabelSet.of(Learners.names(10_001), "label1");
        assertThatThrownBy(() -> new Learner(settings)
                        .decide(Query.of(FeatureVector.sparse(1 << 18)).excluding(foreign)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("9,998 more")
                .message()
                .hasSizeLessThan(500);
    }
}
