package dev.setpoint.cli.run;

import dev.setpoint.cli.data.DataSource;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.GivenProbabilities;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.StreamOrder;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.WhatWasRead;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * An experiment for some seeds, with all that its manifest says of it beforehand.
 *
 * @param name of the data, for files and messages
 * @param title for people
 * @param description for people, one sentence or some
 * @param data the rows
 * @param outOfScope queries of no known class, decided when a stream is over; may be empty
 * @param checksums SHA-256 of the files the data were read from, by name
 * @param settings what is run
 * @param seeds once each, in this order
 * @param warnings about data and settings, a sentence each
 * @param particulars what the manifest says beyond what all runs have in common, by field
 * @param shownHead the head whose coverage is shown while it runs
 */
public record RunPlan(
        String name,
        String title,
        String description,
        LabelledData data,
        List<FeatureVector> outOfScope,
        Map<String, String> checksums,
        ExperimentSettings settings,
        List<Long> seeds,
        List<String> warnings,
        Map<String, Object> particulars,
        int shownHead) {
    private static final int LONGEST_LABEL = 10_000;

    /** The plan of an experiment file. */
    public static RunPlan of(Spec spec, DataSource source) {
        LabelledData data = source.data();
        ExperimentSettings settings = spec.experiment(data);
        if (settings.learner().model() instanceof GivenProbabilities.Settings) {
            refuseOtherOrder(List.copyOf(source.understood().columns().keySet()), data.labels());
            refuseNoProbabilities(data);
        }
        boolean isInOrder = settings.order() != StreamOrder.Kind.SHUFFLED;
        for (String label : data.labels()) {
            if (label.length() > LONGEST_LABEL) {
                throw new IllegalArgumentException("label '" + Excerpt.of(label) + "': " + label.length()
                        + " characters (expected: at most " + LONGEST_LABEL + ")");
            }
        }
        List<String> warnings = new ArrayList<>(source.warnings().stream()
                .map(warning -> isInOrder ? warning.replace(WhatWasRead.ORDER_HINT, "") : warning)
                .toList());
        warnings.addAll(settings.warnings());
        if (settings.queries() > data.size()) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "%,d queries of %,d rows: rows repeat, and what was learned from a row helps when it returns; correct decisions"
                            + " and sets are then better than on new rows (use queries: %d or fewer to judge by, or more rows)",
                    settings.queries(),
                    data.size(),
                    data.size()));
        }
        return new RunPlan(
                data.name(),
                spec.title(data.name()),
                spec.description(),
                data,
                source.outOfScope(),
                source.checksums(),
                settings,
                spec.seeds(),
                warnings,
                new TreeMap<>(Map.of("spec", spec.text(), "read", source.understood())),
                0);
    }

    /** Columns of probabilities go by their place; where they are named as the labels are, it must be the labels' own. */
    private static void refuseOtherOrder(List<String> columns, List<String> labels) {
        List<String> named = columns.stream().filter(labels::contains).toList();
        if (named.size() == labels.size() && !named.equals(labels)) {
            throw new IllegalArgumentException("model: given, with columns " + Excerpt.of(named)
                    + " (expected: in the order of the labels, " + Excerpt.of(labels) + ")");
        }
    }

    private static void refuseNoProbabilities(LabelledData data) {
        int labels = data.labels().size();
        FeatureVector row = new FeatureVector();
        float[] numbers = new float[labels];
        double[] probabilities = new double[labels];
        for (int i = 0; i < data.size(); i++) {
            data.readInto(i, row);
            row.valuesInto(numbers, 0);
            for (int k = 0; k < labels; k++) {
                probabilities[k] = numbers[k];
            }
            GivenProbabilities.check("model: given, row " + (i + 1) + " of the data", probabilities, labels);
        }
    }

    /** How many steps a stream has. */
    long steps() {
        return (settings.queries() + settings.batch() - 1) / settings.batch();
    }

    /**
     * Why a seed cannot be resumed on its way, as the middle of a sentence; empty if it can.
     *
     * @see ExperimentSettings#isResumable()
     */
    String obstacle() {
        if (settings.isResumable()) {
            return "";
        }
        if (settings.feedback().delay() > 0) {
            return "answers come late";
        }
        if (settings.oracle()) {
            return "heads have oracles beside them";
        }
        return settings.theorems() && settings.feedback().isImmediate()
                ? "the terms of the theorems are summed along it (theorems: false leaves them out)"
                : "its queries are of two populations";
    }
}
