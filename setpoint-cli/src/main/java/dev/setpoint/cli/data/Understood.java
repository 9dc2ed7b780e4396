package dev.setpoint.cli.data;

import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.WhatWasRead;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What was understood of the data, for the person who wrote the experiment.
 *
 * @param rows of what there are how many, and how they were told apart
 * @param columns what each column was read as; empty where the format has none
 * @param labels how many rows each label has
 */
public record Understood(String rows, Map<String, String> columns, Map<String, Integer> labels) {
    private static final int MOST_COLUMNS = 20;
    private static final int MOST_LABELS = 10;
    private static final int LONGEST_NAME = 30;
    private static final String CONTROL = "\\p{Cntrl}";

    /** Copies. */
    public Understood {
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /**
     * Counts the labels.
     *
     * @param source the name of the set, or the files
     */
    static Understood of(String source, LabelledData data, WhatWasRead read) {
        int[] counts = new int[data.labels().size()];
        for (int row = 0; row < data.size(); row++) {
            counts[data.label(row)]++;
        }
        Map<String, Integer> labels = new LinkedHashMap<>();
        for (int k = 0; k < counts.length; k++) {
            labels.put(data.labels().get(k), counts[k]);
        }
        List<String> rows = new ArrayList<>();
        rows.add(String.format(Locale.ROOT, data.size() == 1 ? "%s: %,d row" : "%s: %,d rows", source, data.size()));
        rows.addAll(read.layout());
        return new Understood(String.join("; ", rows), read.columns(), labels);
    }

    /** A few lines for the terminal: rows, the first columns below each other, and the first labels. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(rows.replaceAll(CONTROL, " "));
        int width = columns.keySet().stream()
                .limit(MOST_COLUMNS)
                .mapToInt(column -> shown(column).length())
                .max()
                .orElse(0);
        columns.entrySet().stream()
                .limit(MOST_COLUMNS)
                .forEach(column -> lines.add("  " + shown(column.getKey())
                        + " ".repeat(width - shown(column.getKey()).length()) + "  " + column.getValue()));
        if (columns.size() > MOST_COLUMNS) {
            lines.add("  and " + (columns.size() - MOST_COLUMNS) + " more columns");
        }
        String first = labels.entrySet().stream()
                .limit(MOST_LABELS)
                .map(label -> shown(label.getKey()) + " " + String.format(Locale.ROOT, "%,d", label.getValue()))
                .collect(Collectors.joining(", "));
        int rest = labels.size() - MOST_LABELS;
        lines.add("labels: " + first
                + (rest <= 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                " and %,d more; fewest %,d, most %,d rows",
                                rest,
                                Collections.min(labels.values()),
                                Collections.max(labels.values()))));
        return lines;
    }

    private static String shown(String name) {
        String plain = name.replaceAll(CONTROL, " ");
        return plain.length() <= LONGEST_NAME ? plain : plain.substring(0, LONGEST_NAME) + "...";
    }
}
