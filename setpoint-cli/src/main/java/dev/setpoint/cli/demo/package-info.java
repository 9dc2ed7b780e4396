/** The {@code demo} command: the main job, on real data that ship with the project. */
package dev.setpoint.cli.demo;
