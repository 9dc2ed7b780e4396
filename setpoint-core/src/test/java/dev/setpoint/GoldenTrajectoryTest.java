package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.score.Score;
import dev.setpoint.testing.Source;
import dev.setpoint.track.TrackerSettings;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.junit.jupiter.api.Test;

/**
 * Long trajectories whose bits are the same on every processor and every JDK. One checksum goes over every decision: id, arm,
 * propensity, probabilities, what arms were pulled from, scores, thresholds and sets of all heads. A deliberate change of the
 * mathematics changes it; another machine may not. {@code -Dsetpoint.steps=} runs fewer steps and prints checksums, to compare
 * settings of the virtual machine with each other.
 */
class GoldenTrajectoryTest {
    private static final int STEPS = 10_000;
    private static final String[] LABELS = {"card arrival", "lost card", "exchange rate", "top up", "refund", "cash"};
    private static final String[] WORDS = {
        "card",
        "lost",
        "where",
        "is",
        "my",
        "money",
        "rate",
        "euro",
        "exchange",
        "refund",
        "top",
        "up",
        "cash",
        "machine",
        "when",
        "will",
        "it",
        "arrive",
        "stolen",
        "back"
    };

    private final Checksum checksum = new CRC32C();
    private final byte[] eight = new byte[Long.BYTES];

    private static int steps() {
        return Integer.getInteger("setpoint.steps", STEPS);
    }

    private void add(long bits) {
        for (int i = 0; i < eight.length; i++) {
            eight[i] = (byte) (bits >>> (8 * i));
        }
        checksum.update(eight);
    }

    private void add(double value) {
        add(Double.doubleToRawLongBits(value));
    }

    private void add(Learner learner, DecisionBatch batch) {
        add(batch.id(0));
        add(batch.arm(0));
        add(batch.propensity(0));
        for (int k = 0; k < learner.settings().labels().size(); k++) {
            add(batch.probability(0, k));
            add(batch.pullProbability(0, k));
            for (int head = 0; head < learner.settings().heads().size(); head++) {
                add(batch.score(0, head, k));
                add(batch.threshold(0, head, k));
                add(batch.contains(0, head, k) ? 1 : 0);
            }
        }
    }

    private void answer(Learner learner, DecisionBatch batch, Source random, int label) {
        add(learner, batch);
        int arm = batch.arm(0);
        double kind = random.uniform();
        if (kind < 0.02) {
            learner.learn(batch.id(0), Feedback.label(label));
        } else if (kind < 0.1 && arm != label) {
            int other = random.below(learner.settings().labels().size());
            learner.learn(
                    batch.id(0),
                    Feedback.noneOf(
                            LabelSet.where(learner.settings().labels(), k -> k == arm || (k == other && k != label))));
        } else {
            learner.learn(batch.id(0), arm == label);
        }
    }

    private void addMeasures(Learner learner) {
        for (int head = 0; head < learner.settings().heads().size(); head++) {
            for (double threshold : learner.thresholds(head)) {
                add(threshold);
            }
            for (ClassCoverage coverage : learner.coverage().classes(head)) {
                add(coverage.estimate());
                add(coverage.low());
                add(coverage.high());
            }
        }
    }

    private void check(String golden) {
        String found = Long.toHexString(checksum.getValue());
        if (steps() == STEPS) {
            assertThat(found).isEqualTo(golden);
        } else {
            System.out.println("checksum after " + steps() + " steps: " + found);
        }
    }

    @Test
    void textsUnderTheDefaultSettings() {
        Source random = new Source(20_240_501);
        Learner learner = new Learner(LearnerSettings.builder(LABELS).seed(11).build());
        DecisionBatch batch = learner.newBatch();
        FeatureVector query = FeatureVector.sparse(learner.settings().features().dimension());
        for (int t = 0; t < steps(); t++) {
            int label = random.below(LABELS.length);
            StringBuilder text = new StringBuilder(random.chance(0.6) ? LABELS[label] : "please");
            for (int i = random.within(1, 6); i > 0; i--) {
                text.append(' ').append(random.oneOf(WORDS));
            }
            learner.encodeInto(Features.ofText(text.toString()), query);
            learner.decideInto(query, batch);
            answer(learner, batch, random, label);
        }
        addMeasures(learner);
        check("532d0d4b");
    }

    @Test
    void numbersUnderManyOtherSettings() {
        Source random = new Source(7);
        Learner learner = new Learner(LearnerSettings.builder(Learners.names(8))
                .seed(5)
                .model(ModelSettings.parse("mlp(dimension=6, hidden=12, optimizer=adam(rate=0.003), clip=15)"))
                .policy(new SoftmaxPolicy(0.7))
                .head("experts", Score.aps(), TrackerSettings.parse("experts"))
                .head("auto", Score.raps(0.02, 1), TrackerSettings.parse("auto"))
                .head("decaying", Score.softmax(), TrackerSettings.parse("decaying"))
                .head("scale-free", Score.softmax(), TrackerSettings.parse("scale-free"))
                .head("strongly-adaptive", Score.softmax(), TrackerSettings.parse("strongly-adaptive"))
                .head("weighted-quantile", Score.softmax(), TrackerSettings.parse("weighted-quantile"))
                .build());
        DecisionBatch batch = learner.newBatch();
        for (int t = 0; t < steps(); t++) {
            FeatureVector query = random.dense(6);
            learner.decideInto(query, batch);
            answer(learner, batch, random, Learners.label(random, query, 8));
        }
        addMeasures(learner);
        check("2d2dc22b");
    }

    @Test
    void numbersInPairsUnderTheDefaultSettings() {
        Source random = new Source(3);
        Learner learner = new Learner(LearnerSettings.builder(Learners.names(20))
                .seed(9)
                .dense(5)
                .head("auto", Score.softmax(), TrackerSettings.parse("auto"))
                .head("aps", Score.aps(), TrackerSettings.parse("auto"))
                .build());
        DecisionBatch batch = learner.newBatch();
        for (int t = 0; t < steps(); t++) {
            FeatureVector query = random.dense(5);
            learner.decideInto(query, batch);
            answer(learner, batch, random, Learners.label(random, query, 20));
        }
        addMeasures(learner);
        check("9aa21548");
    }
}
