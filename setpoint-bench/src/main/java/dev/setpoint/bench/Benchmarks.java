package dev.setpoint.bench;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs every benchmark and prints one table. */
public final class Benchmarks {
    private static final String HELP = """
            usage: ./bench [--quick]
                   ./bench peers [...]  against Vowpal Wabbit: ./bench peers --help
                   ./bench frontier [...]  policies and floors: ./bench frontier --help
                   ./bench deep [...]   networks: ./bench deep --help

            Runs every benchmark, prints progress and then a markdown table. About 6 minutes.

              --quick   fewer and shorter iterations, under a minute: for a first look, not for a number to quote
              --help    this text

            exit status: 0 if every limit is kept, 1 if one is missed, 2 for a mistake in the arguments
            """;

    private static final double MOST_FOR_DENSE_10 = 3;
    private static final double MOST_SORTS_FOR_APS = 2;
    private static final double MOST_SGD_FOR_AUTO = 3;
    private static final double MOST_MATH_FOR_ELEMENTARY = 1;
    private static final List<String> PARTS_AND_BOTH = List.of("decideOnly", "learnOnly", "decideAndLearn");
    private static final int LARGE =
            (int) Arrays.stream(Workload.values()).filter(Workload::isLarge).count();
    private static final int COUNT = 5 + 3 * (Workload.values().length - LARGE) + LARGE + TextWorkload.values().length;

    private final Plan plan;
    private int started;

    /**
     * How long to measure.
     *
     * @param forks processes per benchmark
     * @param warmUps iterations not counted, per process
     * @param iterations counted, per process
     * @param milliseconds per iteration
     */
    private record Plan(int forks, int warmUps, int iterations, int milliseconds) {
        static final Plan FULL = new Plan(2, 3, 5, 1000);
        static final Plan QUICK = new Plan(1, 2, 3, 200);
    }

    private Benchmarks(Plan plan) {
        this.plan = plan;
    }

    /** See {@code --help}. */
    public static void main(String[] arguments) throws RunnerException {
        List<String> given = List.of(arguments);
        if (given.contains("--help")) {
            System.out.print(HELP);
            return;
        }
        if (!given.isEmpty() && !given.equals(List.of("--quick"))) {
            System.err.println("arguments: " + String.join(" ", given) + " (expected: nothing, --quick or --help)");
            System.exit(2);
        }
        Report report = new Benchmarks(given.isEmpty() ? Plan.FULL : Plan.QUICK).run();
        System.exit(report.missed() ? 1 : 0);
    }

    private Report run() throws RunnerException {
        Measurement empty = measure(HarnessBenchmark.class, "nothing", null);
        Report report = new Report(empty);
        Map<Workload, Measurement> both = new EnumMap<>(Workload.class);
        for (Workload workload : Workload.values()) {
            for (String benchmark : workload.isLarge() ? List.of("decideAndLearn") : PARTS_AND_BOTH) {
                Measurement measurement = measure(LearnerBenchmark.class, benchmark, workload);
                both.put(workload, measurement);
                if (workload == Workload.DENSE_10 && benchmark.equals("decideAndLearn")) {
                    report.add(benchmark, workload.title, measurement, MOST_FOR_DENSE_10);
                } else {
                    report.add(benchmark, workload.title, measurement);
                }
            }
        }
        report.addRatio(
                "`auto` / `sgd`, K=10000",
                both.get(Workload.DENSE_10000_AUTO),
                both.get(Workload.DENSE_10000_SGD),
                MOST_SGD_FOR_AUTO);
        for (TextWorkload workload : TextWorkload.values()) {
            Measurement measurement = measure(TextBenchmark.class, "encodeDecideAndLearn", workload);
            report.add("encodeDecideAndLearn", workload.title, measurement);
        }
        Measurement aps = measure(RankingBenchmark.class, "apsScores", null);
        Measurement sort = measure(RankingBenchmark.class, "sortLongs", null);
        report.add("apsScores", "K=1000", aps);
        report.add("sortLongs", "1000 longs", sort);
        report.addRatio("`apsScores` / `sortLongs`", aps, sort, MOST_SORTS_FOR_APS);

        Measurement ours = measure(ElementaryBenchmark.class, "softmaxByElementary", null);
        Measurement theirs = measure(ElementaryBenchmark.class, "softmaxByMath", null);
        report.add("softmaxByElementary", "K=1000", ours);
        report.add("softmaxByMath", "K=1000", theirs);
        report.addRatio("`softmaxByElementary` / `softmaxByMath`", ours, theirs, MOST_MATH_FOR_ELEMENTARY);

        System.out.printf("%n%s%n%n", report);
        System.out.printf("Machine: %s.%n", machine());
        System.out.printf(
                "Each: processes: %d, each with iterations: %d of %d ms, after %d to warm up.%n",
                plan.forks(), plan.iterations(), plan.milliseconds(), plan.warmUps());
        System.out.printf(
                Locale.ROOT,
                "Not counted in B/op: %.0f bytes an iteration, the harness's own.%n",
                empty.bytesPerIteration());
        for (Workload workload : Workload.values()) {
            System.out.printf(
                    Locale.ROOT,
                    "Correct pulls, %s: %.0f %%.%n",
                    workload.title,
                    100 * LearnerBenchmark.Stream.correctPulls(workload));
        }
        return report;
    }

    private Measurement measure(Class<?> type, String method, Enum<?> workload) throws RunnerException {
        System.out.printf("[%2d/%d] %s%s ", ++started, COUNT, method, workload == null ? "" : " (" + workload + ")");
        System.out.flush();
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(type.getName() + "." + method) + "$")
                .forks(plan.forks())
                .warmupIterations(plan.warmUps())
                .warmupTime(TimeValue.milliseconds(plan.milliseconds()))
                .measurementIterations(plan.iterations())
                .measurementTime(TimeValue.milliseconds(plan.milliseconds()))
                .addProfiler(CpuShareProfiler.class) // first, and so outside of what the other one counts
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        if (Runtime.version().feature() >= 24) { // or else every process warns of what JMH does
            options.jvmArgsAppend("--sun-misc-unsafe-memory-access=allow");
        }
        if (type == ElementaryBenchmark.class) {
            options.param("count", "1000");
        }
        if (workload != null) {
            options.param("workload", workload.name());
        }
        Measurement measurement = Measurement.of(new Runner(options.build()).runSingle());
        System.out.printf(Locale.ROOT, "%.3f us/op%n", measurement.mean());
        return measurement;
    }

    private static String machine() {
        return Runtime.getRuntime().availableProcessors() + " cores, " + System.getProperty("os.arch") + ", "
                + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }
}
