package dev.setpoint.cli.paper;

import dev.setpoint.cli.paper.ScoresFigure.Algorithm;
import dev.setpoint.cli.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What the paper says of its figures 2 to 5, held against our runs. */
final class ScoresChecks {
    /** How much larger "only marginally larger" may be. */
    static final double MARGINAL = 0.1;

    private final Algorithm algorithm;
    private final Feedback policy;
    private final List<Check> checks = new ArrayList<>();

    ScoresChecks(Algorithm algorithm, Feedback policy) {
        this.algorithm = algorithm;
        this.policy = policy;
    }

    List<Check> found() {
        return List.copyOf(checks);
    }

    /** Checks what can be checked on one data set; nothing where a curve is missing, and nothing of auto. */
    void check(FigureColumn column) {
        Optional<FigureRun> run = column.run(policy);
        if (algorithm == Algorithm.AUTO || run.isEmpty() || !isComplete(run.get(), algorithm)) {
            return;
        }
        coverage(column, run.get());
        shrinking(column, run.get());
        directions(column, run.get());
        if (algorithm == Algorithm.TWO) {
            againstTuned(column, run.get());
            smallestScore(column, run.get());
        }
        column.run(Feedback.SOFTMAX)
                .filter(softmax -> policy == Feedback.UNIFORM && isComplete(softmax, algorithm))
                .ifPresent(softmax -> policies(column, softmax, run.get()));
    }

    private static boolean isComplete(FigureRun run, Algorithm algorithm) {
        return FigureRun.SCORES.stream()
                .noneMatch(score -> algorithm.curves(run, score).isEmpty());
    }

    private void coverage(FigureColumn column, FigureRun run) {
        int near = count(score -> algorithm.curves(run, score).isNearAtEnd());
        int nearer = count(score -> {
            HeadCurves curves = algorithm.curves(run, score);
            return curves.isNearAtEnd() || curves.gapAtEnd() < curves.gapAfterBeginning();
        });
        int scores = FigureRun.SCORES.size();
        Outcome outcome = near == scores ? Outcome.HOLDS : nearer == scores ? Outcome.IN_PART : Outcome.FAILS;
        add(
                "Class coverage approaches " + Numbers.target(run.manifest().alpha()),
                column,
                outcome,
                "the class furthest from it ends "
                        + Words.perScore(score ->
                                Numbers.three(algorithm.curves(run, score).gapAtEnd()))
                        + " away, after a tenth of the run "
                        + Words.perScore(score ->
                                Numbers.three(algorithm.curves(run, score).gapAfterBeginning())));
    }

    private void shrinking(FigureColumn column, FigureRun run) {
        int smaller = count(score -> {
            FigureCurve size = algorithm.curves(run, score).size();
            return size.end() < size.afterBeginning();
        });
        add(
                "Sets become smaller",
                column,
                Outcome.ofAll(smaller, FigureRun.SCORES.size()),
                Words.perScore(score ->
                                Numbers.two(algorithm.curves(run, score).size().afterBeginning()))
                        + " labels after a tenth of the run, "
                        + Words.perScore(score ->
                                Numbers.two(algorithm.curves(run, score).size().end()))
                        + " at the end");
    }

    private void directions(FigureColumn column, FigureRun run) {
        FigureCurve raps = algorithm.curves(run, "raps").least();
        add(
                "The coverage of RAPS comes from below",
                column,
                raps.beginning() < run.target() && raps.beginning() < raps.end() ? Outcome.HOLDS : Outcome.FAILS,
                "minimum class coverage: " + Numbers.three(raps.beginning()) + " at first, " + Numbers.three(raps.end())
                        + " at the end");
        List<String> others = List.of("softmax", "aps");
        int above = 0;
        List<String> details = new ArrayList<>();
        for (String score : others) {
            FigureCurve least = algorithm.curves(run, score).least();
            above += least.beginning() > run.target() && least.beginning() > least.end() ? 1 : 0;
            details.add(Words.score(score) + " " + Numbers.three(least.beginning()) + " at first, "
                    + Numbers.three(least.end()) + " at the end");
        }
        add(
                "The coverage of softmax and APS comes from above",
                column,
                above == others.size() ? Outcome.HOLDS : above > 0 ? Outcome.IN_PART : Outcome.FAILS,
                "minimum class coverage: " + String.join("; ", details));
    }

