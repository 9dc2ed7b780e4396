package dev.setpoint.sim;

import dev.setpoint.HeadSettings;
import dev.setpoint.sim.TrueMeasures.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * A run, or the mean of several, in numbers: the stream cut into quarters, and all of it. Coverage is over classes, from the
 * true labels.
 *
 * @param correctPulls the share of correct pulls per quarter
 * @param crossEntropy of the model, the mean per quarter
 * @param heads one per head
 * @param outOfScope one per head, or none if all queries were of known classes
 */
public record RunSummary(
        List<Double> correctPulls, List<Double> crossEntropy, List<Head> heads, List<OutOfScope> outOfScope) {
    /**
     * One head's metrics.
     *
     * @param name of the head
     * @param score its score
     * @param tracker its tracker
     * @param coverageMin per quarter, the smallest coverage of any class
     * @param coverageMax per quarter, the largest
     * @param coverageMean per quarter, the mean over classes
     * @param coverageMarginal per quarter, that of all queries together
     * @param size per quarter, the mean set size
     * @param emptyShare per quarter, the share of empty sets
     * @param accumulated over the whole stream
     */
    public record Head(
            String name,
            String score,
            String tracker,
            List<Double> coverageMin,
            List<Double> coverageMax,
            List<Double> coverageMean,
            List<Double> coverageMarginal,
            List<Double> size,
            List<Double> emptyShare,
            Accumulated accumulated) {}

    /**
     * Metrics over the whole stream.
     *
     * @param coverageMin the smallest coverage of any class
     * @param coverageMax the largest
     * @param size the mean set size
     */
    public record Accumulated(double coverageMin, double coverageMax, double size) {}

    /**
     * What a head says to queries of no known class, for which the correct set is the empty one, and what that costs.
     *
     * @param name of the head
     * @param emptyShare the share of empty sets
     * @param meanSize the mean set size
     * @param inScopeEmptyShare the share of empty sets in the last quarter of the stream, where each is a miss
     */
    public record OutOfScope(String name, double emptyShare, double meanSize, double inScopeEmptyShare) {}

    static RunSummary of(TrueMeasures measures, List<HeadSettings> given, List<OutOfScope> outOfScope) {
        List<Head> heads = new ArrayList<>();
        for (int h = 0; h < given.size(); h++) {
            int head = h;
            heads.add(new Head(
                    given.get(h).name(),
                    given.get(h).score().toString(),
                    given.get(h).tracker().toString(),
                    perQuarter(span -> measures.coverageMin(span, head)),
                    perQuarter(span -> measures.coverageMax(span, head)),
                    perQuarter(span -> measures.coverageMean(span, head)),
                    perQuarter(span -> measures.coverageMarginal(span, head)),
                    perQuarter(span -> measures.size(span, head)),
                    perQuarter(span -> measures.emptyShare(span, head)),
                    new Accumulated(
                            measures.coverageMin(Span.ALL, head),
                            measures.coverageMax(Span.ALL, head),
                            measures.size(Span.ALL, head))));
        }
        return new RunSummary(
                perQuarter(measures::correctPulls), perQuarter(measures::crossEntropy), heads, outOfScope);
    }

    /** The mean of several runs with the same heads, metric by metric. */
    public static RunSummary mean(List<RunSummary> runs) {
        List<Head> heads = new ArrayList<>();
        for (int h = 0; h < runs.get(0).heads().size(); h++) {
            int index = h;
            List<Head> same = runs.stream().map(run -> run.heads().get(index)).toList();
            heads.add(new Head(
                    same.get(0).name(),
                    same.get(0).score(),
                    same.get(0).tracker(),
                    means(same, Head::coverageMin),
                    means(same, Head::coverageMax),
                    means(same, Head::coverageMean),
                    means(same, Head::coverageMarginal),
                    means(same, Head::size),
                    means(same, Head::emptyShare),
                    new Accumulated(
                            mean(same, head -> head.accumulated().coverageMin()),
                            mean(same, head -> head.accumulated().coverageMax()),
                            mean(same, head -> head.accumulated().size()))));
        }
        return new RunSummary(
                means(runs, RunSummary::correctPulls),
                means(runs, RunSummary::crossEntropy),
                heads,
                meanOutOfScope(runs));
    }

    private static List<OutOfScope> meanOutOfScope(List<RunSummary> runs) {
        List<OutOfScope> means = new ArrayList<>();
        for (int h = 0; h < runs.get(0).outOfScope().size(); h++) {
            int index = h;
            List<OutOfScope> same =
                    runs.stream().map(run -> run.outOfScope().get(index)).toList();
            means.add(new OutOfScope(
                    same.get(0).name(),
                    mean(same, OutOfScope::emptyShare),
                    mean(same, OutOfScope::meanSize),
                    mean(same, OutOfScope::inScopeEmptyShare)));
        }
        return means;
    }

    private static List<Double> perQuarter(ToDoubleFunction<Span> metric) {
        return IntStream.range(0, 4)
                .mapToObj(q -> metric.applyAsDouble(TrueMeasures.quarter(q)))
                .toList();
    }

    private static <T> List<Double> means(List<T> items, Function<T, List<Double>> metrics) {
        return IntStream.range(0, 4)
                .mapToObj(q -> mean(items, item -> metrics.apply(item).get(q)))
                .toList();
    }

    private static <T> double mean(List<T> items, ToDoubleFunction<T> metric) {
        return items.stream().mapToDouble(metric).average().orElse(Double.NaN);
    }
}
