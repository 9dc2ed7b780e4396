package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.sim.StreamOrder;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class TrialTest {
    private static final List<String> WORDS = List.of("card", "flight", "recipe");

    @Test
    void rowsComeInTheOrderOfTheSeedOverAllPasses() {
        Recorder recorder = new Recorder();
        Trial.run(texts(3), kind(recorder), 9);
        StreamOrder order = new StreamOrder(30, 9);
        assertThat(recorder.rows)
                .isEqualTo(IntStream.range(0, 90).mapToObj(order::row).toList());
        assertThat(recorder.closed).isTrue();
    }

    @Test
    void pullsAreCountedInTheirQuartersAndAnsweredByWhetherTheyAreCorrect() {
        Recorder recorder = new Recorder(); // always pulls label 0
        Trial.Result result = Trial.run(texts(4), kind(recorder), 9);
        assertThat(recorder.answers).filteredOn(answer -> answer).hasSize(40);
        assertThat(result.tally().whole()).isEqualTo(1.0 / 3);
        for (int quarter = 0; quarter < 4; quarter++) { // each a pass over all rows
            assertThat(result.tally().quarter(quarter)).isEqualTo(1.0 / 3);
        }
        assertThat(result.modelBytes()).isEqualTo(17);
    }

    @Test
    void shortenedStreamEndsEarlier() {
        Recorder recorder = new Recorder();
        Trial.run(texts(3).shortened(50), kind(recorder), 9);
        assertThat(recorder.rows).hasSize(50);
        assertThat(texts(3).shortened(1000).queries()).isEqualTo(90);
    }

    @Test
    void setpointLearnsFromTextsAndFromNumbers() {
        assertThat(Trial.run(texts(40), SetpointKind.standard(), 1).tally().lastQuarter())
                .isGreaterThan(0.8);
        assertThat(Trial.run(texts(40), SetpointKind.wordsOnly(), 1).tally().lastQuarter())
                .isGreaterThan(0.8);
        assertThat(Trial.run(numbers(40), SetpointKind.standard(), 1).tally().lastQuarter())
                .isGreaterThan(0.8);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void vowpalWabbitLearnsFromTextsAndFromNumbersAndRepeatsItself() {
        for (String settings : List.of(
                "words ; loss ; --cb_type mtr --squarecb --gamma_scale 100",
                "ngrams ; reward ; --cb_type mtr --epsilon 0.05")) {
            VowpalKind kind = VowpalKind.of(VowpalSettings.parse(settings));
            Trial.Result first = Trial.run(texts(40), kind, 1);
            assertThat(first.tally().lastQuarter()).isGreaterThan(0.8);
            assertThat(first.modelBytes()).isPositive();
            assertThat(Trial.run(texts(40), kind, 1).tally().whole())
                    .isEqualTo(first.tally().whole());
        }
        VowpalKind dense = VowpalKind.of(VowpalSettings.parse("standardized ; loss ; -q :: --cb_type mtr --epsilon 0"));
        assertThat(Trial.run(numbers(40), dense, 1).tally().lastQuarter()).isGreaterThan(0.8);
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void optionsThatVowpalWabbitRefusesAreNamed() {
        VowpalKind kind = VowpalKind.of(VowpalSettings.parse("words ; loss ; --squarecb --cb_type ips"));
        assertThatThrownBy(() -> kind.create(texts(1), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--squarecb --cb_type ips (expected: options of Vowpal Wabbit)");
    }

    @Test
    void timeIsMeasuredOfEveryContender() {
        List<Double> times =
                new PeerTiming(10, 10, 3, 10).measure(texts(3), Collections.nCopies(2, SetpointKind.wordsOnly()));
        assertThat(times).hasSize(2).allMatch(time -> time > 0);
    }

    static PeerStream texts(int passes) {
        List<String> texts = IntStream.range(0, 30)
                .mapToObj(i -> "my " + WORDS.get(i % 3) + "|please: " + i)
                .toList();
        int[] label = IntStream.range(0, 30).map(i -> i % 3).toArray();
        return PeerStream.of(new LabelledTexts("t", WORDS, texts, label), passes);
    }

    static PeerStream numbers(int passes) {
        float[][] rows = new float[30][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = new float[] {i % 3 == 0 ? 10 + i : -i, i % 3 == 1 ? 1000 : 0, i % 3 == 2 ? 0.01f : 0};
        }
        int[] label = IntStream.range(0, 30).map(i -> i % 3).toArray();
        return PeerStream.of(LabelledData.dense("n", WORDS, label, rows), passes);
    }

    private static Contender.Kind kind(Contender contender) {
        return new Contender.Kind() {
            @Override
            public String name() {
                return "recorder";
            }

            @Override
            public Contender create(PeerStream stream, long seed) {
                return contender;
            }
        };
    }

    private static final class Recorder implements Contender {
        final List<Integer> rows = new ArrayList<>();
        final List<Boolean> answers = new ArrayList<>();
        boolean closed;

        @Override
        public int decide(int row) {
            rows.add(row);
            return 0;
        }

        @Override
        public void learn(boolean correct) {
            answers.add(correct);
        }

        @Override
        public long modelBytes() {
            return 17;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
