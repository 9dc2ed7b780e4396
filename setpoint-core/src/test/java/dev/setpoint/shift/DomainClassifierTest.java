package dev.setpoint.shift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.testing.Increments;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DomainClassifierTest {
    private static final int DIMENSION = 3;

    private static DomainClassifier classifier(double cap) {
        return new DomainClassifier(DIMENSION, DomainClassifier.DEFAULT_OPTIMIZER, cap);
    }

    private static void observe(DomainClassifier classifier, FeatureVector query, boolean target) {
        if (target) {
            classifier.observeTarget(query);
        } else {
            classifier.observeSource(query);
        }
    }

    /** The log odds of target against source, but for a constant. */
    private static double tilt(FeatureVector query, double[] direction) {
        double sum = 0;
        for (int i = 0; i < DIMENSION; i++) {
            sum += direction[i] * query.value(i);
        }
        return sum;
    }

    @Test
    @Tag("statistical")
    void weightsApproachTheKnownTilt() {
        // On 20 streams of 40,000 queries with log odds a + b.x the weights are exp(b.x) up to a common factor. Of the
        // sources,
        // the mean absolute error of the log weight was at most 0.08 in 200 other streams, and the mean weight within
        // 0.03 of 1;
        // an estimate without the tilt would err by more than 0.5.
        Laws.forAll(20, source -> {
            double[] direction = {source.between(1, 2), source.between(-2, -1), source.between(-0.5, 0.5)};
            double intercept = source.between(-1, 1);
            DomainClassifier classifier = classifier(1000);
            for (int i = 0; i < 40_000; i++) {
                FeatureVector query = source.dense(DIMENSION);
                observe(classifier, query, source.chance(1 / (1 + Math.exp(-intercept - tilt(query, direction)))));
            }
            assertWeightsAre(classifier, source, intercept, direction);
        });
    }

    /** Decides which of the i-th of n queries is a target. */
    private interface Arrival {
        boolean isTarget(Source source, int i, int n);
    }

    @Test
    @Tag("statistical")
    void orderOfArrivalDoesNotMatter() {
        // P is uniform on the cube, Q tilted by exp(b.x): the mean of dQ/dP over P is 1. A classifier that followed the
        // recent mix
        // would be off by a factor of 5 and more. In trial runs the mean lay between 0.85 and 1.2
        List<Arrival> arrivals = List.of(
                (source, i, n) -> source.chance(0.5),
                (source, i, n) -> source.chance(0.1),
                (source, i, n) -> i >= n / 2,
                (source, i, n) -> i < n / 2,
                (source, i, n) -> source.chance(0.1 + 0.8 * i / n));
        for (Arrival arrival : arrivals) {
            Source source = new Source(17);
            DomainClassifier classifier = classifier(1000);
            double[] direction = {1.5, -1, 0};
            int n = 40_000;
            for (int i = 0; i < n; i++) {
                boolean target = arrival.isTarget(source, i, n);
                FeatureVector query = source.dense(DIMENSION);
                while (target && !source.chance(Math.exp(tilt(query, direction) - 2.5))) {
                    query = source.dense(DIMENSION);
                }
                observe(classifier, query, target);
            }
            double weights = 0;
            for (int i = 0; i < 4000; i++) {
                weights += classifier.weight(source.dense(DIMENSION)) / 4000;
            }
            assertThat(weights).as("arrival %s", arrivals.indexOf(arrival)).isBetween(0.7, 1.4);
        }
    }

    private static void assertWeightsAre(
            DomainClassifier classifier, Source source, double intercept, double[] direction) {
        double normaliser = (double) classifier.sources() / classifier.targets(); // of the true odds
        double error = 0;
        double weights = 0;
        int sources = 0;
        while (sources < 4000) {
            FeatureVector query = source.dense(DIMENSION);
            double logOdds = intercept + tilt(query, direction);
            if (!source.chance(1 / (1 + Math.exp(-logOdds)))) {
                double weight = classifier.weight(query);
                error += Math.abs(Math.log(weight / (normaliser * Math.exp(logOdds))));
                weights += weight;
                sources++;
            }
        }
        assertThat(error / sources).as("mean absolute error of the log weight").isLessThan(0.15);
        assertThat(weights / sources).as("mean weight over sources").isCloseTo(1, within(0.18));
    }

    @Test
    void noWeightLeavesTheRange() {
        Laws.forAll(50, source -> {
            double cap = source.between(1, 5);
            DomainClassifier classifier = classifier(cap);
            boolean reached = false;
            for (int i = 0; i < 300; i++) {
                FeatureVector query = source.dense(DIMENSION);
                observe(classifier, query, query.value(0) > 0); // separable: the odds grow without end
                double weight = classifier.weight(source.dense(DIMENSION));
                assertThat(weight).isBetween(0.0, cap);
                reached |= weight == cap;
            }
            assertThat(reached).as("the cap was needed").isTrue();
        });
    }

    @Test
    void weightsAreOneUntilBothKindsWereSeen() {
        FeatureVector query = FeatureVector.dense(1, -1, 0.5f);
        DomainClassifier classifier = classifier(20);
        assertThat(classifier.weight(query)).isEqualTo(1);
        for (int i = 0; i < 10; i++) {
            classifier.observeSource(query);
            assertThat(classifier.weight(query)).isEqualTo(1);
        }
        classifier.observeTarget(FeatureVector.dense(0, 1, 0));
        assertThat(classifier.weight(query)).isLessThan(1);
        assertThat(classifier.sources()).isEqualTo(10);
        assertThat(classifier.targets()).isEqualTo(1);
    }

    @Test
    void touchedPagesAreAllThatChanges() {
        Laws.forAll(3, source -> {
            DomainClassifier original = classifier(10);
            Increments increments = new Increments(original, classifier(10));
            for (int step = 0; step < 60; step++) {
                for (int i = source.below(20); i > 0; i--) {
                    observe(original, source.dense(DIMENSION), source.chance(0.4));
                }
                increments.follow();
            }
        });
    }

    @Test
    void aRestoredClassifierResumesBitForBit() {
        Laws.forAll(20, source -> {
            DomainClassifier original = classifier(10);
            for (int i = source.below(40); i > 0; i--) {
                observe(original, source.dense(DIMENSION), source.chance(0.4));
            }
            DomainClassifier copy = States.copied(original, classifier(10));
            for (int i = 0; i < 20; i++) {
                FeatureVector query = source.dense(DIMENSION);
                boolean target = source.chance(0.4);
                assertThat(copy.weight(query)).isEqualTo(original.weight(query));
                observe(original, query, target);
                observe(copy, query, target);
            }
            assertThat(States.bytes(copy)).isEqualTo(States.bytes(original));
        });
    }

    @Test
    void aQueryOfAnotherDimensionIsRefusedAndChangesNothing() {
        DomainClassifier classifier = classifier(10);
        classifier.observeSource(FeatureVector.dense(1, 2, 3));
        byte[] before = States.bytes(classifier);
        FeatureVector wrong = FeatureVector.dense(1, 2);
        assertThatThrownBy(() -> classifier.observeTarget(wrong)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> classifier.observeSource(wrong)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> classifier.weight(wrong)).isInstanceOf(IllegalArgumentException.class);
        assertThat(States.bytes(classifier)).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.99, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void capsOutOfRangeAreRefused(double cap) {
        assertThatThrownBy(() -> classifier(cap))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("cap: " + cap + " (expected: finite and >= 1)");
    }
}
