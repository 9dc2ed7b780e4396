package dev.setpoint.cli.report;

import dev.setpoint.HeadSettings;
import dev.setpoint.LearnerSettings;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.sim.Shift;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Why a head missed its target in the last quarter, and what would help, from what the run has recorded. A cause is named only if the
 * numbers point to it: a wrong one is worse than none.
 *
 * <p>Answers that lie are no cause here: they make sets larger.
 */
final class Diagnosis {
    /** A class this improbable, times the number of classes, is not low by chance. */
    private static final double IMPROBABLE = 0.01;

    /** Standard errors from which on an estimate is held against something: its errors are up to three times the least possible. */
    private static final double ERRORS = 4;

    /** A fall of the correct pulls from one quarter to the next that a model which goes on learning does not have by itself. */
    private static final double FALL = 0.05;

    private static final double MOST_ANSWERS_LOST = 0.5;

    /** Of fewer labels, most of them are not many. */
    private static final int FEWEST_LABELS = 5;

    /** Fewer correct pulls of missed queries than this may well be none. */
    private static final double FEW_PULLS = 5;

    private final RunFiles run;
    private final RunSettings settings;
    private final Tallies tallies;
    private final double target;

    Diagnosis(RunFiles run) {
        this.run = run;
        this.settings = RunSettings.of(run.manifest());
        this.tallies = new Tallies(run, settings);
        this.target = run.target();
    }

    /**
     * One head that missed its target.
     *
     * @param head its name
     * @param why the cause with the numbers that point to it, or that none is recognised; ends without a full stop
     * @param help what to do; ends without a full stop
     */
    record Miss(String head, String why, String help) {
        /** On one line. */
        String sentence() {
            return why + ". What would help: " + help + ".";
        }
    }

    /** Of every head that missed its target, in their order; oracle heads, which are told the labels, are passed over. */
    List<Miss> misses() {
        return run.heads().stream()
                .filter(head -> Verdict.isMissed(run.summary(), head))
                .filter(head -> !run.metrics()
                        .series("coverage_marginal_estimate", head.name(), "")
                        .isEmpty())
                .map(this::miss)
                .toList();
    }

    private Miss miss(Summary.Head head) {
        List<ClassTally> classes = tallies.of(head.name());
        if (classes.isEmpty()) {
            return new Miss(head.name(), "No cause is recognised: the folder has no metrics by class", "run it again");
        }
        ClassTally least = classes.get(0);
        Optional<Summary.Head> better = betterHead(head);
        return tooWide(head)
                .or(() -> byChance(head, classes))
                .or(() -> shifted(head, least))
                .or(() -> changed(head, least)
                        .or(() -> fewAnswers(head, least))
                        .or(() -> mistaken(head, least))
                        .or(() -> unexplored(head, least))
                        .map(miss ->
                                better.map(other -> beside(miss, head, other)).orElse(miss)))
                .or(() -> better.map(other -> otherHead(head, other)))
                .or(() -> notFollowed(head, least))
                .orElseGet(() -> unknown(head, least));
    }

    private Optional<Miss> byChance(Summary.Head head, List<ClassTally> classes) {
        double least = classes.stream()
                .mapToDouble(tally -> tally.chance(target))
                .min()
                .orElseThrow();
        if (least * classes.size() < IMPROBABLE) {
            return Optional.empty();
        }
        ClassTally first = classes.get(0);
        String why = classes.size() == 1
                ? covered(head, first) + ", too few to tell whether the target is missed"
                : covered(head, first) + ": the least covered of " + classes.size()
                        + " classes may be as low as that by chance, with so few queries";
        return Optional.of(new Miss(head.name(), why, moreToJudgeBy(first)));
    }

    /** What was played already says nothing more, and other orders of it little. */
    private String moreToJudgeBy(ClassTally tally) {
        double queries = tally.queries() / run.metrics().seeds();
        boolean hasMoreRows = run.manifest().queries() < run.manifest().rows();
        return (hasMoreRows
                        ? "a longer stream (queries: up to the "
                                + Numbers.whole(run.manifest().rows()) + " rows there are)"
                        : "more rows")
                + ", to judge the coverage by"
                + (queries < FEW_PULLS
                        ? ""
                        : ", as " + whole(queries) + " queries show a coverage of "
                                + Numbers.target(run.summary().alpha())
                                + " to within "
                                + Numbers.plain(Numbers.significant(2 * Math.sqrt(target * (1 - target) / queries), 2)))
                + (settings.isInOrder() || hasMoreRows
                        ? ""
                        : "; more seeds, which play the same rows in other orders, help in part");
    }

