package dev.setpoint.cli.paper;

import dev.setpoint.cli.draw.Markup;
import dev.setpoint.cli.report.Numbers;
import dev.setpoint.cli.report.Template;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The page: one file that holds every figure, and asks for no other. */
final class PaperPage {
    private final FigureInput input;
    private final List<FigureEntry> figures;
    private final List<String> withPng;

    private PaperPage(FigureInput input, List<FigureEntry> figures, List<String> withPng) {
        this.input = input;
        this.figures = figures;
        this.withPng = withPng;
    }

    /**
     * The page's text.
     *
     * @param withPng ids of the figures that have been written as PNG, too
     */
    static String of(FigureInput input, List<FigureEntry> figures, List<String> withPng) throws IOException {
        return new PaperPage(input, figures, withPng).html();
    }

    private String html() throws IOException {
        Map<String, String> parts = Map.ofEntries(
                Map.entry("styles", Template.styles() + Template.resource(PaperPage.class, "paper.css")),
                Map.entry("verdict", verdict()),
                Map.entry("runs", runs()),
                Map.entry("warnings", box("Not everything could be read", "warnings", input.warnings())),
                Map.entry(
                        "deviations",
                        box("Deviations from the paper", "deviations", FigureDeviations.of(input, figures))),
                Map.entry("table", new FinalTable(input).html()),
                Map.entry("source", Published.SOURCE),
                Map.entry("sizeUncertainty", String.valueOf(Published.SIZE_UNCERTAINTY)),
                Map.entry("coverageUncertainty", String.valueOf(Published.COVERAGE_UNCERTAINTY)),
                Map.entry("near", String.valueOf(HeadCurves.NEAR)),
                Map.entry("marginal", String.format(Locale.ROOT, "%.0f%%", 100 * ScoresChecks.MARGINAL)),
                Map.entry("sensitive", String.format(Locale.ROOT, "%.0f%%", 100 * (RatesFigure.SENSITIVE - 1))),
                Map.entry("close", String.valueOf(CorrectPullsFigure.CLOSE)),
                Map.entry("figures", figures()),
                Map.entry("manifests", manifests()));
        return Template.filled(Template.resource(PaperPage.class, "paper.html"), parts);
    }

    private String verdict() {
        List<Check> checks =
                figures.stream().flatMap(figure -> figure.checks().stream()).toList();
        if (checks.isEmpty()) {
            return "There is not enough in these runs to check a statement of the paper.";
        }
        List<String> counts = new ArrayList<>();
        for (Outcome outcome : Outcome.values()) {
            long count =
                    checks.stream().filter(check -> check.outcome() == outcome).count();
            counts.add(count + " " + (count == 1 ? outcome.words() : outcome.plural()));
        }
        return "What the paper says was checked " + checks.size() + " times, each on one data set: "
                + Words.list(counts) + ".";
    }

    private String runs() {
        StringBuilder out = new StringBuilder();
        for (FigureRun run : input.runs()) {
            FigureManifest manifest = run.manifest();
            out.append("<tr><th scope=\"row\">")
                    .append(Markup.text(manifest.title()))
                    .append("<small>")
                    .append(Markup.text(manifest.folder()))
                    .append("</small></th><td class=\"text\">")
                    .append(
                            manifest.feedback() == Feedback.LABELS
                                    ? "told every label"
                                    : manifest.feedback().text())
                    .append("</td><td class=\"text\">")
                    .append(Markup.text(manifest.what()))
                    .append("<small>")
                    .append(Markup.text(manifest.network()))
                    .append("</small></td>");
            cell(out, manifest.classes());
            cell(out, manifest.batch());
            Map<String, Long> done = run.stepsDone();
            out.append("<td>")
                    .append(done.size())
                    .append("</td><td>")
                    .append(batches(done, manifest.steps()))
                    .append("</td><td class=\"text\">")
                    .append(Markup.text(manifest.made()))
                    .append("</td></tr>\n");
        }
        return out.toString();
    }

    private static void cell(StringBuilder out, int value) {
        out.append("<td>").append(value > 0 ? String.valueOf(value) : "").append("</td>");
    }

