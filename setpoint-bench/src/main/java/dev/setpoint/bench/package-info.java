/** What the hot path costs: benchmarks, and the program that holds their results against the project's limits. */
package dev.setpoint.bench;
