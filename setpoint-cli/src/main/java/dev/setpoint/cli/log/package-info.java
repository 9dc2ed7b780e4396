/** The decision log: one JSON object per line, in decision order. */
package dev.setpoint.cli.log;
