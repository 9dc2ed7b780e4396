package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.score.Score;
import dev.setpoint.sim.TrueMeasures.Span;
import dev.setpoint.track.SgdTracker;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stream of eight queries over four classes, of which one never occurs, counted by hand. */
class TrueMeasuresTest {
    private static final float[][] P = {
        {0.50f, 0.25f, 0.25f, 0.00f},
        {0.25f, 0.50f, 0.25f, 0.00f},
        {0.25f, 0.25f, 0.50f, 0.00f},
        {1.00f, 0.00f, 0.00f, 0.00f},
        {0.50f, 0.00f, 0.50f, 0.00f},
        {0.25f, 0.25f, 0.25f, 0.25f},
        {0.00f, 0.75f, 0.25f, 0.00f},
        {0.75f, 0.25f, 0.00f, 0.00f},
    };
    private static final int[] LABEL = {0, 1, 0, 1, 2, 0, 1, 0};
    // pulls (most probable)         0  1  2  0  0  0  1  0
    // correct                       1  1  0  0  0  1  1  1
    // head 0, p >= 0.5: sizes       1  1  1  1  2  0  1  1; held 1 1 0 0 1 0 1 1
    // head 1, p >= 0.25: sizes      3  3  3  1  2  4  2  2; held 1 1 1 0 1 1 1 1

    private TrueMeasures measures;

    @BeforeEach
    void countTheStream() {
        measures = new TrueMeasures(4, 2, 3, P.length);
        stream(measures, P.length);
    }

    private static void stream(TrueMeasures measures, int queries) {
        Learner learner = new Learner(LearnerSettings.builder("a", "b", "c", "d")
                .model(Worlds.given(4))
                .policy(Worlds.greedy())
                .floor(0)
                .head("half", Score.softmax(), new SgdTracker.Settings(0.1, 0.5))
                .head("quarter", Score.softmax(), new SgdTracker.Settings(0.1, 0.25))
                .build());
        DecisionBatch batch = learner.newBatch();
        for (int i = 0; i < queries; i++) {
            learner.decideInto(FeatureVector.dense(P[i]), batch);
            measures.add(batch, 0, LABEL[i]);
        }
    }

    @Test
    void accumulatesCoverageByClass() {
        assertThat(measures.queries()).isEqualTo(8);
        assertThat(measures.queries(0)).isEqualTo(4);
        assertThat(measures.coverage(Span.ALL, 0, 0)).isEqualTo(2.0 / 4);
        assertThat(measures.coverage(Span.ALL, 0, 1)).isEqualTo(2.0 / 3);
        assertThat(measures.coverage(Span.ALL, 0, 2)).isEqualTo(1);
        assertThat(measures.coverage(Span.ALL, 0, 3)).isNaN();
        assertThat(measures.coverage(Span.ALL, 1, 0)).isEqualTo(1);
        assertThat(measures.coverage(Span.ALL, 1, 1)).isEqualTo(2.0 / 3);
        assertThat(measures.misses(0, 0)).isEqualTo(2);
        assertThat(measures.misses(0, 1)).isEqualTo(1);
        assertThat(measures.misses(1, 0)).isZero();
    }

    @Test
    void marginalCoverageIsTheShareOfAllQueries() {
        long held = measures.queries() - measures.misses(0, 0) - measures.misses(0, 1) - measures.misses(0, 2);
        assertThat(held).isPositive().isLessThan(measures.queries());
        assertThat(measures.coverageMarginal(Span.ALL, 0)).isEqualTo((double) held / measures.queries());
        assertThat(measures.coverageMarginal(Span.ALL, 0)).isNotEqualTo(measures.coverageMean(Span.ALL, 0));
    }

    @Test
    void leastAndGreatestCoveragePassOverClassesThatDidNotOccur() {
        assertThat(measures.coverageMin(Span.ALL, 0)).isEqualTo(0.5);
        assertThat(measures.coverageMax(Span.ALL, 0)).isEqualTo(1);
        assertThat(measures.coverageMin(Span.ALL, 1)).isEqualTo(2.0 / 3);
        assertThat(measures.coverageMean(Span.ALL, 0)).isCloseTo((2.0 / 4 + 2.0 / 3 + 1) / 3, within(1e-15));
        TrueMeasures nothing = new TrueMeasures(4, 2, 3, 8);
        assertThat(nothing.coverageMean(Span.ALL, 0)).isNaN();
        assertThat(nothing.coverageMarginal(Span.ALL, 0)).isNaN();
        assertThat(nothing.coverageMin(Span.ALL, 0)).isNaN();
        assertThat(nothing.coverageMax(Span.WINDOW, 1)).isNaN();
    }

    @Test
    void countsSizesAndEmptySets() {
        assertThat(measures.size(Span.ALL, 0)).isEqualTo(8.0 / 8);
        assertThat(measures.size(Span.ALL, 1)).isEqualTo(20.0 / 8);
        assertThat(measures.emptyShare(Span.ALL, 0)).isEqualTo(1.0 / 8);
        assertThat(measures.emptyShare(Span.ALL, 1)).isZero();
    }

