package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.Answer;
import dev.setpoint.Feedback;
import dev.setpoint.LabelSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BanditEnvironmentTest {
    private record Heard(long when, long id, boolean correct) {}

    private static void hear(BanditEnvironment world, long now, List<Heard> heard) {
        for (Answer answer : world.collect(now)) {
            assertThat(answer.feedback()).isIn(Feedback.of(true), Feedback.of(false));
            heard.add(new Heard(now, Long.parseLong(answer.id()), answer.feedback() instanceof Feedback.Correct));
        }
    }

    private static void pull(BanditEnvironment world, long now, long id, int arm, int label) {
        world.pulled(now, id, arm, label, () -> {
            throw new AssertionError("asked for the set");
        });
    }

    @Test
    void immediateAnswersAreTrueAndCompleteAndInOrder() {
        BanditEnvironment world = new BanditEnvironment(FeedbackSettings.IMMEDIATE, 1);
        List<Heard> heard = new ArrayList<>();
        pull(world, 0, 7, 2, 2);
        pull(world, 1, 3, 1, 0);
        pull(world, 2, 5, 0, 0);
        hear(world, 2, heard);
        assertThat(heard).containsExactly(new Heard(2, 7, true), new Heard(2, 3, false), new Heard(2, 5, true));
        assertThat(world.collect(100)).isEmpty();
    }

    @Test
    void answersDueAtTheSameTimeComeById() {
        BanditEnvironment world = new BanditEnvironment(FeedbackSettings.IMMEDIATE, 1);
        List<Heard> heard = new ArrayList<>();
        for (long id : new long[] {9, 2, 4}) {
            pull(world, 5, id, 0, 0);
        }
        hear(world, 5, heard);
        assertThat(heard).extracting(Heard::id).containsExactly(2L, 4L, 9L);
    }

    @Test
    void everyLateAnswerComesOnceWithinTheDelay() {
        int delay = 9;
        int pulls = 3000;
        BanditEnvironment world = new BanditEnvironment(new FeedbackSettings(delay, 0, 0), 4);
        List<Heard> heard = new ArrayList<>();
        for (int now = 0; now < pulls + delay; now++) {
            if (now < pulls) {
                pull(world, now, now, now % 3, 0);
            }
            hear(world, now, heard);
        }
        assertThat(heard).hasSize(pulls).extracting(Heard::id).doesNotHaveDuplicates();
        assertThat(heard).allSatisfy(answer -> {
            assertThat(answer.when() - answer.id()).isBetween(0L, (long) delay);
            assertThat(answer.correct()).isEqualTo(answer.id() % 3 == 0);
        });
        // asked at every moment, the answers of one moment are those due then, by id
        assertThat(heard).isSortedAccordingTo(Comparator.comparing(Heard::when).thenComparing(Heard::id));
        assertThat(heard)
                .extracting(Heard::id)
                .isNotEqualTo(heard.stream().map(Heard::id).sorted().toList());
    }

    @Test
    void answersCollectedLateAreOrderedByWhenTheyWereDue() {
        FeedbackSettings settings = new FeedbackSettings(50, 0, 0);
        BanditEnvironment asked = new BanditEnvironment(settings, 8);
        BanditEnvironment askedOnce = new BanditEnvironment(settings, 8);
        List<Heard> stepwise = new ArrayList<>();
        for (int now = 0; now < 500; now++) {
            if (now < 400) {
                pull(asked, now, now, 0, 0);
                pull(askedOnce, now, now, 0, 0);
            }
            hear(asked, now, stepwise);
        }
        List<Heard> atOnce = new ArrayList<>();
        hear(askedOnce, 500, atOnce);
        assertThat(atOnce)
                .extracting(Heard::id)
                .isEqualTo(stepwise.stream().map(Heard::id).toList());
    }

    @Test
    void aFateDependsOnTheSeedAndTheIdAlone() {
        FeedbackSettings settings = new FeedbackSettings(20, 0.3, 0.2);
        Map<Long, List<Object>> fates = fates(settings, 11, 0, false);
        assertThat(fates(settings, 11, 0, true)).as("pulled in another order").isEqualTo(fates);
        assertThat(fates(settings, 11, 1000, false))
                .as("pulled at another time")
                .isEqualTo(fates);
        assertThat(fates(settings, 12, 0, false)).as("another seed").isNotEqualTo(fates);
    }

    /** For each id that is answered, after how long and whether the answer is true. */
    private static Map<Long, List<Object>> fates(FeedbackSettings settings, long seed, long start, boolean shuffled) {
        List<Long> ids = new ArrayList<>();
        for (long id = 0; id < 500; id++) {
            ids.add(id);
        }
        if (shuffled) {
            Collections.shuffle(ids, new Random(2));
        }
        Map<Long, List<Object>> fates = new HashMap<>();
        BanditEnvironment world = new BanditEnvironment(settings, seed);
        ids.forEach(id -> pull(world, start, id, 1, 1));
        List<Heard> heard = new ArrayList<>();
        for (long now = start; now <= start + 20; now++) {
            hear(world, now, heard);
        }
        heard.forEach(answer -> fates.put(answer.id(), List.of(answer.when() - start, answer.correct())));
        return fates;
    }

    @Test
    void saysNothingOfWhichLabelWasTheTrueOne() {
        FeedbackSettings settings = new FeedbackSettings(5, 0.1, 0.1);
        BanditEnvironment one = new BanditEnvironment(settings, 3);
        BanditEnvironment other = new BanditEnvironment(settings, 3);
        List<Heard> ofOne = new ArrayList<>();
        List<Heard> ofOther = new ArrayList<>();
        for (int now = 0; now < 300; now++) {
            boolean correct = now % 4 == 0;
            pull(one, now, now, 0, correct ? 0 : 1);
            pull(other, now, now, 0, correct ? 0 : 2 + now % 7); // incorrect in another way
            hear(one, now, ofOne);
            hear(other, now, ofOther);
        }
        assertThat(ofOther).isEqualTo(ofOne);
    }

    @Test
    @Tag("statistical")
    void delaysAreEven() {
        // 40,000 delays of 0 to 7: chi-square with 7 degrees of freedom exceeds 40.6 with probability 1e-6
        int pulls = 40_000;
        int[] counts = new int[8];
        BanditEnvironment world = new BanditEnvironment(new FeedbackSettings(7, 0, 0), 6);
        List<Heard> heard = new ArrayList<>();
        for (int now = 0; now < pulls + 7; now++) {
            if (now < pulls) {
                pull(world, now, now, 0, 0);
            }
            hear(world, now, heard);
        }
        heard.forEach(answer -> counts[(int) (answer.when() - answer.id())]++);
        double chiSquare = 0;
        for (int count : counts) {
            chiSquare += (count - pulls / 8.0) * (count - pulls / 8.0) / (pulls / 8.0);
        }
        assertThat(chiSquare).isLessThan(40.6);
    }

    @ParameterizedTest
    @CsvSource({"0.3, 0", "0, 0.2", "0.3, 0.2"})
    @Tag("statistical")
    void dropoutAndNoiseHaveTheirShares(double dropout, double noise) {
        // binomial shares of 40,000, and of those answered, within 5 standard deviations: false alarm 6e-7 each
        int pulls = 40_000;
        BanditEnvironment world = new BanditEnvironment(new FeedbackSettings(0, dropout, noise), 13);
        List<Heard> heard = new ArrayList<>();
        for (int id = 0; id < pulls; id++) {
            pull(world, id, id, 0, id % 2);
        }
        hear(world, pulls, heard);
        double answered = heard.size() / (double) pulls;
        assertThat(answered).isCloseTo(1 - dropout, within(5 * deviation(dropout, pulls)));
        long flipped = heard.stream()
                .filter(answer -> answer.correct() != (answer.id() % 2 == 0))
                .count();
        assertThat(flipped / (double) heard.size()).isCloseTo(noise, within(5 * deviation(noise, heard.size())));
    }

    // ------------------------------------------------------------------ answers that say more

    private static final List<String> LABELS = List.of("a", "b", "c", "d");

    /** What the world says at once about a pull, the set being given. */
    private static Feedback heard(FeedbackSettings settings, long id, int arm, int label, LabelSet set) {
        BanditEnvironment world = new BanditEnvironment(settings, 5);
        world.pulled(0, id, arm, label, () -> set);
        return world.collect(0).get(0).feedback();
    }

    @Test
    void fullInformationRevealsEveryLabelWhateverElseIsAsked() {
        FeedbackSettings settings = new FeedbackSettings(0, 0, 0.9, 1, 1);
        for (int id = 0; id < 200; id++) {
            assertThat(heard(settings, id, id % 4, id % 3, LabelSet.of(LABELS))).isEqualTo(Feedback.label(id % 3));
        }
    }

    @Test
    void notOneOfTheseIsSaidOnlyOfAnIncorrectPullWhoseSetMissedTheLabel() {
        FeedbackSettings settings = new FeedbackSettings(0, 0, 0, 0, 1);
        LabelSet set = LabelSet.of(LABELS, "a", "b");
        assertThat(heard(settings, 1, 0, 0, set)).isEqualTo(Feedback.of(true));
        assertThat(heard(settings, 1, 0, 1, set)).as("the set holds it").isEqualTo(Feedback.of(false));
        assertThat(heard(settings, 1, 0, 2, set)).isEqualTo(Feedback.noneOf(set));
        assertThat(heard(settings, 1, 3, 2, set)).as("pulled outside the set").isEqualTo(Feedback.noneOf(set));
        LabelSet empty = LabelSet.of(LABELS);
        assertThat(heard(settings, 1, 3, 2, empty)).isEqualTo(Feedback.noneOf(empty));
    }

    @Test
    @Tag("statistical")
    void labelsAndNotOneOfTheseHaveTheirShares() {
        // binomial shares within 5 standard deviations: false alarm 6e-7 each, four of them
        int pulls = 40_000;
        BanditEnvironment world = new BanditEnvironment(new FeedbackSettings(0, 0, 0.1, 0.3, 0.4), 13);
        LabelSet set = LabelSet.of(LABELS, "a");
        for (int id = 0; id < pulls; id++) {
            world.pulled(id, id, 0, id % 2, () -> set); // every second pull is incorrect, and the set misses its label
        }
        Map<Class<?>, Integer> ofIncorrect = new HashMap<>();
        int revealed = 0;
        int incorrect = 0;
        for (Answer answer : world.collect(pulls)) {
            boolean label = answer.feedback() instanceof Feedback.Label;
            revealed += label ? 1 : 0;
            if (!label && Long.parseLong(answer.id()) % 2 == 1) {
                incorrect++;
                ofIncorrect.merge(answer.feedback().getClass(), 1, Integer::sum);
            }
        }
        assertThat(revealed / (double) pulls).isCloseTo(0.3, within(5 * deviation(0.3, pulls)));
        assertShare(ofIncorrect.get(Feedback.Correct.class), incorrect, 0.1); // noise
        assertShare(ofIncorrect.get(Feedback.NoneOf.class), incorrect, 0.9 * 0.4);
        assertShare(ofIncorrect.get(Feedback.Incorrect.class), incorrect, 0.9 * 0.6);
    }

    private static void assertShare(int count, int of, double share) {
        assertThat(count / (double) of).isCloseTo(share, within(5 * deviation(share, of)));
    }

    private static double deviation(double share, int count) {
        return Math.sqrt(share * (1 - share) / count);
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, 0, 0, 0, delay: -1",
        "0, 1, 0, 0, 0, dropout: 1.0",
        "0, NaN, 0, 0, 0, dropout: NaN",
        "0, 0, -0.1, 0, 0, noise: -0.1",
        "0, 0, 0, 1.1, 0, labels: 1.1",
        "0, 0, 0, 0, NaN, noneof: NaN"
    })
    void settingsOutOfRangeAreRefused(
            int delay, double dropout, double noise, double labels, double noneOf, String message) {
        assertThatThrownBy(() -> new FeedbackSettings(delay, dropout, noise, labels, noneOf))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message + " (expected: ");
    }
}
