package dev.setpoint.notation;

import java.util.List;
import java.util.ServiceLoader;

/**
 * Settings that core does not know, by name: a policy, score, tracker, loss, estimator, model or encoder of another module or of a
 * user's own. With it they are read from text, and so from snapshots, experiment files and options, like core's. It is found by
 * {@link ServiceLoader}: its class is named in a file {@code META-INF/services/dev.setpoint.notation.Plugin}, or provided by its
 * module, and needs a public constructor without arguments. It is looked for with the thread's context class loader first and then
 * with core's own.
 *
 * <pre>{@code
 * public final class GreedyPlugin implements Plugin<Policy> {
 *     public Class<Policy> kind() { return Policy.class; }
 *     public List<String> names() { return List.of("greedy"); }
 *     public Policy parse(Notation notation) { return new Greedy(notation.number("share", 0.1)); }
 * }
 * }</pre>
 *
 * <p>Contract: what it parses is a value (records are) whose text is its notation: {@code parse(settings.toString())} equals the
 * settings. A learner whose settings do not keep that is refused when it is made, as it could never be restored. A name once given
 * keeps its meaning for as long as there are snapshots with it.
 *
 * @param <T> the kind of settings
 */
public interface Plugin<T> {
    /**
     * The interface whose {@code parse} knows the names: {@code Policy}, {@code Score}, {@code TrackerSettings}, {@code Loss},
     * {@code IndicatorEstimator}, {@code ModelSettings} or {@code EncoderSettings}. An estimator's name is also that of the loss that
     * is the cross-entropy on it.
     */
    Class<T> kind();

    /** The names in {@link Notation} that are this plugin's: lower-case letters, digits and hyphens; none that core or another has. */
    List<String> names();

    /**
     * The settings that a notation with one of these names describes. The caller {@linkplain Notation#finish finishes} it. Where a text
     * leaves out what its surroundings know, the notation has it: a model's {@code dimension} and {@code clip}, an encoder's {@code
     * dimension}.
     *
     * @throws IllegalArgumentException if a value is out of range
     */
    T parse(Notation notation);
}
