package dev.setpoint;

import java.util.List;

/** Gives what happens to a learner to its {@link EventSink}, if it has one. Allocates nothing after warm-up. */
final class Recorder {
    private final EventCodec codec = new EventCodec();
    private final DecisionKey key = new DecisionKey();
    /** Null if nobody records. */
    private EventSink sink;

    /**
     * Records for a sink from now on; null for nobody. If the sink refuses the first event, all stays as it was.
     *
     * @param beginning that event
     */
    void begin(EventSink newSink, Event beginning) {
        if (newSink != null) {
            newSink.append(codec.beginning(beginning));
        }
        sink = newSink;
    }

    /** Records no more. */
    void end() {
        sink = null;
    }

    boolean isOn() {
        return sink != null;
    }

    void decided(DecisionBatch batch, boolean numbered) {
        if (isOn()) {
            sink.append(codec.decided(batch, numbered));
        }
    }

    void changed(Change change) {
        if (isOn()) {
            sink.append(codec.changed(change));
        }
    }

    void answered(DecisionKey id, Feedback feedback) {
        if (isOn()) {
            codec.beginAnswered(1);
            codec.answer(id, feedback);
            sink.append(codec.written());
        }
    }

    void answered(long[] ids, boolean[] correct, int count) {
        if (isOn()) {
            codec.beginAnswered(count);
            for (int i = 0; i < count; i++) {
                key.set(ids[i]);
                codec.answer(key, Feedback.of(correct[i]));
            }
            sink.append(codec.written());
        }
    }

    void answered(List<Answer> answers) {
        if (isOn()) {
            codec.beginAnswered(answers.size());
            for (Answer answer : answers) {
                key.set(answer.id());
                codec.answer(key, answer.feedback());
            }
            sink.append(codec.written());
        }
    }
}
