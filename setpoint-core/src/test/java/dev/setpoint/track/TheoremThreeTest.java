package dev.setpoint.track;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import dev.setpoint.testing.TrackerContract;
import dev.setpoint.testing.TrackerContract.Issued;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Wang &amp; Qiao (2024), Theorem 3: after T steps the mean loss of the issued thresholds exceeds that of the best expert by at
 * most R^2/(4 c^2 sqrt T) + 2 ln J / sqrt T, where weights are at most 1/c and check losses at most R (the paper has R = 1).
 * Checked at every T; sure, not probable.
 */
class TheoremThreeTest {
    private static final int STEPS = 600;

    /** Chooses what the tracker must swallow, knowing the thresholds it has issued. */
    private interface World {
        /** The score of step t. */
        double score(int t, double issued, double[] experts);

        /** 0 or up to 1/c. */
        double weight(int t);
    }

    /** Returns the largest check loss any expert met. */
    private static double play(List<Double> etas, double alpha, double c, World world) {
        Tracker tracker = new ExpertsTracker.Settings(etas, 0).create(1, alpha);
        double[] losses = new double[etas.size()];
        double issuedLoss = 0;
        double largest = 0;
        for (int t = 1; t <= STEPS; t++) {
            Issued issued = TrackerContract.issue(tracker, 1);
            double score = world.score(t, issued.thresholds()[0], issued.record());
            double weight = world.weight(t);
            issuedLoss += weight * CheckLoss.loss(alpha, score, issued.thresholds()[0]);
            for (int j = 0; j < losses.length; j++) {
                double loss = CheckLoss.loss(alpha, score, issued.record()[j]);
                losses[j] += weight * loss;
                largest = Math.max(largest, loss);
            }
            tracker.add(0, weight, score, score >= issued.thresholds()[0], issued.record());
            tracker.apply(1);
            double excess = (issuedLoss - Arrays.stream(losses).min().orElseThrow()) / t;
            double bound = (largest * largest / (4 * c * c) + 2 * Math.log(etas.size())) / Math.sqrt(t);
            assertThat(excess).as("after %d steps", t).isLessThanOrEqualTo(bound + 1e-12);
        }
        return largest;
    }

    private static List<Double> etas(Source random, double c) {
        List<Double> etas = new ArrayList<>();
        for (int j = random.within(1, 6); j > 0; j--) {
            etas.add(c * Math.exp(random.between(-7, 0)));
        }
        return etas;
    }

    @Test
    void boundHoldsOnRandomInput() {
        Laws.forAll(100, random -> {
            double c = random.between(0.05, 1);
            play(etas(random, c), random.between(0.01, 0.5), c, new World() {
                @Override
                public double score(int t, double issued, double[] experts) {
                    return random.uniform();
                }

                @Override
                public double weight(int t) {
                    return random.chance(0.5) ? 0 : random.between(0, 1 / c);
                }
            });
        });
    }

    @Test
    void paperBoundHoldsWhileLossesStayWithinOne() {
        // small rates keep thresholds and scores in [0, 1], where no check loss exceeds 1: the bound of the paper
        // itself
        Laws.forAll(50, random -> {
            double c = random.between(0.1, 1);
            double largest = play(List.of(0.1 * c, 0.01 * c, 0.001 * c), 0.1, c, new World() {
                @Override
                public double score(int t, double issued, double[] experts) {
                    return t % 50 < 25 ? random.uniform() : 1;
                }

                @Override
                public double weight(int t) {
                    return random.chance(0.7) ? 1 / c : 0;
                }
            });
            assertThat(largest).isLessThanOrEqualTo(1);
        });
    }

    @Test
    void boundHoldsAgainstAnAdversaryBesideTheIssuedThreshold() {
        Laws.forAll(100, random -> {
            double c = random.between(0.05, 1);
            int manner = random.below(5);
            play(etas(random, c), random.between(0.01, 0.5), c, new World() {
                @Override
                public double score(int t, double issued, double[] experts) {
                    double hurting = switch (manner) {
                        case 0 -> Math.nextDown(issued); // just missed, always
                        case 1 -> t % 2 == 0 ? Math.nextDown(issued) : issued; // just missed, just held
                        case 2 -> t % 2 == 0 ? 0 : 1; // as far off as can be, in turn
                        case 3 -> issued > 0.5 ? 0 : 1; // always the far side
                        default -> worstExpert(t, experts); // flatters the expert that was worst
                    };
                    return Math.max(0, Math.min(1, hurting));
                }

                private double worstExpert(int t, double[] experts) {
                    return experts[t / 40 % experts.length];
                }

                @Override
                public double weight(int t) {
                    return random.chance(0.8) ? 1 / c : 0;
                }
            });
        });
    }

    @Test
    void boundOfTheProofAllowsForLossesBeyondOne() {
        // large rates throw thresholds out of [0, 1]: R > 1 must really happen here, or the test shows nothing
        Laws.forAll(20, random -> {
            double c = 0.1;
            double largest = play(List.of(1.0, 0.3, 0.001), 0.1, c, new World() {
                @Override
                public double score(int t, double issued, double[] experts) {
                    return random.chance(0.5) ? 0 : 1;
                }

                @Override
                public double weight(int t) {
                    return random.chance(0.5) ? 1 / c : 0;
                }
            });
            assertThat(largest).isGreaterThan(1.5);
        });
    }
}
