package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.Answer;
import dev.setpoint.Coverage;
import dev.setpoint.EmptySets;
import dev.setpoint.Feedback;
import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.Normalization;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SetAwarePolicy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.UniformPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.track.DecayingTracker;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import dev.setpoint.track.TrackerSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExperimentTest {
    private static final Experiment.Listener NOBODY = (measures, batch, truth) -> {};

    private record Row(long step, long queries, String head, String label, String metric, double value) {}

    private static List<Row> rows(LabelledData data, ExperimentSettings settings, long seed) {
        List<Row> rows = new ArrayList<>();
        Experiment.run(
                data, List.of(), settings, seed, (s, q, h, l, m, v) -> rows.add(new Row(s, q, h, l, m, v)), NOBODY);
        return rows;
    }

    private static double last(List<Row> rows, String head, String label, String metric) {
        return rows.stream()
                .filter(row -> row.head().equals(head)
                        && row.label().equals(label)
                        && row.metric().equals(metric))
                .reduce((first, second) -> second)
                .orElseThrow()
                .value();
    }

    private static LearnerSettingsBuilder learner(LabelledData data, Policy policy) {
        return LearnerSettings.builder(data.labels())
                .alpha(0.1)
                .model(ModelSettings.parse("softmax-regression", data.dimension()))
                .policy(policy)
                .head("sgd", Score.softmax(), new SgdTracker.Settings(0.005, 0))
                .head("experts", Score.aps(), ExpertsTracker.Settings.ONE_AT_A_TIME);
    }

    private static ExperimentSettings settings(
            LearnerSettings learner, long queries, int batch, FeedbackSettings feedback, int checkpoints) {
        return new ExperimentSettings(learner, queries, batch, feedback, 100, checkpoints);
    }

    // ------------------------------------------------------------------ the same again

    @ParameterizedTest
    @CsvSource({"1, 0, 0", "7, 0, 0", "1, 30, 0.1", "7, 30, 0.1"})
    void theSameSeedGivesTheSameFiguresAndAnotherSeedOthers(int batch, int delay, double dropout) {
        LabelledData data = Worlds.clouds(3, 90, 2, 1);
        ExperimentSettings settings = settings(
                learner(data, new SoftmaxPolicy(1)).build(), 300, batch, new FeedbackSettings(delay, dropout, 0), 5);
        List<Row> rows = rows(data, settings, 4);
        assertThat(rows(data, settings, 4)).isEqualTo(rows);
        assertThat(rows(data, settings, 5)).isNotEqualTo(rows);
    }

    @Test
    void theSeedOfTheRunReplacesTheLearners() {
        LabelledData data = Worlds.clouds(3, 90, 2, 1);
        LearnerSettingsBuilder builder = learner(data, new SoftmaxPolicy(1));
        ExperimentSettings one = settings(builder.seed(1).build(), 200, 1, FeedbackSettings.IMMEDIATE, 5);
        ExperimentSettings two = settings(builder.seed(2).build(), 200, 1, FeedbackSettings.IMMEDIATE, 5);
        assertThat(rows(data, one, 9)).isEqualTo(rows(data, two, 9));
    }

    // ------------------------------------------------------------------ what is reported

    @Test
    void reportsExactlyTheseMetrics() {
        LabelledData data = Worlds.clouds(3, 60, 2, 1);
        List<Row> rows = rows(
                data, settings(learner(data, new UniformPolicy()).build(), 60, 1, FeedbackSettings.IMMEDIATE, 3), 1);
        Map<String, TreeSet<String>> names = new HashMap<>();
        for (Row row : rows) {
            String about =
                    (row.head().isEmpty() ? "run" : row.head()) + (row.label().isEmpty() ? "" : " by class");
            names.computeIfAbsent(about, key -> new TreeSet<>()).add(row.metric());
        }
        List<String> head = List.of(
                "alarms",
                "coverage_marginal",
                "coverage_marginal_estimate",
                "coverage_marginal_high",
                "coverage_marginal_low",
                "coverage_marginal_window",
                "coverage_max",
                "coverage_mean",
                "coverage_min",
                "coverage_window_max",
                "coverage_window_min",
                "empty_share",
                "size",
                "size_window");
        List<String> byClass = List.of(
                "coverage",
                "coverage_estimate",
                "coverage_high",
                "coverage_low",
                "coverage_window",
                "ess",
                "propensity_lower_bound",
                "threshold");
        assertThat(names.keySet())
                .containsExactlyInAnyOrder("run", "run by class", "sgd", "sgd by class", "experts", "experts by class");
        assertThat(names.get("run"))
                .containsExactly("correct_pulls", "correct_pulls_window", "cross_entropy", "cross_entropy_window");
        assertThat(names.get("run by class")).containsExactly("correct_pulls", "correct_pulls_window", "share");
        assertThat(names.get("experts")).containsExactlyElementsOf(head);
        assertThat(names.get("sgd")).containsExactlyElementsOf(with(head, "theorem1_bound"));
        assertThat(names.get("experts by class"))
                .containsExactlyElementsOf(with(byClass, "theorem3_assumption", "theorem3_bound", "theorem3_regret"));
        assertThat(names.get("sgd by class"))
                .containsExactlyElementsOf(with(
                        byClass,
                        "corollary1_bound",
                        "corollary2_bound",
                        "theorem1_bound",
                        "theorem1_deviation_term",
                        "theorem1_gap",
                        "theorem1_threshold_term",
                        "theorem2_best_rate",
                        "theorem2_best_threshold",
                        "theorem2_bound",
                        "theorem2_regret"));
    }

    private static SortedSet<String> with(List<String> names, String... more) {
        TreeSet<String> all = new TreeSet<>(names);
        all.addAll(List.of(more));
        return all;
    }

    @Test
    void theoremsAreSilentWhenFeedbackIsNotAsTheyAssume() {
        LabelledData data = Worlds.clouds(3, 60, 2, 1);
        for (FeedbackSettings feedback : List.of(
                new FeedbackSettings(1, 0, 0),
                new FeedbackSettings(0, 0.1, 0),
                new FeedbackSettings(0, 0, 0.1),
                new FeedbackSettings(0, 0, 0, 0.1, 0),
                new FeedbackSettings(0, 0, 0, 0, 0.1))) {
            assertThat(rows(data, settings(learner(data, new UniformPolicy()).build(), 60, 1, feedback, 3), 1))
                    .noneMatch(row ->
                            row.metric().startsWith("theorem") || row.metric().startsWith("corollary"));
        }
    }

    @ParameterizedTest
    @CsvSource({"100, 1, 4", "103, 10, 4", "7, 10, 3", "5, 1, 100"})
    void checkpointsAreSpreadOverTheStreamAndEndWithIt(long queries, int batch, int checkpoints) {
        LabelledData data = Worlds.clouds(3, 60, 2, 1);
        List<Row> rows = rows(
                data,
                settings(
                        learner(data, new UniformPolicy()).build(),
                        queries,
                        batch,
                        FeedbackSettings.IMMEDIATE,
                        checkpoints),
                1);
        List<Long> at = rows.stream().map(Row::queries).distinct().toList();
        assertThat(at).isSorted().hasSizeLessThanOrEqualTo(checkpoints).last().isEqualTo(queries);
        assertThat(at).hasSize((int) Math.min(checkpoints, (queries + batch - 1) / batch));
        assertThat(rows).allSatisfy(row -> assertThat(row.step()).isEqualTo((row.queries() + batch - 1) / batch));
    }

    @Test
    void everyRowOfThePassIsSeenOnce() {
        LabelledData data = Worlds.clouds(3, 50, 2, 1);
        Map<Integer, Integer> seen = new HashMap<>();
        Experiment.run(
                data,
                List.of(),
                settings(learner(data, new UniformPolicy()).build(), 100, 8, FeedbackSettings.IMMEDIATE, 1),
                1,
                (s, q, h, l, m, v) -> {},
                (measures, batch, truth) -> {
                    for (int i = 0; i < batch.size(); i++) {
                        seen.merge(truth.row(i), 1, Integer::sum);
                    }
                });
        assertThat(seen)
                .hasSize(50)
                .allSatisfy((row, times) -> assertThat(times).isEqualTo(2));
    }

    // ------------------------------------------------------------------ late answers

    /**
     * Under the uniform policy all weights are equal, so the effective sample size counts correct answers exactly. It must be, at
     * every moment, the number of those whose delay is over: an answer comes after as many FURTHER queries as its delay says.
     */
    @ParameterizedTest
    @CsvSource({"1, 0", "1, 1", "1, 25", "6, 0", "6, 4", "6, 25"})
    void anAnswerIsLearnedWhenItsDelayIsOverAndNoneIsLost(int batch, int delay) {
        LabelledData data = Worlds.clouds(4, 120, 2, 3);
        FeedbackSettings feedback = new FeedbackSettings(delay, 0.2, 0.1);
        long seed = 6;
        long queries = 240;
        BanditEnvironment world = new BanditEnvironment(feedback, seed);
        List<Long> expected = new ArrayList<>();
        List<Double> learned = new ArrayList<>();
        long[] asked = {0, 0};
        Map<Long, Double> sums = new HashMap<>();
        Experiment.run(
                data,
                List.of(),
                settings(learner(data, new UniformPolicy()).floor(0).build(), queries, batch, feedback, (int) queries),
                seed,
                (step, at, head, label, metric, value) -> {
                    if (head.equals("sgd") && metric.equals("ess")) {
                        sums.merge(at, value, Double::sum);
                    }
                },
                (measures, decided, truth) -> {
                    for (int i = 0; i < decided.size(); i++) {
                        world.pulled(asked[0]++, decided.id(i), decided.arm(i), data.label(truth.row(i)), () -> null);
                    }
                    for (Answer answer : world.collect(asked[0] - 1)) {
                        asked[1] += answer.feedback() instanceof Feedback.Correct ? 1 : 0;
                    }
                    expected.add(asked[1]);
                });
        sums.keySet().stream().sorted().forEach(at -> learned.add(sums.get(at)));
        assertThat(learned).hasSameSizeAs(expected);
        for (int i = 0; i < learned.size(); i++) {
            assertThat(learned.get(i)).as("step %d", i + 1).isCloseTo(expected.get(i), within(1e-9));
        }
        assertThat(asked[1]).isGreaterThan(20);
    }

    // ------------------------------------------------------------------ decaying rates

    @ParameterizedTest
    @CsvSource({"1, softmax, 0.6", "7, raps, 1", "1, aps, 0.2"})
    void decayingRatesStayWithinTheirBoundAtEveryCheckpoint(int batch, String score, double power) {
        LabelledData data = Worlds.clouds(3, 90, 1, 1);
        LearnerSettings learner = learner(data, new SoftmaxPolicy(1))
                .head("decaying", Score.parse(score), new DecayingTracker.Settings(0.05, power, 0))
                .build();
        List<Row> rows = rows(data, settings(learner, 2000, batch, FeedbackSettings.IMMEDIATE, 40), 6);
        int compared = 0;
        for (Row row : rows) {
            if (row.metric().equals("decaying_gap") && !Double.isNaN(row.value())) {
                Row bound = rows.get(rows.indexOf(row) + 1);
                assertThat(bound.metric()).isEqualTo("decaying_bound");
                assertThat(row.value()).isLessThanOrEqualTo(bound.value());
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(100);
        assertThat(rows.stream().filter(row -> row.metric().startsWith("decaying")))
                .allMatch(row -> row.head().equals("decaying"));
        if (power < 1) { // then it shrinks with the evidence
            for (String label : data.labels()) {
                double first = rows.stream()
                        .filter(row -> row.label().equals(label)
                                && row.metric().equals("decaying_bound")
                                && !Double.isNaN(row.value()))
                        .findFirst()
                        .orElseThrow()
                        .value();
                assertThat(last(rows, "decaying", label, "decaying_bound")).isLessThan(first / 2);
            }
        }
    }

    // ------------------------------------------------------------------ twins that are told everything

    private static ExperimentSettings withOracle(LearnerSettings learner, int batch, FeedbackSettings feedback) {
        return new ExperimentSettings(learner, 600, batch, feedback, Drift.none(), Shift.none(), 100, 6, true);
    }

    @ParameterizedTest
    @CsvSource({
        "1, none, allowed, class",
        "7, none, most-probable, class",
        "7, batch-size, allowed, class",
        "7, correct-pulls, most-probable, class",
        "7, none, allowed, marginal"
    })
    void underFullInformationEveryHeadIsItsOwnTwin(int batch, String normalize, String empty, String coverage) {
        LabelledData data = Worlds.clouds(3, 90, 1, 1);
        LearnerSettings learner = learner(data, new SoftmaxPolicy(1))
                .normalization(Normalization.parse(normalize))
                .emptySets(EmptySets.parse(empty))
                .coverage(Coverage.parse(coverage))
                .head("large steps", Score.raps(0.01, 1), new SgdTracker.Settings(0.3, 0))
                .head("auto", Score.softmax(), TrackerSettings.parse("auto"))
                .head("adaptive", Score.softmax(), TrackerSettings.parse("strongly-adaptive"))
                .head("outer", Score.aps(), TrackerSettings.parse("outer(tracker=auto)"))
                .build();
        List<Row> rows = rows(data, withOracle(learner, batch, new FeedbackSettings(0, 0, 0, 1, 0)), 4);
        for (String head : List.of("sgd", "experts", "large steps", "auto", "adaptive", "outer")) {
            List<Row> own = rows.stream()
                    .filter(row -> row.head().equals(head)
                            && !row.metric().matches("coverage_(marginal_)?(estimate|low|high)|ess|alarms"))
                    .toList();
            List<Row> twins = rows.stream()
                    .filter(row -> row.head().equals(head + " (oracle)"))
                    .map(row -> new Row(row.step(), row.queries(), head, row.label(), row.metric(), row.value()))
                    .toList();
            assertThat(twins).isNotEmpty().isEqualTo(own);
        }
        boolean filled = empty.equals("most-probable");
        assertThat(last(rows, "large steps (oracle)", "", "empty_share") == 0).isEqualTo(filled);
    }

    @Test
    void underBanditFeedbackATwinIsAnotherHeadAndChangesNoOther() {
        LabelledData data = Worlds.clouds(3, 90, 2, 1);
        LearnerSettings learner = learner(data, new SoftmaxPolicy(1)).build();
        List<Row> with = rows(data, withOracle(learner, 1, FeedbackSettings.IMMEDIATE), 4);
        List<Row> without = rows(data, new ExperimentSettings(learner, 600, 1, FeedbackSettings.IMMEDIATE, 100, 6), 4);
        assertThat(with.stream().filter(row -> !row.head().endsWith(" (oracle)")))
                .isEqualTo(without);
        assertThat(last(with, "sgd (oracle)", "class 0", "threshold"))
                .isNotEqualTo(last(with, "sgd", "class 0", "threshold"));
        assertThat(with)
                .noneMatch(
                        row -> row.head().endsWith(" (oracle)") && row.metric().startsWith("theorem"));
        assertThat(with.stream().map(Row::head).filter(head -> !head.isEmpty()).distinct())
                .containsExactly("sgd", "experts", "sgd (oracle)", "experts (oracle)");
    }

    @Test
    void aHeadThatIsNamedLikeATwinIsRefused() {
        LabelledData data = Worlds.clouds(3, 90, 2, 1);
        LearnerSettings learner = learner(data, new SoftmaxPolicy(1))
                .head("sgd (oracle)", Score.aps(), new SgdTracker.Settings(0.1, 0))
                .build();
        assertThatThrownBy(() -> withOracle(learner, 1, FeedbackSettings.IMMEDIATE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("heads: [sgd, experts, sgd (oracle), sgd (oracle), ");
    }

    // ------------------------------------------------------------------ queries of no known class

    @Test
    void queriesOfNoKnownClassAreDecidedAndNotLearnedFrom() {
        // sets by given probabilities against thresholds that hardly move: p >= 0.5
        LabelledData data = LabelledData.dense(
                "given", List.of("a", "b"), new int[] {0, 1}, new float[][] {{0.75f, 0.25f}, {0.25f, 0.75f}});
        LearnerSettings learner = LearnerSettings.builder("a", "b")
                .model(Worlds.given(2))
                .head("half", Score.softmax(), new SgdTracker.Settings(1e-9, 0.5))
                .head("most", Score.softmax(), new SgdTracker.Settings(1e-9, 0.7))
                .build();
        ExperimentSettings settings = new ExperimentSettings(
                learner, 8, 1, FeedbackSettings.IMMEDIATE, Drift.none(), Shift.none(), 100, 2, true);
        List<FeatureVector> unknown = List.of(
                FeatureVector.dense(0.5f, 0.5f),
                FeatureVector.dense(0.4f, 0.6f),
                FeatureVector.dense(0.4f, 0.6f),
                FeatureVector.dense(0.2f, 0.8f));
        List<Row> rows = new ArrayList<>();
        RunSummary summary = Experiment.run(
                data, unknown, settings, 1, (s, q, h, l, m, v) -> rows.add(new Row(s, q, h, l, m, v)), NOBODY);
        assertThat(summary.outOfScope())
                .extracting(RunSummary.OutOfScope::name)
                .containsExactly("half", "most", "half (oracle)", "most (oracle)");
        for (int head : new int[] {0, 2}) {
            assertThat(summary.outOfScope().get(head).emptyShare()).isLessThan(0.5);
            assertThat(summary.outOfScope().get(head).meanSize()).isGreaterThanOrEqualTo(0.75);
            assertThat(summary.outOfScope().get(head + 1).emptyShare()).isEqualTo(0.75);
            assertThat(summary.outOfScope().get(head + 1).meanSize()).isEqualTo(0.25);
            assertThat(summary.outOfScope().get(head + 1).inScopeEmptyShare()).isZero();
        }
        assertThat(last(rows, "most", "", "out_of_scope_empty_share")).isEqualTo(0.75);
        assertThat(last(rows, "most (oracle)", "", "out_of_scope_size")).isEqualTo(0.25);
        // all else is as without them
        rows.removeIf(row -> row.metric().startsWith("out_of_scope"));
        assertThat(rows(data, settings, 1)).isEqualTo(rows);
        assertThat(Experiment.run(data, List.of(), settings, 1, (s, q, h, l, m, v) -> {}, NOBODY)
                        .outOfScope())
                .isEmpty();
    }

    // ------------------------------------------------------------------ statistics

    @Test
    @Tag("statistical")
    void separableClassesReachTheTargetWithSmallSets() {
        // Coverage of about 1,000 queries a class and quarter: 5 standard deviations of a binomial share are 0.047;
        // what the
        // thresholds still have to learn adds to it. False alarm 6e-7 for each class and head.
        LabelledData data = Worlds.clouds(3, 4000, 3, 2);
        RunSummary summary = Experiment.run(
                data,
                List.of(),
                settings(learner(data, new SoftmaxPolicy(1)).build(), 12_000, 1, FeedbackSettings.IMMEDIATE, 1),
                1,
                (s, q, h, l, m, v) -> {},
                NOBODY);
        for (RunSummary.Head head : summary.heads()) {
            assertThat(head.coverageMin().get(3)).as(head.name()).isBetween(0.85, 0.95);
            assertThat(head.coverageMax().get(3)).as(head.name()).isBetween(0.85, 0.95);
            assertThat(head.size().get(3)).as(head.name()).isLessThan(1.2);
        }
        assertThat(summary.correctPulls().get(3)).isGreaterThan(0.85);
        assertThat(summary.correctPulls().get(0))
                .isLessThan(summary.correctPulls().get(3));
    }

    @Test
    @Tag("statistical")
    void estimatedCoverageAgreesWithTheTrueOne() {
        // A weighted share of n effective observations has standard deviation about sqrt(c (1 - c) / n), and the true
        // coverage is
        // known; beyond 5 of them with probability 6e-7 for each of 4 classes and 2 heads.
        LabelledData data = Worlds.clouds(4, 3000, 1.5, 7);
        List<Row> rows = rows(
                data, settings(learner(data, new SoftmaxPolicy(1)).build(), 6000, 1, FeedbackSettings.IMMEDIATE, 1), 3);
        double farthest = 0;
        for (String head : List.of("sgd", "experts")) {
            for (String label : data.labels()) {
                double truth = last(rows, head, label, "coverage");
                double deviation = Math.sqrt(truth * (1 - truth) / last(rows, head, label, "ess"));
                double estimate = last(rows, head, label, "coverage_estimate");
                assertThat(estimate).as("%s, %s", head, label).isCloseTo(truth, within(5 * deviation));
                assertThat(deviation).isLessThan(0.02);
                farthest = Math.max(farthest, Math.abs(estimate - truth));
            }
        }
        assertThat(farthest).as("an estimate, not the truth itself").isPositive();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    @Tag("statistical")
    void coverageKnownWithoutLabelsHoldsAtEveryCheckpoint(long seed) {
        // Per head the interval of some class may ever be wrong in 5 of 100 runs, where coverage is constant. It is
        // not: sets
        // are large at first. So the interval is held against the share of the class's queries so far that were
        // covered, which
        // moves as slowly as the estimate; it held this truth at all 100 checkpoints in all 5 runs. At the end: of
        // about 500
        // misses a class, one in ten is seen and weighs 10 at most, a standard deviation of 10 sqrt(50) / 5,000 =
        // 0.014; beyond
        // 5 of them, 0.07, with probability 6e-7 per class and head.
        LabelledData data = Worlds.clouds(4, 4000, 1.5, 7);
        List<Row> rows = rows(
                data,
                settings(
                        learner(data, seed % 2 == 0 ? new SetAwarePolicy(1) : new SoftmaxPolicy(1))
                                .floor(0.4)
                                .build(),
                        20_000,
                        1,
                        FeedbackSettings.IMMEDIATE,
                        100),
                seed);
        Map<String, Double> at = new HashMap<>();
        rows.forEach(row -> at.put(row.queries() + row.head() + row.label() + row.metric(), row.value()));
        for (String head : List.of("sgd", "experts")) {
            for (String label : data.labels()) {
                for (long queries = 200; queries <= 20_000; queries += 200) {
                    String about = queries + head + label;
                    double truth = at.get(about + "coverage");
                    assertThat(at.get(about + "coverage_low")).as(about).isLessThanOrEqualTo(truth);
                    assertThat(at.get(about + "coverage_high")).as(about).isGreaterThanOrEqualTo(truth);
                }
                assertThat(last(rows, head, label, "coverage_estimate"))
                        .as("%s, %s", head, label)
                        .isCloseTo(last(rows, head, label, "coverage"), within(0.07));
                assertThat(last(rows, head, label, "coverage_high") - last(rows, head, label, "coverage_low"))
                        .as("%s, %s", head, label)
                        .isLessThan(0.2);
            }
            assertThat(last(rows, head, "", "alarms")).isZero();
        }
    }

    @Test
    void alarmsCountTheClassesWhoseSetsAreFarTooLargeForTooLong() {
        // thresholds that hardly move from 0: everything is covered, where 0.9 was wanted
        LabelledData data = Worlds.clouds(3, 1000, 3, 1);
        LearnerSettings learner = LearnerSettings.builder(data.labels())
                .model(ModelSettings.parse("softmax-regression", data.dimension()))
                .policy(new UniformPolicy())
                .head("still", Score.softmax(), new SgdTracker.Settings(1e-9, 0))
                .build();
        List<Row> rows = rows(data, settings(learner, 4000, 1, FeedbackSettings.IMMEDIATE, 10), 1);
        assertThat(last(rows, "still", "", "alarms")).isEqualTo(3);
        assertThat(rows.stream()
                        .filter(row -> row.metric().equals("alarms"))
                        .findFirst()
                        .orElseThrow()
                        .value())
                .isLessThan(3);
        assertThat(last(rows, "still", "class 0", "coverage_low")).isGreaterThan(0.93);
    }

    @Test
    void standardizingMakesUnevenFeaturesUsable() {
        LabelledData even = Worlds.clouds(3, 2000, 3, 2);
        float[][] features = new float[2000][2];
        int[] label = new int[2000];
        FeatureVector vector = new FeatureVector();
        for (int i = 0; i < 2000; i++) {
            even.readInto(i, vector);
            features[i][0] = 1000 + 0.001f * vector.value(0);
            features[i][1] = -5000 + 100 * vector.value(1);
            label[i] = even.label(i);
        }
        LabelledData uneven = LabelledData.dense("uneven", even.labels(), label, features);
        List<Double> correct = Stream.of(true, false)
                .map(standardize -> Experiment.run(
                                uneven,
                                List.of(),
                                new ExperimentSettings(
                                        learner(uneven, new SoftmaxPolicy(1))
                                                .features(new VectorSettings(2, standardize, 1, false))
                                                .build(),
                                        2000,
                                        1,
                                        FeedbackSettings.IMMEDIATE,
                                        100,
                                        1),
                                1,
                                (s, q, h, l, m, v) -> {},
                                NOBODY)
                        .correctPulls()
                        .get(3))
                .toList();
        assertThat(correct.get(0)).isGreaterThan(0.8).isGreaterThan(correct.get(1) + 0.2);
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1, 1, queries", "1, 0, 1, 1, batch", "1, 1, 0, 1, window", "1, 1, 1, 0, checkpoints"})
    void settingsOutOfRangeAreRefused(long queries, int batch, int window, int checkpoints, String name) {
        LearnerSettings learner =
                learner(Worlds.clouds(2, 4, 1, 1), new UniformPolicy()).build();
        assertThatThrownBy(() -> new ExperimentSettings(
                        learner, queries, batch, FeedbackSettings.IMMEDIATE, window, checkpoints))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(name + ": 0 (expected: >= 1)");
    }
}