    /** {@code 1,200..5,860 of 5,860}. */
    private static String batches(Map<String, Long> done, long planned) {
        TreeSet<Long> distinct = new TreeSet<>(done.values());
        String range = distinct.isEmpty()
                ? "0"
                : distinct.size() == 1
                        ? Numbers.whole(distinct.first())
                        : Numbers.whole(distinct.first()) + ".." + Numbers.whole(distinct.last());
        return planned > 0 ? range + " of " + Numbers.whole(planned) : range;
    }

    private static String box(String title, String id, List<String> sentences) {
        if (sentences.isEmpty()) {
            return "";
        }
        return "<section id=\"" + id + "\" class=\"box\"><h2>" + title + "</h2>\n<ul>\n"
                + sentences.stream()
                        .map(sentence -> "<li>" + Markup.text(sentence) + "</li>\n")
                        .collect(Collectors.joining())
                + "</ul></section>";
    }

    private String figures() {
        StringBuilder out = new StringBuilder();
        for (FigureEntry figure : figures) {
            String id = figure.picture().id();
            out.append("<section class=\"figure\" aria-labelledby=\"")
                    .append(id)
                    .append("-h\"><h2 id=\"")
                    .append(id)
                    .append("-h\">Figure ")
                    .append(figure.number())
                    .append("</h2>\n<div class=\"drawing\" tabindex=\"0\" role=\"region\" aria-labelledby=\"")
                    .append(id)
                    .append("-h\">\n")
                    .append(figure.picture().svg())
                    .append("</div>\n<p class=\"files\"><a href=\"figures/")
                    .append(id)
                    .append(".svg\">SVG</a>")
                    .append(withPng.contains(id) ? " <a href=\"figures/" + id + ".png\">PNG</a>" : "")
                    .append("</p>\n<div class=\"pair\"><div><p><b>The paper shows:</b> ")
                    .append(Markup.text(figure.paper()))
                    .append("</p></div>\n<div><p><b>We got:</b></p>\n<ul>\n");
            figure.got()
                    .forEach(sentence ->
                            out.append("<li>").append(Markup.text(sentence)).append("</li>\n"));
            out.append("</ul></div></div>\n");
            checks(out, figure.checks());
            out.append("</section>\n");
        }
        return out.toString();
    }

    private static void checks(StringBuilder out, List<Check> checks) {
        if (checks.isEmpty()) {
            return;
        }
        Map<String, List<Check>> byClaim = new LinkedHashMap<>();
        checks.forEach(check -> byClaim.computeIfAbsent(check.claim(), claim -> new ArrayList<>())
                .add(check));
        out.append("<table class=\"checks\"><thead><tr><th scope=\"col\">What the paper says</th><th"
                + " scope=\"col\">Data</th><th scope=\"col\">In our run</th><th scope=\"col\">Because</th></tr></thead>"
                + "<tbody>\n");
        byClaim.forEach((claim, found) -> {
            for (int i = 0; i < found.size(); i++) {
                Check check = found.get(i);
                out.append(i == 0 ? "<tr class=\"first\">" : "<tr>");
                if (i == 0) {
                    out.append("<th scope=\"rowgroup\" rowspan=\"")
                            .append(found.size())
                            .append("\">")
                            .append(Markup.text(claim))
                            .append("</th>");
                }
                out.append("<td class=\"text\">")
                        .append(Markup.text(check.data()))
                        .append("</td><td class=\"text ")
                        .append(check.outcome().name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .append("\">")
                        .append(check.outcome().words())
                        .append("</td><td class=\"text\">")
                        .append(Markup.text(check.detail()))
                        .append("</td></tr>\n");
            }
        });
        out.append("</tbody></table>\n");
    }

    private String manifests() {
        StringBuilder out = new StringBuilder();
        for (FigureRun run : input.runs()) {
            out.append("<details class=\"made\"><summary>")
                    .append(Markup.text(run.manifest().folder()))
                    .append("</summary>\n<div class=\"scroll\"><table class=\"manifest\"><tbody>\n");
            for (Map.Entry<String, String> entry : run.manifest().entries()) {
                out.append("<tr><th scope=\"row\">")
                        .append(Markup.text(entry.getKey()))
                        .append("</th><td>")
                        .append(Markup.text(entry.getValue()))
                        .append("</td></tr>\n");
            }
            out.append("</tbody></table></div></details>\n");
        }
        return out.toString();
    }
}
