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
import dev.setpoint.state.PageSink;
import dev.setpoint.state.PageSource;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
 * <p>One writer: a second thread that comes while another is inside is refused with an {@link IllegalStateException}; threads may
 * take turns.
 */
public final class Learner implements AutoCloseable {
    private static final double COVERAGE_DELTA = 0.05;
    /** How many decisions that have ended are remembered. */
    private static final int REMEMBERED = 100_000;

    private final Explorations explorations;
    private final Encoder encoder;
    private final ProbabilityModel model;
    private final Heads heads;
    private final Measures measures;
    private final Decider decider;
    private final DecisionLedger ledger;
    private final Lesson lesson;
    /** The step under way. */
    private final Step step;

    private final OneWriter writer = new OneWriter();
    private final FeatureVector ownQuery = new FeatureVector();
    private final DecisionKey key = new DecisionKey();
    private final EventCodec codec = new EventCodec();
    /** Null if nobody records what happens. */
    private EventSink events;

    private final DecisionBatch ownBatch;
    private final LearnerPages pages;
    private LearnerSettings settings;

    /**
     * A learner that has seen nothing and keeps its decisions in memory.
     *
     * @throws IllegalArgumentException if the settings cannot be read from their own text, as after a restart they would have to be:
     *     a policy or model of the user's own needs a name, through a {@link dev.setpoint.notation.Plugin}
     */
    public Learner(LearnerSettings settings) {
        this(settings, new MemoryDecisionStore(REMEMBERED));
    }

    /**
     * A learner that has seen nothing.
     *
     * @param store keeps its decisions, and nobody else's; closed with the learner
     * @throws IllegalArgumentException if the settings cannot be read from their own text
     */
    public Learner(LearnerSettings settings, DecisionStore store) {
        SettingsText.checkReadable(settings);
        this.settings = settings;
        int labels = settings.labels().size();
        this.explorations = new Explorations(settings);
        this.heads = new Heads(settings.heads(), labels, settings.alpha(), settings.coverage(), settings.emptySets());
        this.measures = new Measures(labels, heads.count());
        this.ownBatch = newBatch();
        this.encoder = settings.features().create(); // which may hold native memory, as the model may: after the rest
        try {
            this.model = createModel(settings, encoder);
        } catch (RuntimeException | Error e) {
            try (encoder) { // there will be no learner to close
                throw e;
            }
        }
        this.decider = new Decider(settings, encoder, model, explorations, heads);
        this.ledger = new DecisionLedger(settings, store, heads, explorations, model);
        this.lesson = new Lesson(settings, encoder, model, heads, measures);
        this.step = new Step(lesson, ledger, writer, Step.CHUNK);
        this.pages = new LearnerPages(new Stored(), explorations, encoder, model, heads, measures, ledger);
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
        writer.enter();
        try {
            encoder.encodeInto(query, ownQuery);
            return decideOne(ownQuery, null, null, 1, ownBatch).decision(0);
        } finally {
            writer.exit();
        }
    }

    /**
     * Makes the vector this learner's query of these features, to be decided later: the one that {@link #decide(Features)} would
     * decide.
     *
     * @throws IllegalArgumentException if the settings' features are vectors
     */
    public void encodeInto(Features features, FeatureVector query) {
        writer.enter();
        try {
            encoder.encodeInto(features, query);
        } finally {
            writer.exit();
        }
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
        writer.enter();
        try {
            return decideOne(query, null, excluded, weight, ownBatch).decision(0);
        } finally {
            writer.exit();
        }
    }

    /**
     * Decides one query, under the caller's own id if it has one.
     *
     * @throws IllegalArgumentException if the id is of a decision that is pending or remembered, or as above
     */
    public Decision decide(Query query) {
        writer.enter();
        try {
            return decideOne(query.features(), query.id(), query.excluded(), query.weight(), ownBatch)
                    .decision(0);
        } finally {
            writer.exit();
        }
    }

    private DecisionBatch decideOne(
            FeatureVector query, String id, LabelSet excluded, double weight, DecisionBatch into) {
        ledger.forgetLatest();
        into.resize(1);
        decider.take(into, 0, query, excluded, weight);
        if (id != null) {
            into.row(0).id.set(id);
        }
        issue(into, id == null);
        return into;
    }

    /** Decides several queries with the same state. */
    public List<Decision> decide(List<FeatureVector> queries) {
        return decideAll(queries.stream().map(Query::of).toList());
    }

