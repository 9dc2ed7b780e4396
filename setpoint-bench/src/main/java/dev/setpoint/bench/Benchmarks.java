package dev.setpoint.bench;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/** Runs every benchmark and prints one table. */
public final class Benchmarks {
    private static final String HELP = """
            usage: ./bench [--quick]
                   ./bench against [...]  another version, row by row: ./bench against --help
                   ./bench peers [...]  against Vowpal Wabbit: ./bench peers --help
                   ./bench frontier [...]  policies and floors: ./bench frontier --help
                   ./bench labels [...]  what a new label does to the others: ./bench labels --help
                   ./bench deep [...]   networks: ./bench deep --help

            Runs every benchmark, prints progress and then a markdown table. About 12 minutes.

              --quick   fewer and shorter iterations, a few minutes: for a first look, not for a number to quote
              --help    this text

            exit status: 0 if every limit is kept, 1 if one is missed, 2 for a mistake in the arguments
            """;

    private static final double MOST_SORTS_FOR_DENSE_10 = 0.1;
    private static final double MOST_SORTS_FOR_APS = 2;
    private static final double MOST_SGD_FOR_AUTO = 3;
    private static final double MOST_PASSES_OVER_WEIGHTS = 3;
    private static final double MOST_MATH_FOR_ELEMENTARY = 1;
    /** Linear time, and what caches of ten times the size cost beside it; quadratic time would be 100. */
    private static final double MOST_FOR_TEN_TIMES_THE_LABELS = 20;

    private static final List<String> PARTS_AND_BOTH = List.of("decideOnly", "learnOnly", "decideAndLearn");
    private static final int WHOLE =
            (int) Arrays.stream(Workload.values()).filter(Workload::isWhole).count();
    private static final int COUNT = 9 + 3 * (Workload.values().length - WHOLE) + WHOLE + TextWorkload.values().length;

    private final Plan plan;
    private int started;

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
        Measurement aps = measure(RankingBenchmark.class, "apsScores", null);
        Measurement sort = measure(RankingBenchmark.class, "sortLongs", null);
        report.add("apsScores", "K=1000", aps);
        report.add("sortLongs", "1000 longs", sort);
        report.addRatio("`apsScores` / `sortLongs`", aps, sort, MOST_SORTS_FOR_APS);
        Map<Workload, Measurement> both = new EnumMap<>(Workload.class);
        for (Workload workload : Workload.values()) {
            for (String benchmark : methods(workload)) {
                Measurement measurement = measure(LearnerBenchmark.class, benchmark, workload);
                both.put(workload, measurement);
                report.add(benchmark, workload.title, measurement);
            }
        }
        report.addRatio(
                "`decideAndLearn`, dense, K=10, d=50 / `sortLongs`",
                both.get(Workload.DENSE_10),
                sort,
                MOST_SORTS_FOR_DENSE_10);
        report.addRatio(
                "`auto` / `sgd`, K=10000",
                both.get(Workload.DENSE_10000_AUTO),
                both.get(Workload.DENSE_10000_SGD),
                MOST_SGD_FOR_AUTO);
        report.addRatio(
                "`decideAndLearn`, `sgd`, K=10000 / K=1000",
                both.get(Workload.DENSE_10000_SGD),
                both.get(Workload.DENSE_1000_SGD),
                MOST_FOR_TEN_TIMES_THE_LABELS);
        Measurement fewer = measure(LearnerBenchmark.class, "decideAndRuleOut", Workload.DENSE_1000_SGD);
        Measurement more = measure(LearnerBenchmark.class, "decideAndRuleOut", Workload.DENSE_10000_SGD);
        report.add("decideAndRuleOut", Workload.DENSE_1000_SGD.title, fewer);
        report.add("decideAndRuleOut", Workload.DENSE_10000_SGD.title, more);
        report.addRatio("`decideAndRuleOut`, K=10000 / K=1000", more, fewer, MOST_FOR_TEN_TIMES_THE_LABELS);
        for (Workload workload : List.of(Workload.DENSE_1000_DEFAULT, Workload.DENSE_1000_SGD)) {
            Measurement pass = measure(WeightsBenchmark.class, "readAndWriteWeights", workload);
            report.add("readAndWriteWeights", workload.title, pass);
            report.addRatio(
                    "`decideAndLearn` / `readAndWriteWeights`, " + workload.title,
                    both.get(workload),
                    pass,
                    workload == Workload.DENSE_1000_DEFAULT ? MOST_PASSES_OVER_WEIGHTS : Double.POSITIVE_INFINITY);
        }
        for (TextWorkload workload : TextWorkload.values()) {
            Measurement measurement = measure(TextBenchmark.class, "encodeDecideAndLearn", workload);
            report.add("encodeDecideAndLearn", workload.title, measurement);
        }
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
                Locale.ROOT, "Not counted in B/op: %.0f bytes an iteration, the harness's own.%n", empty.bytes());
        for (Workload workload : Workload.values()) {
            System.out.printf(
                    Locale.ROOT,
                    "Correct pulls, %s: %.0f %%.%n",
                    workload.title,
                    100 * LearnerBenchmark.Stream.correctPulls(workload));
        }
        return report;
    }

    /** What of a learner is measured with a workload. */
    static List<String> methods(Workload workload) {
        return workload.isWhole() ? List.of("decideAndLearn") : PARTS_AND_BOTH;
    }

    private Measurement measure(Class<?> type, String method, Enum<?> workload) throws RunnerException {
        System.out.printf("[%2d/%d] %s%s ", ++started, COUNT, method, workload == null ? "" : " (" + workload + ")");
        System.out.flush();
        Measurement measurement = plan.measure(type, method, workload);
        System.out.printf(Locale.ROOT, "%.3f us/op%n", measurement.mean());
        return measurement;
    }

    private static String machine() {
        return Runtime.getRuntime().availableProcessors() + " cores, " + System.getProperty("os.arch") + ", "
                + System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }
}
