package dev.setpoint.cli.paper;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Final values of the published figures of Algorithm 2. The paper prints no numbers; these are read off the figures in
 * the authors' slides, which is as exact as {@link #SIZE_UNCERTAINTY} and {@link #COVERAGE_UNCERTAINTY}.
 */
final class Published {
    /** By how much a size that was read off may be wrong. */
    static final double SIZE_UNCERTAINTY = 0.05;

    /** By how much a smallest coverage that was read off may be wrong; the largest is known to two decimals only. */
    static final double COVERAGE_UNCERTAINTY = 0.003;

    /** Where the values come from. */
    static final String SOURCE = "read off the figures of Algorithm 2 in the authors' slides";

    private static final List<Values> ALL = List.of(
            new Values("cifar10", 10, Feedback.SOFTMAX, "softmax", 3.7, 0.964, 0.97),
            new Values("cifar10", 10, Feedback.SOFTMAX, "aps", 4.05, 0.963, 0.97),
            new Values("cifar10", 10, Feedback.SOFTMAX, "raps", 3.25, 0.956, 0.97),
            new Values("cifar100", 20, Feedback.SOFTMAX, "softmax", 10.3, 0.958, 0.97),
            new Values("cifar100", 20, Feedback.SOFTMAX, "aps", 10.6, 0.955, 0.97),
            new Values("cifar100", 20, Feedback.SOFTMAX, "raps", 8.9, 0.951, 0.97),
            new Values("svhn", 10, Feedback.SOFTMAX, "softmax", 3.7, 0.963, 0.97),
            new Values("svhn", 10, Feedback.SOFTMAX, "aps", 3.9, 0.961, 0.97),
            new Values("svhn", 10, Feedback.SOFTMAX, "raps", 3.65, 0.943, 0.97),
            new Values("cifar10", 10, Feedback.UNIFORM, "softmax", 2.1, 0.962, 0.975),
            new Values("cifar10", 10, Feedback.UNIFORM, "aps", 2.5, 0.961, 0.975),
            new Values("cifar10", 10, Feedback.UNIFORM, "raps", 2.3, 0.960, 0.975),
            new Values("cifar100", 20, Feedback.UNIFORM, "softmax", 8.4, 0.962, 0.97),
            new Values("cifar100", 20, Feedback.UNIFORM, "aps", 8.0, 0.961, 0.97),
            new Values("cifar100", 20, Feedback.UNIFORM, "raps", 6.7, 0.960, 0.97),
            new Values("svhn", 10, Feedback.UNIFORM, "softmax", 1.7, 0.963, 0.98),
            new Values("svhn", 10, Feedback.UNIFORM, "aps", 2.15, 0.972, 0.98),
            new Values("svhn", 10, Feedback.UNIFORM, "raps", 1.95, 0.968, 0.98));

    private Published() {}

    /** What was published for a score; nothing for other data, or other classes of the same data. */
    static Optional<Values> of(String data, int classes, Feedback policy, String score) {
        return ALL.stream()
                .filter(values -> values.data().equals(data)
                        && values.classes() == classes
                        && values.policy() == policy
                        && values.score().equals(score))
                .findFirst();
    }

    /** The paper's data sets in its order, by their names in files. */
    static Map<String, String> titles() {
        Map<String, String> titles = new LinkedHashMap<>();
        titles.put("cifar10", "CIFAR-10");
        titles.put("cifar100", "CIFAR-100");
        titles.put("svhn", "SVHN");
        return titles;
    }

    /**
     * Where the published curves end.
     *
     * @param classes how many the data had there: CIFAR-100 its 20 coarse labels
     * @param maximumCoverage approximate; one value was noted for all three scores
     */
    record Values(
            String data,
            int classes,
            Feedback policy,
            String score,
            double size,
            double minimumCoverage,
            double maximumCoverage) {}
}
