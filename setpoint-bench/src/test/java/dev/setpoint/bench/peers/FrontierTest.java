package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.LearnerSettings;
import dev.setpoint.bench.peers.FrontierRecipe.Family;
import dev.setpoint.policy.EpsilonGreedyPolicy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.SquareCbPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrontierTest {
    @Test
    void importanceWeightsAreAveragedByQuarterAndOverTheLastThree() {
        ImportanceWeights weights = new ImportanceWeights(8);
        double[] propensities = {0.01, 0.01, 0.5, 0.25, 0.2, 0.2, 1, 0.5};
        for (int query = 0; query < 8; query++) {
            weights.add(query, propensities[query]);
        }
        assertThat(weights.quarter(0)).isEqualTo(100);
        assertThat(weights.quarter(1)).isEqualTo(3);
        assertThat(weights.quarter(2)).isEqualTo(5);
        assertThat(weights.quarter(3)).isEqualTo(1.5);
        assertThat(weights.lastThreeQuarters()).isCloseTo(19.0 / 6, within(1e-12));
    }

    @Test
    void evenPullsCostAsManyAsThereAreLabelsAndAreCorrectOnceInSoMany() {
        FrontierRecipe even = new FrontierRecipe(Family.SQUARE_CB, new SquareCbPolicy(0), 0.04, 0.04);
        FrontierMetrics metrics = even.run(TrialTest.texts(40), 1);
        assertThat(metrics.price()).isCloseTo(3, within(1e-9));
        assertThat(metrics.weights()).allSatisfy(mean -> assertThat(mean).isCloseTo(3, within(1e-9)));
        assertThat(metrics.whole()).isBetween(0.25, 0.42); // 1,200 pulls; six standard deviations
        assertThat(even.mostEvidence(TrialTest.texts(1))).isCloseTo(3, within(1e-9));
    }

    @Test
    void greedyPullsOfASureModelCostOneOverTheShareTheyKeep() {
        FrontierRecipe greedy = new FrontierRecipe(Family.GREEDY, new EpsilonGreedyPolicy(0), 0.3, 0.3);
        FrontierMetrics metrics = greedy.run(TrialTest.texts(40), 1);
        assertThat(greedy.mostEvidence(TrialTest.texts(1))).isCloseTo(10, within(1e-9));
        // once all is learned, the true label is pulled with probability 0.7 + 0.1
        assertThat(metrics.weights().get(3)).isCloseTo(1.25, within(0.01));
        assertThat(metrics.correct().get(3)).isBetween(0.65, 0.95);
        assertThat(metrics.minimumCoverage()).isBetween(0.8, 1.0);
        assertThat(metrics.low()).isBetween(0.0, 1.0);
    }

    @Test
    void aFallingShareFallsInTheRunAndItsEndSetsTheLargestWeight() {
        FrontierRecipe falling = new FrontierRecipe(Family.FALLING, new EpsilonGreedyPolicy(0), 0.9, 0.1);
        FrontierMetrics metrics = falling.run(TrialTest.texts(40), 1);
        // all is learned: the share is 0.2 in the middle of the last quarter, and pi(y) is 1 - 2/3 share
        assertThat(metrics.weights().get(3)).isCloseTo(1 / (1 - 0.2 * 2 / 3), within(0.02));
        assertThat(metrics.weights().get(0)).isGreaterThan(1.8);
        assertThat(falling.mostEvidence(TrialTest.texts(1))).isCloseTo(30, within(1e-9));
    }

    @Test
    void theDefaultIsAmongTheRecipesAndNoneComesTwice() {
        List<FrontierRecipe> all = FrontierRecipe.all();
        LearnerSettings settings = LearnerSettings.builder("a", "b").build();
        assertThat(all).doesNotHaveDuplicates().anySatisfy(recipe -> {
            assertThat(recipe.family()).isNotEqualTo(Family.BEFORE);
            assertThat(recipe.falls()).isFalse();
            assertThat(recipe.policy()).isEqualTo(settings.policy());
            assertThat(recipe.floor()).isEqualTo(settings.floor());
        });
        assertThat(all).filteredOn(recipe -> recipe.family() == Family.BEFORE).hasSize(1);
        assertThat(all.stream().filter(FrontierRecipe::falls).map(FrontierRecipe::name))
                .containsExactly("price 0.01, floor 0.1 to 0.02", "price 0.01, floor 0.08 to 0.01");
    }

    @Test
    void theRecipeOfBeforeRunsOnTextsAndOnNumbersAndIsNotTheDefault() {
        FrontierRecipe before = new FrontierRecipe(Family.BEFORE, new SoftmaxPolicy(1), 0.04, 0.04);
        FrontierRecipe present = new FrontierRecipe(Family.SOFTMAX, new SoftmaxPolicy(1), 0.04, 0.04);
        for (PeerStream stream : List.of(TrialTest.texts(40), TrialTest.numbers(40))) {
            FrontierMetrics metrics = before.run(stream, 1);
            assertThat(metrics.correct().get(3)).isGreaterThan(0.5);
            assertThat(metrics).isNotEqualTo(present.run(stream, 1));
        }
    }

    @Test
    void onTheFrontierIsWhatNoOtherBeats() {
        FrontierOutcome.Entry cheap = entry(0.8, 2);
        FrontierOutcome.Entry correct = entry(0.9, 4);
        FrontierOutcome.Entry beaten = entry(0.8, 4);
        FrontierOutcome.Entry twin = entry(0.9, 4);
        FrontierOutcome outcome = new FrontierOutcome(TrialTest.texts(1), List.of(cheap, correct, beaten, twin));
        assertThat(outcome.entries().stream().map(outcome::isOnFrontier)).containsExactly(true, true, false, true);
        assertThat(cheap.mean().beats(beaten.mean())).isTrue();
        assertThat(correct.mean().beats(twin.mean())).isFalse();
    }

    @Test
    void atItsWeightARecipeIsHeldAgainstThoseOfNoLargerWeight() {
        FrontierOutcome.Entry beatenByHeavier = entry(0.8, 3, 75);
        FrontierOutcome.Entry beatenByItsLike = entry(0.7, 3, 75);
        FrontierOutcome.Entry heavy = entry(0.9, 2, 300);
        FrontierOutcome outcome =
                new FrontierOutcome(TrialTest.texts(1), List.of(beatenByHeavier, beatenByItsLike, heavy));
        assertThat(outcome.entries().stream().map(outcome::isOnFrontier)).containsExactly(false, false, true);
        assertThat(outcome.entries().stream().map(outcome::isOnFrontierAtItsWeight))
                .containsExactly(true, false, true);
        assertThat(FrontierReport.markdown(List.of(outcome))).containsOnlyOnce("| at its W |");
    }

    @Test
    void figuresAreAveragedOverSeeds() {
        FrontierMetrics mean = FrontierMetrics.mean(List.of(metrics(0.8, 2), metrics(0.9, 5)));
        assertThat(mean.whole()).isCloseTo(0.85, within(1e-12));
        assertThat(mean.price()).isEqualTo(3.5);
        assertThat(mean.correct()).containsExactly(0.5, 0.625, 0.75, 0.875);
        assertThat(mean.weights().get(3)).isEqualTo(3.5);
    }

    @Test
    void tableFileAndFigureHoldEveryRecipe() {
        FrontierOutcome outcome = new FrontierOutcome(TrialTest.texts(1), List.of(entry(0.8, 2), entry(0.7, 3)));
        assertThat(FrontierReport.markdown(List.of(outcome)))
                .startsWith("**t** (K=3, 30 queries)\n\n| family |")
                .contains(
                        "| softmax | T 0.5, floor 0.04 | 75 | 0.500 0.625 0.750 0.875 | 0.800 | 9.0 2.0 2.0 2.0 | 2.00"
                                + " | 1.10 | 0.910 | 0.600 | frontier |\n")
                .endsWith("| 3.00 | 1.10 | 0.910 | 0.600 |  |\n");
        List<String> lines =
                FrontierReport.csv(List.of(outcome), List.of(5L)).lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1).split(",")).hasSameSizeAs(lines.get(0).split(","));
        assertThat(lines.get(1)).startsWith("t,softmax,softmax(temperature=0.5),0.04,0.04,75.0,5,0.5,0.625,");
        assertThat(FrontierReport.svg(outcome, 1)).contains(">1  T 0.5, floor 0.04</text>", ">2  T 0.5, floor 0.04<");
    }

    private static FrontierOutcome.Entry entry(double whole, double price) {
        return entry(whole, price, 75);
    }

    private static FrontierOutcome.Entry entry(double whole, double price, double mostEvidence) {
        FrontierRecipe recipe = new FrontierRecipe(Family.SOFTMAX, new SoftmaxPolicy(0.5), 0.04, 0.04);
        return new FrontierOutcome.Entry(recipe, mostEvidence, List.of(metrics(whole, price)));
    }

    private static FrontierMetrics metrics(double whole, double price) {
        return new FrontierMetrics(
                List.of(0.5, 0.625, 0.75, 0.875), whole, List.of(9.0, price, price, price), price, 1.1, 0.91, 0.6);
    }
}