    private void againstTuned(FigureColumn column, FigureRun run) {
        if (!isComplete(run, Algorithm.ONE)) {
            return;
        }
        String changes = "against the tuned Algorithm 1 "
                + Words.perScore(score -> Words.change(
                        algorithm.curves(run, score).size().end(),
                        Algorithm.ONE.curves(run, score).size().end()));
        if (policy == Feedback.SOFTMAX) {
            add(
                    "Sets are at most marginally larger than those of the tuned Algorithm 1",
                    column,
                    Outcome.ofAll(count(score -> ratio(run, score) <= 1 + MARGINAL), FigureRun.SCORES.size()),
                    changes);
        } else if (List.of("cifar10", "svhn").contains(column.data())) {
            add(
                    "Sets are smaller than those of the tuned Algorithm 1 on CIFAR-10 and SVHN",
                    column,
                    Outcome.ofAll(count(score -> ratio(run, score) < 1), FigureRun.SCORES.size()),
                    changes);
        }
    }

    private double ratio(FigureRun run, String score) {
        return algorithm.curves(run, score).size().end()
                / Algorithm.ONE.curves(run, score).size().end();
    }

    private void smallestScore(FigureColumn column, FigureRun run) {
        if (!column.data().equals("cifar100")) {
            return;
        }
        double raps = algorithm.curves(run, "raps").size().end();
        int larger = count(score -> algorithm.curves(run, score).size().end() > raps);
        add(
                "RAPS has the smallest sets on CIFAR-100",
                column,
                larger == 2 ? Outcome.HOLDS : Outcome.FAILS,
                Words.perScore(score ->
                                Numbers.two(algorithm.curves(run, score).size().end()))
                        + " labels");
    }

    private void policies(FigureColumn column, FigureRun softmax, FigureRun uniform) {
        int smaller = 0;
        int sooner = 0;
        double step = Double.NaN;
        List<String> sizes = new ArrayList<>();
        List<String> settled = new ArrayList<>();
        for (String score : FigureRun.SCORES) {
            HeadCurves one = algorithm.curves(softmax, score);
            HeadCurves other = algorithm.curves(uniform, score);
            step = other.size().lastInCommonWith(one.size());
            smaller += other.size().at(step) < one.size().at(step) ? 1 : 0;
            sooner += other.settledAt() < one.settledAt() ? 1 : 0;
            sizes.add(Words.score(score) + " " + Numbers.two(other.size().at(step)) + " instead of "
                    + Numbers.two(one.size().at(step)));
            settled.add(Words.score(score) + " " + Words.step(other.settledAt()) + " instead of "
                    + Words.step(one.settledAt()));
        }
        int scores = FigureRun.SCORES.size();
        if (Double.isFinite(step)) {
            add(
                    "Sets are smaller than under the softmax policy",
                    column,
                    Outcome.ofAll(smaller, scores),
                    String.join(", ", sizes) + " labels at batch " + Words.step(step));
        }
        add(
                "Coverage converges faster than under the softmax policy",
                column,
                Outcome.ofAll(sooner, scores),
                "every class stays within " + HeadCurves.NEAR + " of the target from some batch on: "
                        + String.join(", ", settled));
    }

    private void add(String claim, FigureColumn column, Outcome outcome, String detail) {
        checks.add(new Check(claim, column.title(), outcome, detail));
    }

    private static int count(Predicate<String> ofScore) {
        return (int) FigureRun.SCORES.stream().filter(ofScore).count();
    }
}
