package dev.setpoint.cli.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The theorems of Wang and Qiao (2024), and the bound of decaying rates, beside what was measured, one check per class.
 *
 * <p>A bound is asked of every seed by itself: the mean of the measured values can lie below the mean of the bounds
 * although a seed broke its own.
 */
final class Theorems {
    /** The number under which the pathwise bound of decaying rates goes. */
    static final int DECAYING = 4;

    private Theorems() {}

    /** The checks of one head: theorem by theorem, classes in the given order; those without a value are left out. */
    static List<Check> of(Metrics metrics, String head, List<String> labels) {
        List<Check> checks = new ArrayList<>();
        for (int theorem = 1; theorem <= DECAYING; theorem++) {
            String prefix = theorem == DECAYING ? "decaying" : "theorem" + theorem;
            String measured = prefix + (boundsCoverage(theorem) ? "_gap" : "_regret");
            for (String label : labels) {
                Check check = check(
                        theorem,
                        label,
                        metrics.finals(measured, head, label),
                        metrics.finals(prefix + "_bound", head, label),
                        metrics.finals("theorem3_assumption", head, label));
                if (check.seeds() > 0) {
                    checks.add(check);
                }
            }
        }
        return checks;
    }

    private static boolean boundsCoverage(int theorem) {
        return theorem == 1 || theorem == DECAYING;
    }

    private static Check check(int theorem, String label, double[] measured, double[] bound, double[] assumption) {
        double measuredSum = 0;
        double boundSum = 0;
        int seeds = 0;
        int held = 0;
        int vacuous = 0;
        int unmet = 0;
        for (int seed = 0; seed < measured.length; seed++) {
            if (!Double.isFinite(measured[seed]) || Double.isNaN(bound[seed])) {
                continue;
            }
            seeds++;
            measuredSum += measured[seed];
            boundSum += bound[seed];
            if (theorem == 3 && assumption[seed] == 0) {
                unmet++;
            } else if (boundsCoverage(theorem) && bound[seed] > 1) {
                vacuous++;
            } else if (measured[seed] <= bound[seed]) {
                held++;
            }
        }
        return new Check(theorem, label, measuredSum / seeds, boundSum / seeds, seeds, held, vacuous, unmet);
    }

    /**
     * One theorem, or the bound of decaying rates, for one class.
     *
     * @param measured mean over the seeds
     * @param bound mean over the seeds
     * @param seeds seeds that have both; the three counts below part them, what is left broke the bound
     * @param held seeds whose measured value is within a bound that says something
     * @param vacuous seeds whose bound on a coverage gap is above 1, which no gap can break
     * @param unmet seeds the theorem says nothing about, its assumption being broken
     */
    record Check(
            int theorem, String label, double measured, double bound, int seeds, int held, int vacuous, int unmet) {}
}
