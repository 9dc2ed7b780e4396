package dev.setpoint.text;

import dev.setpoint.feature.TextEncoder;
import dev.setpoint.feature.TextEncoderPlugin;
import dev.setpoint.testing.TextEncoderContract;
import org.junit.jupiter.api.Nested;

/** Sentence encoders keep what every text encoder promises. */
class SentenceEncoderContractTest {
    @Nested
    class MiniLm extends TextEncoderContract {
        @Override
        protected TextEncoder open() {
            return TextEncoderPlugin.find("minilm").open("minilm", 1);
        }

        @Override
        protected int cases() {
            return 8;
        }
    }
}
