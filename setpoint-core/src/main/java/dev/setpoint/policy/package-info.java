/** Which label is pulled. */
package dev.setpoint.policy;
