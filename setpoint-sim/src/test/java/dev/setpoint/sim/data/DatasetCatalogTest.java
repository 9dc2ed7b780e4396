package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static dev.setpoint.sim.data.DataFiles.gzip;
import static dev.setpoint.sim.data.DataFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatasetCatalogTest {
    @TempDir
    private Path folder;

    @Test
    void unknownNameIsAnsweredWithTheKnownOnesAndTheNearest() {
        assertThatThrownBy(() -> DatasetCatalog.find("leter"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("data set: leter (expected: one of clinc150, ", ", svhn; nearest: letter)");
        assertThatThrownBy(() -> DatasetCatalog.load("fashionmnist", folder))
                .hasMessageContaining("nearest: fashion-mnist");
        assertThatThrownBy(() -> DatasetCatalog.find("nodata")).hasMessageEndingWith(", svhn)"); // nothing is near
    }

    @Test
    void namesAreUniqueAndWhereToGetItIsOneSentence() {
        List<KnownDataset> all = DatasetCatalog.all();
        assertThat(all).hasSize(20).extracting(KnownDataset::name).doesNotHaveDuplicates();
        assertThat(all).allSatisfy(known -> {
            assertThat(known.whereToGetIt()).endsWith(".").doesNotContain("\n", "/work", "/tmp");
            assertThat(DatasetCatalog.find(known.name())).isSameAs(known);
        });
    }

    @Test
    void missingFileIsAnsweredWithWhereTheSetIsHad() {
        for (KnownDataset known : DatasetCatalog.all()) {
            assertRefused(
                    () -> {
                        if (DatasetCatalog.holdsTexts(known.name())) {
                            DatasetCatalog.loadTexts(known.name(), folder);
                        } else {
                            DatasetCatalog.load(known.name(), folder);
                        }
                    },
                    known.files().get(0).path() + ": missing (expected: the data set " + known.name(),
                    known.whereToGetIt());
        }
    }

    @Test
    void setsOfTextsAndOfNumbersAreNotMixedUp() {
        assertThatThrownBy(() -> DatasetCatalog.load("clinc150", folder))
                .hasMessage("data set: clinc150 (expected: a set of numbers)");
        assertThatThrownBy(() -> DatasetCatalog.loadTexts("letter", folder))
                .hasMessage("data set: letter (expected: a set of texts)");
    }

    @Test
    void presenceTellsMissingWrongAndRightFiles() throws IOException {
        KnownFile right = new KnownFile("a.txt", "2CF24DBA5FB0A30E26E83B2AC5B9E29E1B161E5C1FA7425E73043362938B9824");
        KnownFile wrong = new KnownFile("b.txt", right.sha256());
        KnownFile unknown = new KnownFile("c.txt", "");
        KnownFile missing = new KnownFile("sub/d.txt", "");
        write(folder, "a.txt", "hello");
        write(folder, "b.txt", "hullo");
        write(folder, "c.txt", "anything");
        KnownDataset known = new KnownDataset("n", "t", "k", "l", "w", List.of(right, wrong, unknown, missing));
        assertThat(known.presence(folder))
                .isEqualTo(Map.of(
                        right, Presence.PRESENT,
                        wrong, Presence.CHECKSUM_DIFFERS,
                        unknown, Presence.PRESENT,
                        missing, Presence.MISSING));
        assertThat(known.presence(folder).keySet()).containsExactly(right, wrong, unknown, missing);
    }

    @Test
    void knownFilesAndSetsAreChecked() {
        assertThatThrownBy(() -> new KnownFile("../a", "")).hasMessageContaining("path: ../a");
        assertThatThrownBy(() -> new KnownFile("a", "12")).hasMessageContaining("sha256: 12");
        assertThatThrownBy(() -> new KnownDataset("n", "t", "k", "l", "w", List.of()))
                .hasMessageContaining("files: none");
        assertThatThrownBy(() -> new KnownDataset("n", " ", "k", "l", "w", List.of(new KnownFile("a", ""))))
                .hasMessageContaining("blank text");
    }

    @Test
    void setIsLoadedFromItsFolder() throws IOException {
        Files.createDirectories(folder.resolve("uci"));
        write(folder.resolve("uci"), "covtype.20k.data.gz", gzip("1,2,7\n3,4,1\n".getBytes(StandardCharsets.UTF_8)));
        LabelledData data = DatasetCatalog.load("covertype", folder);
        assertThat(data.name()).isEqualTo("covertype");
        assertThat(data.labels()).containsExactly("1", "7");
        assertThat(data.dimension()).isEqualTo(2);
    }

    private static byte[] cifarRecord(int... labelsThenColour) {
        byte[] record = new byte[labelsThenColour.length - 1 + 3072];
        Arrays.fill(record, (byte) labelsThenColour[labelsThenColour.length - 1]);
        for (int i = 0; i < labelsThenColour.length - 1; i++) {
            record[i] = (byte) labelsThenColour[i];
        }
        return record;
    }

    @Test
    void trainingPartNeedsNoFileOfTheTestPart() throws IOException {
        Files.createDirectories(folder.resolve("cifar10"));
        for (int batch = 1; batch <= 5; batch++) {
            write(folder.resolve("cifar10"), "data_batch_" + batch + ".bin", cifarRecord(batch, batch * 51));
        }
        LabelledData training = DatasetCatalog.loadTraining("cifar10", folder);
        assertThat(training.name()).isEqualTo("cifar10");
        assertThat(training.size()).isEqualTo(5);
        assertThat(training.label(4)).isEqualTo(5);
        assertThat(DataFiles.row(training, 4)[0]).isEqualTo(1f);
        assertRefused(() -> DatasetCatalog.load("cifar10", folder), "cifar10/test_batch.bin: missing");

        write(folder.resolve("cifar10"), "test_batch.bin", cifarRecord(9, 0));
        assertThat(DatasetCatalog.load("cifar10", folder).size()).isEqualTo(6);
        assertThat(DatasetCatalog.loadTraining("cifar10", folder).size()).isEqualTo(5);
    }

    @Test
    void trainingPartIsRightForPairsOfFilesAndForBothKindsOfLabels() throws IOException {
        Files.createDirectories(folder.resolve("mnist"));
        for (String part : List.of("train", "t10k")) {
            byte value = (byte) (part.equals("train") ? 255 : 0);
            write(folder.resolve("mnist"), part + "-images-idx3-ubyte", new byte[] {
                0, 0, 8, 3, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, value
            });
            write(folder.resolve("mnist"), part + "-labels-idx1-ubyte", new byte[] {0, 0, 8, 1, 0, 0, 0, 1, 7});
        }
        assertThat(DatasetCatalog.load("mnist", folder).size()).isEqualTo(2);
        LabelledData mnist = DatasetCatalog.loadTraining("mnist", folder);
        assertThat(mnist.size()).isEqualTo(1);
        assertThat(DataFiles.row(mnist, 0)).containsExactly(1f);

        Files.createDirectories(folder.resolve("cifar100"));
        write(folder.resolve("cifar100"), "train.bin", cifarRecord(19, 99, 0));
        assertThat(DatasetCatalog.loadTraining("cifar100", folder).label(0)).isEqualTo(99);
        assertThat(DatasetCatalog.loadTraining("cifar100-coarse", folder).label(0))
                .isEqualTo(19);
    }

    @Test
    void filesOfTheTrainingPartAreKnownByName() {
        assertThat(DatasetCatalog.trainingFiles("cifar10"))
                .extracting(KnownFile::path)
                .containsExactly(
                        "cifar10/data_batch_1.bin",
                        "cifar10/data_batch_2.bin",
                        "cifar10/data_batch_3.bin",
                        "cifar10/data_batch_4.bin",
                        "cifar10/data_batch_5.bin");
        assertThat(DatasetCatalog.trainingFiles("svhn"))
                .extracting(KnownFile::path)
                .containsExactly("svhn/train_32x32.mat");
        assertThat(DatasetCatalog.trainingFiles("fashion-mnist"))
                .allMatch(file -> file.path().startsWith("fashion-mnist/train-"))
                .hasSize(2);
        assertThatThrownBy(() -> DatasetCatalog.trainingFiles("letter"))
                .hasMessage("data set: letter (expected: a set of images: fashion-mnist, mnist, cifar10, cifar100,"
                        + " cifar100-coarse, svhn)");
        assertThatThrownBy(() -> DatasetCatalog.loadTraining("cifar", folder)).hasMessageContaining("nearest: cifar10");
        assertRefused(
                () -> DatasetCatalog.loadTraining("svhn", folder),
                "svhn/train_32x32.mat: missing (expected: the data set svhn. Take train_32x32.mat");
    }

    /** Needs the files themselves: {@code -Dsetpoint.data=FOLDER}. */
    @ParameterizedTest
    @CsvSource({"fashion-mnist, 60000", "mnist, 60000", "cifar10, 50000", "cifar100, 50000", "svhn, 73257"})
    void publishedTrainingPartsHaveTheirKnownSizes(String name, int size) throws IOException {
        String given = System.getProperty("setpoint.data", "");
        assumeThat(given).isNotEmpty();
        Path data = Path.of(given);
        assumeThat(DatasetCatalog.trainingFiles(name)).allMatch(file -> Files.isRegularFile(data.resolve(file.path())));
        assertThat(DatasetCatalog.loadTraining(name, data).size()).isEqualTo(size);
    }

    /** Needs the files themselves: {@code -Dsetpoint.data=FOLDER}. */
    @ParameterizedTest
    @CsvSource({
        "letter, 20000, 16, 26",
        "optdigits, 5620, 64, 10",
        "segment, 2310, 19, 7",
        "vehicle, 846, 18, 4",
        "vowel, 990, 29, 11",
        "waveform5000, 5000, 40, 3",
        "soybean, 683, 134, 19",
        "glass, 214, 9, 7",
        "ecoli, 336, 7, 8",
        "dermatology, 366, 131, 6",
        "covertype, 20000, 54, 7",
        "fashion-mnist, 70000, 784, 10",
        "mnist, 70000, 784, 10",
        "cifar10, 60000, 3072, 10",
        "cifar100, 60000, 3072, 100",
        "cifar100-coarse, 60000, 3072, 20",
        "svhn, 99289, 3072, 10",
        "clinc150, 22500, 0, 10",
        "clinc150-intents, 22500, 0, 150",
        "banking77, 13083, 0, 77",
    })
    void publishedFilesHaveTheirKnownSizes(String name, int size, int dimension, int classes) throws IOException {
        String given = System.getProperty("setpoint.data", "");
        assumeThat(given).isNotEmpty();
        Path data = Path.of(given);
        KnownDataset known = DatasetCatalog.find(name);
        assumeThat(known.presence(data)).doesNotContainValue(Presence.MISSING);
        assertThat(known.presence(data).values()).containsOnly(Presence.PRESENT);
        if (DatasetCatalog.holdsTexts(name)) {
            LabelledTexts texts = DatasetCatalog.loadTexts(name, data);
            assertThat(texts.name()).isEqualTo(name);
            assertThat(texts.size()).isEqualTo(size);
            assertThat(texts.labels()).hasSize(classes);
        } else {
            LabelledData rows = DatasetCatalog.load(name, data);
            assertThat(rows.name()).isEqualTo(name);
            assertThat(rows.size()).isEqualTo(size);
            assertThat(rows.dimension()).isEqualTo(dimension);
            assertThat(rows.labels()).hasSize(classes);
        }
    }
}
