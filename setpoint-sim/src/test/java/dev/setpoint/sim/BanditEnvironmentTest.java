package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
    private record Heard(long when, long id, boolean right) {}

    private static void hear(BanditEnvironment world, long now, List<Heard> heard) {
        int count = world.collect(now);
        for (int i = 0; i < count; i++) {
            heard.add(new Heard(now, world.ids()[i], world.right()[i]));
        }
    }

    @Test
    void immediateAnswersAreTrueAndCompleteAndInOrder() {
        BanditEnvironment world = new BanditEnvironment(FeedbackSettings.IMMEDIATE, 1);
        List<Heard> heard = new ArrayList<>();
        world.pulled(0, 7, 2, 2);
        world.pulled(1, 3, 1, 0);
        world.pulled(2, 5, 0, 0);
        hear(world, 2, heard);
        assertThat(heard).containsExactly(new Heard(2, 7, true), new Heard(2, 3, false), new Heard(2, 5, true));
        assertThat(world.collect(100)).isZero();
    }

    @Test
    void answersDueAtTheSameTimeComeById() {
        BanditEnvironment world = new BanditEnvironment(FeedbackSettings.IMMEDIATE, 1);
        List<Heard> heard = new ArrayList<>();
        for (long id : new long[] {9, 2, 4}) {
            world.pulled(5, id, 0, 0);
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
                world.pulled(now, now, now % 3, 0);
            }
            hear(world, now, heard);
        }
        assertThat(heard).hasSize(pulls).extracting(Heard::id).doesNotHaveDuplicates();
        assertThat(heard).allSatisfy(answer -> {
            assertThat(answer.when() - answer.id()).isBetween(0L, (long) delay);
            assertThat(answer.right()).isEqualTo(answer.id() % 3 == 0);
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
                asked.pulled(now, now, 0, 0);
                askedOnce.pulled(now, now, 0, 0);
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
        ids.forEach(id -> world.pulled(start, id, 1, 1));
        List<Heard> heard = new ArrayList<>();
        for (long now = start; now <= start + 20; now++) {
            hear(world, now, heard);
        }
        heard.forEach(answer -> fates.put(answer.id(), List.of(answer.when() - start, answer.right())));
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
            boolean right = now % 4 == 0;
            one.pulled(now, now, 0, right ? 0 : 1);
            other.pulled(now, now, 0, right ? 0 : 2 + now % 7); // wrong in another way
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
                world.pulled(now, now, 0, 0);
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
            world.pulled(id, id, 0, id % 2);
        }
        hear(world, pulls, heard);
        double answered = heard.size() / (double) pulls;
        assertThat(answered).isCloseTo(1 - dropout, within(5 * deviation(dropout, pulls)));
        long flipped = heard.stream()
                .filter(answer -> answer.right() != (answer.id() % 2 == 0))
                .count();
        assertThat(flipped / (double) heard.size()).isCloseTo(noise, within(5 * deviation(noise, heard.size())));
    }

    private static double deviation(double share, int count) {
        return Math.sqrt(share * (1 - share) / count);
    }

    @ParameterizedTest
    @CsvSource({"-1, 0, 0, delay: -1", "0, 1, 0, dropout: 1.0", "0, NaN, 0, dropout: NaN", "0, 0, -0.1, noise: -0.1"})
    void settingsOutOfRangeAreRefused(int delay, double dropout, double noise, String message) {
        assertThatThrownBy(() -> new FeedbackSettings(delay, dropout, noise))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(message + " (expected: ");
    }
}
