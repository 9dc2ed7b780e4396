package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.feature.FeatureSettings;
import org.junit.jupiter.api.Test;

/** What a learner costs before it has seen anything. */
class LearnerMemoryTest {
    private static final int LEARNERS = 200;

    private static long usedBytes() {
        for (int i = 0; i < 4; i++) { // one collection may leave what a reference still waits for
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    @Test
    void emptyLearnerOfHashedTextsTakesAtMostFiftyKilobytes() {
        LearnerSettings settings = LearnerSettings.builder(Learners.names(10))
                .features(FeatureSettings.DEFAULT)
                .build();
        assertThat(settings.features().dimension()).isEqualTo(1 << 18);
        Learner[] learners = new Learner[LEARNERS];
        new Learner(settings); // what is shared by all
        long before = usedBytes();
        for (int i = 0; i < LEARNERS; i++) {
            learners[i] = new Learner(settings);
        }
        long each = (usedBytes() - before) / LEARNERS;
        assertThat(learners).doesNotContainNull();
        assertThat(each).isBetween(5_000L, 50_000L);
    }
}
