/** The {@code whatif} command: many settings judged from one decision log. */
package dev.setpoint.cli.whatif;
