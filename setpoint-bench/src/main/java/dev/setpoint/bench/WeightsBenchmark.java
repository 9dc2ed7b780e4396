package dev.setpoint.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The yardstick of deciding and learning: every weight is read and written once, and nothing else is done. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
public class WeightsBenchmark {
    /** Whose weights. */
    @Param
    public Workload workload;

    private float[][] weights;

    /** A row per input, as the model has it. */
    @Setup
    public void allocate() {
        weights = new float[workload.inputs()][workload.labels];
    }

    /** A bare loop. */
    @Benchmark
    public void readAndWriteWeights() {
        for (float[] row : weights) {
            for (int k = 0; k < row.length; k++) {
                row[k] += 0.5f;
            }
        }
    }
}
