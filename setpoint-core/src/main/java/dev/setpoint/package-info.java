/**
 * The library: a {@link dev.setpoint.Learner} answers queries with sets of labels and learns from bandit feedback.
 *
 * <p>One direction of flow: query, features, model (probabilities), scores, set; probabilities, policy, arm and propensity: a
 * {@link dev.setpoint.Decision}. {@link dev.setpoint.Feedback}, indicator estimate, model update and threshold updates,
 * measures. Nothing flows back but through the learner's state.
 *
 * <p>What is no argument, as null where nothing is said of it, is refused by an {@link java.lang.IllegalArgumentException} that names it, a
 * call at the wrong time by an {@link java.lang.IllegalStateException}; neither has changed anything.
 *
 * <table>
 * <caption>The symbols of Wang &amp; Qiao, "Efficient Online Set-valued Classification with Bandit Feedback" (ICML 2024)</caption>
 * <tr><th>symbol</th><th>here</th></tr>
 * <tr><td>X_t</td><td>query, {@link dev.setpoint.feature.FeatureVector}</td></tr>
 * <tr><td>p(k|X)</td><td>probabilities, {@link dev.setpoint.model.ProbabilityModel}</td></tr>
 * <tr><td>s(X,k)</td><td>score, {@link dev.setpoint.score.Score}</td></tr>
 * <tr><td>C(X)</td><td>set, {@link dev.setpoint.LabelSet}</td></tr>
 * <tr><td>pi, A</td><td>distribution, arm, propensity: {@link dev.setpoint.policy.Policy}</td></tr>
 * <tr><td>Delta</td><td>estimate, weight: {@link dev.setpoint.estimate.IndicatorEstimator}</td></tr>
 * <tr><td>tau, eta_2, omega</td><td>threshold, eta, expert weights: {@link dev.setpoint.track.Tracker}</td></tr>
 * <tr><td>W, eta_1</td><td>the model's weights, its {@link dev.setpoint.model.Optimizer}'s rate</td></tr>
 * <tr><td>c_k</td><td>{@link dev.setpoint.LearnerSettings#propensityLowerBound()}</td></tr>
 * </table>
 */
package dev.setpoint;
