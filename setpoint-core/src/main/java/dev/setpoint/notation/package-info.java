/** Settings as text. */
package dev.setpoint.notation;
