package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.estimate.IndicatorEstimator;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.policy.Policy;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Source;
import dev.setpoint.track.ExpertsTracker;
import dev.setpoint.track.SgdTracker;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whole trajectories of the paper's recipe and its neighbours, recorded by an earlier build: pulls, propensities, probabilities
 * and thresholds must be the same bits, however the code that learns is arranged. A line is {@value #LINE} decisions of one learner:
 * the arms, the last propensity, and a hash of every bit issued since the learner began. -Dsetpoint.golden=write writes the file
 * anew, which only a deliberate change of the mathematics may call for.
 */
class PaperRecipeGoldenTest {
    private static final String FILE = "paper-recipe.txt";
    private static final int DECISIONS = 300;
    private static final int LINE = 50;
    private static final int WORDS = 400;

    /** How answers reach the learner. */
    private record Recipe(
            String model,
            boolean text,
            String estimator,
            Normalization normalization,
            int labels,
            int batch,
            int delay) {
        @Override
        public String toString() {
            return model + " " + estimator + " " + normalization + " K=" + labels + " batch=" + batch + " delay="
                    + delay;
        }
    }

    private static List<Recipe> recipes() {
        List<Recipe> recipes = new ArrayList<>();
        String[] dense = {
            "softmax-regression(dimension=6, optimizer=adagrad(rate=0.5), clip=15)",
            "softmax-regression(dimension=6, optimizer=sgd(rate=0.5), clip=2)",
            "softmax-regression(dimension=6, optimizer=adam(rate=0.05), clip=15)",
            "mlp(dimension=6, hidden=8, optimizer=adam(rate=0.01), clip=15)",
            "mlp(dimension=6, hidden=8, optimizer=adagrad(rate=0.1))",
            "mlp(dimension=6, hidden=8, optimizer=sgd(rate=0.1))"
        };
        String[] text = {
            "softmax-regression(dimension=4096, optimizer=adagrad(rate=0.5))",
            "softmax-regression(dimension=4096, optimizer=sgd(rate=1), clip=15)",
            "softmax-regression(dimension=4096, optimizer=adam(rate=0.02))",
            "mlp(dimension=4096, hidden=5, optimizer=adam(rate=0.01), clip=15)"
        };
        String[] estimators = {"ipw", "dr", "sdr"};
        Normalization[] normalizations = {Normalization.CORRECT_PULLS, Normalization.BATCH_SIZE, Normalization.NONE};
        int number = 0;
        for (int m = 0; m < dense.length + text.length; m++) {
            boolean isText = m >= dense.length;
            String model = isText ? text[m - dense.length] : dense[m];
            for (String estimator : estimators) {
                int labels = 3 + number % 5;
                Normalization normalization = normalizations[number % 3];
                int delay = number % 2 == 0 ? 0 : 3;
                recipes.add(new Recipe(model, isText, estimator, Normalization.NONE, labels, 1, delay));
                recipes.add(new Recipe(model, isText, estimator, normalization, labels, 4, 0));
                number++;
            }
            recipes.add(new Recipe(model, isText, "ipw", Normalization.CORRECT_PULLS, 5, 4, 0)); // the paper's own
        }
        recipes.add(new Recipe(text[0], true, "sdr", Normalization.NONE, 70, 1, 0)); // rows too long to share a page
        recipes.add(new Recipe(text[0], true, "sdr", Normalization.BATCH_SIZE, 70, 4, 0));
        recipes.add(new Recipe(dense[2], false, "dr", Normalization.NONE, 70, 1, 3));
        return recipes;
    }

    private static LearnerSettings settings(Recipe recipe, int number) {
        String[] policies = {"softmax(temperature=1)", "uniform", "squarecb(gamma=30)"};
        IndicatorEstimator estimator = IndicatorEstimator.parse(recipe.estimator());
        return LearnerSettings.builder(Learners.names(recipe.labels()))
                .seed(100 + number)
                .alpha(0.1)
                .model(ModelSettings.parse(recipe.model()))
                .policy(Policy.parse(policies[number % policies.length]))
                .floor(number % 4 == 0 ? 0.1 : 0.04)
                .loss(new CrossEntropyLoss(estimator))
                .thresholdEstimator(number % 5 == 0 ? estimator : new IpwEstimator())
                .normalization(recipe.normalization())
                .head("experts", Score.softmax(), ExpertsTracker.Settings.PAPER)
                .head("sgd", Score.aps(), new SgdTracker.Settings(0.05, 0.1))
                .build();
    }

    /** Queries that tell their label, but for noise. */
    private static final class World {
        private final Source random;
        private final Recipe recipe;

        World(Recipe recipe, int number) {
            this.random = new Source(number);
            this.recipe = recipe;
        }

        int label() {
            return random.below(recipe.labels());
        }

        FeatureVector query(int label) {
            if (recipe.text()) {
                FeatureVector words = FeatureVector.sparse(4096);
                for (int i = random.within(3, 12); i > 0; i--) {
                    int word = random.chance(0.5) ? label : random.below(WORDS);
                    words.add(word * 7919 % 4096, random.chance(0.2) ? 0.5f : 0.25f); // a word may come twice
                }
                return words;
            }
            float[] values = new float[6];
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) (random.between(-1, 1) + (i == label % 6 ? 1 : 0) - (i == label / 6 ? 0.5 : 0));
            }
            return FeatureVector.dense(values);
        }

        LabelSet excluded() {
            int label = random.below(recipe.labels());
            return random.chance(0.15) ? LabelSet.where(Learners.names(recipe.labels()), k -> k == label) : null;
        }

        Feedback feedback(int arm, int label) {
            double kind = random.uniform();
            if (kind < 0.15) {
                return Feedback.label(label);
            }
            if (kind < 0.35 && arm != label) {
                int other = random.below(recipe.labels());
                boolean named = random.chance(0.7);
                boolean all = random.chance(0.05);
                return Feedback.noneOf(LabelSet.where(
                        Learners.names(recipe.labels()),
                        k -> all || (k == arm && named) || (k == other && k != label)));
            }
            return Feedback.of(arm == label);
        }
    }

    private static List<String> trajectory(Recipe recipe, int number) {
        Learner learner = new Learner(settings(recipe, number));
        World world = new World(recipe, number);
        List<String> lines = new ArrayList<>();
        List<Answer> waiting = new ArrayList<>();
        DecisionBatch batch = learner.newBatch();
        StringBuilder arms = new StringBuilder();
        long hash = 1;
        for (int t = 0; t < DECISIONS; t += recipe.batch()) {
            int[] labels = new int[recipe.batch()];
            FeatureVector[] queries = new FeatureVector[recipe.batch()];
            LabelSet[] excluded = new LabelSet[recipe.batch()];
            for (int i = 0; i < queries.length; i++) {
                labels[i] = world.label();
                queries[i] = world.query(labels[i]);
                excluded[i] = world.excluded();
            }
            learner.decideInto(queries, excluded, null, null, queries.length, batch);
            for (int i = 0; i < queries.length; i++) {
                Decision decision = batch.decision(i);
                hash = 31 * hash + decision.arm();
                hash = 31 * hash + Double.doubleToRawLongBits(decision.propensity());
                for (int k = 0; k < recipe.labels(); k++) {
                    hash = 31 * hash + Double.doubleToRawLongBits(batch.probability(i, k));
                }
                arms.append((char) (decision.arm() < 10 ? '0' + decision.arm() : 'A' + decision.arm() - 10));
                if ((t + i + 1) % LINE == 0) {
                    lines.add(arms + " " + Long.toHexString(Double.doubleToRawLongBits(decision.propensity())) + " "
                            + Long.toHexString(hash));
                    arms.setLength(0);
                }
                waiting.add(new Answer(decision.id(), world.feedback(decision.arm(), labels[i])));
            }
            if (recipe.batch() > 1) {
                learner.learn(waiting);
                waiting.clear();
            } else if (waiting.size() > recipe.delay()) {
                Answer first = waiting.remove(0);
                learner.learn(first.id(), first.feedback());
            }
            for (int head = 0; head < 2; head++) {
                for (double threshold : learner.thresholds(head)) {
                    hash = 31 * hash + Double.doubleToRawLongBits(threshold);
                }
            }
        }
        return lines;
    }

    private static List<String> golden() throws IOException {
        try (InputStream in = PaperRecipeGoldenTest.class.getResourceAsStream(FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    @Test
    void trajectoriesAreBitForBitThoseOfTheEarlierBuild() throws IOException {
        List<String> found = new ArrayList<>();
        List<Recipe> recipes = recipes();
        for (int number = 0; number < recipes.size(); number++) {
            found.add("# " + recipes.get(number));
            found.addAll(trajectory(recipes.get(number), number));
        }
        if ("write".equals(System.getProperty("setpoint.golden"))) {
            Files.write(Path.of("src/test/resources/dev/setpoint", FILE), found);
            return;
        }
        assertThat(found).isEqualTo(golden());
    }
}
