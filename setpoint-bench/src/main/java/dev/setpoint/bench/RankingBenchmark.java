package dev.setpoint.bench;

import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What a score that ranks costs at 1000 labels, beside the JDK's sort of as many random longs. Both copy their input first. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@State(Scope.Thread)
public class RankingBenchmark {
    private static final int LABELS = 1000;
    private static final int QUERIES = 256; // a power of two; many, so that no branch is learned by heart
    private static final double SPREAD = 3;

    private final double[][] probabilities = new double[QUERIES][LABELS];
    private final long[][] longs = new long[QUERIES][LABELS];
    private final double[] u = new double[LABELS];
    private final double[] scores = new double[LABELS];
    private final long[] sorted = new long[LABELS];
    private final RankedProbabilities ranked = new RankedProbabilities(LABELS);
    private final Score aps = Score.aps();
    private int next;

    /** Softmax of normal logits. */
    @Setup
    public void draw() {
        SplittableRandom random = new SplittableRandom(7);
        for (int q = 0; q < QUERIES; q++) {
            double[] row = probabilities[q];
            Arrays.setAll(row, k -> Math.exp(SPREAD * random.nextGaussian()));
            double sum = Arrays.stream(row).sum();
            Arrays.setAll(row, k -> row[k] / sum);
            Arrays.setAll(longs[q], k -> random.nextLong());
        }
        Arrays.setAll(u, k -> random.nextDouble());
    }

    /** Ranking and the APS score of every label. */
    @Benchmark
    public double[] apsScores() {
        ranked.set(probabilities[next++ & (QUERIES - 1)], 0);
        aps.scoresInto(ranked, u, scores);
        return scores;
    }

    /** The yardstick. */
    @Benchmark
    public long[] sortLongs() {
        System.arraycopy(longs[next++ & (QUERIES - 1)], 0, sorted, 0, LABELS);
        Arrays.sort(sorted);
        return sorted;
    }

    @Benchmark
    public void nothing() {}
}
