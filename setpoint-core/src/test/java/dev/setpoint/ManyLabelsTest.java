package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Ten thousand labels at the default settings. */
class ManyLabelsTest {
    private static final int LABELS = 10_000;
    /** How many of the labels queries have. */
    private static final int LIVE = 50;

    private static final int QUERIES = 1500;
    private static final int DELAY = 40;
    /** How many characters one would read. */
    private static final int READABLE = 500;

    // names that say nothing, so that all is to be learned
    private static final LearnerSettings SETTINGS = LearnerSettings.builder(
                    IntStream.range(0, LABELS).mapToObj(k -> "#" + k).toList())
            .build();

    private static final FeatureVector QUERY = FeatureVector.sparse(1 << 18);

    /** A query that was decided and is not answered yet. */
    private record Waiting(Decision decision, int label) {
        boolean isCorrect() {
            return decision.arm() == label;
        }

        Feedback answer(Source random) {
            if (random.chance(0.6)) {
                return Feedback.label(label);
            }
            return isCorrect() || random.chance(0.5) ? Feedback.of(isCorrect()) : noneOf(random);
        }

        /** A few or most of the labels that are not the true one. */
        private Feedback noneOf(Source random) {
            double share = random.oneOf(0.001, 0.9);
            return Feedback.noneOf(LabelSet.where(
                    decision.labels(), k -> k != label && (k == decision.arm() || random.chance(share))));
        }
    }

    /** A learner and what happens to it: a feature tells the label, and answers come late. */
    private static final class World {
        private final Learner learner;
        private final Source random;
        private final Deque<Waiting> waiting = new ArrayDeque<>();
        private int decided;
        private int correct;
        private int noneOf;

        World(Learner learner, long seed) {
            this.learner = learner;
            this.random = new Source(seed);
        }

        Waiting decide() {
            int topic = random.below(LIVE);
            Decision decision = learner.decide(Features.create().category("topic", "t" + topic));
            return new Waiting(decision, topic * (LABELS / LIVE) + 7);
        }

        /** Decides queries, and learns after each of one a while ago. Returns the share of correct pulls. */
        double steps(int count) {
            int before = correct;
            for (int t = 0; t < count; t++) {
                waiting.add(decide());
                decided++;
                correct += waiting.getLast().isCorrect() ? 1 : 0;
                if (waiting.size() > DELAY) {
                    Waiting late = waiting.remove();
                    Feedback answer = late.answer(random);
                    noneOf += answer instanceof Feedback.NoneOf ? 1 : 0;
                    assertThat(learner.learn(late.decision().id(), answer)).isEqualTo(Outcome.LEARNED);
                }
            }
            return (double) (correct - before) / count;
        }
    }

    private static final World WORLD = new World(new Learner(SETTINGS), 1);
    private static double correctAtFirst;
    private static double correctAtLast;
    private static byte[] snapshot;

    @BeforeAll
    static void learn() {
        correctAtFirst = WORLD.steps(QUERIES / 5);
        WORLD.steps(QUERIES / 5 * 3);
        correctAtLast = WORLD.steps(QUERIES / 5);
        snapshot = WORLD.learner.snapshot();
    }

    @Test
    void whatAFeatureTellsIsLearnedFromLateAnswers() {
        assertThat(WORLD.learner.decisions()).isEqualTo(WORLD.decided);
        assertThat(WORLD.learner.pending()).isEqualTo(DELAY);
        assertThat(WORLD.noneOf).as("answers that name labels which it is not").isGreaterThan(20);
        assertThat(correctAtFirst).isLessThan(0.7);
        assertThat(correctAtLast).isGreaterThan(0.9); // a share of 0.04 explores
    }

    @Test
    void pendingDecisionIsFoundAsItWasIssued() {
        for (Waiting waiting : WORLD.waiting) {
            Decision issued = waiting.decision();
            Decision found = WORLD.learner.find(issued.id()).orElseThrow();
            assertThat(found.set().indices()).isEqualTo(issued.set().indices());
            assertThat(found).isEqualTo(issued);
        }
        assertThat(WORLD.learner.find("unheard")).isEmpty();
    }

