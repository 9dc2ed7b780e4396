/**
 * The terms of the theorems of Wang &amp; Qiao (2024), summed along a run, and their values beside what was measured: a class for
 * each theorem, behind one {@link dev.setpoint.sim.theorem.TheoremLedger}. They know true labels and are told nothing else of the
 * simulation.
 */
package dev.setpoint.sim.theorem;
