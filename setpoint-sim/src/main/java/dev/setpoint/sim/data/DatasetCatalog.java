package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The data sets this project knows by name. Only CLINC150 ships with it; a set is looked for in a folder the user names, each
 * file as {@code folder/path}, and a set that is not there is reported with where to get it. Nothing is downloaded.
 *
 * <p>A set that is published in parts is loaded as one: train, (val,) test, each in the order of its files. Of a set of images
 * the training part can be loaded alone.
 *
 * <p>What is known of each set is in {@code datasets.json} beside this class; a set in a known format is added by an entry there.
 */
public final class DatasetCatalog {
    private static final List<CatalogEntry> ENTRIES = CatalogReader.readOwn();

    private DatasetCatalog() {}

    /** All known sets. */
    public static List<KnownDataset> all() {
        return ENTRIES.stream().map(CatalogEntry::known).toList();
    }

    /**
     * The set of this name.
     *
     * @throws IllegalArgumentException if the name is unknown; the message lists the known ones and suggests one that is near
     */
    public static KnownDataset find(String name) {
        return entry(name).known();
    }

    /**
     * Whether the set of this name is one of texts, to be had by {@link #loadTexts}, and not one of numbers, to be had by
     * {@link #load}.
     *
     * @throws IllegalArgumentException if the name is unknown
     */
    public static boolean holdsTexts(String name) {
        return entry(name).holdsTexts();
    }

    /**
     * Reads a set of numbers.
     *
     * @throws IllegalArgumentException if the name is unknown or that of a set of texts
     * @throws DataFormatException if a file is missing or damaged
     * @throws IOException if a file cannot be read
     */
    public static LabelledData load(String name, Path folder) throws IOException {
        CatalogEntry entry = entry(name);
        if (entry.holdsTexts()) {
            throw new IllegalArgumentException("data set: " + name + " (expected: a set of numbers)");
        }
        return entry.format().readRows(entry, present(entry, entry.known().files(), folder));
    }

    /**
     * Reads a set of texts.
     *
     * @throws IllegalArgumentException if the name is unknown or that of a set of numbers
     * @throws DataFormatException if a file is missing or damaged
     * @throws IOException if a file cannot be read
     */
    public static LabelledTexts loadTexts(String name, Path folder) throws IOException {
        CatalogEntry entry = entry(name);
        if (!entry.holdsTexts()) {
            throw new IllegalArgumentException("data set: " + name + " (expected: a set of texts)");
        }
        return entry.format().readTexts(entry, present(entry, entry.known().files(), folder));
    }

    /**
     * The files of the training part of a set of images, in the order they are read: what the set's authors published for
     * learning, without their test part.
     *
     * @throws IllegalArgumentException if the name is unknown or not that of a set of images
     */
    public static List<KnownFile> trainingFiles(String name) {
        CatalogEntry entry = entry(name);
        if (!entry.holdsImages()) {
            throw new IllegalArgumentException("data set: " + name + " (expected: a set of images: "
                    + ENTRIES.stream()
                            .filter(CatalogEntry::holdsImages)
                            .map(CatalogEntry::name)
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        return entry.training();
    }

    /**
     * Reads the training part of a set of images; the files of its test part need not be there.
     *
     * @throws IllegalArgumentException if the name is unknown or not that of a set of images
     * @throws DataFormatException if a file is missing or damaged
     * @throws IOException if a file cannot be read
     */
    public static LabelledData loadTraining(String name, Path folder) throws IOException {
        List<KnownFile> files = trainingFiles(name);
        CatalogEntry entry = entry(name);
        return entry.format().readRows(entry, present(entry, files, folder));
    }

    private static List<Path> present(CatalogEntry entry, List<KnownFile> files, Path folder) throws IOException {
        List<Path> paths = CatalogEntry.in(folder, files);
        for (Path path : paths) {
            if (!Files.isRegularFile(path)) {
                throw DataFormatException.inFile(
                        path.toString(),
                        "missing",
                        "the data set " + entry.name() + ". " + entry.known().whereToGetIt());
            }
        }
        return paths;
    }

    /**
     * Loads the texts of a known set that belong to none of its classes; empty if the set has no such part.
     *
     * @throws IllegalArgumentException if the name is not known; the message names the nearest one
     * @throws DataFormatException if a file is missing or not of its format
     */
    public static List<String> loadOutOfScope(String name, Path folder) throws IOException {
        CatalogEntry entry = entry(name);
        return entry.format()
                .readOutOfScope(CatalogEntry.in(folder, entry.known().files()));
    }

    private static CatalogEntry entry(String name) {
        for (CatalogEntry entry : ENTRIES) {
            if (entry.name().equals(name)) {
                return entry;
            }
        }
        List<String> names = ENTRIES.stream().map(CatalogEntry::name).toList();
        throw new IllegalArgumentException("data set: " + DataFormatException.quote(name) + " (expected: one of "
                + String.join(", ", names) + NearNames.nearest(names, name) + ")");
    }
}