    /**
     * Decides several queries with the same state.
     *
     * @param queries either all with an id or none
     * @throws IllegalArgumentException if one of them cannot be decided; then none is
     */
    public List<Decision> decideAll(List<Query> queries) {
        boolean numbered = queries.stream().allMatch(query -> query.id() == null);
        if (!numbered && queries.stream().anyMatch(query -> query.id() == null)) {
            throw new IllegalArgumentException("ids: of some queries (expected: of all or of none)");
        }
        writer.enter();
        try {
            ledger.forgetLatest();
            ownBatch.resize(queries.size());
            for (int i = 0; i < queries.size(); i++) {
                Query query = queries.get(i);
                decider.take(ownBatch, i, query.features(), query.excluded(), query.weight());
                if (!numbered) {
                    ownBatch.row(i).id.set(query.id());
                }
            }
            issue(ownBatch, numbered);
            return IntStream.range(0, queries.size())
                    .mapToObj(ownBatch::decision)
                    .toList();
        } finally {
            writer.exit();
        }
    }

    /** An empty batch to decide into. */
    public DecisionBatch newBatch() {
        return new DecisionBatch(this, settings.labels());
    }

    /** Decides one query into a batch of one. */
    public void decideInto(FeatureVector query, DecisionBatch into) {
        checkBatch(into);
        writer.enter();
        try {
            decideOne(query, null, null, 1, into);
        } finally {
            writer.exit();
        }
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
     * @param ids per query the decision's id, of no decision that is pending or remembered; null to number decisions from 0 in order
     * @param weights per query its weight as in {@link #decide(FeatureVector, LabelSet, double)}; null for 1
     * @param count how many queries
     * @param into receives the decisions; it must come from this learner's {@link #newBatch}
     * @throws IllegalArgumentException if an id is known or given twice, a dimension is wrong, all labels are excluded, or a
     *     weight is negative or not finite
     * @throws DivergedException if the model's probabilities are not a distribution
     */
    public void decideInto(
            FeatureVector[] queries, LabelSet[] excluded, long[] ids, double[] weights, int count, DecisionBatch into) {
        checkBatch(into);
        if (count < 0 || count > queries.length) {
            throw new IllegalArgumentException("count: " + count + " (expected: in [0, " + queries.length + "])");
        }
        writer.enter();
        try {
            ledger.forgetLatest();
            into.resize(count);
            for (int i = 0; i < count; i++) {
                double weight = weights == null ? 1 : weights[i];
                decider.take(into, i, queries[i], excluded == null ? null : excluded[i], weight);
                if (ids != null) {
                    into.row(i).id.set(ids[i]);
                }
            }
            issue(into, ids == null);
        } finally {
            writer.exit();
        }
    }

    private void checkBatch(DecisionBatch batch) {
        if (!batch.belongsTo(this)) {
            throw new IllegalArgumentException("batch: of another learner (expected: from this learner's newBatch)");
        }
    }

    /** Decides what a batch has taken, and keeps it. */
    private void issue(DecisionBatch batch, boolean numbered) {
        ledger.number(batch, numbered);
        decider.decide(batch);
        if (events != null) {
            events.append(codec.decided(batch, numbered));
        }
        batch.setCalibrated(lesson.calibrated());
        for (int i = 0; i < batch.size(); i++) { // nothing is refused from here on
            for (int h = 0; h < heads.count(); h++) {
                measures.head(h).sizes().add(batch.setSize(i, h));
            }
        }
        ledger.keep(batch, numbered);
    }

    /** A decision that waits for feedback, as it was issued. */
    public Optional<Decision> find(String id) {
        writer.enter();
        try {
            key.set(id);
            DecisionRow row = ledger.unfold(key);
            ledger.release();
            return Optional.ofNullable(row)
                    .map(found -> DecisionBatch.decision(found, settings.labels(), settings.coverage()));
        } finally {
            writer.exit();
        }
    }

    // ---------------------------------------------------------------- learning

    /** Learns whether the pull of one decision was correct: a step of its own. */
    public Outcome learn(long id, boolean correct) {
        writer.enter();
        try {
            key.set(id);
            return learnOne(Feedback.of(correct));
        } finally {
            writer.exit();
        }
    }

    /**
     * Learns from feedback for one decision: a step of its own.
     *
     * @throws IllegalArgumentException if the feedback names a label that does not exist
     */
    public Outcome learn(long id, Feedback feedback) {
        lesson.check(feedback);
        writer.enter();
        try {
            key.set(id);
            return learnOne(feedback);
        } finally {
            writer.exit();
        }
    }

    /** Learns whether the pull of one decision was correct: a step of its own. */
    public Outcome learn(String id, boolean correct) {
        return learn(id, Feedback.of(correct));
    }

    /**
     * Learns from feedback for one decision: a step of its own.
     *
     * @throws IllegalArgumentException if the feedback names a label that does not exist
     */
    public Outcome learn(String id, Feedback feedback) {
        lesson.check(feedback);
        writer.enter();
        try {
            key.set(id);
            return learnOne(feedback);
        } finally {
            writer.exit();
        }
    }

    /**
     * Learns whether the pulls of the first {@code count} ids were correct, in one step. Ids that are not pending are left out.
     *
     * @return how many were learned from
     */
    public int learn(long[] ids, boolean[] correct, int count) {
        Objects.checkFromIndexSize(0, count, Math.min(ids.length, correct.length)); // before the first is collected
        writer.enter();
        try {
            if (events != null) {
                codec.beginAnswered(count);
                for (int i = 0; i < count; i++) {
                    key.set(ids[i]);
                    codec.answer(key, Feedback.of(correct[i]));
                }
                events.append(codec.written());
            }
            for (int i = 0; i < count; i++) {
                key.set(ids[i]);
                collect(Feedback.of(correct[i]));
            }
            return learnStep();
        } finally {
            writer.exit();
        }
    }

    /**
     * Learns from several answers in one step. Ids that are not pending are left out.
     *
     * @return how many were learned from
     * @throws IllegalArgumentException if one of them names a label that does not exist
     */
    public int learn(List<Answer> answers) {
        answers.forEach(answer -> lesson.check(answer.feedback()));
        writer.enter();
        try {
            if (events != null) {
                codec.beginAnswered(answers.size());
                for (Answer answer : answers) {
                    key.set(answer.id());
                    codec.answer(key, answer.feedback());
                }
                events.append(codec.written());
            }
            for (Answer answer : answers) {
                key.set(answer.id());
                collect(answer.feedback());
            }
            return learnStep();
        } finally {
            writer.exit();
        }
    }

    private Outcome learnOne(Feedback feedback) {
        if (events != null && ledger.isPending(key)) {
            codec.beginAnswered(1);
            codec.answer(key, feedback);
            events.append(codec.written());
        }
        Outcome outcome = collect(feedback);
        if (outcome == Outcome.LEARNED) {
            learnStep();
        }
        return outcome;
    }

    /** Takes the feedback for the decision of the key into the step under way. */
    private Outcome collect(Feedback feedback) {
        if (feedback instanceof Feedback.Expired || feedback instanceof Feedback.Cancelled) {
            return ledger.discard(key, feedback);
        }
        DecisionRow row = ledger.unfold(key);
        if (row == null) {
            return ledger.outcome(key, feedback);
        }
        int label = step.take(row, feedback);
        ledger.end(key, DecisionStore.Fate.ANSWERED, PastAnswer.stored(row.arm, label));
        return Outcome.LEARNED;
    }

    private int learnStep() {
        int answers = step.answers();
        try {
            if (answers > 0) {
                lesson.apply(step);
            }
        } finally {
            step.clear(); // also if the model throws: its rows are used again
            ledger.release();
        }
        return answers;
    }

    // ---------------------------------------------------------------- operating

    /**
     * Operates the learner otherwise from now on; what it has learned stays. {@link Operation} says of each setting what remains
     * guaranteed. Decisions that wait are answered as they were issued.
     *
     * @throws IllegalArgumentException if there is no head of the issuing one's name, or the policy cannot be read from its own text
     */
    public void change(Operation operation) {
        writer.enter();
        try {
            LearnerSettings changed = settings.with(operation);
            SettingsText.checkReadable(changed);
            if (events != null) {
                events.append(codec.changed(operation));
            }
            explorations.change(changed, ledger.decisions());
            operate(changed);
            ledger.setSettings(changed);
        } finally {
            writer.exit();
        }
    }

    private void operate(LearnerSettings changed) {
        settings = changed;
        heads.change(changed.operation());
        decider.setSettings(changed);
        lesson.setSettings(changed);
    }

    /** The settings for the pages. */
    private final class Stored implements LearnerPages.Settings {
        @Override
        public LearnerSettings present() {
            return settings;
        }

        @Override
        public void restore(LearnerSettings stored) {
            explorations.restore(stored);
            operate(stored);
            ledger.restoreSettings(stored);
        }
    }

    // ---------------------------------------------------------------- events

    /**
     * From now on gives every event to a sink, before it is applied; feedback that changes nothing may be among them. A learner that has
     * decided nothing yet begins with the event that makes it.
     *
     * @param sink null for nobody
     */
    public void recordTo(EventSink sink) {
        writer.enter();
        try {
            if (sink != null && ledger.decisions() == 0) {
                sink.append(codec.created(settings));
            }
            events = sink;
        } finally {
            writer.exit();
        }
    }

    /**
     * Does what an event says was done.
     *
     * @throws IllegalArgumentException if that is not possible here, as it then was not possible there
     */
    public void apply(Event event) {
        if (event instanceof Event.Decided decided) {
            decideAll(decided.queries());
        } else if (event instanceof Event.Answered answered) {
            learn(answered.answers());
        } else if (event instanceof Event.Changed changed) {
            change(changed.operation());
        } else if (!(event instanceof Event.Created created) // once more, after a restart before the first decision
                || decisions() > 0
                || !created.settings().equals(settings)) {
            throw new IllegalArgumentException("event: a learner is made (expected: what happened to one)");
        }
    }

    /**
     * The learner that a log of events was recorded of, where it stood after the last of them.
     *
     * @throws SnapshotException if the log does not begin with the event that made it
     */
    public static Learner fold(EventLogReader log) {
        if (!(log.next().orElse(null) instanceof Event.Created created)) {
            throw new SnapshotException("event log: without the settings of its learner (expected: them first)");
        }
        Learner learner = new Learner(created.settings());
        log.forEach(learner::apply);
        return learner;
    }

    // ---------------------------------------------------------------- steps as values

    /** {@link #newStep(int)} of at most one chunk. */
    public Step newStep() {
        return newStep(Step.CHUNK);
    }

    /**
     * An empty step of this learner, to be computed apart.
     *
     * @param expected about how many answers it and all steps that are merged with it will hold, at least 1: implicit steps allow for
     *     the others, so it must be the same for all of these
     * @throws IllegalArgumentException if it is below 1
     */
    public Step newStep(int expected) {
        return new Step(lesson, ledger, writer, expected);
    }

    /**
     * The step that {@link Step#write} wrote, of this learner or of one with equal settings.
     *
     * @throws SnapshotException if the bytes describe none, or one of a learner with other settings
     */
    public Step readStep(StateReader in) {
        Step read = newStep();
        writer.enter();
        try {
            read.read(in);
        } finally {
            writer.exit();
        }
        return read;
    }

    /**
     * Moves the learner by a step, which is empty afterwards. Decisions that the step has answers to and that wait here, because the
     * answers were taken elsewhere, wait no longer: they are answered. Decisions that never were here are learned from all the same, and
     * so are those that were answered before: whoever sends steps must see to it that each is applied once.
     *
     * @throws IllegalArgumentException if it is of a learner with other settings
     * @throws IllegalStateException if events are recorded: a step is none, and the learner would no longer be the fold of its events
     */
    public void apply(Step other) {
        writer.enter();
        try {
            if (events != null) {
                throw new IllegalStateException(
                        "step: while events are recorded (expected: answers, which are events)");
            }
            step.takeIn(other);
            step.endDecisions();
            learnStep();
        } finally {
            writer.exit();
        }
    }

    // ---------------------------------------------------------------- looking

    /** What it was made with. */
    public LearnerSettings settings() {
        return settings;
    }

    /** What can be known without labels so far: a copy, which later decisions do not change. */
    public Measures measures() {
        Measures copy = new Measures(settings.labels().size(), heads.count());
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
     * @param head its place in the settings
     * @param delta how often any of the intervals may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public List<ClassCoverage> coverage(int head, double delta, double margin) {
        return estimate(head).classes(settings.labels(), settings.alpha(), delta, margin);
    }

    /** {@link #marginalCoverage(int, double, double)} with delta 0.05 and {@link CoverageInterval#DEFAULT_MARGIN}. */
    public ClassCoverage marginalCoverage(int head) {
        return marginalCoverage(head, COVERAGE_DELTA, CoverageInterval.DEFAULT_MARGIN);
    }

    /**
     * What is known of the coverage of all queries together by a head's sets, under the same conditions as {@link #coverage(int,
     * double, double)}; {@link CoverageEstimate#marginal} says what of. It is known far sooner than any label's.
     *
     * @param head its place in the settings
     * @param delta how often the interval may ever be wrong, in (0, 1)
     * @param margin by how much coverage may differ from 1 - alpha before there is an alarm, at least 0
     */
    public ClassCoverage marginalCoverage(int head, double delta, double margin) {
        return estimate(head).marginal(settings.alpha(), delta, margin);
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
        return ledger.decisions();
    }

    /** How many decisions wait for feedback. */
    public int pending() {
        return ledger.store().pending();
    }

    /** How many decisions expired before feedback came. */
    public long expired() {
        return ledger.expired();
    }

    /**
     * Frees what its model, its encoder and its store hold outside the Java heap; needed for networks and sentence encoders. After that it
     * refuses to decide, learn and be stored, and still tells what it measured. Closing it again does nothing.
     */
    @Override
    public void close() {
        if (writer.enterLast()) {
            try (encoder; // each of them also if another throws
                    model) {
                ledger.store().close();
            } finally {
                events = null;
                writer.exit();
            }
        }
    }

    Heads heads() {
        return heads;
    }

    // ---------------------------------------------------------------- keeping

    /**
     * The whole state, pending decisions included, as {@link #writeSnapshot} writes it; but no increment can follow it, and those that
     * follow another are not affected. For learners of up to 2 GiB.
     */
    public byte[] snapshot() {
        writer.enter();
        try {
            return pages.snapshot();
        } finally {
            writer.exit();
        }
    }

    /**
     * Writes the whole state, pending decisions included, page by page: a stream of format version 4, which {@link
     * dev.setpoint.state.PageWriter} and {@code docs/formats.md} map. Increments may follow it.
     *
     * @param out is flushed and not closed
     * @throws IOException if it cannot be written; it is then as if it had not been tried
     */
    public void writeSnapshot(OutputStream out) throws IOException {
        writer.enter();
        try {
            pages.writeSnapshot(out);
        } finally {
            writer.exit();
        }
    }

    /**
     * Writes what has changed since the snapshot or increment that was last written, or restored from: the pages that were touched.
     * It says which one it follows.
     *
     * @param out is flushed and not closed
     * @throws IllegalStateException if there is nothing it could follow
     * @throws IOException if it cannot be written; it is then as if it had not been tried
     */
    public void writeIncrement(OutputStream out) throws IOException {
        writer.enter();
        try {
            pages.writeIncrement(out);
        } finally {
            writer.exit();
        }
    }

    /**
     * Puts all pages into a store of the caller's, without what a stream has around them.
     *
     * @throws IOException if the store throws it
     */
    public void writePages(PageSink store) throws IOException {
        writer.enter();
        try {
            pages.writeAll(store);
        } finally {
            writer.exit();
        }
    }

    /**
     * Puts the pages into a store of the caller's that were touched since this was last called, or since a snapshot or increment was
     * written or the learner was restored or made; pages that are no more are removed.
     *
     * @throws IOException if the store throws it; the pages still count as touched
     */
    public void writeTouchedPages(PageSink store) throws IOException {
        writer.enter();
        try {
            pages.writeTouched(store);
        } finally {
            writer.exit();
        }
    }

    /**
     * The learner a snapshot was taken of: it continues bit for bit as the original would have. Its settings are in the snapshot; where
     * a {@link dev.setpoint.notation.Plugin} named a part of them, it must be there again. Reads format versions from 3 on.
     *
     * @throws SnapshotException if the bytes are truncated, corrupt or foreign, or name settings that are not known here
     */
    public static Learner restore(byte[] snapshot) {
        return LearnerPages.restore(snapshot, null);
    }

    /**
     * The same, if it has the settings that are expected.
     *
     * @throws SnapshotException if the bytes are truncated, corrupt, foreign, or of a learner with other settings
     */
    public static Learner restore(LearnerSettings expected, byte[] snapshot) {
        return LearnerPages.restore(snapshot, expected);
    }

    /**
     * The learner that wrote a snapshot and then increments, as it was when it wrote the last of them; further increments may follow.
     *
     * @param snapshot what {@link #writeSnapshot} wrote; best buffered, and read no further than to its end
     * @param increments all that {@link #writeIncrement} wrote since, in order; may be empty
     * @throws SnapshotException if one of them is truncated, corrupt or foreign, or if an increment is missing or out of order
     * @throws IOException if they cannot be read
     */
    public static Learner restore(InputStream snapshot, Iterable<? extends InputStream> increments) throws IOException {
        return LearnerPages.restore(snapshot, increments, null);
    }

    /**
     * The learner whose pages a store holds: those of {@link #writePages} and of every {@link #writeTouchedPages} since.
     *
     * @throws SnapshotException if they are not all pages of a learner
     * @throws IOException if the store throws it
     */
    public static Learner restore(PageSource store) throws IOException {
        return LearnerPages.restore(store);
    }

    LearnerPages pages() {
        return pages;
    }

    /** Puts what follows from the state in order, after it was read. */
    void endRead() {
        ledger.checkPending();
        lesson.updateCalibrated();
    }
}
