package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The stored form of an {@link Event}. Writing allocates nothing after warm-up, but for "none of these".
 *
 * <pre>
 * int      kind: 0 created, 1 decided, 2 answered, 3 changed, 4 continued (all numbers big-endian), then
 * created  text: the settings, as {@link LearnerSettings#toString}
 * continued the same; long: how many decisions were made before; long: from how many answers was learned; int: how many are pending
 * changed  int: 0 the operation, 1 a label added, 2 retired, 3 restored, 4 renamed, 5 a head added, 6 removed, then a text: the
 *          operation or the head, as {@link Operation#toString} and {@link HeadSettings#toString}, or the name; of an added label
 *          a boolean: it has a text, and the text; of a renamed one its new name
 * decided  boolean: decisions were numbered; int: queries, and each: its id, unless numbered; double, its weight; the labels excluded;
 *          its vector, as in a snapshot
 * answered int: answers, and each: the decision's id; its feedback
 * id       boolean: it is a name; the name as text, or the number as a long
 * labels   int: how many of 64 words follow, 0 for no label; longs: bit k of word w is label 64 w + k
 * feedback int: 0 correct, 1 incorrect, 2 a label and then an int, 3 none of these and then labels, 4 expired, 5 cancelled
 * </pre>
 */
final class EventCodec {
    private static final int CREATED = 0;
    private static final int DECIDED = 1;
    private static final int ANSWERED = 2;
    private static final int CHANGED = 3;
    private static final int CONTINUED = 4;
    private static final int KINDS = 5;

    private static final int CORRECT = 0;
    private static final int INCORRECT = 1;
    private static final int LABEL = 2;
    private static final int NONE_OF = 3;
    private static final int EXPIRED = 4;
    private static final int CANCELLED = 5;
    private static final int FEEDBACKS = 6;

    private final StateWriter out = new StateWriter();

    // ---------------------------------------------------------------- writing

    /** The event that a record begins with. */
    ByteBuffer beginning(Event event) {
        if (event instanceof Event.Continued continued) {
            begin(CONTINUED);
            out.writeText(continued.settings().toString());
            out.writeLong(continued.decisions());
            out.writeLong(continued.answered());
            out.writeInt(continued.pending());
        } else {
            begin(CREATED);
            out.writeText(((Event.Created) event).settings().toString());
        }
        return out.written();
    }

    ByteBuffer changed(Change change) {
        begin(CHANGED);
        ChangeCodec.write(change, out);
        return out.written();
    }

    /** Of a batch whose rows have their queries and ids. */
    ByteBuffer decided(DecisionBatch batch, boolean numbered) {
        begin(DECIDED);
        out.writeBoolean(numbered);
        out.writeInt(batch.count());
        for (int i = 0; i < batch.count(); i++) {
            DecisionRow row = batch.row(i);
            if (!numbered) {
                row.id.write(out);
            }
            out.writeDouble(row.weight);
            writeLabels(row.excluded, out);
            row.query.writeState(out);
        }
        return out.written();
    }

    /** Begins an event of so many answers; {@link #answer} follows for each, then {@link #written}. */
    void beginAnswered(int answers) {
        begin(ANSWERED);
        out.writeInt(answers);
    }

    void answer(DecisionKey id, Feedback feedback) {
        id.write(out);
        writeFeedback(feedback, out);
    }

    static void writeFeedback(Feedback feedback, StateWriter out) {
        if (feedback instanceof Feedback.Named named) {
            throw new IllegalArgumentException(
                    "label: '" + Excerpt.of(named.label()) + "' (expected: its index; a learner looks names up)");
        }
        if (feedback instanceof Feedback.Label label) {
            out.writeInt(LABEL);
            out.writeInt(label.index());
        } else if (feedback instanceof Feedback.NoneOf none) {
            out.writeInt(NONE_OF);
            long[] bits = new long[LabelBits.words(none.labels().universe().size())];
            none.labels().bitsInto(bits);
            writeLabels(bits, out);
        } else {
            out.writeInt(
                    feedback instanceof Feedback.Correct
                            ? CORRECT
                            : feedback instanceof Feedback.Incorrect
                                    ? INCORRECT
                                    : feedback instanceof Feedback.Expired ? EXPIRED : CANCELLED);
        }
    }

    ByteBuffer written() {
        return out.written();
    }

    private void begin(int kind) {
        out.clear();
        out.writeInt(kind);
    }

    private static void writeLabels(long[] bits, StateWriter out) {
        if (LabelBits.isEmpty(bits)) {
            out.writeInt(0);
        } else {
            out.writeInt(bits.length);
            out.writeLongs(bits, 0, bits.length);
        }
    }

    // ---------------------------------------------------------------- reading

    /**
     * An event.
     *
     * @param labels those of the learner before the event; empty if they are not known, as before the event that makes it
     * @throws SnapshotException if the bytes are none
     */
    static Event read(StateReader in, List<String> labels) {
        int kind = in.readCount("kind of event", KINDS - 1);
        if (labels.isEmpty() && kind != CREATED && kind != CONTINUED) {
            throw new SnapshotException(
                    "event log: without the settings of its learner (expected: the settings first)");
        }
        Event event = switch (kind) {
            case CREATED -> new Event.Created(ChangeCodec.readText(in, LearnerSettings::parse));
            case CONTINUED -> readContinued(in);
            case CHANGED -> new Event.Changed(ChangeCodec.read(in));
            case DECIDED -> readDecided(in, labels);
            default -> readAnswered(in, labels);
        };
        in.finish();
        return event;
    }

    private static Event readContinued(StateReader in) {
        LearnerSettings settings = ChangeCodec.readText(in, LearnerSettings::parse);
        try {
            return new Event.Continued(settings, in.readLong(), in.readLong(), in.readInt());
        } catch (IllegalArgumentException e) {
            throw new SnapshotException(e.getMessage());
        }
    }

    private static Event readDecided(StateReader in, List<String> labels) {
        boolean numbered = in.readBoolean();
        int count = in.readCount("queries", in.remaining());
        List<Query> queries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String id = numbered ? null : readId(in);
            double weight = in.readDouble();
            LabelSet excluded = readLabels(in, labels);
            FeatureVector vector = new FeatureVector();
            vector.readState(in);
            queries.add(new Query(vector, id, excluded.isEmpty() ? null : excluded, weight));
        }
        return new Event.Decided(queries);
    }

    private static Event readAnswered(StateReader in, List<String> labels) {
        int count = in.readCount("answers", in.remaining());
        List<Answer> answers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answers.add(new Answer(readId(in), readFeedback(in, labels)));
        }
        return new Event.Answered(answers);
    }

    private static String readId(StateReader in) {
        DecisionKey id = new DecisionKey();
        id.read(in);
        return id.text();
    }

    static Feedback readFeedback(StateReader in, List<String> labels) {
        return switch (in.readCount("feedback", FEEDBACKS - 1)) {
            case CORRECT -> Feedback.CORRECT;
            case INCORRECT -> Feedback.INCORRECT;
            case LABEL -> Feedback.label(in.readCount("label", labels.size() - 1));
            case NONE_OF -> Feedback.noneOf(readLabels(in, labels));
            case EXPIRED -> new Feedback.Expired();
            default -> new Feedback.Cancelled();
        };
    }

    private static LabelSet readLabels(StateReader in, List<String> labels) {
        long[] bits = new long[LabelBits.words(labels.size())];
        int length =
                in.readCount("words of labels", bits.length); // fewer, if they were named when there were fewer labels
        in.readLongsInto(bits, 0, length);
        LabelBits.check(bits, labels.size());
        return LabelSet.ofBits(labels, bits);
    }
}
