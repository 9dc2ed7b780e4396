package dev.setpoint.deep;

import dev.setpoint.model.ModelSettings;
import dev.setpoint.testing.ModelContract;
import org.junit.jupiter.api.Nested;

/** Networks keep what every model promises. */
class NetworkContractTest {
    /** Any network on queries of the contract's dimension. */
    abstract static class Perceptron extends ModelContract {
        abstract String text();

        @Override
        protected ModelSettings settings() {
            return ModelSettings.parse(text(), DIMENSION);
        }
    }

    @Nested
    class WithAdam extends Perceptron {
        @Override
        String text() {
            return "torch-mlp(hidden=[6], optimizer=adam(rate=0.01))";
        }
    }

    @Nested
    class WithSgd extends Perceptron {
        @Override
        String text() {
            return "torch-mlp(hidden=[6, 5], optimizer=sgd(rate=0.1))";
        }
    }

    @Nested
    class WithoutHiddenLayerAndClipped extends Perceptron {
        @Override
        String text() {
            return "torch-mlp(hidden=[], optimizer=adam(rate=0.01), clip=15)";
        }
    }
}