    /** Sets that hold most labels reach every target and are of no use. */
    private Optional<Miss> tooWide(Summary.Head head) {
        int labels = run.manifest().labels().size();
        double size = Verdict.last(head.size());
        double perClass = (double) run.metrics().queries()[run.metrics().last()] / labels;
        boolean isWide = 2 * size >= labels && labels >= FEWEST_LABELS;
        if (!isWide
                || perClass * run.summary().alpha() >= FEW_PULLS
                || betterHead(head).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new Miss(
                head.name(),
                "In the last quarter its sets hold " + Numbers.two(size) + " of the " + labels
                        + " labels on average, as too little is known after "
                        + (perClass < 2 ? "fewer than two" : "some " + whole(perClass)) + " queries per class",
                "more queries per class (docs/sets.md says how many), fewer labels"
                        + (run.isMarginal() ? "" : ", or coverage: marginal, one threshold for all")
                        + "; until then, act as if there were no sets"));
    }

    /** Of the issuing head where it met its target by sets that are of no use; empty otherwise. */
    Optional<Miss> useless() {
        return Verdict.isMissed(run.summary(), run.issuing()) ? Optional.empty() : tooWide(run.issuing());
    }

    /** The answers are about other queries than those that are measured, and show nothing of the miss. */
    private Optional<Miss> shifted(Summary.Head head, ClassTally least) {
        if (!settings.isShiftedWithoutWeights() || !(least.estimate() >= target - Verdict.TOLERANCE)) {
            return Optional.empty();
        }
        return Optional.of(new Miss(
                head.name(),
                "The answers come from other queries than those that are measured, and the learner is told no weights: by the answers "
                        + named(least) + " is covered at " + Numbers.three(least.estimate())
                        + ", among the measured queries at "
                        + Numbers.three(least.streamCoverage()),
                "weights=" + Shift.Weights.CLASSIFIER
                        + " in the shift, which learns how the two kinds of queries differ (in Java,"
                        + " Query.weighing)"));
    }

    /** The target was held until labels drifted, or until pulls became incorrect. */
    private Optional<Miss> changed(Summary.Head head, ClassTally least) {
        double from = settings.driftsFrom();
        if (from < 1) {
            double before = tallies.coverage(head.name(), least.name(), Math.max(0, from - 0.25), from);
            return before >= target - Verdict.TOLERANCE
                    ? Optional.of(new Miss(
                            head.name(),
                            "Labels drift from " + share(from)
                                    + " of the stream on: in the quarter of the stream before, "
                                    + named(least) + " was covered at " + Numbers.three(before)
                                    + ", in the last quarter at "
                                    + Numbers.three(least.coverage()),
                            afterAChange(head)))
                    : Optional.empty();
        }
        List<Double> correct = run.summary().correctPulls();
        double before = tallies.coverage(head.name(), least.name(), 0.5, 0.75);
        return correct.get(2) - correct.get(3) > FALL && before >= target - Verdict.TOLERANCE
                ? Optional.of(new Miss(
                        head.name(),
                        "The stream changed: correct pulls fell from " + Numbers.three(correct.get(2))
                                + " in the third quarter to " + Numbers.three(correct.get(3))
                                + " in the last, and the coverage of "
                                + named(least) + " from " + Numbers.three(before) + " to "
                                + Numbers.three(least.coverage()),
                        afterAChange(head)))
                : Optional.empty();
    }

    private String afterAChange(Summary.Head head) {
        return isAuto(head)
                ? "a longer stream, as coverage returns while the change is learned"
                : "a head with tracker auto, which restarts when pulls become incorrect, and a longer stream";
    }

