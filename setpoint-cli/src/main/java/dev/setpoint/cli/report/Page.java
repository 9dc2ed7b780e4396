package dev.setpoint.cli.report;

import dev.setpoint.cli.draw.Markup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The page: what does not change with the reader's choices is written here, the charts and the tables of classes are
 * drawn by {@code report.js} from {@link PageData}.
 *
 * <p>The page's content security policy allows the two scripts by their hashes and no network at all, so that a name
 * that slipped through the escaping would still not run.
 */
final class Page {
    private static final int MOST_EXAMPLES = 60;

    /** Of an example's set; 150 intents are shown as they are, which is what early sets look like. */
    private static final int MOST_CHIPS = 150;

    /** Columns, and labels, of which the page says what was read. */
    private static final int MOST_READ = 50;

    private static final String QUARTERS = "<th scope=\"col\" class=\"group\">1st</th><th scope=\"col\">2nd</th><th"
            + " scope=\"col\">3rd</th><th scope=\"col\">4th</th><th scope=\"col\">all</th>";

    private final RunFiles run;
    private final List<Diagnosis.Miss> misses;
    private final Optional<Diagnosis.Miss> useless;

    private Page(RunFiles run, List<Diagnosis.Miss> misses, Optional<Diagnosis.Miss> useless) {
        this.run = run;
        this.misses = misses;
        this.useless = useless;
    }

    static String of(RunFiles run, List<Diagnosis.Miss> misses, Optional<Diagnosis.Miss> useless) throws IOException {
        return new Page(run, misses, useless).html();
    }

    private String html() throws IOException {
        String library = resource("uplot/uPlot.iife.min.js");
        String script = resource("report.js");
        Map<String, String> parts = Map.ofEntries(
                Map.entry("policy", "'sha256-" + sha256(library) + "' 'sha256-" + sha256(script) + "'"),
                Map.entry("title", Markup.text(run.manifest().title())),
                Map.entry("description", Markup.text(run.manifest().description())),
                Map.entry("verdict", Markup.text(Verdict.of(run.summary(), run.issuing()))),
                Map.entry("why", why()),
                Map.entry("otherMisses", otherMisses()),
                Map.entry("notes", notes()),
                Map.entry("fromStart", drifts() ? "" : " checked"),
                Map.entry("lastWindow", drifts() ? " checked" : ""),
                Map.entry("tiles", tiles()),
                Map.entry("seedsNote", seedsNote()),
                Map.entry("coverageCaption", coverageCaption()),
                Map.entry("thresholdsTitle", run.isMarginal() ? "The threshold" : "Thresholds by class"),
                Map.entry("thresholdsCaption", thresholdsCaption()),
                Map.entry("estimateCaption", estimateCaption()),
                Map.entry("headsGroup", run.isMarginal() ? group("All queries") : ""),
                Map.entry("headsColumns", run.isMarginal() ? QUARTERS : ""),
                Map.entry("classesCaption", classesCaption()),
                Map.entry("issuing", Markup.text(run.issuing().name())),
                Map.entry("headsTable", headsTable()),
                Map.entry("outOfScope", outOfScope()),
                Map.entry("examples", examples()),
                Map.entry("read", read()),
                Map.entry("manifest", manifest()),
                Map.entry("styles", resource("uplot/uPlot.min.css") + Template.styles()),
                Map.entry("library", library),
                Map.entry("script", script),
                Map.entry("data", Markup.json(PageData.of(run))));
        return Template.filled(resource("report.html"), parts);
    }

    /** Where labels drift, what was long ago says little about now. */
    private boolean drifts() {
        return !run.manifest().drift().isEmpty();
    }

    /** Why the issuing head missed its target, or met it with sets of no use, and what would help; empty if it did neither. */
    private String why() {
        StringBuilder out = new StringBuilder();
        Stream.concat(misses.stream().filter(this::isIssuing), useless.stream())
                .forEach(miss -> out.append("<p class=\"why\">")
                        .append(Markup.text(miss.sentence()))
                        .append("</p>\n"));
        return out.toString();
    }

