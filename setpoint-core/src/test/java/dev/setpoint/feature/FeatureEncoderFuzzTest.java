package dev.setpoint.feature;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

/** Whatever the facts: a vector with finite values at positions in range. */
class FeatureEncoderFuzzTest {
    @FuzzTest(maxDuration = "60s")
    void arbitraryFacts(FuzzedDataProvider data) {
        int charsTo = data.consumeInt(0, 16);
        FeatureSettings settings = new FeatureSettings(
                data.consumeInt(1, 28),
                data.consumeInt(0, 8),
                charsTo == 0 ? 0 : data.consumeInt(1, charsTo),
                charsTo,
                data.consumeBoolean(),
                false);
        FeatureEncoder encoder = new FeatureEncoder(settings);
        FeatureVector vector = new FeatureVector();
        while (data.remainingBytes() > 0) {
            Features features = Features.create();
            for (int i = data.consumeInt(0, 4); i > 0; i--) {
                String name = data.consumeString(8);
                switch (data.consumeInt(0, 3)) {
                    case 0 -> features.number(name, data.consumeDouble());
                    case 1 -> features.number(name, data.consumeFloat());
                    case 2 -> features.category(name, data.consumeBoolean() ? null : data.consumeString(50));
                    default -> features.text(name, data.consumeBoolean() ? null : data.consumeString(500));
                }
            }
            encoder.encodeInto(features, vector);
            check(vector, settings);
        }
    }

    private static void check(FeatureVector vector, FeatureSettings settings) {
        for (int i = 0; i < vector.count(); i++) {
            if (!Float.isFinite(vector.value(i)) || vector.index(i) < 0 || vector.index(i) >= settings.dimension()) {
                throw new AssertionError(vector.index(i) + ": " + vector.value(i));
            }
        }
        if (settings.unitLength() && vector.norm() != 0 && Math.abs(vector.norm() - 1) > 1e-4) {
            throw new AssertionError("norm " + vector.norm());
        }
    }
}
