/**
 * Sentence encoders on ONNX Runtime, found at run time through {@link dev.setpoint.feature.TextEncoderPlugin}. Texts become tokens
 * in plain Java; no type of the engine is in a public signature.
 */
package dev.setpoint.text;
