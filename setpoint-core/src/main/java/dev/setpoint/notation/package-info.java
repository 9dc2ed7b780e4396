/** Settings as text, core's own and those that plugins bring. */
package dev.setpoint.notation;
