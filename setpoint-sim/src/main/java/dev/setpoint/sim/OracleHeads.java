package dev.setpoint.sim;

import dev.setpoint.ConformalLayer;
import dev.setpoint.DecisionBatch;
import dev.setpoint.HeadSettings;
import dev.setpoint.LearnerSettings;
import dev.setpoint.random.Draws;
import java.util.Arrays;
import java.util.List;

/**
 * For every head of a learner a twin that sees the same probabilities and the same U, but whose thresholds are fed true labels:
 * what the head could do if the world told everything.
 */
final class OracleHeads {
    private final int labels;
    private final long seed;
    private final List<ConformalLayer> layers;
    private final double[] probabilities;
    private final double[] u;
    /** A label that is revealed has weight 1, whatever was pulled. */
    private final double[] surely;

    OracleHeads(LearnerSettings settings) {
        this.labels = settings.labels().size();
        this.seed = settings.seed();
        this.layers = settings.heads().stream()
                .map(head -> new ConformalLayer(
                        head,
                        labels,
                        settings.alpha(),
                        settings.normalization(),
                        settings.coverage(),
                        settings.emptySets()))
                .toList();
        this.probabilities = new double[labels];
        this.u = new double[labels];
        this.surely = new double[labels];
        Arrays.fill(surely, 1);
    }

    /** What the twin of a head is called in metrics. */
    static HeadSettings twin(HeadSettings head) {
        return new HeadSettings(head.name() + " (oracle)", head.score(), head.tracker());
    }

    int count() {
        return layers.size();
    }

    /** Issues the sets of one decision. */
    void issue(DecisionBatch batch, int row) {
        long stream = Draws.stream(seed, Draws.SCORE, batch.drawKey(row));
        for (int k = 0; k < labels; k++) {
            probabilities[k] = batch.probability(row, k);
            u[k] = Draws.uniform(stream, k);
        }
        layers.forEach(layer -> layer.issue(probabilities, u, surely));
    }

    /** Whether the set issued last holds a label. */
    boolean contains(int head, int label) {
        return layers.get(head).contains(label);
    }

    /** The size of the set issued last. */
    int setSize(int head) {
        return layers.get(head).setSize();
    }

    /** Tells the true label of the decision issued last. */
    void reveal(int label) {
        layers.forEach(layer -> layer.reveal(label));
    }

    /** Moves the thresholds. */
    void endStep() {
        layers.forEach(ConformalLayer::endStep);
    }

    double threshold(int head, int label) {
        return layers.get(head).threshold(label);
    }
}