    /** Too little is known of the class for its threshold to be worth anything. */
    private Optional<Miss> fewAnswers(Summary.Head head, ClassTally least) {
        double enough = 1 / run.summary().alpha();
        if (!(least.ess() < enough)) {
            return Optional.empty();
        }
        String answers =
                "the answers about it are worth " + one(least.ess()) + " of equal weight (ESS), fewer than the "
                        + one(enough) + " that a class needs to count as calibrated";
        if (settings.lostAnswers() >= MOST_ANSWERS_LOST) {
            return Optional.of(new Miss(
                    head.name(),
                    covered(head, least) + ", and " + share(settings.lostAnswers()) + " of all answers are lost: "
                            + answers,
                    "fewer lost answers, or more queries"));
        }
        double ofAll =
                run.metrics().series("correct_pulls", "", "").mean(run.metrics().last());
        boolean isRare = least.streamQueries() / run.metrics().seeds() * ofAll < 2 * enough;
        if (isRare || !isSeldomCorrect(least)) {
            return Optional.of(new Miss(
                    head.name(),
                    covered(head, least) + ", and had " + whole(least.streamQueries()) + " in the whole stream: "
                            + answers,
                    "more queries of this class, or coverage: marginal, one threshold for all classes"));
        }
        return Optional.of(new Miss(
                head.name(), covered(head, least) + ", but " + pulled(least) + ": " + answers, moreOfItsPulls()));
    }

    /** Enough is known to call the class calibrated, and too little to see the miss, as it is hardly ever pulled correctly. */
    private Optional<Miss> mistaken(Summary.Head head, ClassTally least) {
        if (!isSeldomCorrect(least) || isSeen(least) || !Double.isFinite(least.ess())) {
            return Optional.empty();
        }
        return Optional.of(new Miss(
                head.name(),
                covered(head, least) + ", but " + pulled(least)
                        + ": the model takes it for other classes, and the answers, worth "
                        + one(least.ess()) + " of equal weight (ESS), put its coverage at "
                        + Numbers.three(least.estimate())
                        + " and do not show the miss",
                moreOfItsPulls()));
    }

    /** The missed queries look to the model like those of other classes, and exploration pulls too few of them for the answers to show it. */
    private Optional<Miss> unexplored(Summary.Head head, ClassTally least) {
        double bound =
                settings.learner().map(LearnerSettings::propensityLowerBound).orElse(Double.NaN);
        double missed = (1 - least.streamCoverage())
                * least.streamQueries()
                / run.metrics().seeds();
        boolean isUnseen = least.estimate() - least.streamCoverage() > ERRORS * least.standardError(target);
        if (!(bound * missed < FEW_PULLS) || !isUnseen) {
            return Optional.empty();
        }
        return Optional.of(new Miss(
                head.name(),
                "The answers do not show the misses of " + named(least) + ": by them it is covered at "
                        + Numbers.three(least.estimate()) + ", in truth at " + Numbers.three(least.streamCoverage())
                        + " over the whole stream, and of its " + whole(missed)
                        + " missed queries exploration alone pulls "
                        + Numbers.plain(Numbers.significant(bound * missed, 2)) + " correctly",
                "a larger floor" + floor() + ", at the price of fewer correct pulls, or a longer stream"));
    }

    /** The miss is plain from the answers, and the thresholds did not move as they should. */
    private Optional<Miss> notFollowed(Summary.Head head, ClassTally least) {
        return isSeen(least) && !isAuto(head)
                ? Optional.of(new Miss(
                        head.name(),
                        "The answers show that " + named(least) + " is missed (estimate "
                                + Numbers.three(least.estimate())
                                + ", worth " + one(least.ess()) + " answers), and the thresholds of "
                                + Excerpt.of(head.tracker())
                                + " did not follow them",
                        "tracker auto, which has no learning rate, or another rate or start"))
                : Optional.empty();
    }

    private Miss otherHead(Summary.Head head, Summary.Head better) {
        String part = head.score().equals(better.score())
                ? "tracker"
                : head.tracker().equals(better.tracker()) ? "score" : "score or tracker";
        return new Miss(
                head.name(),
                "The head's " + part + " is the cause: from the same pulls and answers " + met(head, better),
                better.name().equals(run.issuing().name())
                        ? "no change is needed: head " + Excerpt.of(better.name())
                                + " issues the sets, and this one only runs in its shadow"
                        : "letting head " + Excerpt.of(better.name()) + " issue the sets (name it first under heads)");
    }

    private Miss beside(Miss miss, Summary.Head head, Summary.Head better) {
        return new Miss(miss.head(), miss.why(), miss.help() + "; in this run " + met(head, better));
    }

