package dev.setpoint.testing;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Models for tests, by name; those that are made here say what they are told to and learn nothing. */
public final class TestModels implements Plugin<ModelSettings> {
    /** For the service loader. */
    public TestModels() {}

    @Override
    public Class<ModelSettings> kind() {
        return ModelSettings.class;
    }

    @Override
    public List<String> names() {
        return List.of("test-fixed", "test-given", "test-unfit", "test-lent", "test-ordered", "test-choking");
    }

    @Override
    public ModelSettings parse(Notation notation) {
        return switch (notation.name()) {
            case "test-fixed" -> new Fixed(notation.numbers("p", List.of()));
            case "test-given" -> new Given(notation.integer("dimension", 1));
            case "test-unfit" -> new Unfit(notation.integer("dimension", 1));
            case "test-lent" -> new LentModel(notation.integer("dimension", 1));
            case "test-ordered" -> new OrderedModel(notation.integer("dimension", 1));
            default -> new Choking();
        };
    }

    /**
     * Always says the same.
     *
     * @param p what it says
     */
    public record Fixed(List<Double> p) implements ModelSettings {
        /** Of these probabilities. */
        public static Fixed of(double... p) {
            return new Fixed(Arrays.stream(p).boxed().toList());
        }

        @Override
        public int dimension() {
            return 1;
        }

        @Override
        public ProbabilityModel create(ModelContext context) {
            return new UnlearningModel(context.labels()) {
                @Override
                protected double probability(FeatureVector query, int label) {
                    return p.get(label);
                }
            };
        }

        @Override
        public String toString() {
            return "test-fixed(p=" + p + ")";
        }
    }

    /**
     * Probabilities that are the query itself.
     *
     * @param dimension of a query
     */
    public record Given(int dimension) implements ModelSettings {
        @Override
        public ProbabilityModel create(ModelContext context) {
            return new UnlearningModel(context.labels()) {
                @Override
                protected double probability(FeatureVector query, int label) {
                    return query.value(label);
                }
            };
        }

        @Override
        public String toString() {
            return "test-given(dimension=" + dimension + ")";
        }
    }

    /**
     * Cannot be made.
     *
     * @param dimension of a query
     */
    public record Unfit(int dimension) implements ModelSettings {
        @Override
        public ProbabilityModel create(ModelContext context) {
            throw new IllegalArgumentException("model: unfit (expected: fit)");
        }

        @Override
        public String toString() {
            return "test-unfit(dimension=" + dimension + ")";
        }
    }

    /** Throws when it is to learn for the first time, and remembers how many answers it was to learn from each time. */
    public static final class Choking implements ModelSettings {
        private final List<Integer> learned = new ArrayList<>();

        /** Of how many answers each step was. */
        public List<Integer> learned() {
            return List.copyOf(learned);
        }

        @Override
        public int dimension() {
            return 1;
        }

        @Override
        public ProbabilityModel create(ModelContext context) {
            int labels = context.labels();
            return new UnlearningModel(labels) {
                @Override
                protected double probability(FeatureVector query, int label) {
                    return 1.0 / labels;
                }

                @Override
                public void learn(FeatureVector[] queries, Observation[] observations, int count, double divisor) {
                    learned.add(count);
                    if (learned.size() == 1) {
                        throw new IllegalStateException("choked");
                    }
                }
            };
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Choking;
        }

        @Override
        public int hashCode() {
            return 1;
        }

        @Override
        public String toString() {
            return "test-choking";
        }
    }
}
