package dev.setpoint.feature;

import org.junit.jupiter.api.Nested;

/** Sentence encoders keep what every text encoder promises. */
class SentenceEncoderContractTest {
    @Nested
    class MiniLm extends TextEncoderContract {
        @Override
        TextEncoder open() {
            return TextEncoderPlugin.find("minilm").open("minilm", 1);
        }

        @Override
        int cases() {
            return 8;
        }
    }
}