    private String met(Summary.Head head, Summary.Head better) {
        double coverage = Verdict.last(run.isMarginal() ? better.coverageMarginal() : better.coverageMin());
        return "head " + Excerpt.of(better.name()) + " covered "
                + (run.isMarginal()
                        ? Numbers.three(coverage) + " of all queries"
                        : "every class at " + Numbers.three(coverage) + " or more")
                + ", with " + Numbers.two(Verdict.last(better.size())) + " labels per set (this head: "
                + Numbers.two(Verdict.last(head.size())) + ")";
    }

    private Miss unknown(Summary.Head head, ClassTally least) {
        return new Miss(
                head.name(),
                covered(head, least) + ", and nothing that the run has recorded points to a cause",
                run.heads().stream().anyMatch(this::isAuto)
                        ? "a longer stream and more seeds, to see whether it lasts"
                        : "a head with tracker auto beside it, to see whether it is the tracker");
    }

    /** Of the other heads that met the target, the one with the smallest sets; none that is told the labels, or that shows most of them. */
    private Optional<Summary.Head> betterHead(Summary.Head head) {
        return run.heads().stream()
                .filter(other -> !other.name().equals(head.name()))
                .filter(other -> !run.metrics()
                        .series("coverage_marginal_estimate", other.name(), "")
                        .isEmpty())
                .filter(other -> Verdict.isMet(run.summary(), other))
                .filter(other ->
                        2 * Verdict.last(other.size()) < run.manifest().labels().size() + 1)
                .min(Comparator.comparingDouble(other -> Verdict.last(other.size())));
    }

    private boolean isSeldomCorrect(ClassTally tally) {
        double all =
                run.metrics().series("correct_pulls", "", "").mean(run.metrics().last());
        return tally.correctPulls() < all / 2;
    }

    /** Whether the answers alone say that the target is missed. */
    private boolean isSeen(ClassTally tally) {
        return tally.estimate() + ERRORS * tally.standardError(target) < target;
    }

    private boolean isAuto(Summary.Head head) {
        String auto = HeadSettings.DEFAULT.name();
        return head.tracker().equals(auto) || head.tracker().startsWith(auto + "(");
    }

    private String moreOfItsPulls() {
        boolean isUnnamed = settings.learner()
                .filter(learner ->
                        learner.features().readsTexts() && learner.labelTexts().isEmpty())
                .isPresent();
        return isUnnamed
                ? "labeltexts: names, as labels are then known from the first query by what their names say"
                : "policy softmax(temperature=1) or a larger floor" + floor()
                        + ", so that the class is pulled more often, at the price of fewer correct pulls; and features or a model that"
                        + " tell it from the others";
    }

    private String floor() {
        return settings.learner()
                .map(learner -> " than " + Numbers.plain(learner.floor()))
                .orElse("");
    }

    private String pulled(ClassTally least) {
        double all =
                run.metrics().series("correct_pulls", "", "").mean(run.metrics().last());
        return "only " + Numbers.three(least.correctPulls()) + " of its queries were pulled correctly ("
                + Numbers.three(all) + " of all queries)";
    }

    private String covered(Summary.Head head, ClassTally tally) {
        String queries = Numbers.three(tally.coverage()) + " of " + (isOfAll(tally) ? "all " : "its ")
                + whole(tally.queries()) + " queries of the last quarter"
                + (run.metrics().seeds() > 1 ? ", all seeds together" + ofEachSeed(head, tally) : "");
        return isOfAll(tally)
                ? "The sets held the true label of " + queries
                : "Class " + Excerpt.of(tally.name()) + " was covered in " + queries;
    }

    /** The minimum of the tables and tiles is another: each seed's own least covered class, on average. */
    private static String ofEachSeed(Summary.Head head, ClassTally tally) {
        double minimum = Verdict.last(head.coverageMin());
        return isOfAll(tally) || !Double.isFinite(minimum)
                ? ""
                : " (the least covered class of each seed by itself, on average: " + Numbers.three(minimum) + ")";
    }

    private static boolean isOfAll(ClassTally tally) {
        return tally.name().equals(ClassTally.ALL_QUERIES);
    }

    private static String named(ClassTally tally) {
        return isOfAll(tally) ? "the whole stream" : "class " + Excerpt.of(tally.name());
    }

    private static String share(double share) {
        return Numbers.plain(share);
    }

    private static String whole(double count) {
        return Numbers.whole(Math.round(count));
    }

    private static String one(double value) {
        return String.format(Locale.ROOT, "%.1f", value).replaceFirst("\\.0$", "");
    }
}
