package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.List;
import java.util.Map;

/**
 * What some answers will add to a learner, as a value: computed apart, {@linkplain #toBytes stored or sent}, {@linkplain #merge merged}
 * with other parts of the same step, and {@linkplain Learner#apply applied}.
 *
 * <p>A step is cut into chunks of {@value #CHUNK} answers. What a chunk adds to a {@linkplain dev.setpoint.model.SummedModel summed
 * model}, to {@linkplain dev.setpoint.track.SummedTracker summed trackers} and to the measures are sums, worked out with the learner as
 * it stands when the chunk is full, or when the step is stored, merged or applied. Other models and trackers, and encoders that
 * {@linkplain dev.setpoint.feature.Encoder#observes observe}, are given the answers themselves, in order, when the step is applied; only
 * then does a step keep their decisions. Of every answer it keeps the decision's id and what was answered, so that the learner it is
 * applied to waits for that decision no longer.
 *
 * <p>Guarantee: the same answers, cut at the borders of chunks into any number of steps that are merged in order, move a learner to the
 * same bits, if their {@linkplain #of expected} answers are the same. Cut elsewhere, they move it to the same state up to rounding, except
 * that an implicit step takes other parts to be like its own where it cannot know them: in how many of their answers teach something, and
 * under {@link Normalization#CORRECT_PULLS} in how many tell the label. Sums are added up in the order of chunks. Answers in one step do
 * not see what the others teach. A step that holds all answers it expects is to the bit what {@link Learner#learn(List)} does.
 *
 * <p>While events are {@linkplain Learner#recordTo recorded}, a learner has no steps: they are no events. A step that was begun before
 * takes no more answers and cannot be applied until the recording has ended. After a change of the learner's labels or heads a step
 * that was begun before can no longer be applied, and the answers it has taken are lost; after any change of its settings, one that was
 * stored before cannot be read: apply steps first.
 *
 * <p>Of a learner that owns it: it must not be used while another thread uses that learner, which is refused.
 */
public final class Step {
    /** How many answers make a chunk. */
    public static final int CHUNK = 256;

    private final Lesson lesson;
    private final DecisionLedger ledger;
    private final Recorder recorder;
    private final OneWriter writer;
    private final Evidence evidence;
    /** How many answers it and those merged with it will hold. */
    private int expected;

    /** Those that are worked out. */
    private final StepChunks chunks;
    /** How many of the answers are in these. */
    private int collectedAnswers;
    /** Answers whose decisions are not kept here, since sums are all that is needed of them. */
    private int withoutRows;
    /** Of the answers that were {@linkplain #add added}; of those that a learner takes for itself, none. */
    private final AnsweredDecisions answered = new AnsweredDecisions();

    Step(Lesson lesson, DecisionLedger ledger, Recorder recorder, OneWriter writer, int expected) {
        if (expected < 1) {
            throw new IllegalArgumentException("expected answers: " + expected + " (expected: >= 1)");
        }
        this.lesson = lesson;
        this.ledger = ledger;
        this.recorder = recorder;
        this.writer = writer;
        this.expected = expected;
        this.evidence = lesson.newEvidence();
        this.chunks = new StepChunks(lesson);
    }

    /**
     * An empty step of a learner, to be computed apart.
     *
     * @param expected how many answers it and all steps that are merged with it will hold together, at least 1, and the same for all of
     *     them. An implicit step allows for all these answers: if fewer come, the model learns less from each than it could; if more come,
     *     it may learn too much
     * @throws IllegalArgumentException if it is below 1
     * @throws IllegalStateException if events are recorded
     */
    public static Step of(Learner learner, int expected) {
        Step step = Argument.given("learner", learner).parts().newStep(expected);
        step.writer.enter();
        OneWriter entered = step.writer;
        try (entered) {
            checkUnrecorded(step.recorder);
        }
        return step;
    }

    /**
     * Refuses steps while events are recorded.
     *
     * @throws IllegalStateException if they are
     */
    static void checkUnrecorded(Recorder recorder) {
        if (recorder.isOn()) {
            throw new IllegalStateException("step: while events are recorded (expected: answers, which are events)");
        }
    }

    /**
     * The step that {@link #toBytes} gave, of this learner or of one with equal settings and heads.
     *
     * @throws SnapshotException if the bytes are cut short, altered, followed by others or no step, or of a learner with other settings
     *     or heads
     */
    public static Step read(Learner learner, byte[] bytes) {
        Argument.given("learner", learner);
        StateReader in = Snapshot.open(Snapshot.STEP, Argument.given("bytes", bytes));
        Step read = learner.parts().newStep(CHUNK);
        read.writer.enter();
        OneWriter entered = read.writer;
        try (entered) {
            read.read(in);
        }
        in.finish();
        return read;
    }

