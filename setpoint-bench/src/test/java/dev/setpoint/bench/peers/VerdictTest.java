package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.sim.data.LabelledData;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void barIsTheYardstickLessWhatTheFloorCosts() {
        assertThat(Verdict.of(0.9, 0.04, 10, 0).bar()).isCloseTo(0.864, within(1e-12));
        assertThat(Verdict.of(0.9, 0, 10, 0).bar()).isEqualTo(0.9);
        assertThat(Verdict.of(0.9, 0.04, 2, 0).bar()).isCloseTo(0.88, within(1e-12));
    }

    @Test
    void barIsMetAtItAndAboveAndMissedBelow() {
        assertThat(new Verdict(0.5, 0.5).met()).isTrue();
        assertThat(new Verdict(0.5, 0.6).met()).isTrue();
        assertThat(new Verdict(0.5, Math.nextDown(0.5)).met()).isFalse();
        assertThat(new Verdict(0.5, Double.NaN).met()).isFalse();
    }

    @Test
    void streamIsMetOnlyIfTheWholeAndTheLastQuarterAre() {
        // correct pulls by quarter; the floor of 0.2 with two labels allows 0.1 less
        double[] yardstick = {0.5, 0.5, 0.5, 0.9};
        assertThat(outcome(yardstick, 0.5, 0.5, 0.5, 0.9).met()).isTrue();
        assertThat(outcome(yardstick, 0.5, 0.5, 0.4, 0.85).met()).isTrue();
        StreamOutcome lateFailure = outcome(yardstick, 0.7, 0.7, 0.7, 0.75);
        assertThat(lateFailure.whole().met()).isTrue();
        assertThat(lateFailure.lastQuarter().met()).isFalse();
        assertThat(lateFailure.met()).isFalse();
        StreamOutcome earlyFailure = outcome(yardstick, 0.1, 0.1, 0.5, 0.95);
        assertThat(earlyFailure.whole().met()).isFalse();
        assertThat(earlyFailure.lastQuarter().met()).isTrue();
        assertThat(earlyFailure.met()).isFalse();
    }

    @Test
    void tablesSayWhatWasMetAndWhatWasMissed() {
        String table = PeerReport.markdown(List.of(outcome(new double[] {0.5, 0.5, 0.5, 0.9}, 0.7, 0.7, 0.7, 0.75)));
        assertThat(table)
                .contains(
                        "| pair (K=2, 400 queries) | peer | 0.500 0.500 0.500 0.900 | 0.600 ± 0.000 | 0.900 ± 0.000 | 2.0 |")
                .contains(
                        "| pair (K=2, 400 queries) | ours | 0.700 0.700 0.700 0.750 | 0.713 ± 0.000 | 0.750 ± 0.000 |  |")
                .contains("| pair | 0.500 | 0.713 | met | 0.800 | 0.750 | missed |")
                .contains("| pair | `its options` |");
    }

    @Test
    void ratioIsMetUpToItsLimit() {
        assertThat(new PeerTiming.Ratio("s", 10, "words", 4, 16, 0.25).met()).isTrue();
        assertThat(new PeerTiming.Ratio("s", 10, "words", 4.1, 16, 0.25).met()).isFalse();
        String table = PeerReport.timing(List.of(
                new PeerTiming.Ratio("s", 10, "words", 4, 16, 0.25),
                new PeerTiming.Ratio("s", 10, "default", 20, 16, 0.667)));
        assertThat(table)
                .contains("| s | 10 | words | 4.0 | 16.0 | 0.250 | 0.250 | pass |")
                .contains("| s | 10 | default | 20.0 | 16.0 | 1.250 | 0.667 | miss |");
    }

    @Test
    void spreadIsTheStandardDeviationBetweenSeeds() {
        assertThat(Spread.of(List.of(1.0, 3.0))).isEqualTo(new Spread(2, Math.sqrt(2)));
        assertThat(Spread.of(List.of(4.0))).isEqualTo(new Spread(4, 0));
    }

    private static StreamOutcome outcome(double[] yardstick, double... reached) {
        LabelledData rows = LabelledData.dense("pair", List.of("a", "b"), new int[] {0, 1}, new float[][] {{0}, {1}});
        return new StreamOutcome(
                PeerStream.of(rows, 200),
                new Standing("ours", "", results(reached), Double.NaN),
                new Standing("peer", "its options", results(yardstick), 2),
                0.2);
    }

    private static List<Trial.Result> results(double... shares) {
        Tally tally = new Tally(400);
        for (int query = 0; query < 400; query++) {
            tally.add(query, query % 100 < Math.round(100 * shares[query / 100]));
        }
        return Stream.of(new Trial.Result(tally, 1000)).toList();
    }
}
