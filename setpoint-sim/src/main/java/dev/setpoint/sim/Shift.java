package dev.setpoint.sim;

import dev.setpoint.notation.Excerpt;
import dev.setpoint.notation.Notation;
import java.util.Objects;

/** Whether the queries that are answered are of the population whose coverage is measured. */
public sealed interface Shift {
    /** One sentence for a report. */
    String sentence();

    /** They are the same. */
    static Shift none() {
        return new None();
    }

    /**
     * From text: {@code none}, {@code covariate(tilt=2, share=0.5, weights=none, cap=20)}, where weights is {@code none},
     * {@code true} or {@code classifier}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static Shift parse(String text) {
        Notation notation = Notation.parse(text);
        Shift shift = switch (notation.name()) {
            case "none" -> new None();
            case "covariate" ->
                new Covariate(
                        notation.number("tilt", 2),
                        notation.number("share", 0.5),
                        Weights.parse(notation.text("weights", "none")),
                        notation.number("cap", 20));
            default -> throw notation.unknownName("shift", "none", "covariate");
        };
        notation.finish();
        return shift;
    }

    /** Every query is answered and measured. */
    record None() implements Shift {
        @Override
        public String sentence() {
            return "Every query is answered and measured.";
        }

        @Override
        public String toString() {
            return "none";
        }
    }

    /**
     * Every query is a target, which is never answered and is what the metrics are about, or a source, which is answered and not
     * counted. The log odds of being a target are a constant plus {@code tilt * z}, where z is a fixed projection of the query's
     * features, brought to mean 0 and variance 1 over the rows of the data.
     *
     * @param tilt in [-100, 100]; 0 for no shift
     * @param share of queries that are targets, in (0, 1) and at least 1e-6 from its ends
     * @param weights what the learner is told about a query's weight
     * @param cap the largest weight it is told, at least 1 and at most 1e9
     */
    record Covariate(double tilt, double share, Weights weights, double cap) implements Shift {
        private static final double MOST_TILT = 100; // log odds per standard deviation: far beyond, all rows are sure
        private static final double LEAST_SHARE = 1e-6;
        private static final double MOST_CAP = 1e9;

        /** Checks the ranges. */
        public Covariate {
            if (!(Math.abs(tilt) <= MOST_TILT)) {
                throw new IllegalArgumentException(
                        "tilt: " + tilt + " (expected: in [-" + MOST_TILT + ", " + MOST_TILT + "])");
            }
            if (!(share >= LEAST_SHARE && share <= 1 - LEAST_SHARE)) {
                throw new IllegalArgumentException(
                        "share: " + share + " (expected: in [" + LEAST_SHARE + ", " + (1 - LEAST_SHARE) + "])");
            }
            Objects.requireNonNull(weights, "weights");
            if (!(cap >= 1 && cap <= MOST_CAP)) {
                throw new IllegalArgumentException("cap: " + cap + " (expected: in [1, " + MOST_CAP + "])");
            }
        }

        @Override
        public String sentence() {
            return "Metrics are about the targets, a share of " + share
                    + " of the queries, which are never answered; the answered ones differ by covariate shift, and the learner's"
                    + " weights are " + weights.meaning + ".";
        }

        @Override
        public String toString() {
            return "covariate(tilt=" + tilt + ", share=" + share + ", weights=" + weights + ", cap=" + cap + ")";
        }
    }

    /** Which weights the learner is given. */
    enum Weights {
        /** 1, as if there were no shift. */
        NONE("none", "all 1"),
        /** dQ/dP as it is, which only a simulation knows. */
        TRUE("true", "the true dQ/dP"),
        /** What {@link dev.setpoint.shift.DomainClassifier} has learned so far. */
        CLASSIFIER("classifier", "those of a domain classifier");

        private final String text;
        private final String meaning;

        Weights(String text, String meaning) {
            this.text = text;
            this.meaning = meaning;
        }

        static Weights parse(String text) {
            for (Weights weights : values()) {
                if (weights.text.equals(text)) {
                    return weights;
                }
            }
            throw new IllegalArgumentException(
                    "weights: '" + Excerpt.of(text) + "' (expected: none, true, classifier)");
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
