package dev.setpoint.cli.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.setpoint.measure.CoverageInterval;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The data inside the page, as JSON.
 *
 * <p>A series is {@code {"m":[..],"l":[..],"h":[..]}}: mean, least and greatest over the seeds (the last two only
 * with several seeds), each a list of whole numbers: the first value and then the differences, in units of
 * 1/{@link #SCALE}; null is no value. That takes a third of the space of plain decimals. Series of a class are thinned
 * to the checkpoints {@code thin}: at most {@value #MOST_POINTS}, fewer when there are so many heads and classes that
 * the page would pass {@link #BUDGET}.
 */
final class PageData {
    private static final int SCALE = 10_000;
    private static final int MOST_POINTS = 200;
    private static final int LEAST_POINTS = 16;

    /** Characters for all series of classes; about four are needed per point. */
    private static final int BUDGET = 3_200_000;

    private static final int CHARACTERS = 4;

    /** With more lines than this, one per head and class, a class is drawn without its range over the seeds. */
    private static final int MOST_BANDS = 400;

    private static final List<String> OVERALL =
            List.of("cross_entropy", "cross_entropy_window", "correct_pulls", "correct_pulls_window");
    private static final List<String> OF_HEAD = List.of(
            "coverage_min", "coverage_max", "coverage_window_min", "coverage_window_max", "size", "size_window");
    private static final List<String> OF_ALL_QUERIES =
            List.of("coverage_marginal", "coverage_marginal_window", "coverage_marginal_estimate");
    private static final List<String> OF_CLASS = List.of("threshold", "coverage", "coverage_estimate");
    private static final List<String> LAST_OF_CLASS =
            List.of("coverage", "coverage_window", "threshold", "coverage_estimate");
    private static final List<String> KNOWN_OF_CLASS = List.of("coverage_low", "coverage_high", "ess");

    private final RunFiles run;
    private final Metrics metrics;
    private final JsonGenerator json;
    private final int[] every;
    private final int[] thin;
    private final boolean bands;
    private final boolean classBands;

    private PageData(RunFiles run, JsonGenerator json) {
        this.run = run;
        this.metrics = run.metrics();
        this.json = json;
        this.bands = metrics.seeds() > 1;
        int pairs = run.heads().size() * run.labels().size();
        this.classBands = bands && pairs <= MOST_BANDS;
        int series = Math.max(1, (pairs * OF_CLASS.size() + run.labels().size()) * (classBands ? 3 : 1));
        int points = Math.max(LEAST_POINTS, Math.min(MOST_POINTS, BUDGET / CHARACTERS / series));
        this.every = IntStream.range(0, metrics.checkpoints()).toArray();
        this.thin = thinned(metrics.checkpoints(), points);
    }

    static String of(RunFiles run) throws IOException {
        StringWriter out = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
            new PageData(run, json).write();
        }
        return out.toString();
    }

    /** Evenly spread places out of {@code count}, first and last among them, at most {@code most}. */
    static int[] thinned(int count, int most) {
        if (count <= most) {
            return IntStream.range(0, count).toArray();
        }
        return IntStream.range(0, most)
                .map(i -> (int) Math.round(i * (count - 1) / (double) (most - 1)))
                .toArray();
    }

    private void write() throws IOException {
        json.writeStartObject();
        json.writeStringField("title", run.manifest().title());
        json.writeNumberField("margin", CoverageInterval.DEFAULT_MARGIN);
        json.writeNumberField("target", Numbers.significant(run.target(), 12));
        json.writeBooleanField("marginal", run.isMarginal());
        json.writeNumberField("seeds", metrics.seeds());
        json.writeNumberField("scale", SCALE);
        json.writeNumberField("issuing", run.heads().indexOf(run.issuing()));
        json.writeNumberField("allLabels", run.manifest().labels().size());
        json.writeFieldName("labels");
        json.writeArray(run.labels().toArray(String[]::new), 0, run.labels().size());
        integers(
                "shown", run.shownClasses().stream().mapToInt(Integer::intValue).toArray());
        json.writeFieldName("queries");
        json.writeArray(metrics.queries(), 0, metrics.checkpoints());
        integers("thin", thin);
        json.writeObjectFieldStart("overall");
        for (String metric : OVERALL) {
            series(metric, metrics.series(metric, "", ""), every, bands);
        }
        json.writeEndObject();
        json.writeObjectFieldStart("classes");
        perClass("correct_pulls", "", classBands);
        lastOfClass("share", "");
        lastOfClass("correct_pulls", "");
        json.writeEndObject();
        json.writeArrayFieldStart("heads");
        for (Summary.Head head : run.heads()) {
            head(head);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void head(Summary.Head head) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", head.name());
        json.writeStringField("score", head.score());
        json.writeStringField("tracker", head.tracker());
        for (String metric : OF_HEAD) {
            series(metric, metrics.series(metric, head.name(), ""), every, bands);
        }
        for (String metric : run.isMarginal() ? OF_ALL_QUERIES : List.<String>of()) {
            series(metric, metrics.series(metric, head.name(), ""), every, bands);
        }
        Series bound = metrics.series("theorem1_bound", head.name(), "");
        if (!bound.isEmpty()) {
            // Only drawn as a band cut to [0, 1], so nothing above 1 is needed.
            json.writeFieldName("theorem1_bound");
            deltas(i -> Math.min(1, bound.mean(i)), every);
        }
        for (String metric : OF_CLASS) {
            perClass(metric, head.name(), classBands);
        }
        for (String metric : LAST_OF_CLASS) {
            lastOfClass(metric, head.name());
        }
        for (String metric : KNOWN_OF_CLASS) {
            json.writeArrayFieldStart("last_" + metric);
            for (String label : run.labels()) {
                number(firstSeed(metrics.finals(metric, head.name(), label))); // a mean of intervals is none
            }
            json.writeEndArray();
        }
        theorems(head);
        json.writeEndObject();
    }

    private static double firstSeed(double[] values) {
        return values.length == 0 ? Double.NaN : values[0];
    }

    private void theorems(Summary.Head head) throws IOException {
        json.writeArrayFieldStart("theorems");
        for (Theorems.Check check : Theorems.of(metrics, head.name(), run.labels())) {
            json.writeStartArray();
            json.writeNumber(check.theorem());
            json.writeNumber(run.labels().indexOf(check.label()));
            number(check.measured());
            number(check.bound());
            json.writeNumber(check.seeds());
            json.writeNumber(check.held());
            json.writeNumber(check.vacuous());
            json.writeNumber(check.unmet());
            json.writeEndArray();
        }
        json.writeEndArray();
    }

    private void perClass(String metric, String head, boolean withBands) throws IOException {
        boolean any = false;
        for (String label : run.labels()) {
            any |= !metrics.series(metric, head, label).isEmpty();
        }
        if (!any) {
            return;
        }
        json.writeArrayFieldStart(metric);
        for (String label : run.labels()) {
            series(metrics.series(metric, head, label), thin, withBands);
        }
        json.writeEndArray();
    }

    private void lastOfClass(String metric, String head) throws IOException {
        json.writeArrayFieldStart("last_" + metric);
        for (String label : run.labels()) {
            number(metrics.series(metric, head, label).mean(metrics.last()));
        }
        json.writeEndArray();
    }

    private void series(String name, Series series, int[] places, boolean withBands) throws IOException {
        if (!series.isEmpty()) {
            json.writeFieldName(name);
            series(series, places, withBands);
        }
    }

    private void series(Series series, int[] places, boolean withBands) throws IOException {
        json.writeStartObject();
        json.writeFieldName("m");
        deltas(series::mean, places);
        if (withBands) {
            json.writeFieldName("l");
            deltas(series::least, places);
            json.writeFieldName("h");
            deltas(series::greatest, places);
        }
        json.writeEndObject();
    }

    private void deltas(IntToDoubleFunction at, int[] places) throws IOException {
        json.writeStartArray();
        long before = 0;
        for (int place : places) {
            double value = at.applyAsDouble(place);
            if (Double.isFinite(value)) {
                long scaled = Math.round(value * SCALE);
                json.writeNumber(scaled - before);
                before = scaled;
            } else {
                json.writeNull();
            }
        }
        json.writeEndArray();
    }

    private void integers(String name, int[] values) throws IOException {
        json.writeFieldName(name);
        json.writeArray(values, 0, values.length);
    }

    private void number(double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumber(Numbers.significant(value, 6));
        } else {
            json.writeNull();
        }
    }
}
