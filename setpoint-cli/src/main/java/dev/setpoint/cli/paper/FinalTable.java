package dev.setpoint.cli.paper;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.setpoint.cli.draw.Markup;
import dev.setpoint.cli.report.Numbers;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where the curves end: the published Algorithm 2 beside ours, and auto, for every data set, policy and score. */
final class FinalTable {
    private static final List<String> TRACKERS = List.of(FigureRun.EXPERTS, FigureRun.AUTO);
    private static final List<String> MEASURES = List.of(FigureRun.SIZE, FigureRun.LEAST, FigureRun.MOST);

    private final List<Row> rows = new ArrayList<>();

    FinalTable(FigureInput input) {
        for (FigureColumn column : input.columns()) {
            for (Feedback policy : List.of(Feedback.SOFTMAX, Feedback.UNIFORM)) {
                for (String score : FigureRun.SCORES) {
                    Row row = new Row(
                            column,
                            policy,
                            score,
                            Published.of(column.data(), column.classes(), policy, score),
                            column.run(policy));
                    if (row.published().isPresent() || row.run().isPresent()) {
                        rows.add(row);
                    }
                }
            }
        }
    }

    /** One row per data set, policy, score and tracker; what is not known is left empty. */
    String csv() throws IOException {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            List<String> header = new ArrayList<>(List.of(
                    "data",
                    "policy",
                    "score",
                    "tracker",
                    "published_size",
                    "published_size_uncertainty",
                    "published_coverage_min",
                    "published_coverage_min_uncertainty",
                    "published_coverage_max",
                    "step",
                    "seeds"));
            MEASURES.forEach(measure -> header.addAll(List.of(measure, measure + "_least", measure + "_greatest")));
            csv.writeRecord(header);
            for (Row row : rows) {
                for (String tracker : TRACKERS) {
                    csv.writeRecord(record(row, tracker));
                }
            }
        }
        return text.toString();
    }

    private static List<String> record(Row row, String tracker) {
        List<String> fields =
                new ArrayList<>(List.of(row.column().data(), row.policy().text(), row.score(), tracker));
        Optional<Published.Values> published = row.published().filter(values -> tracker.equals(FigureRun.EXPERTS));
        fields.add(published.map(values -> number(values.size())).orElse(""));
        fields.add(published.map(values -> number(Published.SIZE_UNCERTAINTY)).orElse(""));
        fields.add(published.map(values -> number(values.minimumCoverage())).orElse(""));
        fields.add(
                published.map(values -> number(Published.COVERAGE_UNCERTAINTY)).orElse(""));
        fields.add(published.map(values -> number(values.maximumCoverage())).orElse(""));
        FigureCurve size = row.curve(tracker, FigureRun.SIZE);
        boolean known = !size.isEmpty();
        fields.add(known ? String.valueOf(Math.round(size.steps().get(size.last()))) : "");
        fields.add(known ? String.valueOf(size.series().seeds(size.last())) : "0");
        for (String measure : MEASURES) {
            FigureCurve curve = row.curve(tracker, measure);
            int last = curve.last();
            fields.add(last < 0 ? "" : number(curve.series().mean(last)));
            fields.add(last < 0 ? "" : number(curve.series().least(last)));
            fields.add(last < 0 ? "" : number(curve.series().greatest(last)));
        }
        return fields;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    /** The rows of the table's body. */
    String html() {
        StringBuilder out = new StringBuilder();
        for (Row row : rows) {
            boolean first = row.score().equals(FigureRun.SCORES.get(0));
            out.append(first ? "<tr class=\"first\">" : "<tr>")
                    .append("<th scope=\"row\">")
                    .append(Markup.text(row.column().title()))
                    .append("<small>")
                    .append(row.policy().text())
                    .append(" policy</small></th><td class=\"text\">")
                    .append(Words.score(row.score()))
                    .append("</td>");
            published(out, row);
            for (String tracker : TRACKERS) {
                for (String measure : MEASURES) {
                    cell(out, row.curve(tracker, measure), measure.equals(FigureRun.SIZE));
                }
            }
            out.append("<td class=\"group\">").append(seeds(row)).append("</td></tr>\n");
        }
        return out.toString();
    }

    private static void published(StringBuilder out, Row row) {
        String[] cells = row.published()
                .map(values -> new String[] {
                    Numbers.two(values.size()), Numbers.three(values.minimumCoverage()), "~" + values.maximumCoverage()
                })
                .orElse(new String[] {Numbers.NONE, Numbers.NONE, Numbers.NONE});
        out.append("<td class=\"group\">").append(cells[0]).append("</td><td>");
        out.append(cells[1]).append("</td><td>").append(cells[2]).append("</td>");
    }

    private static void cell(StringBuilder out, FigureCurve curve, boolean isSize) {
        out.append(isSize ? "<td class=\"group\">" : "<td>");
        int last = curve.last();
        out.append(written(curve.end(), isSize));
        if (last >= 0 && curve.series().seeds(last) > 1) {
            out.append("<small>")
                    .append(written(curve.series().least(last), isSize))
                    .append("..")
                    .append(written(curve.series().greatest(last), isSize))
                    .append("</small>");
        }
        out.append("</td>");
    }

    private static String written(double value, boolean isSize) {
        return isSize ? Numbers.two(value) : Numbers.three(value);
    }

    private static String seeds(Row row) {
        FigureCurve size = row.curve(FigureRun.EXPERTS, FigureRun.SIZE);
        return size.isEmpty()
                ? "not run"
                : size.series().seeds(size.last()) + "<small>batch "
                        + Words.step(size.steps().get(size.last())) + "</small>";
    }

    private record Row(
            FigureColumn column,
            Feedback policy,
            String score,
            Optional<Published.Values> published,
            Optional<FigureRun> run) {
        FigureCurve curve(String tracker, String measure) {
            return run.map(found -> found.head(score, tracker, measure)).orElse(FigureCurve.NONE);
        }
    }
}
