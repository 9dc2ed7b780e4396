package dev.setpoint.bench;

import java.util.regex.Pattern;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * How long to measure.
 *
 * @param forks processes per benchmark
 * @param warmUps iterations not counted, per process
 * @param iterations counted, per process
 * @param milliseconds per iteration
 */
record Plan(int forks, int warmUps, int iterations, int milliseconds) {
    static final Plan FULL = new Plan(2, 3, 5, 1000);
    static final Plan QUICK = new Plan(1, 2, 3, 200);
    /** One side of a pair: the pairs are many. */
    static final Plan OF_A_PAIR = new Plan(1, 4, 3, 200);

    /**
     * Runs one benchmark in processes of its own, with the classes of this process's class path.
     *
     * @param workload null if the benchmark has none
     */
    Measurement measure(Class<?> type, String method, Enum<?> workload) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(type.getName() + "." + method) + "$")
                .forks(forks)
                .warmupIterations(warmUps)
                .warmupTime(TimeValue.milliseconds(milliseconds))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.milliseconds(milliseconds))
                .addProfiler(CpuShareProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        if (this.equals(OF_A_PAIR)) {
            options.jvmArgs(
                    "-Xbatch"); // so short that the compiler must not be waited for, least of all on a busy machine
        } else {
            options.addProfiler(AllocationProfiler.class); // which the other side of a pair may not have
        }
        if (Runtime.version().feature() >= 24) { // or else every process warns of what JMH does
            options.jvmArgsAppend("--sun-misc-unsafe-memory-access=allow");
        }
        if (type == ElementaryBenchmark.class) {
            options.param("count", "1000");
        }
        if (workload != null) {
            options.param("workload", workload.name());
        }
        return Measurement.of(new Runner(options.build()).runSingle());
    }
}
