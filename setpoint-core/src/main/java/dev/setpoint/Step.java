package dev.setpoint;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What some answers will add to a learner, as a value: computed apart, {@linkplain #write written}, {@linkplain #merge merged} with other
 * parts of the same step, and {@linkplain Learner#apply applied}.
 *
 * <p>A step is cut into chunks of {@value #CHUNK} answers. What a chunk adds to a {@linkplain dev.setpoint.model.SummedModel summed
 * model}, to {@linkplain dev.setpoint.track.SummedTracker summed trackers} and to the measures are sums, worked out with the learner as
 * it stands when the chunk is full, or when the step is written, merged or applied. Other models and trackers, and encoders that
 * {@linkplain dev.setpoint.feature.Encoder#observes observe}, are given the answers themselves, in order, when the step is applied; only
 * then does a step keep their decisions. Of every answer it keeps the decision's id and what was answered, so that the learner it is
 * applied to waits for that decision no longer.
 *
 * <p>Guarantee: the same answers, cut at the borders of chunks into any number of steps that are merged in order, move a learner to the
 * same bits, if their {@linkplain #of expected} answers are the same. Sums are added up in the order of chunks. Answers
 * in one step do not see what the others teach. A step of one chunk is to the bit what {@link Learner#learn(List)} does.
 *
 * <p>After a change of the learner's labels or heads a step that was begun before can no longer be applied, and the answers it has taken
 * are lost: apply open steps first.
 *
 * <p>Of a learner that owns it: it must not be used while another thread uses that learner, which is refused.
 */
public final class Step {
    /** How many answers make a chunk. */
    public static final int CHUNK = 256;

    private final Lesson lesson;
    private final DecisionLedger ledger;
    private final OneWriter writer;
    private final int expected;
    private final Evidence evidence;
    private final List<ChunkSums> chunks = new ArrayList<>();
    /** How many chunks are worked out. */
    private int collected;
    /** How many of the answers are in these. */
    private int collectedAnswers;
    /** Answers whose decisions are not kept here, since sums are all that is needed of them. */
    private int withoutRows;
    /** The decisions that the answers are to, in order, each with its {@link PastAnswer}; not those that a learner takes for itself. */
    private final Map<DecisionKey, Long> ended = new LinkedHashMap<>();

    Step(Lesson lesson, DecisionLedger ledger, OneWriter writer, int expected) {
        if (expected < 1) {
            throw new IllegalArgumentException("expected answers: " + expected + " (expected: >= 1)");
        }
        this.lesson = lesson;
        this.ledger = ledger;
        this.writer = writer;
        this.expected = expected;
        this.evidence = lesson.newEvidence();
    }

    /**
     * An empty step of a learner, to be computed apart.
     *
     * @param expected about how many answers it and all steps that are merged with it will hold, at least 1: implicit steps allow for
     *     the others, so it must be the same for all of these
     * @throws IllegalArgumentException if it is below 1
     */
    public static Step of(Learner learner, int expected) {
        return learner.parts().newStep(expected);
    }

    /**
     * The step that {@link #write} wrote, of this learner or of one with equal settings.
     *
     * @throws SnapshotException if the bytes describe none, or one of a learner with other settings
     */
    public static Step read(Learner learner, StateReader in) {
        Step read = of(learner, CHUNK);
        read.writer.enter();
        OneWriter entered = read.writer;
        try (entered) {
            read.read(in);
        }
        return read;
    }

    /** How many answers it holds. */
    public int answers() {
        return withoutRows + evidence.count();
    }

    /**
     * Takes an answer to a decision that waits in the learner, which waits for it no longer. Feedback that a decision expired or was
     * cancelled is no part of a step: it is given to the learner.
     *
     * @return {@link Outcome#LEARNED} if the step has taken it; otherwise why not
     * @throws IllegalArgumentException if the feedback names a label that does not exist, or is no answer
     */
    public Outcome add(String id, Feedback feedback) {
        lesson.checkOpen();
        lesson.check(feedback);
        if (feedback instanceof Feedback.Expired || feedback instanceof Feedback.Cancelled) {
            throw new IllegalArgumentException("feedback: " + feedback + " (expected: an answer)");
        }
        DecisionKey key = new DecisionKey();
        key.set(id);
        writer.enter();
        try (writer) {
            DecisionRow row = ledger.unfoldApart(key);
            if (row == null) {
                return ledger.outcome(key, feedback);
            }
            long answer = PastAnswer.stored(row.arm, told(feedback, take(row, feedback)));
            ledger.end(key, DecisionStore.Fate.ANSWERED, answer);
            ended.put(key, answer);
            if (evidence.count() - collectedAnswers == CHUNK) {
                collect();
            }
            return Outcome.LEARNED;
        }
    }

    /** The label that an answer names, if it does, though the decision may not have known it; otherwise what it was learned as. */
    static int told(Feedback feedback, int learned) {
        return feedback instanceof Feedback.Label label ? label.index() : learned;
    }

    /** Adds a decision's answer. */
    int take(DecisionRow row, Feedback feedback) {
        return evidence.add(row, feedback);
    }

    Evidence evidence() {
        return evidence;
    }

    /** Whether none of its chunks is worked out and one is enough. */
    boolean isOneOpenChunk() {
        return collected == 0 && evidence.count() <= CHUNK;
    }

    /** Works out the chunks that are not yet. */
    private void collect() {
        collect(expected);
    }

    /** The same, if no answers will follow: they are as many as there are. */
    void collectAll() {
        collect(Math.max(expected, answers()));
    }

    private void collect(int total) {
        while (collectedAnswers < evidence.count()) {
            int to = Math.min(evidence.count(), collectedAnswers + CHUNK);
            ChunkSums sums = nextChunk();
            lesson.sum(evidence, collectedAnswers, to, sums);
            lesson.collectGradient(evidence, collectedAnswers, to, parts(total, to - collectedAnswers), sums);
            collectedAnswers = to;
        }
        if (!lesson.needsAnswers()) {
            withoutRows += evidence.count();
            evidence.clear();
            collectedAnswers = 0;
        }
    }

    /** The sums that the next chunk is worked out into, which count from now on. */
    ChunkSums nextChunk() {
        if (collected == chunks.size()) {
            chunks.add(lesson.newSums());
        }
        return chunks.get(collected++);
    }

    /** How many parts of this size the whole step has; one if it is expected to be one chunk, however many answers come. */
    private static double parts(int total, int size) {
        return total <= CHUNK ? 1 : Math.max(1, (double) total / size);
    }

    int chunks() {
        return collected;
    }

    ChunkSums chunk(int i) {
        return chunks.get(i);
    }

    void clear() {
        for (int i = 0; i < collected; i++) {
            chunks.get(i).clear();
        }
        collected = 0;
        collectedAnswers = 0;
        withoutRows = 0;
        evidence.clear();
        ended.clear();
    }

    /** Stops waiting for the decisions that the answers are to, where they wait here. */
    void endDecisions() {
        ended.forEach(ledger::endAnswered);
    }

    /**
     * Takes in the answers of a step that come after those of this one. The other step is empty afterwards.
     *
     * @throws IllegalArgumentException if it is of a learner with other settings, or this step itself, or if both have an answer to the
     *     same decision; then nothing has changed
     */
    public void merge(Step later) {
        writer.enter();
        try (writer) {
            takeIn(later);
        }
    }

    void takeIn(Step later) {
        check(later);
        collect();
        later.collectThere(writer);
        for (int i = 0; i < later.collected; i++) {
            exchange(i, later);
        }
        later.collected = 0;
        for (int i = 0; i < later.evidence.count(); i++) {
            take(later.evidence.row(i), later.evidence.feedback(i));
        }
        collectedAnswers = evidence.count();
        withoutRows += later.withoutRows;
        ended.putAll(later.ended);
        later.clear();
    }

    private void check(Step later) {
        later.lesson.checkOpen();
        if (later == this || !later.lesson.isLike(lesson)) {
            throw new IllegalArgumentException(
                    "step: of another kind of learner, or itself (expected: another step of a learner with equal settings)");
        }
        for (DecisionKey id : later.ended.keySet()) {
            if (ended.containsKey(id)) {
                throw new IllegalArgumentException(
                        "step: with an answer to decision " + id + ", as this one (expected: each answer in one step)");
            }
        }
    }

    /** Works out the chunks that are not yet, for a step of perhaps another learner. */
    private void collectThere(OneWriter entered) {
        if (writer == entered || collectedAnswers == evidence.count()) {
            collect();
            return;
        }
        writer.enter();
        try (writer) {
            collect();
        }
    }

    /** Takes a chunk's sums from another step, which is given sums of nothing in their place, if there are some: none pile up. */
    private void exchange(int i, Step later) {
        ChunkSums taken = later.chunks.get(i);
        if (collected < chunks.size()) {
            later.chunks.set(i, chunks.set(collected, taken));
        } else {
            later.chunks.set(i, lesson.newSums());
            chunks.add(taken);
        }
        collected++;
    }

    /**
     * Appends the step: long, a fingerprint of the learner's settings; int, its chunks; each chunk's sums; per answer the decision's id,
     * an int, the pulled label, and an int, the true label, or -1 if that is not known; boolean, whether the answers themselves follow, as
     * they do if sums are not all that is needed; per answer the decision and the feedback.
     */
    public void write(StateWriter out) {
        collectThere(null);
        out.writeLong(lesson.fingerprint());
        out.writeInt(collected);
        for (int i = 0; i < collected; i++) {
            chunks.get(i).write(out);
        }
        ended.forEach((id, answer) -> {
            id.write(out);
            out.writeInt(PastAnswer.of(answer).arm());
            out.writeInt(PastAnswer.of(answer).label());
        });
        out.writeBoolean(lesson.needsAnswers());
        for (int i = 0; lesson.needsAnswers() && i < evidence.count(); i++) {
            evidence.row(i).write(out);
            EventCodec.writeFeedback(evidence.feedback(i), out);
        }
    }

    void read(StateReader in) {
        if (in.readLong() != lesson.fingerprint()) {
            throw new SnapshotException("step: of a learner with other settings (expected: with equal settings)");
        }
        int count = in.readCount("chunks", in.remaining());
        int answers = 0;
        for (int i = 0; i < count; i++) {
            ChunkSums sums = nextChunk();
            sums.read(in);
            answers += sums.answers;
        }
        for (int i = 0; i < answers; i++) {
            readEnded(in);
        }
        if (in.readBoolean() != lesson.needsAnswers()) {
            throw new SnapshotException("step: " + (lesson.needsAnswers() ? "without" : "with")
                    + " its answers (expected: " + (lesson.needsAnswers() ? "them" : "their sums alone") + ")");
        }
        for (int i = 0; lesson.needsAnswers() && i < answers; i++) {
            DecisionRow row = ledger.readRow(in);
            take(row, lesson.readAnswer(in));
        }
        collectedAnswers = evidence.count();
        withoutRows = answers - evidence.count();
    }

    private void readEnded(StateReader in) {
        DecisionKey id = new DecisionKey();
        id.read(in);
        int arm = in.readCount("arm", lesson.labels() - 1);
        int label = in.readInt();
        if (label < DecisionRow.NONE || label >= lesson.labels()) {
            throw new SnapshotException("step: label " + label + " (expected: in [-1, " + lesson.labels() + "))");
        }
        if (ended.put(id, PastAnswer.stored(arm, label)) != null) {
            throw new SnapshotException("step: decision " + id + " twice (expected: once)");
        }
    }
}
