/**
 * What implementations of Setpoint's interfaces promise, as suites to extend in a test: {@link dev.setpoint.testing.ScoreContract},
 * {@link dev.setpoint.testing.PolicyContract}, {@link dev.setpoint.testing.TrackerContract}, {@link dev.setpoint.testing.LossContract},
 * {@link dev.setpoint.testing.ModelContract}, {@link dev.setpoint.testing.EncoderContract}, {@link
 * dev.setpoint.testing.TextEncoderContract}, {@link dev.setpoint.testing.EstimatorContract} and {@link
 * dev.setpoint.testing.DecisionStoreContract}. Laws are held against seeded random input: a broken one names the seed that replays it,
 * see {@link dev.setpoint.testing.Laws}.
 */
package dev.setpoint.testing;