    @Test
    void coverageIsToldOfEveryLabelAndKnownOfThoseThatWereSeen() {
        List<ClassCoverage> coverage = WORLD.learner.coverage().classes(0);
        assertThat(coverage).hasSize(LABELS);
        for (int k = 0; k < LABELS; k++) {
            boolean seen = k % (LABELS / LIVE) == 7;
            assertThat(coverage.get(k).label()).isEqualTo("#" + k);
            assertThat(coverage.get(k).effectiveSampleSize() > 0).as("#%d", k).isEqualTo(seen);
            assertThat(coverage.get(k).estimate() > 0.5).as("#%d", k).isEqualTo(seen);
        }
        assertThat(WORLD.learner.coverage().marginal(0).estimate()).isGreaterThan(0.85);
    }

    @Test
    void restoredItContinuesBitForBit() {
        World one = new World(Learner.restore(snapshot), 2);
        World other = new World(Learner.restore(snapshot), 2);
        one.steps(DELAY + 20);
        other.steps(DELAY + 10);
        byte[] between = other.learner.snapshot();
        assertSameBytes(LearnerPages.restore(SETTINGS, between).snapshot(), between);
        other.steps(10);
        assertSameBytes(other.learner.snapshot(), one.learner.snapshot());
    }

    @Test
    void incrementHoldsWhatCorrectAnswersTouched() throws IOException {
        World world = new World(Learner.restore(snapshot), 3);
        ByteArrayOutputStream base = new ByteArrayOutputStream();
        world.learner.pages().writeSnapshot(base);
        List<InputStream> increments = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Waiting now = world.decide();
            world.learner.learn(now.decision().id(), true);
            ByteArrayOutputStream increment = new ByteArrayOutputStream();
            world.learner.pages().writeIncrement(increment);
            // the weights of one feature and of the constant, and some pages by label
            assertThat(increment.size()).isBetween(2 * LABELS * Float.BYTES, 3 * LABELS * Float.BYTES);
            assertThat(Sealed.pages(increment.toByteArray())).hasSizeLessThan(20);
            increments.add(new ByteArrayInputStream(increment.toByteArray()));
        }
        Learner restored = LearnerPages.restore(new ByteArrayInputStream(base.toByteArray()), increments);
        assertSameBytes(restored.snapshot(), world.learner.snapshot());
    }

    /** Of 50 MB, which are too many to be compared byte by byte through reflection. */
    private static void assertSameBytes(byte[] found, byte[] expected) {
        assertThat(Arrays.mismatch(found, expected))
                .as("the first byte that differs")
                .isEqualTo(-1);
    }

    @Test
    void nobodyIsToldTenThousandNames() {
        Learner learner = Learner.restore(snapshot);
        LabelSet all = LabelSet.where(SETTINGS.labels(), k -> true);
        Decision decision = learner.decide(QUERY);
        for (Object shown : new Object[] {
            learner,
            decision,
            decision.set(),
            all,
            Feedback.noneOf(all),
            new Answer(decision.id(), Feedback.noneOf(all)),
            learner.find(decision.id()),
            Query.of(QUERY).excluding(all)
        }) {
            assertThat(shown.toString()).hasSizeLessThan(READABLE);
        }
        LearnerSettings fewer = LearnerSettings.builder(SETTINGS.labels().subList(0, LABELS - 1))
                .build();
        LabelSet foreign = LabelSet.of(fewer.labels().subList(1, LABELS - 1), "#1");
        for (ThrowingCallable mistake : List.<ThrowingCallable>of(
                () -> LabelSet.of(SETTINGS.labels(), "10001"),
                () -> learner.decide(Query.of(QUERY).excluding(foreign)),
                () -> learner.learn(decision.id(), Feedback.noneOf(foreign)),
                () -> learner.learn(decision.id(), Feedback.label(LABELS)),
                () -> learner.decide(Query.of(QUERY).excluding(all)),
                () -> LearnerPages.restore(fewer, snapshot),
                () -> LearnerSettings.builder(SETTINGS.labels())
                        .labelTexts(fewer.labels())
                        .build(),
                () -> LearnerSettings.builder(twice()).build(),
                () -> LearnerSettings.parse(SETTINGS.toString().replace("alpha: 0.1", "alpha: 7")))) {
            assertThatThrownBy(mistake).message().isNotEmpty().hasSizeLessThan(READABLE);
        }
    }

    private static List<String> twice() {
        List<String> labels = new ArrayList<>(SETTINGS.labels());
        labels.add("#9999");
        return labels;
    }
}
