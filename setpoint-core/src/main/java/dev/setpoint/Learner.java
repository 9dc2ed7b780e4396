package dev.setpoint;

import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.feature.LabelTexts;
import dev.setpoint.measure.ClassCoverage;
import dev.setpoint.measure.CoverageEstimate;
import dev.setpoint.measure.CoverageInterval;
import dev.setpoint.measure.Measures;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.random.Draws;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Answers queries with sets of labels and learns from what it is told about the one label it acted on. Wang &amp; Qiao (2024),
 * Algorithms 1 and 2.
 *
 * <pre>{@code
 * Decision decision = learner.decide(query);             // decision.set(), decision.label(), decision.id()
 * learner.learn(decision.id(), Feedback.of(wasCorrect));   // now or later, once
 * }</pre>
 *
 * <p>Guarantees: a decision depends on the settings, the decision's id and what was learned before it, on nothing else; feedback
 * moves thresholds by the scores and thresholds the decision was issued with, however late it comes; what is refused with an
 * exception has changed nothing (a model that throws while learning is not a refusal); {@link #decideInto} and the array forms of {@code learn} allocate nothing after warm-up.
 *
 * <p>One writer: not thread-safe.
 */
public final class Learner implements AutoCloseable {
    /** What single precision leaves of a sum over a thousand labels, with room. */
    private static final double SUM_TOLERANCE = 1e-4;

    private static final double COVERAGE_DELTA = 0.05;

    private final LearnerSettings settings;
    private final int labels;
    private final Encoder encoder;
    private final ProbabilityModel model;
    private final Exploration exploration;
    private final Heads heads;
    private final Measures measures;
    private final PendingDecisions pending;
    private final Evidence evidence;
    private final boolean[] calibrated;
    private final boolean[] inSet;
    private final FeatureVector[] oneQuery = new FeatureVector[1];
    private final LabelSet[] oneExclusion = new LabelSet[1];
    private final double[] oneWeight = new double[1];
    private final FeatureVector ownQuery = new FeatureVector();
    private final DecisionBatch ownBatch;

    private long decisions;
    private long expired;
    private boolean closed;

    /** A learner that has seen nothing. */
    public Learner(LearnerSettings settings) {
        this.settings = settings;
        this.labels = settings.labels().size();
        this.exploration = new Exploration(settings.policy(), settings.floor(), labels);
        this.heads = new Heads(settings);
        this.measures = new Measures(labels, heads.count());
        this.pending = new PendingDecisions(heads::newRow);
        this.calibrated = new boolean[labels];
        this.inSet = new boolean[labels];
        this.ownBatch = newBatch();
        this.encoder = settings.features().create(); // which may hold native memory, as the model may: after the rest
        try {
            this.evidence = new Evidence(settings, encoder);
            this.model = createModel(settings, encoder); // last, so that nothing fails after it
        } catch (RuntimeException | Error e) {
            try (encoder) { // there will be no learner to close
                throw e;
            }
        }
    }

    private static ProbabilityModel createModel(LearnerSettings settings, Encoder encoder) {
        LabelTexts texts = settings.labelTexts().isEmpty() ? null : encoder.labelTexts(settings.labelTexts());
        int labels = settings.labels().size();
        return settings.model().create(new ModelContext(labels, settings.loss(), texts, settings.seed()));
    }

    // ---------------------------------------------------------------- deciding

    /**
     * Decides one query.
     *
     * @throws IllegalArgumentException if the settings' features are vectors
     */
    public Decision decide(Features query) {
        encodeInto(query, ownQuery);
        return decide(ownQuery);
    }

    /**
     * Makes the vector this learner's query of these features, to be decided later: the one that {@link #decide(Features)} would
     * decide.
     *
     * @throws IllegalArgumentException if the settings' features are vectors
     */
    public void encodeInto(Features features, FeatureVector query) {
        checkOpen();
        encoder.encodeInto(features, query);
    }

    /** Decides one query. */
    public Decision decide(FeatureVector query) {
        return decide(query, null, 1);
    }

    /**
     * Decides one query without pulling any of the excluded labels. Exclusion restricts the action, not the set: the set still
     * answers which labels are plausible.
     *
     * @param excluded null for none
     * @throws IllegalArgumentException if all labels are excluded or the query has the wrong dimension
     */
    public Decision decide(FeatureVector query, LabelSet excluded) {
        return decide(query, excluded, 1);
    }

    /**
     * Decides one query that counts more or less than others, because the population whose coverage matters has more or fewer of
     * its kind (covariate shift).
     *
     * @param excluded null for none
     * @param weight how much more often such queries occur in that population, at least 0; cut to the settings' maxWeight, which
     *     must be above 1 for weights above 1
     * @throws IllegalArgumentException if all labels are excluded, the query has the wrong dimension or the weight is negative
     */
    public Decision decide(FeatureVector query, LabelSet excluded, double weight) {
        oneExclusion[0] = excluded;
        oneQuery[0] = query;
        oneWeight[0] = weight;
        decideInto(oneQuery, oneExclusion, null, oneWeight, 1, ownBatch);
        return ownBatch.decision(0);
    }

    /** Decides several queries with the same state. */
    public List<Decision> decide(List<FeatureVector> queries) {
        decideInto(queries.toArray(FeatureVector[]::new), queries.size(), ownBatch);
        return IntStream.range(0, queries.size()).mapToObj(ownBatch::decision).toList();
    }

    /** An empty batch to decide into. */
    public DecisionBatch newBatch() {
        return new DecisionBatch(this, settings.labels());
    }

    /** Decides one query into a batch of one. */
    public void decideInto(FeatureVector query, DecisionBatch into) {
        oneQuery[0] = query;
        decideInto(oneQuery, null, null, null, 1, into);
    }

    /** Decides the first {@code count} queries with the same state, numbering them in order. */
    public void decideInto(FeatureVector[] queries, int count, DecisionBatch into) {
        decideInto(queries, null, null, null, count, into);
    }

    /** Decides the first {@code count} queries with the same state, each with weight 1. */
    public void decideInto(FeatureVector[] queries, LabelSet[] excluded, long[] ids, int count, DecisionBatch into) {
        decideInto(queries, excluded, ids, null, count, into);
    }

    /**
     * Decides the first {@code count} queries with the same state.
     *
     * @param queries the queries
     * @param excluded per query the labels that must not be pulled, null for none; null for no exclusion at all
     * @param ids per query the decision's id, which must not be pending; null to number decisions from 0 in order
     * @param weights per query its weight as in {@link #decide(FeatureVector, LabelSet, double)}; null for 1
     * @param count how many queries
     * @param into receives the decisions; it must come from this learner's {@link #newBatch}
     * @throws IllegalArgumentException if an id is pending or given twice, a dimension is wrong, all labels are excluded, or a
     *     weight is negative or not finite
     * @throws DivergedException if the model's probabilities are not a distribution
     */
    public void decideInto(
            FeatureVector[] queries, LabelSet[] excluded, long[] ids, double[] weights, int count, DecisionBatch into) {
        checkOpen();
        if (!into.belongsTo(this)) {
            throw new IllegalArgumentException("batch: of another learner (expected: from this learner's newBatch)");
        }
        if (count < 0 || count > queries.length) {
            throw new IllegalArgumentException("count: " + count + " (expected: in [0, " + queries.length + "])");
        }
        into.resize(count);
        for (int i = 0; i < count; i++) {
            checkExcluded(excluded == null ? null : excluded[i]);
            encoder.check(queries[i]);
            DecisionRow row = into.row(i);
            row.query.copyFrom(queries[i]);
            row.weight = weights == null ? 1 : checkedWeight(weights[i]);
            row.sequenceNumber = decisions + i;
            row.id = ids == null ? row.sequenceNumber : ids[i];
            into.inputs()[i] = encoder.inputOf(row.query, into.scratch(i));
        }
        checkNewIds(into);
        model.probabilitiesInto(into.inputs(), count, into.modelOutput());
        for (int i = 0; i < count; i++) {
            DecisionRow row = into.row(i);
            System.arraycopy(into.modelOutput(), i * labels, row.probabilities, 0, labels);
            checkDistribution(row.probabilities);
            issueAndPull(row, excluded == null ? null : excluded[i]);
        }
        into.setCalibrated(calibrated);
        for (int i = 0; i < count; i++) { // nothing is refused from here on
            keep(into.row(i));
        }
    }

    private void issueAndPull(DecisionRow row, LabelSet excluded) {
        if (exploration.readsSet()) {
            Arrays.fill(row.distribution, settings.propensityLowerBound()); // all that is known yet
            heads.issue(row);
            heads.setInto(row, inSet);
            exploration.distributionInto(row.probabilities, inSet, excluded, row.distribution);
        } else {
            exploration.distributionInto(row.probabilities, inSet, excluded, row.distribution);
            heads.issue(row);
        }
        double draw = Draws.uniform(Draws.stream(settings.seed(), Draws.ARM, row.id), 0);
        row.arm = Exploration.sample(row.distribution, draw);
        row.propensity = row.distribution[row.arm];
    }

    private double checkedWeight(double weight) {
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException("weight: " + weight + " (expected: finite and >= 0)");
        }
        if (weight > 1 && settings.maxWeight() == 1) {
            throw new IllegalArgumentException(
                    "weight: " + weight
                            + " (expected: at most 1; the settings' maxWeight, to which larger weights are cut, is not above that)");
        }
        return Math.min(weight, settings.maxWeight());
    }

    private void keep(DecisionRow row) {
        for (int h = 0; h < heads.count(); h++) {
            measures.head(h).sizes().add(heads.setSize(row, h));
        }
        pending.add(row);
        decisions++;
        while (pending.size() > settings.maxPending()
                || decisions - 1 - pending.oldest().sequenceNumber > settings.maxAge()) {
            pending.remove(pending.oldest().id);
            expired++;
        }
    }

    private void checkExcluded(LabelSet excluded) {
        if (excluded != null && excluded.size() == labels) {
            throw new IllegalArgumentException("excluded: all labels (expected: at least one is eligible)");
        }
        if (excluded != null && !excluded.universe().equals(settings.labels())) {
            throw new IllegalArgumentException(
                    "excluded: of the labels " + excluded.universe() + " (expected: of " + settings.labels() + ")");
        }
    }

    private void checkNewIds(DecisionBatch batch) {
        long[] ids = batch.sortedIds();
        for (int i = 0; i < batch.size(); i++) {
            if (pending.contains(ids[i])) {
                throw new IllegalArgumentException("id: " + ids[i] + " (expected: one that is not pending)");
            }
            if (i > 0 && ids[i] == ids[i - 1]) {
                throw new IllegalArgumentException("id: " + ids[i] + " twice in one batch (expected: once)");
            }
        }
    }

    private static void checkDistribution(double[] probabilities) {
        double sum = 0;
        for (double p : probabilities) {
            sum += p >= 0 ? p : Double.NaN;
        }
        if (!(Math.abs(sum - 1) <= SUM_TOLERANCE)) {
            throw new DivergedException("model: probabilities " + Arrays.toString(probabilities)
                    + " (expected: at least 0, with sum 1); a smaller learning rate may help");
        }
    }

    // ---------------------------------------------------------------- learning

    /** Learns whether the pull of one decision was correct: a step of its own. */
    public Outcome learn(long id, boolean correct) {
        checkOpen();
        if (!collect(id, correct ? Evidence.CORRECT : Evidence.INCORRECT, null)) {
            return Outcome.NOT_PENDING;
        }
        step();
        return Outcome.LEARNED;
    }

    /**
     * Learns from feedback for one decision: a step of its own.
     *
     * @throws IllegalArgumentException if the feedback names a label that does not exist
     */
    public Outcome learn(long id, Feedback feedback) {
        checkOpen();
        checkLabel(feedback);
        Outcome outcome = collect(id, feedback);
        if (outcome == Outcome.LEARNED) {
            step();
        }
        return outcome;
    }

    /**
     * Learns whether the pulls of the first {@code count} ids were correct, in one step. Ids that are not pending are left out.
     *
     * @return how many were learned from
     */
    public int learn(long[] ids, boolean[] correct, int count) {
        checkOpen();
        Objects.checkFromIndexSize(0, count, Math.min(ids.length, correct.length)); // before the first is collected
        for (int i = 0; i < count; i++) {
            collect(ids[i], correct[i] ? Evidence.CORRECT : Evidence.INCORRECT, null);
        }
        return step();
    }

    /**
     * Learns from several answers in one step. Ids that are not pending are left out.
     *
     * @return how many were learned from
     * @throws IllegalArgumentException if one of them names a label that does not exist
     */
    public int learn(List<Answer> answers) {
        checkOpen();
        for (Answer answer : answers) {
            checkLabel(answer.feedback());
        }
        for (Answer answer : answers) {
            collect(answer.id(), answer.feedback());
        }
        return step();
    }

    private Outcome collect(long id, Feedback feedback) {
        if (feedback instanceof Feedback.Expired || feedback instanceof Feedback.Cancelled) {
            if (!pending.contains(id)) {
                return Outcome.NOT_PENDING;
            }
            pending.remove(id);
            expired += feedback instanceof Feedback.Expired ? 1 : 0;
            return Outcome.DISCARDED;
        }
        LabelSet ruledOut = feedback instanceof Feedback.NoneOf none ? none.labels() : null;
        return collect(id, answer(feedback), ruledOut) ? Outcome.LEARNED : Outcome.NOT_PENDING;
    }

    private static int answer(Feedback feedback) {
        if (feedback instanceof Feedback.Label label) {
            return label.index();
        }
        if (feedback instanceof Feedback.NoneOf) {
            return Evidence.NONE_OF;
        }
        if (feedback instanceof Feedback.Correct) {
            return Evidence.CORRECT;
        }
        if (feedback instanceof Feedback.Incorrect) {
            return Evidence.INCORRECT;
        }
        throw new IllegalStateException("feedback: " + feedback + " (expected: an answer)");
    }

    /** Takes a pending decision into the step under way. */
    private boolean collect(long id, int answer, LabelSet ruledOut) {
        DecisionRow row = pending.row(id);
        if (row == null) {
            return false;
        }
        evidence.add(row, answer, ruledOut);
        pending.remove(id); // the row stays as it is until the next decision
        return true;
    }

    /** Wang &amp; Qiao (2024), Algorithms 1 and 2, lines 4 and 5, for the collected answers. Returns how many there were. */
    private int step() {
        int count = evidence.count();
        if (count == 0) {
            return 0;
        }
        try {
            learn(count);
        } finally {
            evidence.clear(); // also if the model throws: its rows are used again
        }
        return count;
    }

    private void learn(int count) {
        evidence.estimate();
        double divisor = settings.normalization().divisor(count, evidence.informative());
        if (divisor > 0) {
            model.learn(evidence.inputs(), evidence.observations(), count, divisor);
        }
        for (int i = 0; i < count; i++) {
            measure(i);
            tellOfAnswer(i);
            if (divisor > 0) {
                moveThresholds(i);
            }
        }
        heads.apply(divisor > 0 ? divisor : 1);
        for (int i = 0; i < count; i++) {
            encoder.observe(evidence.row(i).query); // last, so that an answer is learned as it was decided
        }
    }

    private void measure(int i) {
        measures.addAnswer(evidence.isCorrect(i));
        int label = evidence.knownLabel(i);
        if (label == DecisionRow.NONE) {
            return;
        }
        for (int h = 0; h < heads.count(); h++) {
            CoverageEstimate coverage = measures.head(h).coverage();
            coverage.add(label, evidence.measureWeight(i), heads.contains(evidence.row(i), h, label));
        }
        updateCalibrated(label);
    }

    private void tellOfAnswer(int i) {
        if (evidence.isRevealed(i)) {
            heads.addLabel(evidence.row(i), evidence.knownLabel(i));
        } else {
            heads.addPull(evidence.row(i), evidence.isCorrect(i));
        }
    }

    private void moveThresholds(int i) {
        DecisionRow row = evidence.row(i);
        for (int k = 0; k < labels; k++) {
            double weight = evidence.thresholdWeight(i, k);
            if (weight != 0) {
                heads.add(row, k, weight);
            }
        }
        int known = evidence.knownLabel(i);
        boolean[] ruledOut = evidence.ruledOut(i);
        if (known != DecisionRow.NONE) {
            heads.addMembership(row, known);
        } else if (ruledOut != null) {
            heads.addMembership(row, ruledOut);
        }
    }

    private void updateCalibrated(int label) {
        CoverageEstimate coverage = measures.head(0).coverage();
        if (settings.coverage() == Coverage.CLASS) {
            calibrated[label] = coverage.isCalibrated(label, settings.alpha());
        } else {
            Arrays.fill(calibrated, coverage.effectiveSampleSize() >= 1 / settings.alpha());
        }
    }

    private void checkLabel(Feedback feedback) {
        Objects.requireNonNull(feedback, "feedback");
        if (feedback instanceof Feedback.NoneOf none
                && !none.labels().universe().equals(settings.labels())) {
            throw new IllegalArgumentException("labels ruled out: of the labels "
                    + none.labels().universe() + " (expected: of " + settings.labels() + ")");
        }
        if (feedback instanceof Feedback.Label label && (label.index() < 0 || label.index() >= labels)) {
            throw new IllegalArgumentException("label: " + label.index() + " (expected: in [0, " + labels + "))");
        }
    }

    // ---------------------------------------------------------------- looking

    /** What it was made with. */
    public LearnerSettings settings() {
        return settings;
    }

    /** What can be known without labels so far: a copy, which later decisions do not change. */
    public Measures measures() {
        Measures copy = new Measures(labels, heads.count());
        copy.merge(measures);
        return copy;
    }

    /** {@link #coverage(int, double, double)} with delta 0.05 and {@link CoverageInterval#DEFAULT_MARGIN}. */
    public List<ClassCoverage> coverage(int head) {
        return coverage(head, COVERAGE_DELTA, CoverageInterval.DEFAULT_MARGIN);
    }

    /**
     * What is known of each label's coverage by a head's sets, from feedback alone: estimate, interval and alarm.
     *
     * <p>The intervals hold for all labels of the head and at all times at once with probability 1 - delta, as {@link
     * CoverageInterval} says, if answers are true and whether one comes does not depend on the label. Without a floor, or a policy
     * that promises a probability lower bound, they are 0 to 1 for ever. They speak of all answers since the start; for queries that
     * excluded a label, nothing is known about that label. For several learners with the same settings, merge their {@link
     * #measures} and ask {@link CoverageEstimate#classes}.
     *
     * @param head 0 is the issuing one
     * @param delta how often any of the intervals may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public List<ClassCoverage> coverage(int head, double delta, double margin) {
        return estimate(head).classes(settings.labels(), settings.alpha(), settings.mostEvidence(), delta, margin);
    }

    /** {@link #marginalCoverage(int, double, double)} with delta 0.05 and {@link CoverageInterval#DEFAULT_MARGIN}. */
    public ClassCoverage marginalCoverage(int head) {
        return marginalCoverage(head, COVERAGE_DELTA, CoverageInterval.DEFAULT_MARGIN);
    }

    /**
     * What is known of the coverage of all queries together by a head's sets, under the same conditions as {@link #coverage(int,
     * double, double)}; {@link CoverageEstimate#marginal} says what of. It is known far sooner than any label's.
     *
     * @param head 0 is the issuing one
     * @param delta how often the interval may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public ClassCoverage marginalCoverage(int head, double delta, double margin) {
        return estimate(head).marginal(settings.alpha(), settings.mostEvidence(), delta, margin);
    }

    private CoverageEstimate estimate(int head) {
        if (head < 0 || head >= heads.count()) {
            throw new IllegalArgumentException("head: " + head + " (expected: in [0, " + heads.count() + "))");
        }
        return measures.head(head).coverage();
    }

    /** The thresholds the next decision's set will be issued with, as far as they do not depend on its query. */
    public double[] thresholds(int head) {
        return heads.thresholds(head);
    }

    /** How many decisions were made. */
    public long decisions() {
        return decisions;
    }

    /** How many decisions wait for feedback. */
    public int pending() {
        return pending.size();
    }

    /** How many decisions expired before feedback came. */
    public long expired() {
        return expired;
    }

    /**
     * Frees what its model and its encoder hold outside the Java heap; needed for networks and sentence encoders. After that it
     * refuses to decide, learn and be stored, and still tells what it measured. Closing it again does nothing.
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try (encoder) { // also if the model throws
                model.close();
            }
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("learner: closed (expected: open)");
        }
    }

    Heads heads() {
        return heads;
    }

    // ---------------------------------------------------------------- keeping

    /**
     * The whole state, pending decisions included, in the envelope of {@link Snapshot}. The payload, in order:
     *
     * <pre>
     * text     the settings, as {@link LearnerSettings#toString}
     * long     decisions made
     * long     decisions expired
     * ...      the encoder's state
     * ...      the model's state
     * ...      per head, its tracker's state
     * ...      the measures: answered, correct; per head A, B, A2, B2 and the counts by set size
     * int      pending decisions, then each from the oldest:
     *   long id, long sequence number, int arm, double propensity, double weight, per head int label added to an empty set plus one,
     *   boolean dense, int dimension, int entries, int quantities among them, per entry (int index if sparse) int float bits,
     *   doubles probabilities, doubles distribution, per distinct score doubles, per head doubles thresholds, doubles record
     * </pre>
     */
    public byte[] snapshot() {
        checkOpen();
        return Snapshot.seal(Snapshot.LEARNER, this::writeState);
    }

    /**
     * The learner a snapshot was taken of: it continues bit for bit as the original would have.
     *
     * @param settings those of the original
     * @throws SnapshotException if the bytes are truncated, corrupt, foreign, or of a learner with other settings
     */
    public static Learner restore(LearnerSettings settings, byte[] snapshot) {
        StateReader in = Snapshot.open(Snapshot.LEARNER, snapshot);
        Snapshot.checkSettings(settings.toString(), in.readText());
        Learner learner = new Learner(settings);
        try {
            learner.readState(in);
            in.finish();
        } catch (RuntimeException | Error e) {
            try (learner) { // nobody else can close it
                throw e;
            }
        }
        return learner;
    }

    private void writeState(StateWriter out) {
        out.writeText(settings.toString());
        out.writeLong(decisions);
        out.writeLong(expired);
        encoder.writeState(out);
        model.writeState(out);
        heads.writeState(out);
        measures.writeState(out);
        out.writeInt(pending.size());
        for (DecisionRow row : pending.inOrder()) {
            row.write(out);
        }
    }

    private void readState(StateReader in) {
        decisions = in.readLong();
        expired = in.readLong();
        encoder.readState(in);
        model.readState(in);
        heads.readState(in);
        measures.readState(in);
        for (int k = 0; k < settings.coverage().thresholds(labels); k++) {
            updateCalibrated(k);
        }
        int count = in.readCount("pending decisions", settings.maxPending());
        DecisionRow row = heads.newRow();
        for (int i = 0; i < count; i++) {
            row.read(in);
            if (pending.contains(row.id)) {
                throw new SnapshotException("snapshot: decision " + row.id + " twice (expected: once)");
            }
            pending.add(row);
        }
    }
}
