package dev.setpoint.sim.data;

import java.nio.file.Path;
import java.util.List;

/**
 * A known data set and how it is read.
 *
 * @param trainingFiles how many of its files, the first ones, are its training part; 0 unless it is a set of images
 * @param classes the names of the classes, where the format has only their numbers; else empty
 * @param textColumn the column of texts, where the format is a table of texts; else empty
 * @param labelColumn the column of labels, likewise
 */
record CatalogEntry(
        KnownDataset known,
        DatasetFormat format,
        int trainingFiles,
        List<String> classes,
        String textColumn,
        String labelColumn) {
    CatalogEntry {
        classes = List.copyOf(classes);
    }

    String name() {
        return known.name();
    }

    boolean holdsTexts() {
        return format.kind() == DatasetFormat.Kind.TEXTS;
    }

    boolean holdsImages() {
        return format.kind() == DatasetFormat.Kind.IMAGES;
    }

    /** The files of the training part, in the order they are read; none unless it is a set of images. */
    List<KnownFile> training() {
        return known.files().subList(0, trainingFiles);
    }

    static List<Path> in(Path folder, List<KnownFile> files) {
        return files.stream().map(file -> folder.resolve(file.path())).toList();
    }
}
