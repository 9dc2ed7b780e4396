package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Excerpt;
import java.util.List;

/**
 * The answer to one query.
 *
 * @param id by which its feedback is given: the caller's, or the digits of a number
 * @param set the plausible labels
 * @param uncalibrated those of the set of which too little was seen yet to vouch for their coverage: their effective sample size
 *     is below 1/alpha; under marginal coverage, that of all labels together, so that it is all of the set or none
 * @param arm the index of the label to act on
 * @param propensity the probability with which that label was pulled, in (0, 1]
 * @param probabilities by label, how probable the model held it
 * @param propensities by label, the probability with which it would have been pulled; 0 for labels that were excluded
 * @param labels the names of all labels
 * @param coverage of which queries a share 1 - alpha is to be covered by such sets
 */
public record Decision(
        String id,
        LabelSet set,
        LabelSet uncalibrated,
        int arm,
        double propensity,
        List<Double> probabilities,
        List<Double> propensities,
        List<String> labels,
        Coverage coverage) {
    /** Copies the lists; refuses null, an arm that is none of the labels, and numbers that are not one per label. */
    public Decision {
        Argument.given("id", id);
        Argument.given("set", set);
        Argument.given("uncalibrated", uncalibrated);
        probabilities = Doubles.copyOf("probabilities", probabilities);
        propensities = Doubles.copyOf("propensities", propensities);
        labels = LabelNames.copyOf(Argument.given("labels", labels));
        Argument.index("arm", arm, labels.size());
        checkSize("probabilities", probabilities, labels);
        checkSize("propensities", propensities, labels);
        Argument.given("coverage", coverage);
    }

    private static void checkSize(String name, List<Double> numbers, List<String> labels) {
        if (numbers.size() != labels.size()) {
            throw new IllegalArgumentException(
                    name + ": " + numbers.size() + " numbers (expected: " + labels.size() + ", one per label)");
        }
    }

    /** The name of the label to act on. */
    public String label() {
        return labels.get(arm);
    }

    /** All but what there is one of per label, of which there may be many; the set shows its members. */
    @Override
    public String toString() {
        return "Decision[id=" + id + ", set=" + Excerpt.of(List.copyOf(set)) + ", uncalibrated="
                + Excerpt.of(List.copyOf(uncalibrated)) + ", arm=" + arm + " (" + label() + "), propensity="
                + propensity + ", coverage=" + coverage + "]";
    }
}
