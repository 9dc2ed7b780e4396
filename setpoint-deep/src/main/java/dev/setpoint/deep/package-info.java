/**
 * Deep networks behind a learner: libtorch's layers, gradients and optimizers as {@link dev.setpoint.model.ProbabilityModel}s,
 * and frozen ONNX networks as {@link dev.setpoint.feature.Embedder}s. No type of an engine is in a public signature.
 */
package dev.setpoint.deep;
