/**
 * Thresholds that follow the alpha-quantile of each label's scores: the paper's two trackers, the default
 * ({@link dev.setpoint.track.AutoTracker}), and others.
 */
package dev.setpoint.track;
