package dev.setpoint.step;

import dev.setpoint.state.Persistent;

/** The gradient of a model's loss, summed over a part of a step's answers. Made by the model, which alone knows what is in it. */
public interface GradientSums extends Persistent {
    /** Back to nothing. */
    void clear();
}
