package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.States;
import dev.setpoint.testing.TrackerContract;
import dev.setpoint.testing.TrackerContract.Issued;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class WeightedQuantileTrackerTest {
    private static final double[] NONE = {};

    /** A piece of evidence. */
    private record Piece(double score, double weight) {}

    private static WeightedQuantileTracker tracker(int size, double memory, double alpha) {
        return (WeightedQuantileTracker) new WeightedQuantileTracker.Settings(size, memory).create(1, alpha);
    }

    private static void add(Tracker tracker, double score, double weight) {
        tracker.add(0, weight, score, true, NONE);
        tracker.apply(1);
    }

    private static double threshold(Tracker tracker, double own) {
        Issued issued = own > 0
                ? TrackerContract.issue(tracker, 1, TrackerContract.weighing(own))
                : TrackerContract.issue(tracker, 1);
        return issued.thresholds()[0];
    }

    private static double totalWeight(List<Piece> sample) {
        return sample.stream().mapToDouble(Piece::weight).sum();
    }

    private static double weightUpTo(List<Piece> sample, double score) {
        return sample.stream()
                .filter(p -> p.score() <= score)
                .mapToDouble(Piece::weight)
                .sum();
    }

    /** The definition, written down without care for speed. */
    private static double exact(List<Piece> sample, double alpha, double own) {
        double wanted = alpha * (totalWeight(sample) + own);
        if (own >= wanted) {
            return Tracker.ALWAYS;
        }
        return sample.stream()
                .mapToDouble(Piece::score)
                .sorted()
                .filter(s -> own + weightUpTo(sample, s) >= wanted)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void thresholdsAreThoseComputedByHand() {
        Tracker tracker = tracker(10, Double.POSITIVE_INFINITY, 0.25);
        add(tracker, 0.5, 1);
        add(tracker, 0.3, 1);
        assertThat(threshold(tracker, 1)).isEqualTo(Tracker.ALWAYS); // 1 >= 0.25 * 3
        add(tracker, 0.9, 1);
        assertThat(threshold(tracker, 1)).isEqualTo(Tracker.ALWAYS); // 1 >= 0.25 * 4
        add(tracker, 0.7, 1);
        assertThat(threshold(tracker, 1)).isEqualTo(0.3); // wants 1.25 and has 1 below all
        assertThat(threshold(tracker, 0.5)).isEqualTo(0.3); // wants 1.125 and has 0.5: the first brings 1.5
        assertThat(threshold(tracker, 0.01)).isEqualTo(0.3); // wants 1.0025 and has 0.01
        assertThat(threshold(tracker, 2)).isEqualTo(Tracker.ALWAYS); // 2 >= 0.25 * 6
        add(tracker, 0.2, 8); // weights 8, 1, 1, 1, 1
        assertThat(threshold(tracker, 1)).isEqualTo(0.2);
        assertThat(threshold(tracker, 0)).isEqualTo(0.2); // unknown: 12/5, wants 3.6
    }

    @Test
    void thresholdIsTheWeightedQuantileWhileEverythingIsKept() {
        Laws.forAll(40, random -> {
            double alpha = random.between(0.05, 0.5);
            double memory = random.chance(0.5) ? Double.POSITIVE_INFINITY : random.between(2, 60);
            Tracker tracker = tracker(80, memory, alpha);
            List<Piece> sample = new ArrayList<>();
            double pieces = 0;
            for (int t = 0; t < 80; t++) {
                double keep = 1 - 1 / memory;
                sample.replaceAll(p -> new Piece(p.score(), p.weight() * keep));
                double weight = Math.exp(random.between(-2, 3));
                double score = random.chance(0.2) && !sample.isEmpty()
                        ? sample.get(random.below(sample.size())).score()
                        : random.uniform();
                sample.add(new Piece(score, weight));
                pieces = pieces * keep + 1;
                add(tracker, score, weight);
                double own = Math.exp(random.between(-4, 4));
                assertThat(threshold(tracker, own)).isEqualTo(exact(sample, alpha, own));
                assertThat(threshold(tracker, 0)).isEqualTo(exact(sample, alpha, totalWeight(sample) / pieces));
            }
        });
    }

    @Test
    void longForgettingKeepsItsNumbersInRange() {
        Tracker tracker = tracker(20, 30, 0.1);
        for (int t = 0; t < 20_000; t++) {
            add(tracker, t % 1000 / 1000.0, 1);
        }
        // of the last hundred or so pieces, at scores from about 0.9 on
        assertThat(threshold(tracker, 1)).isBetween(0.85, 0.999);
        for (int t = 0; t < 3000; t++) {
            add(tracker, 0.25, 1);
        }
        assertThat(threshold(tracker, 1)).isEqualTo(0.25);
    }

    /** Streams in random, ascending, descending and zigzag order. */
    private static List<Piece> stream(Source random, int count, boolean evenWeights) {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double score = Math.pow(random.uniform(), 3);
            pieces.add(new Piece(score, evenWeights ? 1 : Math.exp(random.between(-1, 2))));
        }
        switch (random.below(4)) {
            case 0 -> pieces.sort(Comparator.comparingDouble(Piece::score));
            case 1 -> pieces.sort(Comparator.comparingDouble(Piece::score).reversed());
            case 2 -> pieces.sort(Comparator.comparingDouble(p -> Math.abs(p.score() - 0.2)));
            default -> {}
        }
        return pieces;
    }

    @Test
    void centroidsAreNoHeavierThanPromised() {
        Laws.forAll(40, random -> {
            int size = random.within(2, 60);
            double memory = random.chance(0.5) ? Double.POSITIVE_INFINITY : 200;
            WeightedQuantileTracker tracker = tracker(size, memory, 0.1);
            double total = 0;
            double largest = 0;
            for (Piece piece : stream(random, 1000, random.chance(0.5))) {
                add(tracker, piece.score(), piece.weight());
                total = total * (1 - 1 / memory) + piece.weight();
                largest = Math.max(largest * (1 - 1 / memory), piece.weight());
                QuantileSketch sketch = tracker.sketch(0);
                assertThat(sketch.count()).isLessThanOrEqualTo(size);
                double sum = 0;
                for (int i = 0; i < sketch.count(); i++) {
                    sum += sketch.weight(i);
                    assertThat(sketch.weight(i)).isLessThanOrEqualTo(Math.max(largest, 2 * total / size) * (1 + 1e-9));
                    if (i > 0) {
                        assertThat(sketch.score(i)).isGreaterThanOrEqualTo(sketch.score(i - 1));
                    }
                }
                assertThat(sum).isCloseTo(total, within(total * 1e-9));
            }
        });
    }

    /** How far the weight up to a threshold is from what it should be, both ways, as a share of the whole. */
    private static double rankError(List<Piece> sample, double alpha, double own, double threshold) {
        double total = totalWeight(sample);
        double wanted = alpha * (total + own) - own;
        double upTo = weightUpTo(sample, threshold);
        double below = weightUpTo(sample, Math.nextDown(threshold));
        return Math.max(0, Math.max(wanted - upTo, below - wanted)) / total;
    }

    @Test
    void ranksAreOffByNoMoreThanACentroid() {
        Laws.forAll(60, random -> {
            int size = random.within(20, 200);
            double alpha = random.between(0.05, 0.5);
            WeightedQuantileTracker tracker = tracker(size, Double.POSITIVE_INFINITY, alpha);
            List<Piece> sample = stream(random, 3000, random.chance(0.5));
            sample.forEach(p -> add(tracker, p.score(), p.weight()));
            double own = random.between(0.1, 5);
            double largest = sample.stream().mapToDouble(Piece::weight).max().orElseThrow();
            double centroid = Math.max(largest / totalWeight(sample), 2.0 / size);
            assertThat(rankError(sample, alpha, own, threshold(tracker, own))).isLessThanOrEqualTo(centroid);
        });
    }

    @Test
    void negativeWeightTakesBackWhatWasAdded() {
        Laws.forAll(50, random -> {
            WeightedQuantileTracker tracker = tracker(200, Double.POSITIVE_INFINITY, 0.2);
            for (int t = 0; t < 50; t++) {
                add(tracker, random.uniform(), random.between(1, 5));
            }
            double before = threshold(tracker, 1);
            double score = random.between(-0.5, 1.5);
            add(tracker, score, 3);
            add(tracker, score, -3);
            assertThat(threshold(tracker, 1)).isEqualTo(before);
            add(tracker, score, -1e9); // more than there is
            assertThat(tracker.sketch(0).count()).isZero();
            assertThat(threshold(tracker, 1)).isEqualTo(Tracker.ALWAYS);
            add(tracker, 0.5, 100);
            assertThat(threshold(tracker, 1)).isEqualTo(0.5);
        });
    }

    @Test
    void negativeWeightIsTakenOffTheNearestFirst() {
        WeightedQuantileTracker tracker = tracker(10, Double.POSITIVE_INFINITY, 0.5);
        add(tracker, 0.1, 1);
        add(tracker, 0.4, 2);
        add(tracker, 0.9, 4);
        add(
                tracker, 0.5,
                -3); // 2 from 0.4, which is gone, then 1 from what is then nearest: 0.1 and 0.9 are equally far
        QuantileSketch sketch = tracker.sketch(0);
        assertThat(sketch.count()).isEqualTo(1);
        assertThat(sketch.score(0)).isEqualTo(0.9);
        assertThat(sketch.weight(0)).isEqualTo(4);
    }

    @Test
    @Tag("statistical")
    void exchangeableQueriesAreMissedAsOftenAsPromised() {
        // n scores of weight 1 and one more: missed with probability in [alpha - 1/(n+1), alpha]. 20,000 trials per n;
        // five standard deviations: false alarm below 1e-6 per side and n
        int trials = 20_000;
        double alpha = 0.1;
        Source random = new Source(11);
        for (int n : new int[] {9, 10, 60}) {
            int missed = 0;
            for (int trial = 0; trial < trials; trial++) {
                Tracker tracker = tracker(60, Double.POSITIVE_INFINITY, alpha);
                for (int i = 0; i < n; i++) {
                    tracker.add(0, 1, random.uniform(), true, NONE);
                }
                tracker.apply(1);
                missed += random.uniform() < threshold(tracker, 1) ? 1 : 0;
            }
            double slack = 5 * Math.sqrt(alpha * (1 - alpha) / trials);
            assertThat((double) missed / trials)
                    .as("n = %d", n)
                    .isBetween(alpha - 1.0 / (n + 1) - slack, alpha + slack);
        }
    }

    @Test
    @Tag("statistical")
    void pulledSampleCoversAllQueries() {
        // Queries of one label are pulled with probability pi, which goes with their score: the pulled sample alone is
        // skewed. Weights 1/pi, and the query's own, make up for it: missed with probability at most alpha. 10,000
        // trials, five standard deviations: false alarm below 1e-6. Without weights the same sample misses far more.
        int trials = 10_000;
        double alpha = 0.1;
        Source random = new Source(12);
        int missed = 0;
        int missedUnweighted = 0;
        for (int trial = 0; trial < trials; trial++) {
            Tracker weighted = tracker(100, Double.POSITIVE_INFINITY, alpha);
            Tracker unweighted = tracker(100, Double.POSITIVE_INFINITY, alpha);
            for (int i = 0; i < 100; i++) {
                double score = random.uniform();
                double pi = propensity(score);
                if (random.chance(pi)) {
                    weighted.add(0, 1 / pi, score, true, NONE);
                    unweighted.add(0, 1, score, true, NONE);
                }
            }
            weighted.apply(1);
            unweighted.apply(1);
            double score = random.uniform();
            missed += score < threshold(weighted, 1 / propensity(score)) ? 1 : 0;
            missedUnweighted += score < threshold(unweighted, 1) ? 1 : 0;
        }
        double slack = 5 * Math.sqrt(alpha * (1 - alpha) / trials);
        assertThat((double) missed / trials).isLessThan(alpha + slack);
        assertThat((double) missedUnweighted / trials).isGreaterThan(2 * alpha);
    }

    private static double propensity(double score) {
        return score < 0.5 ? 0.1 : 0.9;
    }

    @Test
    @Tag("statistical")
    void forgettingFollowsAChangeOfTheScores() {
        // After a change, a sample of memory 100 has forgotten all but exp(-5) of the old scores 500 pieces later. 2000
        // further pieces, whose misses depend on one another no longer than the memory: at least 20 independent
        // hundreds, so a share missed of 0.1 +- 0.034 is five standard deviations of their mean.
        Source random = new Source(13);
        Tracker tracker = tracker(200, 100, 0.1);
        for (int t = 0; t < 1000; t++) {
            add(tracker, random.between(0.5, 1), 1);
        }
        int missed = 0;
        for (int t = 0; t < 2500; t++) {
            double score = random.between(0, 0.5);
            missed += t >= 500 && score < threshold(tracker, 1) ? 1 : 0;
            add(tracker, score, 1);
        }
        assertThat(missed / 2000.0).isBetween(0.066, 0.134);
    }

    @Test
    void mergedSketchesAgreeWithTheSketchOfAll() {
        Laws.forAll(40, random -> {
            int size = random.within(20, 150);
            double alpha = random.between(0.05, 0.5);
            List<Piece> some = stream(random, 1500, false);
            List<Piece> others = stream(random, random.within(0, 1500), false);
            WeightedQuantileTracker a = tracker(size, Double.POSITIVE_INFINITY, alpha);
            WeightedQuantileTracker b = tracker(size, Double.POSITIVE_INFINITY, alpha);
            some.forEach(p -> add(a, p.score(), p.weight()));
            others.forEach(p -> add(b, p.score(), p.weight()));
            WeightedQuantileTracker ab = States.copied(a, tracker(size, Double.POSITIVE_INFINITY, alpha));
            WeightedQuantileTracker ba = States.copied(b, tracker(size, Double.POSITIVE_INFINITY, alpha));
            byte[] before = States.bytes(b);
            ab.merge(b);
            assertThat(States.bytes(b)).isEqualTo(before);
            ba.merge(a);
            List<Piece> all = new ArrayList<>(some);
            all.addAll(others);
            double largest = all.stream().mapToDouble(Piece::weight).max().orElseThrow();
            double centroid = Math.max(largest / totalWeight(all), 2.0 / size);
            assertThat(rankError(all, alpha, 1, threshold(ab, 1))).isLessThanOrEqualTo(2 * centroid);
            assertThat(rankError(all, alpha, 1, threshold(ba, 1))).isLessThanOrEqualTo(2 * centroid);
        });
    }

    @Test
    void mergingIsExactWhileEverythingIsKept() {
        Laws.forAll(40, random -> {
            List<Piece> some = stream(random, 50, false);
            List<Piece> others = stream(random, 50, false);
            WeightedQuantileTracker a = tracker(100, Double.POSITIVE_INFINITY, 0.2);
            WeightedQuantileTracker b = tracker(100, Double.POSITIVE_INFINITY, 0.2);
            some.forEach(p -> add(a, p.score(), p.weight()));
            others.forEach(p -> add(b, p.score(), p.weight()));
            a.merge(b);
            List<Piece> all = new ArrayList<>(some);
            all.addAll(others);
            assertThat(threshold(a, 2)).isEqualTo(exact(all, 0.2, 2));
            assertThat(threshold(a, 0)).isEqualTo(exact(all, 0.2, totalWeight(all) / 100));
        });
    }

    @Test
    void latestEvidenceOfBothCountsTheSameAfterAMerge() {
        WeightedQuantileTracker a = tracker(100, 10, 0.4);
        WeightedQuantileTracker b = tracker(100, 10, 0.4);
        for (int t = 0; t < 300; t++) {
            add(a, 0.25, 1); // weighs 10 in the end
        }
        for (int t = 0; t < 7; t++) {
            add(b, 0.75, 1); // 1 + 0.9 + ... = 5.2
        }
        a.merge(b);
        assertThat(a.sketch(0).weight(0)).isCloseTo(10, within(1e-6));
        assertThat(a.sketch(0).weight(1)).isCloseTo(10 * (1 - Math.pow(0.9, 7)), within(1e-9));
    }

    @Test
    void strangersAreNotMerged() {
        WeightedQuantileTracker tracker = tracker(10, 100, 0.1);
        assertThatThrownBy(() -> tracker.merge(tracker(11, 100, 0.1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("merge: weighted-quantile(size=11, memory=100.0) (expected: another"
                        + " weighted-quantile(size=10, memory=100.0))");
        assertThatThrownBy(() -> tracker.merge(tracker)).hasMessageStartingWith("merge: itself (expected: another ");
        WeightedQuantileTracker two =
                (WeightedQuantileTracker) new WeightedQuantileTracker.Settings(10, 100).create(2, 0.1);
        assertThatThrownBy(() -> tracker.merge(two)).hasMessage("merge: 2 labels (expected: 1)");
        WeightedQuantileTracker busy = tracker(10, 100, 0.1);
        busy.add(0, 1, 0.5, true, NONE);
        assertThatThrownBy(() -> tracker.merge(busy))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("merge: in the middle of a step (expected: after apply)");
    }
}
