/** Experiment files: YAML whose keys are checked, read into settings of core and the simulation. */
package dev.setpoint.cli.spec;
