package dev.setpoint.bench.peers;

import java.util.List;
import java.util.Locale;

/** The tables of a comparison. */
final class PeerReport {
    private PeerReport() {}

    /** Correct pulls, time, size and verdicts, in markdown. */
    static String markdown(List<StreamOutcome> outcomes) {
        StringBuilder text = new StringBuilder("""
                | stream | contender | correct pulls by quarter | whole stream | last quarter | us per query | model MB |
                |---|---|---|---|---|---:|---:|
                """);
        for (StreamOutcome outcome : outcomes) {
            for (Standing standing : List.of(outcome.peer(), outcome.setpoint())) {
                text.append(format(
                        "| %s | %s | %s | %s | %s | %s | %.1f |%n",
                        title(outcome.stream()),
                        standing.name(),
                        quarters(standing),
                        spread(standing.spread(Tally::whole)),
                        spread(standing.spread(Tally::lastQuarter)),
                        time(standing),
                        standing.megabytes()));
            }
        }
        text.append("""

                | stream | bar, whole stream | Setpoint | | bar, last quarter | Setpoint | |
                |---|---:|---:|---|---:|---:|---|
                """);
        for (StreamOutcome outcome : outcomes) {
            text.append(format(
                    "| %s | %s | %s |%n",
                    outcome.stream().name(), verdict(outcome.whole()), verdict(outcome.lastQuarter())));
        }
        text.append("""

                | stream | Vowpal Wabbit's settings: features ; costs ; options |
                |---|---|
                """);
        for (StreamOutcome outcome : outcomes) {
            text.append(format(
                    "| %s | `%s` |%n", outcome.stream().name(), outcome.peer().settings()));
        }
        return text.toString();
    }

    /** Time per query against limits, in markdown. */
    static String timing(List<PeerTiming.Ratio> ratios) {
        StringBuilder text = new StringBuilder("""
                | stream | labels | features of Setpoint | Setpoint us | Vowpal Wabbit us, words | ratio | limit | |
                |---|---:|---|---:|---:|---:|---:|---|
                """);
        for (PeerTiming.Ratio ratio : ratios) {
            text.append(format(
                    "| %s | %d | %s | %.1f | %.1f | %.3f | %.3f | %s |%n",
                    ratio.stream(),
                    ratio.labels(),
                    ratio.features(),
                    ratio.setpoint(),
                    ratio.peer(),
                    ratio.ratio(),
                    ratio.most(),
                    ratio.met() ? "pass" : "miss"));
        }
        return text.toString();
    }

    /** One line per stream, contender, seed and part of the stream. */
    static String csv(List<StreamOutcome> outcomes) {
        StringBuilder text = new StringBuilder("stream,contender,replication,part,correct_pulls\n");
        for (StreamOutcome outcome : outcomes) {
            for (Standing standing : List.of(outcome.peer(), outcome.setpoint())) {
                for (int i = 0; i < standing.results().size(); i++) {
                    Tally tally = standing.results().get(i).tally();
                    for (int part = 0; part < Tally.PARTS; part++) {
                        text.append(format(
                                "%s,%s,%d,%d,%s%n",
                                outcome.stream().name(), standing.name(), i + 1, part + 1, tally.part(part)));
                    }
                }
            }
        }
        return text.toString();
    }

    private static String title(PeerStream stream) {
        return format("%s (K=%d, %,d queries)", stream.name(), stream.labels().size(), stream.queries());
    }

    private static String quarters(Standing standing) {
        StringBuilder text = new StringBuilder();
        for (int quarter = 0; quarter < 4; quarter++) {
            int number = quarter;
            text.append(format(
                    quarter == 0 ? "%.3f" : " %.3f",
                    standing.spread(tally -> tally.quarter(number)).mean()));
        }
        return text.toString();
    }

    private static String spread(Spread spread) {
        return format("%.3f ± %.3f", spread.mean(), spread.deviation());
    }

    private static String time(Standing standing) {
        return Double.isNaN(standing.microseconds()) ? "" : format("%.1f", standing.microseconds());
    }

    private static String verdict(Verdict verdict) {
        return format("%.3f | %.3f | %s", verdict.bar(), verdict.reached(), verdict.met() ? "met" : "missed");
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).replace("\r\n", "\n");
    }
}
