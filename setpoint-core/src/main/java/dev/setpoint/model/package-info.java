/** Models that give every label a probability and learn from a weight per label. */
package dev.setpoint.model;
