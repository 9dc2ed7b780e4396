package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.LearnerSettings;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.track.SgdTracker;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DriftTest {
    private static final long QUERIES = 20_000;

    private static double driftedShare(Drift drift, double from, double to) {
        int drifted = 0;
        int count = 0;
        for (long query = Math.round(from * QUERIES); query < Math.round(to * QUERIES); query++) {
            int label = drift.label(3, 4, query, QUERIES, 7);
            assertThat(label).isIn(3, 0); // (3 + 1) mod 4
            drifted += label == 0 ? 1 : 0;
            count++;
        }
        return (double) drifted / count;
    }

    @Test
    void anAbruptDriftTakesAllQueriesFromItsPointOn() {
        Drift drift = new Drift.Abrupt(0.3);
        assertThat(driftedShare(drift, 0, 0.3)).isZero();
        assertThat(driftedShare(drift, 0.3, 1)).isEqualTo(1);
        assertThat(driftedShare(Drift.none(), 0, 1)).isZero();
    }

    @Test
    @Tag("statistical")
    void aSlowDriftTakesMoreAndMore() {
        // shares of 2,000 and 4,000 queries within 5 standard deviations, at most 0.056: false alarm 6e-7 each
        Drift drift = new Drift.Slow(0.2, 0.7);
        assertThat(driftedShare(drift, 0, 0.2)).isZero();
        assertThat(driftedShare(drift, 0.2, 0.3)).isCloseTo(0.1, within(0.056));
        assertThat(driftedShare(drift, 0.3, 0.5)).isCloseTo(0.4, within(0.056));
        assertThat(driftedShare(drift, 0.6, 0.7)).isCloseTo(0.9, within(0.056));
        assertThat(driftedShare(drift, 0.7, 1)).isEqualTo(1);
    }

    @Test
    void whichQueriesDriftDependsOnTheSeedAndTheirNumbers() {
        Drift drift = new Drift.Slow(0, 1);
        boolean differ = false;
        for (long query = 0; query < 100; query++) {
            assertThat(drift.label(0, 2, query, 100, 1)).isEqualTo(drift.label(0, 2, query, 100, 1));
            differ |= drift.label(0, 2, query, 100, 1) != drift.label(0, 2, query, 100, 2);
        }
        assertThat(differ).isTrue();
    }

    /** The windowed metrics of the only head, by metric and queries. */
    private static Map<String, NavigableMap<Long, Double>> windows(Drift drift) {
        LabelledData data = Worlds.clouds(3, 6000, 2, 1);
        LearnerSettings learner = LearnerSettings.builder(data.labels())
                .model(ModelSettings.parse("softmax-regression(optimizer=sgd(rate=0.005))", data.dimension()))
                .policy(new SoftmaxPolicy(1))
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.003, 0))
                .build();
        ExperimentSettings settings = new ExperimentSettings(
                learner, 24_000, 1, FeedbackSettings.IMMEDIATE, drift, Shift.none(), 600, 40, false);
        Map<String, NavigableMap<Long, Double>> metrics = new TreeMap<>();
        Experiment.run(
                data,
                List.of(),
                settings,
                1,
                (step, queries, head, label, metric, value) -> {
                    if (metric.contains("window") && label.isEmpty()) {
                        metrics.computeIfAbsent(metric, key -> new TreeMap<>()).put(queries, value);
                    }
                },
                (measures, batch, truth) -> {});
        return metrics;
    }

    @Test
    void windowsShowCoverageFallAtAnAbruptDriftAndRecover() {
        Map<String, NavigableMap<Long, Double>> drifting = windows(new Drift.Abrupt(0.5));
        Map<String, NavigableMap<Long, Double>> steady = windows(Drift.none());
        NavigableMap<Long, Double> least = drifting.get("coverage_window_min");
        assertThat(least.headMap(12_000L, true))
                .isEqualTo(steady.get("coverage_window_min").headMap(12_000L, true));
        assertThat(least.get(12_000L)).as("before").isGreaterThan(0.83);
        assertThat(least.get(12_600L)).as("the window after the drift").isLessThan(0.7);
        assertThat(steady.get("coverage_window_min").get(12_600L)).isGreaterThan(0.83);
        // a class has about 200 queries in a window: 3 standard deviations of its share are 0.064; seen 0.88 to 0.95
        for (long queries = 13_800; queries <= 24_000; queries += 600) {
            assertThat(least.get(queries)).as("recovered").isGreaterThan(0.83);
        }
        assertThat(drifting.get("correct_pulls_window").get(12_600L)).isLessThan(0.5);
        assertThat(drifting.get("correct_pulls_window").get(24_000L)).isGreaterThan(0.75);
    }

    @Test
    void windowsShowSetsGrowWhileASlowDriftMakesLabelsUnsure() {
        Map<String, NavigableMap<Long, Double>> drifting = windows(new Drift.Slow(0.25, 0.75));
        NavigableMap<Long, Double> size = drifting.get("size_window");
        assertThat(size.get(12_000L)).as("half of the labels drifted").isGreaterThan(1.5 * size.get(6000L));
        assertThat(size.get(24_000L)).as("all of them, learned").isLessThan(1.3 * size.get(6000L));
        assertThat(drifting.get("coverage_window_min").get(24_000L)).isGreaterThan(0.83);
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "abrupt(at=0.25)", "slow(from=0.1, to=0.9)"})
    void whatItPrintsIsReadBack(String text) {
        assertThat(Drift.parse(text)).hasToString(text);
    }

    @Test
    void theDefaultsAreTheMiddle() {
        assertThat(Drift.parse("abrupt")).isEqualTo(new Drift.Abrupt(0.5));
        assertThat(Drift.parse("slow")).isEqualTo(new Drift.Slow(0.25, 0.75));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sudden             | drift: 'sudden' (expected: none, abrupt, slow)",
                "abrupt(at=1.5)     | at: 1.5 (expected: in [0, 1])",
                "slow(from=-1)      | from: -1.0 (expected: in [0, 1])",
                "slow(from=0.8)     | to: 0.75 (expected: above from, 0.8)",
                "abrupt(by=1)       | by in 'abrupt(by=1)' (expected: at)",
            })
    void whatIsWrongIsSaidInOneSentence(String text, String message) {
        assertThatThrownBy(() -> Drift.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void aSentenceSaysWhen() {
        assertThat(new Drift.Abrupt(0.5).sentence(22_500)).startsWith("After 11250 of 22500 queries");
        assertThat(new Drift.Slow(0.25, 0.75).sentence(1000)).startsWith("From query 250 to query 750 of 1000");
    }
}
