/** Elementary functions that have the same bits on every processor and every JDK. */
package dev.setpoint.math;
