/** Randomness as a function of seed, purpose, decision id and index. */
package dev.setpoint.random;
