/** The whole method: prediction sets with class-specific coverage, learned online from bandit feedback. */
module dev.setpoint.core {
    exports dev.setpoint;
    exports dev.setpoint.estimate;
    exports dev.setpoint.feature;
    exports dev.setpoint.loss;
    exports dev.setpoint.math;
    exports dev.setpoint.measure;
    exports dev.setpoint.model;
    exports dev.setpoint.notation;
    exports dev.setpoint.policy;
    exports dev.setpoint.random;
    exports dev.setpoint.score;
    exports dev.setpoint.shift;
    exports dev.setpoint.state;
    exports dev.setpoint.step;
    exports dev.setpoint.track;

    uses dev.setpoint.feature.EmbedderPlugin;
    uses dev.setpoint.feature.TextEncoderPlugin;
    uses dev.setpoint.notation.Plugin;
}
