/** The stored form of state: versioned, checked, refused when it is not whole. */
package dev.setpoint.state;
