package dev.setpoint.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import org.junit.jupiter.api.Test;

class MeasuresTest {
    @Test
    void coverageIsTheWeightedShareThatWasHeld() {
        CoverageEstimate estimate = new CoverageEstimate(2);
        estimate.add(0, 2, true);
        estimate.add(0, 4, false);
        estimate.add(0, 2, true);
        assertThat(estimate.coverage(0)).isEqualTo(4.0 / 8);
        assertThat(estimate.weight(0)).isEqualTo(8);
        assertThat(estimate.effectiveSampleSize(0)).isEqualTo(64.0 / (4 + 16 + 4));
        assertThat(estimate.coverage(1)).isNaN();
        assertThat(estimate.weight(1)).isZero();
        assertThat(estimate.effectiveSampleSize(1)).isZero();
    }

    @Test
    void equalWeightsAreWorthAsManyObservations() {
        CoverageEstimate estimate = new CoverageEstimate(1);
        for (int i = 0; i < 7; i++) {
            estimate.add(0, 3, i < 2);
        }
        assertThat(estimate.effectiveSampleSize(0)).isCloseTo(7, within(1e-12));
        assertThat(estimate.coverage(0)).isCloseTo(2.0 / 7, within(1e-12));
    }

    @Test
    void effectiveSampleSizeIsBetweenOneAndTheObservations() {
        Laws.forAll(100, random -> {
            CoverageEstimate estimate = new CoverageEstimate(1);
            int n = random.within(1, 50);
            for (int i = 0; i < n; i++) {
                estimate.add(0, random.between(0.1, 20), random.chance(0.5));
            }
            assertThat(estimate.effectiveSampleSize(0)).isBetween(1 - 1e-9, n + 1e-9);
            assertThat(estimate.coverage(0)).isBetween(0.0, 1.0);
        });
    }

    @Test
    void setSizesAreCountedBySize() {
        SetSizes sizes = new SetSizes(3);
        assertThat(sizes.mean()).isNaN();
        assertThat(sizes.sets()).isZero();
        for (int size : new int[] {0, 3, 3, 1}) {
            sizes.add(size);
        }
        assertThat(sizes.count(3)).isEqualTo(2);
        assertThat(sizes.count(0)).isEqualTo(1);
        assertThat(sizes.count(2)).isZero();
        assertThat(sizes.sets()).isEqualTo(4);
        assertThat(sizes.mean()).isEqualTo(7.0 / 4);
    }

    @Test
    void rightPullsAreTheirShareOfTheAnswers() {
        Measures measures = new Measures(2, 1);
        assertThat(measures.rightPulls()).isNaN();
        measures.addAnswer(true);
        measures.addAnswer(false);
        measures.addAnswer(false);
        assertThat(measures.answered()).isEqualTo(3);
        assertThat(measures.rightPulls()).isEqualTo(1.0 / 3);
    }

    /** Whole numbers as weights, so that sums do not depend on their order. */
    private static void addRandomly(Source random, Measures... all) {
        boolean right = random.chance(0.5);
        int head = random.below(2);
        int label = random.below(3);
        double weight = random.within(1, 9);
        boolean held = random.chance(0.8);
        int size = random.below(4);
        for (Measures measures : all) {
            measures.addAnswer(right);
            measures.head(head).coverage().add(label, weight, held);
            measures.head(head).sizes().add(size);
        }
    }

    @Test
    void mergeEqualsTheUnion() {
        Laws.forAll(50, random -> {
            Measures whole = new Measures(3, 2);
            Measures one = new Measures(3, 2);
            Measures two = new Measures(3, 2);
            for (int i = 0; i < 100; i++) {
                addRandomly(random, whole, random.chance(0.3) ? one : two);
            }
            one.merge(two);
            assertThat(States.bytes(one)).isEqualTo(States.bytes(whole));
            assertThat(one.head(1).coverage().coverage(2))
                    .isEqualTo(whole.head(1).coverage().coverage(2));
        });
    }

    @Test
    void measuresSurviveASnapshot() {
        Laws.forAll(20, random -> {
            Measures measures = new Measures(3, 2);
            for (int i = 0; i < 20; i++) {
                addRandomly(random, measures);
            }
            Measures restored = States.copied(measures, new Measures(3, 2));
            assertThat(States.bytes(restored)).isEqualTo(States.bytes(measures));
            addRandomly(new Source(1), measures, restored);
            assertThat(restored.rightPulls()).isEqualTo(measures.rightPulls());
            assertThat(restored.head(0).sizes().mean())
                    .isEqualTo(measures.head(0).sizes().mean());
        });
    }
}
