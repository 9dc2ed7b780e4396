package dev.setpoint;

/** The model's probabilities are no longer a distribution: its weights have overflowed. A smaller learning rate may help. */
public final class DivergedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    DivergedException(String message) {
        super(message);
    }
}
