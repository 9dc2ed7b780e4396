package dev.setpoint;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The decisions that a step has answers to, in order, each with its {@link PastAnswer}. */
final class AnsweredDecisions {
    private final Map<DecisionKey, Long> answers = new LinkedHashMap<>();

    void add(DecisionKey id, long answer) {
        answers.put(id, answer);
    }

    /**
     * Refuses a decision that is among these.
     *
     * @throws IllegalArgumentException if it is
     */
    void checkNew(DecisionKey id) {
        if (answers.containsKey(id)) {
            throw new IllegalArgumentException(
                    "id: " + id
                            + ", for which the step already has an answer to an earlier decision (expected: another id, or the step applied first)");
        }
    }

    void addAll(AnsweredDecisions later) {
        answers.putAll(later.answers);
    }

    void clear() {
        answers.clear();
    }

    /**
     * Refuses others that have a decision in common with these.
     *
     * @throws IllegalArgumentException if they have
     */
    void checkApart(AnsweredDecisions later) {
        for (DecisionKey id : later.answers.keySet()) {
            if (answers.containsKey(id)) {
                throw new IllegalArgumentException("step: has an answer to decision " + id
                        + ", and so has this one (expected: each answer in one step)");
            }
        }
    }

    /** Stops waiting for them where they wait; doing so again does nothing. */
    void endIn(DecisionLedger ledger) {
        answers.forEach(ledger::endAnswered);
    }

    /** State: per decision its id; int, the pulled label; int, the true label, or -1 if that is not known. */
    void write(StateWriter out) {
        answers.forEach((id, answer) -> {
            id.write(out);
            out.writeInt(PastAnswer.of(answer).arm());
            out.writeInt(PastAnswer.of(answer).label());
        });
    }

    void read(StateReader in, int count, int labels) {
        for (int i = 0; i < count; i++) {
            DecisionKey id = new DecisionKey();
            id.read(in);
            int arm = in.readCount("arm", labels - 1);
            int label = in.readInt();
            if (label < DecisionRow.NONE || label >= labels) {
                throw new SnapshotException("step: label " + label + " (expected: in [-1, " + labels + "))");
            }
            if (answers.put(id, PastAnswer.stored(arm, label)) != null) {
                throw new SnapshotException("step: decision " + id + " twice (expected: once)");
            }
        }
    }

    Set<Map.Entry<DecisionKey, Long>> entries() {
        return answers.entrySet();
    }

    /**
     * Refuses an answer that is not the one named.
     *
     * @throws SnapshotException if it is not
     */
    static void check(Map.Entry<DecisionKey, Long> named, DecisionKey id, long answer) {
        if (!named.getKey().equals(id) || named.getValue() != answer) {
            throw new SnapshotException("step: decision " + id + " of " + PastAnswer.of(answer)
                    + " (expected: decision " + named.getKey() + " of " + PastAnswer.of(named.getValue()) + ")");
        }
    }
}
