package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.model.ModelSettings;
import org.junit.jupiter.api.Test;

class BareStepTest {
    @Test
    void trains() {
        NetworkSettings settings = (NetworkSettings) ModelSettings.parse("resnet18", 3 * 8 * 8);
        BareStep bare = new BareStep(settings, 10, 8);
        double first = bare.loss();
        for (int i = 0; i < 10; i++) {
            bare.step();
        }
        assertThat(bare.loss()).isLessThan(0.7 * first);
    }
}
