package dev.setpoint.cli.report;

import java.util.List;

/** The one sentence a reader takes away. Its numbers are rounded as those of the tiles and tables below it. */
final class Verdict {
    /** A minimum class coverage this far below the target is called below it, not near it. */
    static final double TOLERANCE = 0.02;

    private Verdict() {}

    /**
     * Says how the head did in the last quarter of the stream; over the whole stream where the last quarter has no
     * value; and that nothing can be said where that has none either.
     */
    static String of(Summary summary, Summary.Head head) {
        if (summary.marginal() && Double.isFinite(last(head.coverageMarginal()))) {
            return ofAllQueries(summary, head);
        }
        boolean quarter = Double.isFinite(last(head.coverageMin()));
        double coverage =
                quarter ? last(head.coverageMin()) : head.accumulated().coverageMin();
        double size = quarter ? last(head.size()) : head.accumulated().size();
        if (!Double.isFinite(coverage)) {
            return "No class was seen often enough to say how well it was covered.";
        }
        String target = Numbers.target(summary.alpha());
        double below = 1 - summary.alpha() - coverage;
        StringBuilder sentence = new StringBuilder(quarter ? "In the last quarter " : "Over the whole stream ");
        if (below <= TOLERANCE) {
            sentence.append("minimum class coverage was ")
                    .append(Numbers.three(coverage))
                    .append(" (target ")
                    .append(target)
                    .append(")");
        } else {
            sentence.append("minimum class coverage was ")
                    .append(Numbers.three(coverage))
                    .append(", ")
                    .append(Numbers.three(below))
                    .append(" below the target of ")
                    .append(target)
                    .append(",");
        }
        if (Double.isFinite(size)) {
            sentence.append(" with ").append(Numbers.two(size)).append(" labels per set on average");
        } else if (below > TOLERANCE) {
            sentence.setLength(sentence.length() - 1);
        }
        if (summary.seeds() > 1) {
            sentence.append("; means over ").append(summary.seeds()).append(" seeds");
        }
        return sentence.append('.').toString();
    }

    /** Whether the head is below its target in the last quarter; false also where the last quarter has no value. */
    static boolean isMissed(Summary summary, Summary.Head head) {
        return decisive(summary, head) < 1 - summary.alpha() - TOLERANCE;
    }

    /** Whether the head is at its target, or above it, in the last quarter; false also where the last quarter has no value. */
    static boolean isMet(Summary summary, Summary.Head head) {
        return decisive(summary, head) >= 1 - summary.alpha() - TOLERANCE;
    }

    /** What the target is for. */
    private static double decisive(Summary summary, Summary.Head head) {
        return last(
                summary.marginal() && Double.isFinite(last(head.coverageMarginal()))
                        ? head.coverageMarginal()
                        : head.coverageMin());
    }

    private static String ofAllQueries(Summary summary, Summary.Head head) {
        StringBuilder sentence = new StringBuilder("In the last quarter the set held the true label of ")
                .append(Numbers.three(last(head.coverageMarginal())))
                .append(" of all queries (target ")
                .append(Numbers.target(summary.alpha()))
                .append(" of all together, not of each class)");
        if (Double.isFinite(last(head.size()))) {
            sentence.append(", with ").append(Numbers.two(last(head.size()))).append(" labels per set on average");
        }
        if (summary.seeds() > 1) {
            sentence.append("; means over ").append(summary.seeds()).append(" seeds");
        }
        return sentence.append('.').toString();
    }

    static double last(List<Double> quarters) {
        return quarters.get(quarters.size() - 1);
    }
}
