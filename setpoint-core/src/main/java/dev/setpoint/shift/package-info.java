/** Covariate shift: how much more a query counts because the population whose coverage matters is not the answered one. */
package dev.setpoint.shift;
