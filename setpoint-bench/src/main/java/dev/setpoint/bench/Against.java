package dev.setpoint.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.runner.RunnerException;

/**
 * Compares the benchmarks with those of another version of the project, by pairs of short runs that alternate: what slows the machine
 * down for a while then slows both down, and ratios are left alone.
 */
public final class Against {
    private static final String HELP = """
            usage: ./bench against CHECKOUT [--pairs N] [--only TEXT]

            Runs every benchmark that is also in another checkout of the project, here and there in turn, and prints a markdown table
            of how long it takes here in units of how long it takes there: the median over the pairs. Two to three minutes a pair.

              CHECKOUT    its folder, in which ./bench --help has been run once, which builds it
              --pairs N   how many pairs, 20 unless told
              --only TEXT rows whose names contain it
              --help      this text

            exit status: 0 if no row takes more than 1.1 times as long, 1 if one does, 2 for a mistake in the arguments
            """;

    private static final double MOST = 1.1;
    private static final String CLASS_PATH = "java.class.path";

    private final String here = System.getProperty(CLASS_PATH);
    private final String there;
    private final int pairs;
    private final String only;

    /** A benchmark, and what both sides took, pair by pair. */
    private record Row(Class<?> type, String method, Enum<?> workload, List<Double> here, List<Double> there) {
        static Row of(Class<?> type, String method, Enum<?> workload) {
            return new Row(type, method, workload, new ArrayList<>(), new ArrayList<>());
        }

        String title() {
            return method + (workload == null ? "" : ", " + workload);
        }

        double[] ratios() {
            double[] ratios = new double[here.size()];
            Arrays.setAll(ratios, i -> here.get(i) / there.get(i));
            return ratios;
        }
    }

    private Against(String there, int pairs, String only) {
        this.there = there;
        this.pairs = pairs;
        this.only = only;
    }

    /** See {@code --help}. */
    public static void main(String[] arguments) throws IOException, RunnerException {
        if (arguments.length == 0 || List.of(arguments).contains("--help")) {
            System.out.print(HELP);
            System.exit(arguments.length == 0 ? 2 : 0);
        }
        Map<String, String> options = new LinkedHashMap<>(Map.of("--pairs", "20", "--only", ""));
        for (int i = 1; i < arguments.length; i += 2) {
            if (!options.containsKey(arguments[i]) || i + 1 == arguments.length) {
                refuse("arguments: " + String.join(" ", arguments) + " (expected: CHECKOUT [--pairs N] [--only TEXT])");
            }
            options.put(arguments[i], arguments[i + 1]);
        }
        String pairs = options.get("--pairs");
        if (!pairs.matches("[1-9][0-9]{0,3}")) {
            refuse("pairs: " + pairs + " (expected: in [1, 9999])");
        }
        Path target = Path.of(arguments[0], "setpoint-bench", "target");
        if (!Files.exists(target.resolve("classpath.txt"))) {
            refuse("checkout: " + arguments[0] + " (expected: one in which ./bench --help was run)");
        }
        String there = target.resolve("classes")
                + File.pathSeparator
                + Files.readString(target.resolve("classpath.txt")).strip();
        System.exit(new Against(there, Integer.parseInt(pairs), options.get("--only")).run() ? 0 : 1);
    }

    private static void refuse(String message) {
        System.err.println(message);
        System.exit(2);
    }

    private List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            for (String method : Benchmarks.methods(workload)) {
                rows.add(Row.of(LearnerBenchmark.class, method, workload));
            }
        }
        for (TextWorkload workload : TextWorkload.values()) {
            rows.add(Row.of(TextBenchmark.class, "encodeDecideAndLearn", workload));
        }
        rows.add(Row.of(RankingBenchmark.class, "apsScores", null));
        rows.removeIf(row -> !row.title().contains(only));
        return rows;
    }

    /** Whether no row takes too long. */
    private boolean run() {
        List<Row> rows = rows();
        boolean failed = false;
        for (int pair = 0; pair < pairs; pair++) {
            System.out.printf("pair %d of %d:", pair + 1, pairs);
            boolean hereFirst = pair % 2 == 1; // there first: rows that are not there are left out at once
            for (Row row : List.copyOf(rows)) {
                try {
                    Double first = measure(row, hereFirst ? here : there);
                    Double second = measure(row, hereFirst ? there : here);
                    row.here().add(hereFirst ? first : second);
                    row.there().add(hereFirst ? second : first);
                    System.out.printf(
                            Locale.ROOT, " %.2f", row.ratios()[row.here().size() - 1]);
                    System.out.flush();
                } catch (RunnerException e) {
                    rows.remove(row);
                    boolean failsHere = !runs(row, here);
                    failed |= failsHere;
                    System.out.printf(
                            "%n%s: left out, as it does not run %s%n", row.title(), failsHere ? "here" : "there");
                }
            }
            System.out.println();
        }
        System.out.printf(
                "%n| row | there, us/op | here, us/op | ratio | middle half | |%n|---|---:|---:|---:|---|---|%n");
        boolean kept = !failed && !rows.isEmpty();
        for (Row row : rows) {
            double[] ratios = row.ratios();
            double ratio = quantile(ratios, 0.5);
            kept &= ratio <= MOST;
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %.2f | %.2f | %.3f | %.3f to %.3f | %s |%n",
                    row.title(),
                    quantile(row.there(), 0.5),
                    quantile(row.here(), 0.5),
                    ratio,
                    quantile(ratios, 0.25),
                    quantile(ratios, 0.75),
                    ratio <= MOST ? "pass" : "miss");
        }
        return kept;
    }

    private static boolean runs(Row row, String classPath) {
        try {
            measure(row, classPath);
            return true;
        } catch (RunnerException e) {
            return false;
        }
    }

    private static double measure(Row row, String classPath) throws RunnerException {
        System.setProperty(CLASS_PATH, classPath); // which JMH gives to the processes that it starts
        return Plan.OF_A_PAIR.measure(row.type(), row.method(), row.workload()).mean();
    }

    private static double quantile(List<Double> values, double q) {
        return quantile(values.stream().mapToDouble(value -> value).toArray(), q);
    }

    /** Between the two values next to it. */
    private static double quantile(double[] values, double q) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        double at = q * (sorted.length - 1);
        int below = (int) at;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