    /** How many answers it holds. */
    public int answers() {
        return withoutRows + evidence.count();
    }

    /** Takes an answer to a decision, as {@link #add(String, Feedback)}. */
    public Outcome add(long id, Feedback feedback) {
        DecisionKey key = new DecisionKey();
        key.set(id);
        return add(key, feedback);
    }

    /**
     * Takes an answer to a decision that waits in the learner, which waits for it no longer: until the step is applied, a snapshot of the
     * learner has neither the decision nor what the answer teaches. Feedback that a decision expired or was cancelled is no part of a
     * step: it is given to the learner.
     *
     * @return {@link Outcome#LEARNED} if the step has taken it; otherwise why not
     * @throws IllegalArgumentException if the feedback names a label that does not exist, or is no answer, or if the step has an answer to
     *     an earlier decision of this id, which the store has forgotten: apply it first
     * @throws IllegalStateException if events are recorded, or the learner's labels or heads have changed since the step was begun; then
     *     nothing was taken. A model that throws while a full chunk is worked out is no refusal: the answer was taken
     */
    public Outcome add(String id, Feedback feedback) {
        DecisionKey key = new DecisionKey();
        key.set(id);
        return add(key, feedback);
    }

    private Outcome add(DecisionKey key, Feedback given) {
        lesson.checkOpen();
        Feedback feedback = lesson.checked(given);
        if (feedback instanceof Feedback.Expired || feedback instanceof Feedback.Cancelled) {
            throw new IllegalArgumentException("feedback: expired or cancelled (expected: an answer)");
        }
        writer.enter();
        try (writer) {
            checkUnrecorded(recorder);
            DecisionRow row = ledger.unfoldApart(key);
            if (row == null) {
                return ledger.outcome(key, feedback);
            }
            answered.checkNew(key);
            answered.add(key, takeAndEnd(row, key, feedback));
            collectFullChunks();
            return Outcome.LEARNED;
        }
    }

    /** Adds a decision's answer and stops waiting for it, or if the store throws, neither; returns what is remembered of it. */
    long takeAndEnd(DecisionRow row, DecisionKey key, Feedback feedback) {
        int before = evidence.count();
        long answer = takeAnswer(row, feedback);
        try {
            ledger.end(key, DecisionStore.Fate.ANSWERED, answer);
        } catch (RuntimeException | Error e) {
            evidence.truncate(before);
            throw e;
        }
        return answer;
    }

    /** Adds a decision's answer; returns what is remembered of it. */
    private long takeAnswer(DecisionRow row, Feedback feedback) {
        return PastAnswer.stored(row.arm, told(feedback, take(row, feedback)));
    }

    /** The label that an answer names, if it does, though the decision may not have known it; otherwise what it was learned as. */
    private static int told(Feedback feedback, int learned) {
        return feedback instanceof Feedback.Label label ? label.index() : learned;
    }

    /** Adds a decision's answer. */
    private int take(DecisionRow row, Feedback feedback) {
        return evidence.add(row, feedback);
    }

    Evidence evidence() {
        return evidence;
    }

    /** Whether none of its chunks is worked out and one is enough. */
    boolean isOneOpenChunk() {
        return chunks.count() == 0 && evidence.count() <= CHUNK;
    }

    /** Works out the chunks that are not yet. */
    void collect() {
        collect(expected, 1);
    }

    private void collectFullChunks() {
        collect(expected, CHUNK);
    }

    /** The same, if no answers will follow: they are as many as there are. */
    void collectAll() {
        collect(Math.max(expected, answers()), 1);
    }

    /** Works out the chunks that are not yet, as far as they have so many answers. */
    private void collect(int total, int least) {
        while (evidence.count() - collectedAnswers >= least) {
            int to = Math.min(evidence.count(), collectedAnswers + CHUNK);
            ChunkSums sums = chunks.empty(); // which does not count yet: a model may throw while it is working on it
            lesson.sum(evidence, collectedAnswers, to, sums);
            lesson.collectGradient(evidence, collectedAnswers, to, parts(total, to - collectedAnswers), sums);
            chunks.add();
            collectedAnswers = to;
        }
        if (!lesson.needsAnswers() && collectedAnswers == evidence.count()) {
            withoutRows += collectedAnswers;
            evidence.clear();
            collectedAnswers = 0;
        }
    }

