package dev.setpoint.track;

import dev.setpoint.state.Persistent;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/** Counts the answers of an {@link AutoTracker}: how much a new one counts, which is how old ones fade, and when what is due. */
final class AnswerClock implements Persistent {
    private static final double LARGEST_SCALE = 1e40;
    private static final int LEAST_PERIOD = 16;

    private final AutoTracker.Settings settings;
    private int labels;
    /** In so many answers all thresholds are read off anew. */
    private int period;

    private long answers;
    private long correctPulls;
    private int untilDue;
    private double scale = 1;

    AnswerClock(AutoTracker.Settings settings, TrackingTask task) {
        this.settings = settings;
        grow(task);
        this.untilDue = period;
    }

    /** There are more labels from now on. */
    void grow(TrackingTask task) {
        labels = task.labels();
        period = Math.max(LEAST_PERIOD, task.thresholds());
    }

    void countAnswer() {
        answers++;
        untilDue--;
        scale *= 1 + Math.max(settings.fading() / answers, 1 / (settings.memory() * labels));
    }

    void countCorrectPull() {
        correctPulls++;
    }

    /** How many pulls of any label were correct; these do not fade. */
    long correctPulls() {
        return correctPulls;
    }

    /** How much a new answer counts. */
    double scale() {
        return scale;
    }

    /** Whether all that was counted so far must be divided by the scale, which then {@linkplain #restartScale restarts}. */
    boolean isScaleFull() {
        return scale > LARGEST_SCALE;
    }

    void restartScale() {
        scale = 1;
    }

    /** Whether it is time to read off all thresholds anew. */
    boolean isDue() {
        return untilDue <= 0;
    }

    /** They were. */
    void restartPeriod() {
        untilDue = period;
    }

    /** Whether it is time for what must not wait for the end of a large step. */
    boolean isDueWithinSteps() {
        return answers % LEAST_PERIOD == 0;
    }

    /** Nothing was counted yet, and all thresholds are due. */
    void restart() {
        correctPulls = 0;
        scale = 1;
        answers = 0;
        untilDue = 0;
    }

    @Override
    public void writeState(StateWriter out) {
        out.writeLong(answers);
        out.writeLong(correctPulls);
        out.writeInt(untilDue);
        out.writeDouble(scale);
    }

    @Override
    public void readState(StateReader in) {
        answers = in.readLong();
        correctPulls = in.readLong();
        untilDue = in.readInt();
        scale = in.readDouble();
    }
}
