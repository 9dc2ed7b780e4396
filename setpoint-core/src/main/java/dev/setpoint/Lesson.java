package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.feature.Encoder;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.measure.Measures;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.model.SummedModel;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.random.Draws;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.GradientSums;
import dev.setpoint.step.LabelSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lets model, thresholds, measures and encoder learn from the answers of a step. */
final class Lesson {
    private LearnerSettings settings;
    private int issuing;
    private final int labels;
    private final Encoder encoder;
    private final ProbabilityModel model;
    private final Heads heads;
    private final Measures measures;
    private final boolean[] calibrated;
    private GradientSums[] gradients = {};
    private double[] factors = {};
    private boolean ended;
    /** Of the settings' text; null until it is asked for. */
    private Long fingerprint;

    Lesson(LearnerSettings settings, Encoder encoder, ProbabilityModel model, Heads heads, Measures measures) {
        this.settings = settings;
        this.issuing = settings.issuing();
        this.labels = settings.labels().size();
        this.encoder = encoder;
        this.model = model;
        this.heads = heads;
        this.measures = measures;
        this.calibrated = new boolean[labels];
    }

    /** Is operated differently from now on. */
    void setSettings(LearnerSettings newSettings) {
        settings = newSettings;
        issuing = newSettings.issuing();
        fingerprint = null;
        updateCalibrated();
    }

    /** Labels or heads have changed: steps of this lesson can no longer be applied. */
    void end() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    /**
     * Refuses a step of a learner whose labels or heads have changed since.
     *
     * @throws IllegalStateException if it is
     */
    void checkOpen() {
        if (ended) {
            throw new IllegalStateException(
                    "step: of a learner whose labels or heads have changed since (expected: a step begun after that)");
        }
    }

    /**
     * Refuses another of which a step could not be one of this.
     *
     * @throws IllegalArgumentException if it is; it says what differs
     */
    void checkLike(Lesson other) {
        String difference = this == other || settings.equals(other.settings)
                ? ""
                : Snapshot.settingsDifference(settings.toString(), other.settings.toString());
        if (!difference.isEmpty()) {
            throw new IllegalArgumentException("step: of a learner " + difference);
        }
        if (!heads.numbers().equals(other.heads.numbers())) {
            throw new IllegalArgumentException(otherHeads(other.heads.numbers()));
        }
    }

    private String otherHeads(List<Integer> numbers) {
        return "step: of a learner with heads numbered " + numbers + " (expected: " + heads.numbers()
                + ", as heads added later have other numbers)";
    }

    /** Appends what steps of learners like this have in common: long, a fingerprint of the settings; int, heads; int each, its number. */
    void writeLikeness(StateWriter out) {
        out.writeLong(fingerprint());
        out.writeInt(heads.count());
        heads.numbers().forEach(out::writeInt);
    }

    /**
     * Refuses a step that was written by another kind of learner.
     *
     * @throws SnapshotException if it was
     */
    void checkLike(StateReader in) {
        if (in.readLong() != fingerprint()) {
            throw new SnapshotException("step: of a learner with other settings (expected: with equal settings)");
        }
        List<Integer> numbers = new ArrayList<>();
        for (int i = in.readCount("heads", in.remaining()); i > 0; i--) {
            numbers.add(in.readInt());
        }
        if (!heads.numbers().equals(numbers)) {
            throw new SnapshotException(otherHeads(numbers));
        }
    }

    /** What learners with equal settings have in common, and others have not but by a chance of 2^-64. */
    private long fingerprint() {
        if (fingerprint == null) {
            fingerprint = Draws.id(settings.toString());
        }
        return fingerprint;
    }

    int labels() {
        return labels;
    }

    /** Per label, whether there is enough evidence behind it to vouch for its coverage. */
    boolean[] calibrated() {
        return calibrated;
    }

