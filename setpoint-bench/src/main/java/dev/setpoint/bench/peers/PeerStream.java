package dev.setpoint.bench.peers;

import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.KnownDataset;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import dev.setpoint.sim.data.Presence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A data set as a stream of queries: either texts or rows of numbers, passed over several times.
 *
 * @param name of the data set in the catalog
 * @param texts or null if it holds numbers
 * @param rows or null if it holds texts
 * @param passes over the data, each in an order of its own
 * @param queries how many queries are asked; fewer than all of the passes where a stream is shortened
 */
record PeerStream(String name, LabelledTexts texts, LabelledData rows, int passes, int queries) {
    /** The streams of a comparison unless others are named, with their passes. */
    private static final Map<String, Integer> PASSES =
            Map.of("clinc150", 1, "clinc150-intents", 1, "banking77", 2, "optdigits", 4, "covertype", 2, "letter", 3);

    static final List<String> DEFAULT =
            List.of("clinc150", "clinc150-intents", "banking77", "optdigits", "covertype", "letter");

    /** Sets without passes of their own are passed over until about this many queries were asked. */
    private static final int QUERIES_OF_OTHERS = 20_000;

    /** How long a stream is at most in a first look. */
    static final int QUERIES_OF_QUICK = 3000;

    static PeerStream of(LabelledTexts texts, int passes) {
        return new PeerStream(texts.name(), texts, null, passes, Math.multiplyExact(passes, texts.size()));
    }

    static PeerStream of(LabelledData rows, int passes) {
        return new PeerStream(rows.name(), null, rows, passes, Math.multiplyExact(passes, rows.size()));
    }

    /** Why the data set cannot be used, in a sentence; nothing if all its files are there. */
    static Optional<String> missing(String name, Path folder) throws IOException {
        KnownDataset dataset = DatasetCatalog.find(name);
        if (!dataset.presence(folder).containsValue(Presence.MISSING)) {
            return Optional.empty();
        }
        return Optional.of(name + ": not in " + folder + ". " + dataset.whereToGetIt());
    }

    /**
     * Those of the named data sets whose files are there; the others are named on the error stream.
     *
     * @throws IllegalArgumentException if a name is not in the catalog, or none is there
     */
    static List<String> present(List<String> names, Path folder) throws IOException {
        List<String> present = new ArrayList<>();
        names.forEach(DatasetCatalog::find); // a name that is wrong is said before the first trial
        for (String name : names) {
            Optional<String> missing = missing(name, folder);
            if (missing.isPresent()) {
                System.err.println("left out: " + missing.get());
            } else {
                present.add(name);
            }
        }
        if (present.isEmpty()) {
            throw new IllegalArgumentException("--streams: none is in " + folder + " (expected: at least one)");
        }
        return present;
    }

    static PeerStream load(String name, Path folder) throws IOException {
        if (DatasetCatalog.holdsTexts(name)) {
            LabelledTexts texts = DatasetCatalog.loadTexts(name, folder);
            return of(texts, passes(name, texts.size()));
        }
        LabelledData rows = DatasetCatalog.load(name, folder);
        return of(rows, passes(name, rows.size()));
    }

    private static int passes(String name, int size) {
        Integer known = PASSES.get(name);
        return known != null ? known : Math.max(1, (QUERIES_OF_OTHERS + size / 2) / size);
    }

    /** The same stream, ended after so many queries if it is longer. */
    PeerStream shortened(int most) {
        return new PeerStream(name, texts, rows, passes, Math.min(queries, most));
    }

    boolean holdsTexts() {
        return texts != null;
    }

    /** How many rows the data set has. */
    int size() {
        return holdsTexts() ? texts.size() : rows.size();
    }

    List<String> labels() {
        return holdsTexts() ? texts.labels() : rows.labels();
    }

    int label(int row) {
        return holdsTexts() ? texts.label(row) : rows.label(row);
    }
}
