package dev.setpoint.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The conformal layer once more, written from the paper's formulas to be plainly correct rather than fast, and sharing no code with
 * the one it checks: everything is a list, every sum is a sum of decimals, weights are exp(-L/sqrt(t+1)) as printed.
 */
public final class ReferenceLayer {
    private static final MathContext DIGITS = MathContext.DECIMAL128;

    /** One line of a log; {@code step}, {@code id}, {@code correct} and {@code u} may be null. */
    public record Line(
            Long step, Long id, List<Double> p, int arm, double propensity, Boolean correct, List<Double> u) {}

    /** What is asked for. For sgd, one eta. */
    public record Settings(
            int labels,
            double alpha,
            String score,
            double lambda,
            int kreg,
            boolean randomised,
            String tracker,
            List<Double> etas,
            String normalize,
            long seed) {}

    /** What is issued: a set per line, the number and the thresholds of every step. */
    public record Issued(List<String> sets, List<Long> steps, List<List<Double>> thresholds) {
        public String setsText() {
            return String.join("", sets);
        }
    }

    private final Settings settings;
    /** tau_jk and L_jk, by expert and label. */
    private final List<List<BigDecimal>> tau = new ArrayList<>();

    private final List<List<BigDecimal>> losses = new ArrayList<>();
    private long completed;

    private ReferenceLayer(Settings settings) {
        this.settings = settings;
        for (int j = 0; j < settings.etas().size(); j++) {
            tau.add(new ArrayList<>(java.util.Collections.nCopies(settings.labels(), BigDecimal.ZERO)));
            losses.add(new ArrayList<>(java.util.Collections.nCopies(settings.labels(), BigDecimal.ZERO)));
        }
    }

    public static Issued replay(Settings settings, List<Line> log) {
        ReferenceLayer layer = new ReferenceLayer(settings);
        Issued issued = new Issued(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (List<Line> step : steps(log)) {
            long number =
                    step.get(0).step() == null ? layer.completed : step.get(0).step();
            layer.step(number, step, issued);
        }
        return issued;
    }

    /** Lines with the same step together; without steps, every line alone. */
    public static List<List<Line>> steps(List<Line> log) {
        List<List<Line>> steps = new ArrayList<>();
        for (Line line : log) {
            boolean joins = !steps.isEmpty()
                    && line.step() != null
                    && line.step().equals(steps.get(steps.size() - 1).get(0).step());
            if (!joins) {
                steps.add(new ArrayList<>());
            }
            steps.get(steps.size() - 1).add(line);
        }
        return steps;
    }

    private void step(long number, List<Line> lines, Issued issued) {
        List<Double> thresholds = thresholds();
        issued.steps().add(number);
        issued.thresholds().add(thresholds);
        List<List<Double>> scores = new ArrayList<>();
        for (int row = 0; row < lines.size(); row++) {
            List<Double> score = scores(lines.get(row));
            scores.add(score);
            List<String> set = new ArrayList<>();
            for (int k = 0; k < settings.labels(); k++) {
                if (score.get(k) >= thresholds.get(k)) {
                    set.add(String.valueOf(k));
                }
            }
            issued.sets()
                    .add("{\"step\":" + number + ",\"row\":" + row + ",\"set\":[" + String.join(",", set) + "]}\n");
        }
        update(lines, scores);
        completed++;
    }

    private void update(List<Line> lines, List<List<Double>> scores) {
        long divisor = switch (settings.normalize()) {
            case "none" -> 1;
            case "batch-size" -> lines.size();
            default ->
                lines.stream()
                        .filter(line -> Boolean.TRUE.equals(line.correct()))
                        .count();
        };
        if (divisor == 0) {
            return;
        }
        for (int j = 0; j < settings.etas().size(); j++) {
            List<BigDecimal> before = List.copyOf(tau.get(j));
            for (int row = 0; row < lines.size(); row++) {
                Line line = lines.get(row);
                if (!Boolean.TRUE.equals(line.correct())) {
                    continue;
                }
                int k = line.arm();
                BigDecimal delta = BigDecimal.ONE.divide(exact(line.propensity()), DIGITS);
                BigDecimal gap = exact(scores.get(row).get(k)).subtract(before.get(k));
                // held against the threshold as a double, as it is kept
                boolean below = scores.get(row).get(k) < before.get(k).doubleValue();
                BigDecimal direction = exact(settings.alpha()).subtract(below ? BigDecimal.ONE : BigDecimal.ZERO);
                BigDecimal share = delta.multiply(direction).divide(BigDecimal.valueOf(divisor), DIGITS);
                BigDecimal move = exact(settings.etas().get(j)).multiply(share);
                tau.get(j).set(k, tau.get(j).get(k).add(move, DIGITS));
                losses.get(j).set(k, losses.get(j).get(k).add(gap.multiply(share), DIGITS));
            }
        }
    }

    /** sgd: tau itself. experts: the mean of the tau_j with weights exp(-L_j / sqrt(t + 1)), t steps completed. */
    private List<Double> thresholds() {
        List<Double> thresholds = new ArrayList<>();
        for (int k = 0; k < settings.labels(); k++) {
            if (settings.tracker().equals("sgd")) {
                thresholds.add(tau.get(0).get(k).doubleValue());
                continue;
            }
            BigDecimal weighted = BigDecimal.ZERO;
            BigDecimal total = BigDecimal.ZERO;
            for (int j = 0; j < tau.size(); j++) {
                double exponent = -losses.get(j).get(k).doubleValue() / Math.sqrt(completed + 1.0);
                BigDecimal weight = exact(Math.exp(exponent));
                weighted = weighted.add(weight.multiply(tau.get(j).get(k)));
                total = total.add(weight);
            }
            thresholds.add(weighted.divide(total, DIGITS).doubleValue());
        }
        return thresholds;
    }

    private List<Double> scores(Line line) {
        if (settings.score().equals("softmax")) {
            return line.p();
        }
        List<Integer> ranked = new ArrayList<>();
        for (int k = 0; k < settings.labels(); k++) {
            ranked.add(k);
        }
        ranked.sort(Comparator.<Integer, Double>comparing(k -> -line.p().get(k)).thenComparing(k -> k));
        List<Double> scores = new ArrayList<>();
        for (int k = 0; k < settings.labels(); k++) {
            int rank = ranked.indexOf(k) + 1;
            double above = 0;
            for (int better : ranked.subList(0, rank - 1)) {
                above += line.p().get(better);
            }
            double u = !settings.randomised() ? 1 : line.u() != null ? line.u().get(k) : draw(line.id(), k);
            double penalty =
                    settings.score().equals("raps") ? settings.lambda() * Math.max(0, rank - settings.kreg()) : 0;
            scores.add(1 - above - u * line.p().get(k) - penalty);
        }
        return scores;
    }

    // ------------------------------------------------------------------ draws, as their javadoc says

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int SCORE = 2;

    private double draw(long id, int label) {
        long stream = mix(mix(mix(settings.seed() + GOLDEN) + SCORE * GOLDEN) + id * GOLDEN);
        return (mix(stream + (label + 1) * GOLDEN) >>> 11) * 0x1.0p-53;
    }

    private static long mix(long z) {
        long y = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        y = (y ^ (y >>> 27)) * 0x94D049BB133111EBL;
        return y ^ (y >>> 31);
    }

    private static BigDecimal exact(double value) {
        return new BigDecimal(value);
    }
}
