/**
 * Experiments: labelled streams, the bandit environment (the only code that knows the true label), true coverage, and the
 * paper's theorems beside what was measured. Not needed in production.
 */
package dev.setpoint.sim;
