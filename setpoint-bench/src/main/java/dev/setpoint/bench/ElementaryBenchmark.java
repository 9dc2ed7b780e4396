package dev.setpoint.bench;

import dev.setpoint.math.Elementary;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The elementary functions of three makers: one loop over {@code count} numbers, and the softmax of as many logits. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
public class ElementaryBenchmark {
    private static final int QUERIES = 64; // a power of two

    /** How many labels. */
    @Param({"10", "1000"})
    public int count;

    private double[][] logits;
    private double[][] positive;
    private double[] into;
    private int next;

    /** Normal logits, and the numbers they are the logarithms of. */
    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(11);
        logits = new double[QUERIES][count];
        positive = new double[QUERIES][count];
        into = new double[count];
        for (int q = 0; q < QUERIES; q++) {
            Arrays.setAll(logits[q], k -> 3 * random.nextGaussian());
            double[] row = logits[q];
            Arrays.setAll(positive[q], k -> Elementary.exp(row[k]));
        }
    }

    private double[] next(double[][] rows) {
        return rows[next++ & (QUERIES - 1)];
    }

    private static double largest(double[] row) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double logit : row) {
            largest = Math.max(largest, logit);
        }
        return largest;
    }

    private double[] divided(double sum) {
        for (int k = 0; k < into.length; k++) {
            into[k] /= sum;
        }
        return into;
    }

    @Benchmark
    public double[] softmaxByMath() {
        double[] row = next(logits);
        double largest = largest(row);
        double sum = 0;
        for (int k = 0; k < row.length; k++) {
            double e = Math.exp(row[k] - largest);
            into[k] = e;
            sum += e;
        }
        return divided(sum);
    }

    @Benchmark
    public double[] softmaxByStrictMath() {
        double[] row = next(logits);
        double largest = largest(row);
        double sum = 0;
        for (int k = 0; k < row.length; k++) {
            double e = StrictMath.exp(row[k] - largest);
            into[k] = e;
            sum += e;
        }
        return divided(sum);
    }

    @Benchmark
    public double[] softmaxByElementary() {
        double[] row = next(logits);
        double largest = largest(row);
        double sum = 0;
        for (int k = 0; k < row.length; k++) {
            double e = Elementary.exp(row[k] - largest);
            into[k] = e;
            sum += e;
        }
        return divided(sum);
    }

    @Benchmark
    public double expByMath() {
        double sum = 0;
        for (double x : next(logits)) {
            sum += Math.exp(x);
        }
        return sum;
    }

    @Benchmark
    public double expByStrictMath() {
        double sum = 0;
        for (double x : next(logits)) {
            sum += StrictMath.exp(x);
        }
        return sum;
    }

    @Benchmark
    public double expByElementary() {
        double sum = 0;
        for (double x : next(logits)) {
            sum += Elementary.exp(x);
        }
        return sum;
    }

    @Benchmark
    public double logByMath() {
        double sum = 0;
        for (double x : next(positive)) {
            sum += Math.log(x);
        }
        return sum;
    }

    @Benchmark
    public double logByStrictMath() {
        double sum = 0;
        for (double x : next(positive)) {
            sum += StrictMath.log(x);
        }
        return sum;
    }

    @Benchmark
    public double logByElementary() {
        double sum = 0;
        for (double x : next(positive)) {
            sum += Elementary.log(x);
        }
        return sum;
    }

    @Benchmark
    public double powByMath() {
        double sum = 0;
        for (double x : next(positive)) {
            sum += Math.pow(x, 1.37);
        }
        return sum;
    }

    @Benchmark
    public double powByStrictMath() {
        double sum = 0;
        for (double x : next(positive)) {
            sum += StrictMath.pow(x, 1.37);
        }
        return sum;
    }

    @Benchmark
    public double powByElementary() {
        double sum = 0;
        for (double x : next(positive)) {
            sum += Elementary.pow(x, 1.37);
        }
        return sum;
    }
}