    /** How many parts of this size the whole step has. */
    private static double parts(int total, int size) {
        return Math.max(1, (double) total / size);
    }

    StepChunks chunks() {
        return chunks;
    }

    void clear() {
        chunks.clear();
        collectedAnswers = 0;
        withoutRows = 0;
        evidence.clear();
        answered.clear();
    }

    /** The decisions that its answers are to. */
    AnsweredDecisions answered() {
        return answered;
    }

    /**
     * Takes in the answers of a step that come after those of this one. The other step is empty afterwards.
     *
     * @throws IllegalArgumentException if it is of a learner with other settings or heads, or of other {@linkplain #of expected} answers,
     *     or this step itself, or if both have an answer to the same decision; then nothing has changed
     * @throws IllegalStateException if the labels or heads of one of the learners have changed since its step was begun; likewise
     */
    public void merge(Step later) {
        Argument.given("later", later);
        writer.enter();
        try (writer) {
            lesson.checkOpen();
            later.within(writer, () -> mergeEntered(later));
        }
    }

    private void mergeEntered(Step later) {
        if (later == this) {
            throw new IllegalArgumentException("step: this one itself (expected: another one)");
        }
        checkLike(later);
        if (later.expected != expected) {
            throw new IllegalArgumentException(
                    "step: of " + later.expected + " expected answers (expected: " + expected + ", as this one)");
        }
        answered.checkApart(later.answered);
        takeIn(later);
    }

    /**
     * Does something while no other thread may use the step.
     *
     * @param entered the writer that is entered already, which may be that of another learner
     */
    void within(OneWriter entered, Runnable action) {
        if (writer == entered) {
            action.run();
            return;
        }
        writer.enter();
        try (writer) {
            action.run();
        }
    }

    /**
     * Refuses a step of another kind of learner.
     *
     * @throws IllegalArgumentException if it is
     */
    void checkLike(Step other) {
        other.lesson.checkOpen();
        lesson.checkLike(other.lesson);
    }

    /** Takes in the answers of another step that is {@linkplain #checkLike like this}. */
    void takeIn(Step later) {
        collect();
        later.collect();
        chunks.takeFrom(later.chunks);
        for (int i = 0; i < later.evidence.count(); i++) {
            take(later.evidence.row(i), later.evidence.feedback(i));
        }
        collectedAnswers = evidence.count();
        withoutRows += later.withoutRows;
        answered.addAll(later.answered);
        later.clear();
    }

    /**
     * The step as bytes, to be stored or sent, with a checksum; {@link #read(Learner, byte[])} reads them.
     *
     * @throws IllegalStateException if the learner's labels or heads have changed since the step was begun
     */
    public byte[] toBytes() {
        writer.enter();
        try (writer) {
            lesson.checkOpen();
            collect();
            return Snapshot.seal(Snapshot.STEP, this::write);
        }
    }

    /**
     * Appends the step: long, a fingerprint of the learner's settings; int, its heads; int each, their numbers; int, expected answers; int,
     * its chunks; each chunk's sums; the {@linkplain AnsweredDecisions#write decisions} answered; boolean, whether the answers themselves
     * follow, as they do if sums are not all that is needed; per answer the decision and the feedback.
     */
    private void write(StateWriter out) {
        lesson.writeLikeness(out);
        out.writeInt(expected);
        chunks.write(out);
        answered.write(out);
        out.writeBoolean(lesson.needsAnswers());
        for (int i = 0; lesson.needsAnswers() && i < evidence.count(); i++) {
            ledger.writeRow(evidence.row(i), out);
            EventCodec.writeFeedback(evidence.feedback(i), out);
        }
    }

    private void read(StateReader in) {
        lesson.checkLike(in);
        expected = in.readInt();
        if (expected < 1) {
            throw new SnapshotException("step: of " + expected + " expected answers (expected: >= 1)");
        }
        int answers = chunks.read(in);
        answered.read(in, answers, lesson.labels());
        if (in.readBoolean() != lesson.needsAnswers()) {
            throw new SnapshotException("step: " + (lesson.needsAnswers() ? "without" : "with")
                    + " its answers (expected: " + (lesson.needsAnswers() ? "with them" : "their sums alone") + ")");
        }
        for (Map.Entry<DecisionKey, Long> named : answered.entries()) {
            if (lesson.needsAnswers()) {
                DecisionRow row = ledger.readRow(in);
                AnsweredDecisions.check(named, row.id, takeAnswer(row, lesson.readAnswer(in)));
            }
        }
        collectedAnswers = evidence.count();
        withoutRows = answers - evidence.count();
    }
}
