package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What a learner does again and again: decides, looks decisions up, learns. Lets one thread in at a time. */
final class DecisionLoop {
    private final LearnerParts parts;
    private final Recorder recorder;
    private final OneWriter writer;
    /** The step under way. */
    private final Step step;

    private final DecisionKey key = new DecisionKey();

    DecisionLoop(LearnerParts parts, Recorder recorder, OneWriter writer) {
        this.parts = parts;
        this.recorder = recorder;
        this.writer = writer;
        this.step = parts.newStep(Step.CHUNK);
    }

    private void enter() {
        writer.enter();
        if (parts.lesson.isEnded()) { // another thread has changed labels or heads since this one was about to enter
            writer.close();
            throw new IllegalStateException(
                    "learner: changed by another thread meanwhile (expected: one thread at a time)");
        }
    }

    void encode(Features features, FeatureVector query) {
        enter();
        try (writer) {
            parts.encoder.encodeInto(features, query);
        }
    }

    Decision decide(Query query, DecisionBatch into) {
        enter();
        try (writer) {
            begin(into, 1);
            parts.decider.take(into, 0, query);
            issue(into, query.id() == null);
            return into.decision(0);
        }
    }

    void decide(FeatureVector query, DecisionBatch into) {
        enter();
        try (writer) {
            begin(into, 1);
            parts.decider.take(into, 0, query, null, 1);
            issue(into, true);
        }
    }

    List<Decision> decide(List<Query> queries, DecisionBatch into) {
        enter();
        try (writer) {
            begin(into, queries.size());
            issue(into, parts.decider.take(into, queries));
            return into.decisions();
        }
    }

    /** All arrays but that of the queries may be null. */
    void decide(
            FeatureVector[] queries, LabelSet[] excluded, long[] ids, double[] weights, int count, DecisionBatch into) {
        checkCount(count, queries.length);
        checkLength("excluded", excluded == null ? count : excluded.length, count);
        checkLength("ids", ids == null ? count : ids.length, count);
        checkLength("weights", weights == null ? count : weights.length, count);
        enter();
        try (writer) {
            begin(into, count);
            parts.decider.take(into, queries, excluded, ids, weights);
            issue(into, ids == null);
        }
    }

    private static void checkCount(int count, int most) {
        if (count < 0 || count > most) {
            throw new IllegalArgumentException("count: " + count + " (expected: in [0, " + most + "])");
        }
    }

    private static void checkLength(String argument, int length, int count) {
        if (length < count) {
            throw new IllegalArgumentException(
                    argument + ": " + length + " (expected: at least " + count + ", one per query)");
        }
    }

    private void begin(DecisionBatch into, int count) {
        into.resize(count, parts.settings(), parts.heads);
        parts.ledger.clear(into);
    }

    /** Decides what a batch has taken, and keeps it. */
    private void issue(DecisionBatch batch, boolean numbered) {
        parts.ledger.number(batch, numbered);
        parts.decider.decide(batch);
        recorder.decided(batch, numbered);
        batch.setCalibrated(parts.lesson.calibrated());
        for (int i = 0; i < batch.count(); i++) { // nothing is refused from here on
            for (int h = 0; h < parts.heads.count(); h++) {
                parts.measures.head(h).sizes().add(batch.row(i).sets[h].size());
            }
        }
        parts.ledger.keep(batch, numbered);
        batch.setFilled();
    }

    Optional<Decision> find(long id) {
        enter();
        try (writer) {
            key.set(id);
            return find();
        }
    }

    Optional<Decision> find(String id) {
        enter();
        try (writer) {
            key.set(id);
            return find();
        }
    }

    private Optional<Decision> find() {
        DecisionRow row = parts.ledger.unfoldWhole(key);
        parts.ledger.release();
        return Optional.ofNullable(row)
                .map(found -> DecisionBatch.decision(
                        found, parts.settings().labels(), parts.settings().coverage()));
    }

    Outcome learn(long id, Feedback feedback) {
        enter();
        try (writer) {
            key.set(id);
            return learn(feedback);
        }
    }

    Outcome learn(String id, Feedback feedback) {
        enter();
        try (writer) {
            key.set(id);
            return learn(feedback);
        }
    }

    private Outcome learn(Feedback given) {
        Feedback feedback = parts.lesson.checked(given);
        if (recorder.isOn() && parts.ledger.isPending(key)) {
            recorder.answered(key, feedback);
        }
        try {
            Outcome outcome = collect(feedback);
            learnStep();
            return outcome;
        } finally {
            endStep();
        }
    }

    int learn(long[] ids, boolean[] correct, int count) {
        checkCount(count, Math.min(ids.length, correct.length));
        enter();
        try (writer) {
            recorder.answered(ids, correct, count);
            try {
                for (int i = 0; i < count; i++) {
                    key.set(ids[i]);
                    collect(Feedback.of(correct[i]));
                }
            } catch (RuntimeException | Error e) {
                learnAndEndStep();
                throw e;
            }
            return learnAndEndStep();
        }
    }

    List<Outcome> learn(List<Answer> given) {
        enter();
        try (writer) {
            List<Answer> answers = given.stream()
                    .map(answer -> new Answer(answer.id(), parts.lesson.checked(answer.feedback())))
                    .toList();
            recorder.answered(answers);
            List<Outcome> outcomes = new ArrayList<>(answers.size());
            try {
                for (Answer answer : answers) {
                    key.set(answer.id());
                    outcomes.add(collect(answer.feedback()));
                }
            } catch (RuntimeException | Error e) {
                learnAndEndStep();
                throw e;
            }
            learnAndEndStep();
            return Collections.unmodifiableList(outcomes);
        }
    }

    void learn(Step other) {
        enter();
        try (writer) {
            Step.checkUnrecorded(recorder);
            other.within(writer, () -> apply(other));
        }
    }

    private void apply(Step other) {
        step.checkLike(other);
        other.collect();
        // before its answers are taken out: if the store throws, the step can be applied again
        other.answered().endIn(parts.ledger);
        try {
            step.takeIn(other);
            learnStep();
            parts.touch();
        } finally {
            endStep();
        }
    }

    /** Takes the feedback for the decision of the key into the step under way. */
    private Outcome collect(Feedback feedback) {
        if (feedback instanceof Feedback.Expired || feedback instanceof Feedback.Cancelled) {
            return parts.ledger.discard(key, feedback);
        }
        DecisionRow row = parts.ledger.unfold(key);
        if (row == null) {
            return parts.ledger.outcome(key, feedback);
        }
        step.takeAndEnd(row, key, feedback);
        return Outcome.LEARNED;
    }

    /** Also if the store has thrown: from answers whose decisions have ended is learned, as they will not come again. */
    private int learnAndEndStep() {
        try {
            return learnStep();
        } finally {
            endStep();
        }
    }

    private int learnStep() {
        int answers = step.answers();
        if (answers > 0) {
            parts.lesson.apply(step);
        }
        return answers;
    }

    /** Also if a store or a model has thrown: the rows of the step are used again. */
    private void endStep() {
        step.clear();
        parts.ledger.release();
    }
}
