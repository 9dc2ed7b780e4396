/** How well labels conform to a query; larger is more plausible. */
package dev.setpoint.score;
