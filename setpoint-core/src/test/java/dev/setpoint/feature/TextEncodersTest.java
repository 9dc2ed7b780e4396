package dev.setpoint.feature;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.testing.TextEncoderContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class TextEncodersTest {
    /** The contract can be kept, and holds for what other tests use in place of a network. */
    @Nested
    class Letters extends TextEncoderContract {
        @Override
        protected TextEncoder open() {
            return new LetterEncoder();
        }
    }

    @Test
    void whereThereIsNoEncoderTheModuleIsNamed() {
        assertThatThrownBy(() -> TextEncoderPlugin.find("minilm"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("text encoder: minilm: none on the class path (expected: the module setpoint-text)");
    }
}
