/** The {@code features} command: data sets sent once through a frozen network. */
package dev.setpoint.cli.features;
