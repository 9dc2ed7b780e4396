package dev.setpoint.sim.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.feature.FeatureVector;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SegmentDigitsTest {
    @Test
    void sameSeedGivesTheSamePictures() {
        LabelledData one = SegmentDigits.generate(20, 4);
        LabelledData two = SegmentDigits.generate(20, 4);
        LabelledData other = SegmentDigits.generate(20, 5);
        FeatureVector a = new FeatureVector();
        FeatureVector b = new FeatureVector();
        for (int i = 0; i < 20; i++) {
            one.readInto(i, a);
            two.readInto(i, b);
            assertThat(b).isEqualTo(a);
            other.readInto(i, b);
            assertThat(b).isNotEqualTo(a);
        }
    }

    @Test
    void picturesHaveAllTenDigitsAndValuesOfPixels() {
        LabelledData digits = SegmentDigits.generate(500, 1);
        Set<Integer> seen = new HashSet<>();
        FeatureVector picture = new FeatureVector();
        for (int i = 0; i < digits.size(); i++) {
            seen.add(digits.label(i));
            digits.readInto(i, picture);
            assertThat(picture.dimension()).isEqualTo(3 * 16 * 16);
            for (int j = 0; j < picture.count(); j++) {
                assertThat(picture.value(j)).isBetween(0f, 1f);
            }
        }
        assertThat(seen).hasSize(10);
    }
}
