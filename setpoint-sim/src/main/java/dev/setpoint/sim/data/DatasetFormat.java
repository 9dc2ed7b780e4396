package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What the files of a known data set are, and so which reader reads them. */
enum DatasetFormat {
    /** One table. */
    ARFF(Kind.NUMBERS, 1),
    /** One table, its label in the last column. */
    CSV_WITHOUT_HEADER(Kind.NUMBERS, 1),
    /** Tables with a column of texts and one of labels. */
    CSV_TEXTS(Kind.TEXTS, 0),
    /** The texts of CLINC150, then its domains, which are the classes. */
    CLINC_DOMAINS(Kind.TEXTS, 2),
    /** The same; intents are the classes. */
    CLINC_INTENTS(Kind.TEXTS, 2),
    /** Pairs of files: images, their labels. */
    IDX(Kind.IMAGES, 0),
    /** Batches of CIFAR-10. */
    CIFAR_10(Kind.IMAGES, 0),
    /** Parts of CIFAR-100; its 100 fine labels are the classes. */
    CIFAR_100_FINE(Kind.IMAGES, 0),
    /** The same; its 20 coarse labels are the classes. */
    CIFAR_100_COARSE(Kind.IMAGES, 0),
    /** MATLAB files of cropped digits. */
    SVHN(Kind.IMAGES, 0);

    /** What a set holds; images are numbers, too, and have a training part. */
    enum Kind {
        NUMBERS,
        IMAGES,
        TEXTS
    }

    private final Kind kind;
    private final int files;

    DatasetFormat(Kind kind, int files) {
        this.kind = kind;
        this.files = files;
    }

    Kind kind() {
        return kind;
    }

    /** As the catalogue writes it: {@code cifar-100-fine}. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(DatasetFormat::key).toList();
    }

    /** How many files such a set has: {@code 1 file}, or empty if this many is right. */
    String expectedInsteadOf(int count) {
        if (this == IDX) {
            return count % 2 == 0 ? "" : "pairs of images and labels";
        }
        return files == 0 || files == count ? "" : files + (files == 1 ? " file" : " files");
    }

    /**
     * Reads files of numbers or images; of images these may be the first ones of the set.
     *
     * @throws IllegalStateException if this is a format of texts
     */
    LabelledData readRows(CatalogEntry entry, List<Path> paths) throws IOException {
        String name = entry.name();
        return switch (this) {
            case ARFF -> ArffReader.read(paths.get(0));
            case CSV_WITHOUT_HEADER -> csvWithoutHeader(name, paths.get(0));
            case IDX -> idx(name, entry.classes(), paths);
            case CIFAR_10 -> CifarReader.read(name, CifarReader.Format.CIFAR_10, paths);
            case CIFAR_100_FINE -> CifarReader.read(name, CifarReader.Format.CIFAR_100_FINE, paths);
            case CIFAR_100_COARSE -> CifarReader.read(name, CifarReader.Format.CIFAR_100_COARSE, paths);
            case SVHN -> SvhnReader.read(name, paths);
            case CSV_TEXTS, CLINC_DOMAINS, CLINC_INTENTS ->
                throw new IllegalStateException("format: " + key() + " (expected: one of numbers)");
        };
    }

    /**
     * Reads files of texts.
     *
     * @throws IllegalStateException if this is a format of numbers
     */
    LabelledTexts readTexts(CatalogEntry entry, List<Path> paths) throws IOException {
        return switch (this) {
            case CSV_TEXTS ->
                CsvReader.readTexts(
                                entry.name(),
                                paths,
                                CsvReader.Format.STANDARD
                                        .withLabel(entry.labelColumn())
                                        .withTexts(List.of(entry.textColumn())))
                        .texts();
            case CLINC_DOMAINS -> ClincReader.read(paths.get(0), paths.get(1), ClincReader.Labels.DOMAIN);
            case CLINC_INTENTS -> ClincReader.read(paths.get(0), paths.get(1), ClincReader.Labels.INTENT);
            default -> throw new IllegalStateException("format: " + key() + " (expected: one of texts)");
        };
    }

    /** Reads the texts of no class; none for formats that have no such part. */
    List<String> readOutOfScope(List<Path> paths) throws IOException {
        return switch (this) {
            case CLINC_DOMAINS, CLINC_INTENTS -> ClincReader.readOutOfScope(paths.get(0));
            default -> List.of();
        };
    }

    private static LabelledData csvWithoutHeader(String name, Path path) throws IOException {
        try (DataFile file = DataFile.open(path)) {
            return CsvReader.parse(file, name, CsvReader.Format.STANDARD.withoutHeader());
        }
    }

    private static LabelledData idx(String name, List<String> classes, List<Path> paths) throws IOException {
        ImageRows.Builder builder = new ImageRows.Builder(name, classes);
        for (int i = 0; i < paths.size(); i += 2) {
            IdxReader.read(paths.get(i), paths.get(i + 1), builder);
        }
        return builder.build();
    }
}
