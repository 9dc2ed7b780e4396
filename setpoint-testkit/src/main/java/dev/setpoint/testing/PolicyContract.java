package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.policy.Policy;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Policy} promises. To hold one to it, extend this in a test:
 *
 * <pre>{@code
 * class MyPolicyTest extends PolicyContract {
 *     protected Policy policy() { return new MyPolicy(0.1); }
 * }
 * }</pre>
 *
 * <p>Snapshots keep settings as text, so its text must be read back: name it by a {@link dev.setpoint.notation.Plugin}.
 */
public abstract class PolicyContract {
    /** Of one policy. */
    protected PolicyContract() {}

    /** The policy, stateless. */
    protected abstract Policy policy();

    private double[] distribution(double[] probabilities) {
        return distribution(probabilities, new boolean[probabilities.length]);
    }

    private double[] distribution(double[] probabilities, boolean[] inSet) {
        double[] distribution = new double[probabilities.length];
        Arrays.fill(distribution, Double.NaN);
        policy().distributionInto(probabilities, inSet, distribution);
        return distribution;
    }

    private static boolean[] set(Source random, int labels) {
        boolean[] inSet = new boolean[labels];
        double share = random.uniform();
        for (int k = 0; k < labels; k++) {
            inSet[k] = random.chance(share);
        }
        return inSet;
    }

    @Test
    void pullProbabilitiesSumToOne() {
        Laws.forAll(200, random -> {
            int labels = random.within(2, 300);
            double[] p = random.chance(0.5) ? random.distribution(labels) : random.distributionWithTies(labels);
            if (random.chance(0.2)) { // as sure as a model can be
                Arrays.fill(p, Double.MIN_VALUE);
                p[random.below(labels)] = 1;
            }
            double sum = 0;
            for (double pull : distribution(p, set(random, labels))) {
                assertThat(pull).isBetween(policy().probabilityLowerBound(labels), 1.0);
                sum += pull;
            }
            assertThat(sum).isCloseTo(1, within(1e-12));
        });
    }

    @Test
    void sameProbabilitiesGiveSamePulls() {
        Laws.forAll(50, random -> {
            double[] p = random.distribution(random.within(2, 50));
            double[] before = p.clone();
            double[] once = distribution(p);
            distribution(random.distribution(7));
            assertThat(distribution(p)).isEqualTo(once);
            assertThat(p).isEqualTo(before);
        });
    }

    @Test
    void renamingLabelsRenamesPulls() {
        Laws.forAll(100, random -> {
            double[] p = random.distribution(random.within(2, 50));
            int[] to = random.permutation(p.length);
            double[] expected = Arrangement.moved(distribution(p), to);
            double[] found = distribution(Arrangement.moved(p, to));
            for (int k = 0; k < p.length; k++) { // sums run in another order
                assertThat(found[k]).isCloseTo(expected[k], within(1e-14));
            }
        });
    }

    @Test
    void moreProbableLabelIsPulledAtLeastAsOften() {
        Laws.forAll(100, random -> {
            double[] p = random.distribution(random.within(2, 50));
            double[] pull = distribution(p);
            int a = random.below(p.length);
            int b = random.below(p.length);
            if (p[a] > p[b]) {
                assertThat(pull[a]).isGreaterThanOrEqualTo(pull[b]);
            }
        });
    }

    @Test
    void looksAtTheSetOnlyIfItSaysSo() {
        boolean[] differs = new boolean[1];
        Laws.forAll(50, random -> {
            double[] p = random.distribution(random.within(3, 50));
            boolean[] one = set(random, p.length);
            double[] pulls = distribution(p, one);
            double[] others = distribution(p, set(random, p.length));
            if (!policy().readsSet()) {
                assertThat(others).isEqualTo(pulls);
            }
            differs[0] |= !Arrays.equals(pulls, others);
        });
        assertThat(differs[0]).isEqualTo(policy().readsSet());
    }

    /** {@link Policy#comparesLabels}: what the learner does of a policy where labels are excluded would not be what the policy means. */
    @Test
    void tellsLabelsApartBesideAnExcludedOneOrSaysThatItComparesThem() {
        if (policy().comparesLabels()) {
            return;
        }
        Laws.forAll(100, random -> {
            double[] p = random.uniforms(random.within(3, 20));
            int excluded = random.below(p.length);
            for (int k = 0; k < p.length; k++) { // the excluded label is the most probable one, though not by far
                p[k] = k == excluded ? 1.2 : 1 + 0.1 * p[k];
            }
            boolean[] inSet = set(random, p.length);
            inSet[excluded] = false;
            double[] beside = distribution(scaled(p), inSet);
            p[excluded] = 0;
            double[] alone = distribution(scaled(p), inSet);
            double pulled = 0;
            for (int k = 0; k < p.length; k++) {
                pulled += k == excluded ? 0 : beside[k];
            }
            assertThat(pulled).as("pulls of labels beside an excluded one").isPositive();
            int a = random.below(p.length);
            int b = random.below(p.length);
            if (a != excluded && b != excluded && alone[a] > alone[b] + 1e-6) {
                assertThat(beside[a])
                        .as("pulls of a label that without the excluded one is pulled more often than another")
                        .isGreaterThan(beside[b]);
            }
        });
    }

    private static double[] scaled(double[] weights) {
        double sum = Arrays.stream(weights).sum();
        return Arrays.stream(weights).map(weight -> weight / sum).toArray();
    }

    @Test
    void readsBackWhatItPrints() {
        assertThat(Policy.parse(policy().toString())).isEqualTo(policy());
    }
}
