/** Thresholds that follow the alpha-quantile of each label's scores. */
package dev.setpoint.track;
