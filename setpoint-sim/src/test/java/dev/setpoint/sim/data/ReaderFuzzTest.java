package dev.setpoint.sim.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.sim.EncodedTexts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Any bytes are read or refused by our exception. Without {@code JAZZER_FUZZ=1} these run the stored inputs once; with it,
 * one method at a time, they search for new ones.
 */
class ReaderFuzzTest {
    private static DataFile file(byte[] bytes) throws IOException {
        return DataFile.of("fuzz", new ByteArrayInputStream(bytes));
    }

    private interface Attempt {
        LabelledData read() throws IOException;
    }

    /** What is read must keep the contract of {@link LabelledData}; what is refused must be refused in one line. */
    private static void readsOrRefuses(Attempt attempt) throws IOException {
        LabelledData data;
        try {
            data = attempt.read();
        } catch (DataFormatException refused) {
            assertThat(refused.getMessage()).doesNotContain("\n", "\r").contains("(expected: ");
            return;
        }
        assertThat(data.size()).isPositive();
        assertThat(data.dimension()).isPositive();
        FeatureVector vector = new FeatureVector();
        for (int row = 0; row < Math.min(100, data.size()); row++) {
            assertThat(data.label(row)).isBetween(0, data.labels().size() - 1);
            data.readInto(row, vector);
            assertThat(vector.dimension()).isEqualTo(data.dimension());
        }
    }

    @FuzzTest(maxDuration = "1m")
    void csv(byte[] bytes) throws IOException {
        readsOrRefuses(() -> CsvReader.parse(file(bytes), "fuzz", CsvReader.Format.STANDARD));
        readsOrRefuses(() -> CsvReader.parse(
                file(bytes),
                "fuzz",
                CsvReader.Format.STANDARD.withoutHeader().withDelimiter(';').withLabel(0)));
    }

    /** A table with a column of texts, and what stands beside it. */
    @FuzzTest(maxDuration = "1m")
    void csvOfTexts(byte[] bytes) throws IOException {
        readsOrRefuses(() -> {
            LabelledTexts texts = CsvReader.parseTexts(
                            file(bytes), "fuzz", CsvReader.Format.STANDARD.withTexts(List.of("text")))
                    .texts();
            return new EncodedTexts(texts, new FeatureSettings(8, 1, 3, 3, true, true));
        });
    }

    @FuzzTest(maxDuration = "1m")
    void arff(byte[] bytes) throws IOException {
        readsOrRefuses(() -> ArffReader.parse(file(bytes), "fuzz", "", List.of()));
    }

    @FuzzTest(maxDuration = "1m")
    void libsvm(byte[] bytes) throws IOException {
        readsOrRefuses(() -> LibsvmReader.parse(file(bytes), "fuzz", 1));
        readsOrRefuses(() -> LibsvmReader.parse(file(bytes), "fuzz", 0));
    }

    /** The first byte chooses the format, the second where a pair of files is cut in two. */
    @FuzzTest(maxDuration = "1m")
    void imagesAndJson(byte[] input) throws IOException {
        if (input.length < 2) {
            return;
        }
        int kind = input[0] & 3;
        int cut = Math.min(input.length, 2 + (input[1] & 0xFF));
        byte[] labels = Arrays.copyOfRange(input, 2, cut);
        byte[] bytes = Arrays.copyOfRange(input, cut, input.length);
        switch (kind) {
            case 0 ->
                readsOrRefuses(() -> {
                    ImageRows.Builder builder = new ImageRows.Builder("fuzz", List.of("a", "b"));
                    IdxReader.parse(file(bytes), file(labels), builder);
                    return builder.build();
                });
            case 1 ->
                readsOrRefuses(() -> {
                    ImageRows.Builder builder = new ImageRows.Builder("fuzz", CifarReader.Format.CIFAR_10.labels());
                    CifarReader.parse(file(bytes), CifarReader.Format.CIFAR_10, builder);
                    return builder.build();
                });
            case 2 ->
                readsOrRefuses(() -> {
                    ImageRows.Builder builder = new ImageRows.Builder("fuzz", CifarReader.Format.CIFAR_10.labels());
                    SvhnReader.parse(file(bytes), bytes.length, builder);
                    return builder.build();
                });
            default ->
                readsOrRefuses(() -> {
                    LabelledTexts texts = ClincReader.parse(
                            file(bytes), file(labels), ClincReader.Labels.DOMAIN, Set.of(ClincReader.Split.TRAIN));
                    return LabelledData.dense(texts.name(), texts.labels(), texts.label(), new float[texts.size()][1]);
                });
        }
    }
}
