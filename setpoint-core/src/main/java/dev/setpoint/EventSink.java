package dev.setpoint;

import java.nio.ByteBuffer;

/**
 * Where a learner puts its events, as they are about to be applied: a journal, for example.
 *
 * <p>What throws here refuses the event: the learner then stays as it was.
 */
@FunctionalInterface
public interface EventSink {
    /**
     * Takes an event.
     *
     * @param event its bytes, to be read before this returns; an {@link EventLogReader} makes an {@link Event} of them
     *     again, once an {@link EventLogWriter} has written them
     */
    void append(ByteBuffer event);
}