    /**
     * The feedback by indices, where it names a label. Refuses feedback that names labels of another learner.
     *
     * @throws IllegalArgumentException if it does
     */
    Feedback checked(Feedback feedback) {
        Argument.given("feedback", feedback);
        if (feedback instanceof Feedback.Named named) {
            return Feedback.label(LabelSet.indexOf(settings.labels(), named.label()));
        }
        if (feedback instanceof Feedback.NoneOf none
                && !LabelNames.copyOf(settings.labels()).includes(none.labels().universe())) {
            throw new IllegalArgumentException("labels ruled out: of the labels "
                    + Excerpt.of(none.labels().universe()) + " (expected: of " + Excerpt.of(settings.labels()) + ")");
        }
        if (feedback instanceof Feedback.Label label) {
            Argument.index("label", label.index(), labels);
        }
        return feedback;
    }

    Evidence newEvidence() {
        return new Evidence(settings, encoder);
    }

    ChunkSums newSums() {
        GradientSums gradient = model instanceof SummedModel summed ? summed.newSums() : null;
        LabelSums[] coverage = new LabelSums[heads.count()];
        Arrays.setAll(coverage, h -> new LabelSums(labels, CoverageEstimate.SUMS));
        return new ChunkSums(gradient, heads.newSums(), coverage);
    }

    Feedback readAnswer(StateReader in) {
        Feedback feedback = EventCodec.readFeedback(in, settings.labels());
        if (feedback instanceof Feedback.Expired || feedback instanceof Feedback.Cancelled) {
            throw new SnapshotException("step: feedback expired or cancelled (expected: an answer)");
        }
        return feedback;
    }

    /** Whether some part of the learner must be given the answers themselves. */
    boolean needsAnswers() {
        return !(model instanceof SummedModel) || encoder.observes() || heads.needAnswers();
    }

    // ---------------------------------------------------------------- sums

    /** Adds up what answers say to measures and thresholds. */
    void sum(Evidence evidence, int from, int to, ChunkSums sums) {
        sums.answers = to - from;
        for (int i = from; i < to; i++) {
            sums.correct += evidence.isCorrect(i) ? 1 : 0;
            int label = evidence.knownLabel(i);
            if (label != DecisionRow.NONE) {
                sums.informative++;
                double weight = evidence.measureWeight(i);
                for (int h = 0; h < heads.count(); h++) {
                    IssuedSet set = evidence.row(i).sets[h];
                    if (set.isIssued) {
                        double most = evidence.row(i).mostEvidence;
                        CoverageEstimate.addTo(sums.coverage[h], label, weight, most, set.contains(label));
                    }
                }
            }
            if (heads.haveSums()) {
                DecisionRow row = evidence.row(i);
                double[] weights = evidence.thresholdWeights(i);
                for (int k = 0; k < labels; k++) {
                    if (weights[k] != 0) {
                        heads.addTo(sums.thresholds, row, k, weights[k]);
                    }
                }
            }
        }
    }

    /**
     * Adds up the gradients of answers that {@link #sum} has seen, if the model moves by such sums. They are divided by what the divisor
     * of the whole step will be if its other parts are like this one, so that an implicit step finds the gradients as large as they
     * will be applied; what the divisor has become is made up for when it is known.
     */
    void collectGradient(Evidence evidence, int from, int to, double parts, ChunkSums sums) {
        if (model instanceof SummedModel summed) {
            double divisor = settings.normalization().divisor(parts * sums.answers, parts * sums.informative);
            sums.divisor = divisor > 0 ? divisor : parts; // other parts may tell labels
            summed.collect(
                    evidence.inputs(from, to),
                    evidence.observations(from, to),
                    to - from,
                    sums.divisor,
                    parts,
                    sums.gradient);
        }
    }

    // ---------------------------------------------------------------- learning

