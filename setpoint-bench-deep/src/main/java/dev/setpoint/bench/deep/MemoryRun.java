package dev.setpoint.bench.deep;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Watches the resident size of this process over many steps of the whole loop. It goes up and down by tens of MiB with what the
 * allocator gives back, so it is read after every step, and windows of steps are compared by their medians.
 */
final class MemoryRun {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";
    private static final int WINDOWS = 20;
    /** By then all buffers have their size, and the code is compiled. */
    private static final double SETTLED = 0.2;
    /** In MiB: 1 percent of what a process of ResNet50 at batch 256 takes, over 1,000 steps. */
    private static final double MOST_PER_100_STEPS = 1.5;

    private final Arguments arguments;

    MemoryRun(Arguments arguments) {
        this.arguments = arguments;
    }

    /** Returns whether the size stayed flat. */
    boolean run() throws IOException {
        int window = Math.max(1, arguments.steps() / WINDOWS);
        System.out.println("# " + arguments.title());
        System.out.println("step,median_mib,largest_mib,seconds");
        try (Loop loop = Loop.ofImages(arguments.network(), arguments.batch())) {
            return staysFlat(loop, window);
        }
    }

    private boolean staysFlat(Loop loop, int window) throws IOException {
        List<double[]> medians = new ArrayList<>();
        double[] sizes = new double[window];
        long start = System.nanoTime();
        for (int step = 1; step <= arguments.steps(); step++) {
            loop.step();
            sizes[(step - 1) % window] = residentMebibytes();
            if (step % window == 0) {
                Spread spread = Spread.of(sizes);
                if (step > SETTLED * arguments.steps()) {
                    medians.add(new double[] {step, spread.median()});
                }
                System.out.printf(
                        Locale.ROOT,
                        "%d,%.1f,%.1f,%.1f%n",
                        step,
                        spread.median(),
                        spread.largest(),
                        (System.nanoTime() - start) / 1e9);
            }
        }
        double slope = 100 * slope(medians);
        boolean flat = slope <= MOST_PER_100_STEPS;
        System.out.printf(
                Locale.ROOT,
                "# the last %.0f %%: %+.2f MiB per 100 steps (limit: %s): %s%n",
                100 * (1 - SETTLED),
                slope,
                MOST_PER_100_STEPS,
                flat ? "pass" : "miss");
        return flat;
    }

    private static double residentMebibytes() throws IOException {
        for (String line : Files.readAllLines(STATUS)) {
            if (line.startsWith(RESIDENT)) {
                String kibibytes = line.substring(RESIDENT.length(), line.length() - " kB".length());
                return Long.parseLong(kibibytes.strip()) / 1024.0;
            }
        }
        throw new IOException(STATUS + ": no " + RESIDENT + " (expected: Linux)");
    }

    /** The median slope between two points (Theil and Sen), which a few odd ones do not move; 0 if there are not two. */
    static double slope(List<double[]> points) {
        List<Double> slopes = new ArrayList<>();
        for (double[] later : points) {
            for (double[] earlier : points) {
                if (later[0] > earlier[0]) {
                    slopes.add((later[1] - earlier[1]) / (later[0] - earlier[0]));
                }
            }
        }
        return slopes.isEmpty()
                ? 0
                : Spread.of(slopes.stream().mapToDouble(Double::doubleValue).toArray())
                        .median();
    }
}