    /** The same of the other heads, as a list. */
    private String otherMisses() {
        List<Diagnosis.Miss> others =
                misses.stream().filter(miss -> !isIssuing(miss)).toList();
        if (others.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder("<details class=\"made\"><summary>Why ")
                .append(Numbers.count(others.size(), "other head"))
                .append(" missed the target, and what would help</summary>\n<ul class=\"misses\">\n");
        for (Diagnosis.Miss miss : others) {
            out.append("<li><b>")
                    .append(Markup.text(miss.head()))
                    .append("</b>: ")
                    .append(Markup.text(miss.sentence()))
                    .append("</li>\n");
        }
        return out.append("</ul>\n</details>\n").toString();
    }

    private boolean isIssuing(Diagnosis.Miss miss) {
        return miss.head().equals(run.issuing().name());
    }

    private String notes() {
        StringBuilder out = new StringBuilder();
        List<String> notes =
                new ArrayList<>(List.of(run.manifest().drift(), run.manifest().shift(), selection()));
        run.manifest().warnings().forEach(warning -> notes.add("Warning: " + warning + "."));
        for (String note : notes) {
            if (!note.isEmpty()) {
                out.append("<p class=\"description\">")
                        .append(Markup.text(note))
                        .append("</p>\n");
            }
        }
        return out.toString();
    }

    private String selection() {
        return run.selection().isEmpty()
                ? ""
                : "Tables and charts by class show " + run.selection()
                        + ", spread evenly over the order of the issuing head's coverage at the end; metrics.csv has all.";
    }

    private String window() {
        long window = run.manifest().window();
        return window > 0 ? "the last " + Numbers.whole(window) + " queries" : "the latest queries";
    }

    private String tiles() {
        Summary.Head head = run.issuing();
        Metrics metrics = run.metrics();
        int labels = run.manifest().labels().size();
        String target = "target " + Numbers.target(run.summary().alpha()) + "; ";
        StringBuilder out = new StringBuilder();
        if (run.isMarginal()) {
            tile(
                    out,
                    "All queries covered",
                    Numbers.three(Verdict.last(head.coverageMarginal())),
                    target + "first quarter "
                            + Numbers.three(head.coverageMarginal().get(0)));
        }
        tile(
                out,
                "Minimum class coverage",
                Numbers.three(Verdict.last(head.coverageMin())),
                (run.isMarginal() ? "no target of its own; " : target) + "first quarter "
                        + Numbers.three(head.coverageMin().get(0)));
        tile(
                out,
                "Maximum class coverage",
                Numbers.three(Verdict.last(head.coverageMax())),
                "first quarter " + Numbers.three(head.coverageMax().get(0)));
        tile(
                out,
                "Labels per set",
                Numbers.two(Verdict.last(head.size())),
                "of " + labels + "; first quarter " + Numbers.two(head.size().get(0)));
        tile(
                out,
                "Correct pulls",
                Numbers.three(Verdict.last(run.summary().correctPulls())),
                "first quarter " + Numbers.three(run.summary().correctPulls().get(0)));
        entropyTile(out);
        emptyTile(out);
        tile(
                out,
                "Queries",
                Numbers.whole(metrics.queries()[metrics.last()]),
                "whole stream, " + (metrics.seeds() == 1 ? "one seed" : "in each of " + metrics.seeds() + " seeds"));
        return out.toString();
    }

    private void entropyTile(StringBuilder out) {
        Series windows = run.metrics().series("cross_entropy_window", "", "");
        quarterTile(
                out,
                "Cross-entropy",
                run.summary().crossEntropy(),
                "",
                windows,
                "last window; first " + Numbers.three(windows.mean(0)));
    }

    private void emptyTile(StringBuilder out) {
        quarterTile(
                out,
                "Empty sets",
                run.issuing().emptyShare(),
                "share of the sets; ",
                run.metrics().series("empty_share", run.issuing().name(), ""),
                "share of the sets, whole stream");
    }

    /** Of the last quarter; folders from before quarters had one say what they can, and of what. */
    private void quarterTile(
            StringBuilder out, String title, List<Double> quarters, String of, Series otherwise, String ofOtherwise) {
        boolean known = Double.isFinite(Verdict.last(quarters));
        double value =
                known ? Verdict.last(quarters) : otherwise.mean(run.metrics().last());
        String note = known ? of + "first quarter " + Numbers.three(quarters.get(0)) : ofOtherwise;
        tile(out, title, Numbers.three(value), note);
    }

    private String coverageCaption() {
        String target = Numbers.target(run.summary().alpha());
        return (run.isMarginal()
                        ? "Look for the thick line closing in on the target of " + target
                                + ": the share of all queries whose set held the true label. The thin lines are the head\u2019s"
                                + " minimum (solid) and maximum (dashed) class coverage, which have no target of"
                                + " their own."
                        : "Look for both lines of a head closing in on the target of " + target
                                + ": the solid one is its minimum class coverage, the dashed one its maximum.")
                + " \u201cLast window\u201d counts " + window() + " at each point, where a drift shows.";
    }

    private String thresholdsCaption() {
        String shape = ": a level line means that the tracker has settled, a saw-tooth that its steps are large.";
        return run.isMarginal()
                ? "One threshold for all labels, of head <b class=\"head-name\"></b>" + shape
                : "One line per class for head <b class=\"head-name\"></b>" + shape;
    }

    private String estimateCaption() {
        return "Dots on the diagonal mean that the estimate, which needs no true labels, agrees with the truth, which only a"
                + " simulation knows; the chart beside it follows "
                + (run.isMarginal() ? "all queries together, or one class," : "one class") + " over time.";
    }

    private String classesCaption() {
        String evidence =
                "ESS is the number of plain observations the estimate is worth, a class being uncalibrated below"
                        + " 1/alpha of them.";
        String interval =
                "Estimate, interval and ESS come from feedback alone, without labels: the interval holds for all"
                        + " classes and at all times at once with probability 0.95 where coverage is constant";
        return "At the last checkpoint. "
                + (run.isMarginal()
                        ? "Classes have no target of their own here: it is for all queries together. " + interval + "; "
                        : "On the small scale the tick is the target and the dot the class; a triangle marks classes more than"
                                + " 0.02 below it. " + interval
                                + ", and has a triangle where it lies more than 0.03 away from the target; ")
                + evidence;
    }

    private static String group(String name) {
        return "<th colspan=\"5\" scope=\"colgroup\" class=\"group\">" + name + "</th>";
    }

    private static void tile(StringBuilder out, String name, String value, String note) {
        out.append("<div class=\"tile\"><dt>")
                .append(name)
                .append("</dt><dd>")
                .append(value)
                .append("<small>")
                .append(note)
                .append("</small></dd></div>\n");
    }

    private String seedsNote() {
        int seeds = run.metrics().seeds();
        return seeds == 1
                ? "Lines show the one seed of this run."
                : "Lines are means of " + seeds
                        + " seeds; the band around a line runs from the lowest seed to the highest.";
    }

    private String headsTable() {
        StringBuilder out = new StringBuilder();
        for (Summary.Head head : run.heads()) {
            boolean issuing = head.name().equals(run.issuing().name());
            out.append(issuing ? "<tr class=\"issuing\">" : "<tr>")
                    .append("<th scope=\"row\">")
                    .append(Markup.text(head.name()))
                    .append(issuing ? " <span class=\"tag\">issuing</span>" : "")
                    .append("<small>")
                    .append(Markup.text(head.score() + ", " + head.tracker()))
                    .append("</small></th>");
            if (run.isMarginal()) {
                Series all = run.metrics().series("coverage_marginal", head.name(), "");
                cells(out, head.coverageMarginal(), all.mean(run.metrics().last()), 3);
            }
            cells(out, head.coverageMin(), head.accumulated().coverageMin(), 3);
            cells(out, head.coverageMax(), head.accumulated().coverageMax(), 3);
            cells(out, head.size(), head.accumulated().size(), 2);
            out.append("</tr>\n");
        }
        return out.toString();
    }

    private static void cells(StringBuilder out, List<Double> quarters, double all, int decimals) {
        for (int i = 0; i < quarters.size(); i++) {
            cell(out, quarters.get(i), decimals, i == 0 ? " class=\"group\"" : "");
        }
        cell(out, all, decimals, " class=\"all\"");
    }

    private static void cell(StringBuilder out, double value, int decimals, String attributes) {
        out.append("<td").append(attributes).append('>');
        out.append(decimals == 2 ? Numbers.two(value) : Numbers.three(value)).append("</td>");
    }

    private String outOfScope() {
        if (run.summary().outOfScope().isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        out.append("<section id=\"unknown\" aria-labelledby=\"unknown-h\"><h2 id=\"unknown-h\">Queries of no known"
                + " class</h2>\n<p class=\"caption\">Decided after the stream and not learned from. Their correct answer"
                + " is the empty set, <b>none</b>; the price of saying so is the share of <b>none</b> among queries of a"
                + " known class, each of which is a miss (last quarter).</p>\n<div class=\"scroll\" tabindex=\"0\""
                + " role=\"region\" aria-labelledby=\"unknown-h\">\n<table class=\"sortable\">\n<thead>\n<tr><th"
                + " scope=\"col\">Head</th><th scope=\"col\" class=\"group\">none</th><th scope=\"col\">labels per"
                + " set</th><th scope=\"col\" class=\"group\">none, known class</th></tr>\n</thead>\n<tbody>\n");
        for (Summary.OutOfScope head : run.summary().outOfScope()) {
            out.append("<tr><th scope=\"row\">")
                    .append(Markup.text(head.name()))
                    .append("</th>");
            cell(out, head.emptyShare(), 3, " class=\"group\"");
            cell(out, head.meanSize(), 2, "");
            cell(out, head.inScopeEmptyShare(), 3, " class=\"group\"");
            out.append("</tr>\n");
        }
        return out.append("</tbody>\n</table>\n</div>\n</section>").toString();
    }

    private String examples() {
        List<Manifest.Example> examples = run.manifest().examples();
        if (examples.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        out.append("<section id=\"examples\" aria-labelledby=\"examples-h\"><h2 id=\"examples-h\">Examples</h2>\n")
                .append("<p class=\"caption\">Each query with the set it was answered with. The pulled label has a"
                        + " frame, the true label, which the learner is not told, a tick; a label without a fill was"
                        + " not in the set.</p>\n<ol class=\"examples\">\n");
        for (Manifest.Example example : examples.subList(0, Math.min(MOST_EXAMPLES, examples.size()))) {
            example(out, example);
        }
        out.append("</ol>");
        if (examples.size() > MOST_EXAMPLES) {
            out.append("<p class=\"caption\">The first ")
                    .append(MOST_EXAMPLES)
                    .append(" of ")
                    .append(examples.size())
                    .append("; all are in <a href=\"manifest.json\">manifest.json</a>.</p>");
        }
        return out.append("</section>").toString();
    }

    private static void example(StringBuilder out, Manifest.Example example) {
        out.append("<li><p>").append(Markup.text(example.text())).append("</p><div>");
        if (example.set().isEmpty()) {
            out.append("<span class=\"chip none\">none</span>");
        }
        List<String> told = example.set().stream()
                .filter(label -> label.equals(example.arm()) || label.equals(example.label()))
                .toList();
        int room = MOST_CHIPS - told.size();
        int hidden = 0;
        for (String label : example.set()) {
            if (told.contains(label) || room-- > 0) {
                chip(out, label, label.equals(example.arm()), label.equals(example.label()), false);
            } else {
                hidden++;
            }
        }
        if (hidden > 0) {
            out.append("<span class=\"chip\">").append(Numbers.whole(hidden)).append(" more</span> ");
        }
        if (!example.arm().isEmpty() && !example.set().contains(example.arm())) {
            chip(out, example.arm(), true, example.arm().equals(example.label()), true);
        }
        boolean known = !example.label().isEmpty();
        if (known
                && !example.set().contains(example.label())
                && !example.label().equals(example.arm())) {
            chip(out, example.label(), false, true, true);
        }
        out.append("</div><span class=\"outcome\">pull ")
                .append(example.correct() ? "correct" : "incorrect")
                .append(known ? example.set().contains(example.label()) ? ", covered" : ", <b>missed</b>" : "")
                .append("</span></li>\n");
    }

    private static void chip(StringBuilder out, String label, boolean pulled, boolean truth, boolean outside) {
        out.append("<span class=\"chip")
                .append(pulled ? " pulled" : "")
                .append(outside ? " outside" : "")
                .append("\">")
                .append(truth ? "<span aria-hidden=\"true\">\u2713\u00a0</span>" : "")
                .append(Markup.text(label))
                .append("<span class=\"hidden\">")
                .append(pulled ? " (pulled)" : "")
                .append(truth ? " (true label)" : "")
                .append(outside ? " (not in the set)" : "")
                .append("</span></span> ");
    }

    private String read() {
        Manifest.Read read = run.manifest().read();
        if (read == null) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        out.append(
                        "<section id=\"read\" aria-labelledby=\"read-h\"><h2 id=\"read-h\">What was read</h2>\n<p class=\"caption\">")
                .append(Markup.text(read.rows()))
                .append(".</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"read-h\">")
                .append("<table class=\"manifest\"><tbody>\n");
        rows(out, "column ", read.columns(), "");
        rows(out, "label ", read.labels(), " rows");
        return out.append("</tbody></table></div>\n</section>").toString();
    }

    private static void rows(StringBuilder out, String kind, List<Map.Entry<String, String>> entries, String unit) {
        for (Map.Entry<String, String> entry : entries.subList(0, Math.min(MOST_READ, entries.size()))) {
            row(out, kind + entry.getKey(), entry.getValue() + unit);
        }
        if (entries.size() > MOST_READ) {
            row(out, Numbers.whole(entries.size() - MOST_READ) + " more", "in manifest.json");
        }
    }

    private static void row(StringBuilder out, String name, String value) {
        out.append("<tr><th scope=\"row\">")
                .append(Markup.text(name))
                .append("</th><td>")
                .append(Markup.text(value))
                .append("</td></tr>\n");
    }

    private String manifest() {
        StringBuilder out = new StringBuilder();
        for (Map.Entry<String, String> entry : run.manifest().entries()) {
            row(out, entry.getKey(), Numbers.writtenOut(entry.getValue()));
        }
        return out.toString();
    }

    private static String resource(String name) throws IOException {
        return Template.resource(Page.class, name);
    }

    private static String sha256(String script) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
