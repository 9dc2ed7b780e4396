package dev.setpoint.sim;

/** Receives the metrics of a run, in the order of the stream. */
public interface MetricSink {
    /**
     * One metric.
     *
     * @param step steps completed
     * @param queries queries answered
     * @param head the head it is about, or empty
     * @param label the class it is about, or empty
     * @param metric its name
     * @param value NaN if there is nothing to measure yet
     */
    void put(long step, long queries, String head, String label, String metric, double value);
}
