/**
 * What a model descends: a {@link dev.setpoint.loss.Loss} turns one {@link dev.setpoint.loss.Observation}, the answer to one
 * decision, into a gradient in the model's logits.
 */
package dev.setpoint.loss;
