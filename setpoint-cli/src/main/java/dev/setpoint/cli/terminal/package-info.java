/** How the command speaks to people: progress, mistakes in one sentence, and what is known of the terminal. */
package dev.setpoint.cli.terminal;
