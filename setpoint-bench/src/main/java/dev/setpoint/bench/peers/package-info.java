/** Setpoint beside what a user might pick instead: the same queries in the same order, correct pulls and time per query. */
package dev.setpoint.bench.peers;