    /** Wang &amp; Qiao (2024), Algorithms 1 and 2, line 5, and of line 4 the estimate, for the answers of a step. */
    void apply(Step step) {
        Evidence evidence = step.evidence();
        StepChunks chunks = step.chunks();
        boolean isOneOpenChunk = step.isOneOpenChunk();
        if (isOneOpenChunk) {
            sum(evidence, 0, evidence.count(), chunks.empty());
            chunks.add();
        } else {
            step.collectAll();
        }
        int answers = 0;
        int informative = 0;
        for (int c = 0; c < chunks.count(); c++) {
            answers += chunks.get(c).answers;
            informative += chunks.get(c).informative;
        }
        double divisor = settings.normalization().divisor(answers, informative);
        if (divisor > 0) {
            if (!isOneOpenChunk && model instanceof SummedModel summed) {
                applyGradients(summed, chunks, divisor);
            } else {
                int count = evidence.count();
                model.learn(evidence.inputs(0, count), evidence.observations(0, count), count, divisor);
            }
        }
        applySums(step, divisor);
        for (int i = 0; i < evidence.count(); i++) {
            encoder.observe(evidence.row(i).query); // last, so that an answer is learned as it was decided
        }
    }

    private void applyGradients(SummedModel summed, StepChunks chunks, double divisor) {
        if (gradients.length < chunks.count()) {
            gradients = new GradientSums[chunks.count()];
            factors = new double[chunks.count()];
        }
        int count = 0;
        for (int c = 0; c < chunks.count(); c++) {
            ChunkSums sums = chunks.get(c);
            gradients[count] = sums.gradient;
            factors[count++] = sums.divisor / divisor;
        }
        summed.apply(gradients, factors, count);
        Arrays.fill(gradients, null);
    }

    private void applySums(Step step, double divisor) {
        StepChunks chunks = step.chunks();
        for (int c = 0; c < chunks.count(); c++) {
            measure(chunks.get(c));
        }
        LabelSums[] thresholds = chunks.get(0).thresholds;
        for (int c = 1; c < chunks.count(); c++) {
            heads.merge(thresholds, chunks.get(c).thresholds);
        }
        tellInOrder(step.evidence(), divisor > 0);
        heads.apply(thresholds, divisor);
    }

    private void measure(ChunkSums sums) {
        measures.addAnswers(sums.answers, sums.correct);
        for (int h = 0; h < heads.count(); h++) {
            measures.head(h).coverage().add(sums.coverage[h]);
        }
        LabelSums issued = sums.coverage[issuing];
        for (int i = 0; i < issued.count(); i++) {
            updateCalibrated(issued.label(i));
        }
    }

    /** Gives the answers to those trackers that need them in order. */
    private void tellInOrder(Evidence evidence, boolean moves) {
        if (!heads.needAnswers()) {
            return;
        }
        for (int i = 0; i < evidence.count(); i++) {
            DecisionRow row = evidence.row(i);
            int known = evidence.knownLabel(i);
            if (evidence.isRevealed(i)) {
                heads.addLabel(row, known);
            } else {
                heads.addPull(row, evidence.isCorrect(i));
            }
            if (moves) {
                double[] weights = evidence.thresholdWeights(i);
                for (int k = 0; k < labels; k++) {
                    if (weights[k] != 0) {
                        heads.add(row, k, weights[k]);
                    }
                }
                boolean[] ruledOut = evidence.ruledOut(i);
                if (known != DecisionRow.NONE) {
                    heads.addMembership(row, known);
                } else if (ruledOut != null) {
                    heads.addMembership(row, ruledOut);
                }
            }
        }
    }

    /** Looks at all measures anew. */
    void updateCalibrated() {
        for (int k = 0; k < settings.coverage().thresholds(labels); k++) {
            updateCalibrated(k);
        }
    }

    private void updateCalibrated(int label) {
        CoverageEstimate coverage = measures.head(issuing).coverage();
        if (settings.coverage() == Coverage.CLASS) {
            calibrated[label] = coverage.isCalibrated(label, settings.alpha());
        } else {
            Arrays.fill(calibrated, coverage.effectiveSampleSize() >= 1 / settings.alpha());
        }
    }
}
