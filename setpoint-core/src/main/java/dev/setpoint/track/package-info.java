/**
 * Thresholds that follow the alpha-quantile of each label's scores.
 *
 * <p>The paper's: {@link dev.setpoint.track.SgdTracker} (Algorithm 1) and {@link dev.setpoint.track.ExpertsTracker} (Algorithm 2).
 * Beyond it: {@link dev.setpoint.track.ScaleFreeTracker} needs no learning rate fitted to the weights,
 * {@link dev.setpoint.track.DecayingTracker} has a bound that holds on every path,
 * {@link dev.setpoint.track.WeightedQuantileTracker} knows when it knows too little and can be merged,
 * {@link dev.setpoint.track.StronglyAdaptiveTracker} follows abrupt changes, and {@link dev.setpoint.track.OuterLoopTracker} corrects
 * any of them by whether the sets held the label.
 */
package dev.setpoint.track;