    @Test
    void countsCorrectPullsAndSharesByClass() {
        assertThat(measures.correctPulls(Span.ALL)).isEqualTo(5.0 / 8);
        assertThat(measures.correctPulls(Span.ALL, 0)).isEqualTo(3.0 / 4);
        assertThat(measures.correctPulls(Span.ALL, 1)).isEqualTo(2.0 / 3);
        assertThat(measures.correctPulls(Span.ALL, 2)).isZero();
        assertThat(measures.correctPulls(Span.ALL, 3)).isNaN();
        assertThat(measures.share(Span.ALL, 0)).isEqualTo(0.5);
        assertThat(measures.share(Span.ALL, 3)).isZero();
    }

    @Test
    void crossEntropyIsTheMeanLogLossWithAFloor() {
        // p of the true label: 1/2, 1/2, 1/4, 0, 1/2, 1/4, 3/4, 3/4
        double sum = 3 * Math.log(2) + 2 * Math.log(4) - Math.log(1e-12) - 2 * Math.log(0.75);
        assertThat(measures.crossEntropy(Span.ALL)).isCloseTo(sum / 8, within(1e-12));
        // the window: 1/4, 3/4, 3/4
        double window = (Math.log(4) - 2 * Math.log(0.75)) / 3;
        assertThat(measures.crossEntropy(Span.WINDOW)).isCloseTo(window, within(1e-12));
    }

    @Test
    void theWindowSlides() {
        // queries 6, 7, 8
        assertThat(measures.coverage(Span.WINDOW, 0, 0)).isEqualTo(0.5);
        assertThat(measures.coverage(Span.WINDOW, 0, 1)).isEqualTo(1);
        assertThat(measures.coverage(Span.WINDOW, 0, 2)).isNaN();
        assertThat(measures.coverageMin(Span.WINDOW, 0)).isEqualTo(0.5);
        assertThat(measures.size(Span.WINDOW, 0)).isEqualTo(2.0 / 3);
        assertThat(measures.size(Span.WINDOW, 1)).isEqualTo(8.0 / 3);
        assertThat(measures.emptyShare(Span.WINDOW, 0)).isEqualTo(1.0 / 3);
        assertThat(measures.correctPulls(Span.WINDOW)).isEqualTo(1);
        // queries 2, 3, 4
        TrueMeasures early = new TrueMeasures(4, 2, 3, P.length);
        stream(early, 4);
        assertThat(early.coverage(Span.WINDOW, 0, 0)).isZero();
        assertThat(early.coverage(Span.WINDOW, 0, 1)).isEqualTo(0.5);
        assertThat(early.correctPulls(Span.WINDOW)).isEqualTo(1.0 / 3);
        // before it is full, the window is all there is
        TrueMeasures young = new TrueMeasures(4, 2, 3, P.length);
        stream(young, 2);
        assertThat(young.size(Span.WINDOW, 1)).isEqualTo(3);
        assertThat(young.crossEntropy(Span.WINDOW)).isEqualTo(young.crossEntropy(Span.ALL));
    }

    @Test
    void quartersAreTwoQueriesEach() {
        assertThat(measures.correctPulls(TrueMeasures.quarter(0))).isEqualTo(1);
        assertThat(measures.correctPulls(TrueMeasures.quarter(1))).isZero();
        assertThat(measures.correctPulls(TrueMeasures.quarter(2))).isEqualTo(0.5);
        assertThat(measures.correctPulls(TrueMeasures.quarter(3))).isEqualTo(1);
        assertThat(measures.coverageMin(Span.QUARTER_2, 0)).isZero();
        assertThat(measures.coverageMax(Span.QUARTER_2, 1)).isEqualTo(1);
        assertThat(measures.size(Span.QUARTER_3, 0)).isEqualTo(1);
        assertThat(measures.size(Span.QUARTER_3, 1)).isEqualTo(3);
        assertThat(measures.coverage(Span.QUARTER_4, 0, 1)).isEqualTo(1);
    }

    @Test
    void quartersOfAStreamThatDoesNotDivideByFourCoverAllOfIt() {
        TrueMeasures six = new TrueMeasures(4, 2, 3, 6); // boundaries at 1.5, 3, 4.5: 2, 1, 2, 1 queries
        stream(six, 6);
        assertThat(six.size(Span.QUARTER_1, 1)).isEqualTo(3);
        assertThat(six.size(Span.QUARTER_2, 1)).isEqualTo(3);
        assertThat(six.size(Span.QUARTER_3, 1)).isEqualTo(1.5);
        assertThat(six.size(Span.QUARTER_4, 1)).isEqualTo(4);
    }

    @Test
    void aQueryThatIsPassedOverMovesTheQuartersAndNothingElse() {
        TrueMeasures passing = new TrueMeasures(4, 2, 3, 2L * P.length);
        for (int i = 0; i < P.length; i++) {
            passing.skip();
        }
        stream(passing, P.length);
        assertThat(passing.queries()).isEqualTo(8);
        for (int h = 0; h < 2; h++) {
            assertThat(passing.coverage(Span.ALL, h, 0)).isEqualTo(measures.coverage(Span.ALL, h, 0));
            assertThat(passing.size(Span.WINDOW, h)).isEqualTo(measures.size(Span.WINDOW, h));
            assertThat(passing.size(Span.QUARTER_1, h)).isNaN();
            assertThat(passing.size(Span.QUARTER_2, h)).isNaN();
            assertThat(passing.size(Span.QUARTER_3, h) + passing.size(Span.QUARTER_4, h))
                    .isEqualTo(2 * passing.size(Span.ALL, h));
        }
    }
}
