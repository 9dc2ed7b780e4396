package dev.setpoint.bench.peers;

import dev.setpoint.DecisionBatch;
import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.sim.TrueMeasures;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Setpoint on its way through a stream, with all its decisions held against the true labels, which it is not told. */
final class MeasuredContender implements Contender {
    private static final TrueMeasures.Span LAST_QUARTER = TrueMeasures.quarter(3);

    private final SetpointKind.Running setpoint;
    private final PeerStream stream;
    private final FallingShare falling;
    private final TrueMeasures measures;
    private final ImportanceWeights weights;
    private int asked;

    /**
     * Nothing asked yet.
     *
     * @param falling is told the number of each query; null if the share is constant
     */
    MeasuredContender(SetpointKind.Running setpoint, PeerStream stream, FallingShare falling) {
        this.setpoint = setpoint;
        this.stream = stream;
        this.falling = falling;
        this.measures = new TrueMeasures(stream.labels().size(), 1, 1, stream.queries());
        this.weights = new ImportanceWeights(stream.queries());
    }

    @Override
    public int decide(int row) {
        if (falling != null) {
            falling.next(asked);
        }
        int arm = setpoint.decide(row);
        DecisionBatch batch = setpoint.batch();
        int label = stream.label(row);
        measures.add(batch, 0, label);
        weights.add(asked, batch.pullProbability(0, label));
        asked++;
        return arm;
    }

    @Override
    public void learn(boolean correct) {
        setpoint.learn(correct);
    }

    @Override
    public long modelBytes() {
        return setpoint.modelBytes();
    }

    @Override
    public void close() {
        setpoint.close();
    }

    /** What was reached; for a stream that was asked to its end. */
    FrontierMetrics metrics() {
        return new FrontierMetrics(
                quarters(quarter -> measures.correctPulls(TrueMeasures.quarter(quarter))),
                measures.correctPulls(TrueMeasures.Span.ALL),
                quarters(weights::quarter),
                weights.lastThreeQuarters(),
                measures.size(LAST_QUARTER, 0),
                measures.coverageMin(LAST_QUARTER, 0),
                setpoint.coverage().stream()
                        .mapToDouble(ClassCoverage::low)
                        .average()
                        .orElseThrow());
    }

    private static List<Double> quarters(IntToDoubleFunction metric) {
        return IntStream.range(0, 4).mapToObj(metric::applyAsDouble).toList();
    }
}
