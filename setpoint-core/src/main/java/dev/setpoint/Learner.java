package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.measure.Measures;
import dev.setpoint.model.GivenProbabilities;
import dev.setpoint.state.SnapshotException;
import java.util.List;
import java.util.Optional;

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
 * exception has changed nothing (a model or a store that throws is no refusal: after that, what was recorded must be folded anew);
 * {@link #decideInto} and the array forms of {@code learn} allocate nothing after warm-up.
 *
 * <p>One writer: a second thread that comes while another is inside is refused with an {@link IllegalStateException}; threads may
 * take turns.
 */
public final class Learner implements AutoCloseable {
    private final OneWriter writer = new OneWriter();
    private final Recorder recorder = new Recorder();
    private final DecisionBatch ownBatch = newBatch();
    private final LearnerPages pages;
    /** Volatile, as threads may take turns. */
    private volatile LearnerParts parts;

    /**
     * A learner that has seen nothing and keeps its decisions in memory.
     *
     * @throws IllegalArgumentException if the settings cannot be read from their own text, as after a restart they would have to be:
     *     a policy or model of the user's own needs a name, through a {@link dev.setpoint.notation.Plugin}
     */
    public Learner(LearnerSettings settings) {
        this(settings, new MemoryDecisionStore());
    }

    /**
     * A learner that has seen nothing.
     *
     * @param store keeps its decisions, and nobody else's: it must be empty; closed with the learner
     * @throws IllegalArgumentException if the settings cannot be read from their own text, or the store is not empty
     */
    public Learner(LearnerSettings settings, DecisionStore store) {
        this(settings, store, false);
    }

    /** One that has seen nothing, or is about to be restored: then the store may have its decisions. */
    Learner(LearnerSettings settings, DecisionStore store, boolean restored) {
        SettingsText.checkReadable(Argument.given("settings", settings));
        LearnerParts.checkStore(Argument.given("store", store), restored);
        parts = new LearnerParts(settings, store, recorder, writer);
        pages = new LearnerPages(parts, writer);
    }

    /** Decides one query of named features and texts, as {@link #decide(Query)}. */
    public Decision decide(Features query) {
        return decide(Query.of(Argument.given("query", query)));
    }

    /** Makes the vector the one that {@link #decide(Features)} would decide, to be decided later. */
    public void encodeInto(Features features, FeatureVector query) {
        parts.loop.encode(Argument.given("features", features), Argument.given("query", query));
    }

    /** Decides one query, as {@link #decide(Query)}. */
    public Decision decide(FeatureVector query) {
        return decide(Query.of(Argument.given("query", query)));
    }

    /**
     * Decides a query whose probabilities come from a model of the caller's own, one per label in the settings' order: each in [0, 1],
     * with sum 1. {@link Query#ofProbabilities} says the same with an id, or with labels that must not be pulled.
     *
     * @throws IllegalArgumentException if they are no such distribution, or if the learner has a model: its settings must say
     *     {@link LearnerSettingsBuilder#givenProbabilities}
     */
    public Decision decide(double... probabilities) {
        LearnerSettings present = settings();
        if (!(present.model() instanceof GivenProbabilities.Settings)) {
            throw new IllegalArgumentException("probabilities: given to a learner whose model is " + present.model()
                    + " (expected: settings with givenProbabilities)");
        }
        double sum = GivenProbabilities.check(
                "probabilities", probabilities, present.labels().size());
        return decide(Query.ofProbabilities(probabilities, sum));
    }

    /**
     * Decides one query, with what else is said of it.
     *
     * @throws IllegalArgumentException if its id is of a decision that is pending or remembered, all labels are excluded, its weight is
     *     negative or not finite, or above 1 though {@link Operation#maxWeight} is 1 (otherwise it is cut to that), the vector has the
     *     wrong dimension, or the query has named features and texts and the settings' features are vectors, or the other way round
     */
    public Decision decide(Query query) {
        return parts.loop.decide(Argument.given("query", query), ownBatch);
    }

    /**
     * Decides several queries with the same state: all, or if one is refused, none.
     *
     * @param queries either all with an id or none
     */
    public List<Decision> decideAll(List<Query> queries) {
        return parts.loop.decide(Argument.allGiven("queries", queries), ownBatch);
    }

    /** An empty batch to decide into. */
    public DecisionBatch newBatch() {
        return new DecisionBatch(this);
    }

    /** Decides one query into a batch of one. */
    public void decideInto(FeatureVector query, DecisionBatch into) {
        Argument.given("into", into).check(this);
        parts.loop.decide(query, into);
    }

    /** Decides the first {@code count} queries with the same state, numbering them in order. */
    public void decideInto(FeatureVector[] queries, int count, DecisionBatch into) {
        decideInto(queries, null, null, null, count, into);
    }

    /**
     * Decides the first {@code count} queries with the same state; for each of them, what {@link Query} says.
     *
     * @param queries their vectors
     * @param excluded per query the labels that must not be pulled, null for none; null for no exclusion at all
     * @param ids per query the decision's id; null to number decisions from 0 in order
     * @param weights per query its weight; null for 1
     * @param count how many queries
     * @param into receives the decisions; it must come from this learner's {@link #newBatch}
     * @throws IllegalArgumentException if one of them cannot be decided; then none is
     * @throws DivergedException if the model's probabilities are not a distribution
     */
    public void decideInto(
            FeatureVector[] queries, LabelSet[] excluded, long[] ids, double[] weights, int count, DecisionBatch into) {
        Argument.given("into", into).check(this);
        parts.loop.decide(Argument.given("queries", queries), excluded, ids, weights, count, into);
    }

    /** A decision that waits for feedback, as it was issued, but with the names that labels have now. */
    public Optional<Decision> find(long id) {
        return parts.loop.find(id);
    }

    /** The same by a name, or a number in digits. */
    public Optional<Decision> find(String id) {
        return parts.loop.find(id);
    }

    /** Learns whether the pull of one decision was correct: a step of its own. */
    public Outcome learn(long id, boolean correct) {
        return learn(id, Feedback.of(correct));
    }

    /** Learns from feedback for one decision, as {@link #learn(String, Feedback)}. */
    public Outcome learn(long id, Feedback feedback) {
        return parts.loop.learn(id, feedback);
    }

    /** Learns whether the pull of one decision was correct: a step of its own. */
    public Outcome learn(String id, boolean correct) {
        return learn(id, Feedback.of(correct));
    }

    /** Learns from feedback for one decision: a step of its own. Refused if it names a label that does not exist. */
    public Outcome learn(String id, Feedback feedback) {
        return parts.loop.learn(id, feedback);
    }

    /**
     * Learns whether the pulls of the first {@code count} ids were correct, in one step. Ids that are not pending are left out.
     *
     * @return how many were learned from
     * @throws IllegalArgumentException if the count is negative or above the length of an array
     */
    public int learn(long[] ids, boolean[] correct, int count) {
        return parts.loop.learn(Argument.given("ids", ids), Argument.given("correct", correct), count);
    }

    /** Learns from several answers in one step; returns what became of each. Refused if one names a label that does not exist. */
    public List<Outcome> learn(List<Answer> answers) {
        return parts.loop.learn(Argument.allGiven("answers", answers));
    }

    /**
     * Moves the learner by a step, which is empty afterwards. Decisions that wait here and that the step has answers to are answered.
     * Others are learned from all the same: whoever sends steps must see to it that each is applied once.
     *
     * @throws IllegalArgumentException if it is of a learner with other settings or heads
     * @throws IllegalStateException if events are recorded: a step is none, and the learner would no longer be the fold of its events.
     *     The step keeps its answers, and can be applied once the recording has ended
     */
    public void apply(Step step) {
        parts.loop.learn(Argument.given("step", step));
    }

    /**
     * Changes how it is operated, its labels or its heads; {@link Change} and {@link Operation} say of each what remains guaranteed.
     * Steps computed apart must be applied before.
     *
     * @throws IllegalArgumentException if the change cannot be made
     */
    public void change(Change change) {
        writer.enter();
        try (writer) {
            parts = parts.changed(Argument.given("change", change));
            pages.follow(parts);
        }
    }

    /**
     * From now on gives every event to a sink, before it is applied; feedback that changes nothing may be among them. Of a learner to
     * which nothing has happened since it was made (no decision, no change, and it was not restored) the first is {@link Event.Created},
     * and {@link EventLogReader#fold} makes it anew. Of any other it is {@link Event.Continued}: such a log goes on from a snapshot, taken
     * now, or from the log that the learner was folded from. If the sink refuses that event, all stays as it was. Steps computed apart must be applied before: they are no events, and are
     * refused while events are recorded.
     *
     * @param sink null for nobody
     */
    public void recordTo(EventSink sink) {
        writer.enter();
        try (writer) {
            recorder.begin(sink, parts.beginning());
        }
    }

    /** What it is, with all that has changed since it was made. */
    public LearnerSettings settings() {
        return parts.settings();
    }

    /** What can be known without labels so far: a copy, which later decisions do not change. */
    public Measures measures() {
        return parts.measures.copy();
    }

    /** What is known of its coverage at present, from feedback alone. */
    public LearnerCoverage coverage() {
        return new LearnerCoverage(settings(), measures());
    }

    /**
     * The thresholds the next decision's set will be issued with, as far as they do not depend on its query.
     *
     * @param head its place in the settings; refused if there is none
     */
    public double[] thresholds(int head) {
        settings().checkHead(head);
        return parts.heads.thresholds(head);
    }

    /** How many decisions were made. */
    public long decisions() {
        return parts.ledger.decisions();
    }

    /** How many decisions wait for feedback. */
    public int pending() {
        return parts.ledger.store().pending();
    }

    /** How many decisions expired before feedback came. */
    public long expired() {
        return parts.ledger.expired();
    }

    /** Its state page by page: snapshots and increments as streams, or pages in a store of the caller's. */
    public LearnerPages pages() {
        return pages;
    }

    /**
     * The whole state, for learners of up to 2 GiB: {@link LearnerPages#snapshot}. Pending decisions are included, unless they are in a
     * store that keeps them elsewhere: then {@link LearnerPages#restore(java.io.InputStream, Iterable, DecisionStore)} reads it. Answers in
     * a {@link Step} that is not applied yet are not in it, and their decisions wait no longer: such a step must be stored, too.
     */
    public byte[] snapshot() {
        return pages.snapshot();
    }

    /**
     * The learner a snapshot was taken of: it continues bit for bit as the original would have. Its settings are in the snapshot; where
     * a {@link dev.setpoint.notation.Plugin} named a part of them, it must be there again. Reads format versions from 3 on.
     *
     * @throws SnapshotException if the bytes are truncated, corrupt or foreign, name settings that are not known here, or are of a learner
     *     whose decisions are in a store of its own
     */
    public static Learner restore(byte[] snapshot) {
        return LearnerPages.restore((LearnerSettings) null, Argument.given("snapshot", snapshot));
    }

    /**
     * Frees what its model, its encoder and its store hold outside the Java heap; needed for networks and sentence encoders. After that it
     * refuses to decide, learn and be stored, and still tells what it measured. Closing it again does nothing.
     */
    @Override
    public void close() {
        parts.close();
    }

    LearnerParts parts() {
        return parts;
    }
}
