/** Models that give every label a probability and learn from what was observed, by a {@link dev.setpoint.loss.Loss}. */
package dev.setpoint.model;
