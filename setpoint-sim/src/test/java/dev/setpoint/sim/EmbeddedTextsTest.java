package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.TextEncoder;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedTextsTest {
    private static final int SIZE = 700;

    @TempDir
    Path folder;

    /** Gives a text's length and its first character; counts what it is asked. */
    private static final class Counting implements TextEncoder {
        private final String checksum;
        private int asked;
        private int most = Integer.MAX_VALUE;

        Counting(String checksum) {
            this.checksum = checksum;
        }

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public String checksum() {
            return checksum;
        }

        @Override
        public void encodeInto(List<String> texts, float[] into) {
            for (int i = 0; i < texts.size(); i++) {
                if (++asked > most) {
                    throw new IllegalStateException("killed");
                }
                into[2 * i] = texts.get(i).length();
                into[2 * i + 1] = texts.get(i).charAt(0);
            }
        }

        @Override
        public void close() {}
    }

    private static LabelledTexts texts(String last) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < SIZE - 1; i++) {
            texts.add((char) ('a' + i % 26) + "x".repeat(i % 37));
        }
        texts.add(last);
        return new LabelledTexts(
                "letters",
                List.of("one", "two"),
                texts,
                IntStream.range(0, SIZE).map(i -> i % 2).toArray());
    }

    private static void check(EmbeddedTexts embedded, LabelledTexts texts) {
        assertThat(embedded.size()).isEqualTo(SIZE);
        assertThat(embedded.dimension()).isEqualTo(2);
        assertThat(embedded.name()).isEqualTo("letters");
        assertThat(embedded.labels()).containsExactly("one", "two");
        FeatureVector vector = new FeatureVector();
        float[] values = new float[2];
        for (int row = 0; row < SIZE; row++) {
            embedded.readInto(row, vector);
            vector.valuesInto(values, 0);
            String text = texts.texts().get(row);
            assertThat(values).containsExactly(text.length(), text.charAt(0));
            assertThat(embedded.label(row)).isEqualTo(texts.label(row));
            assertThat(embedded.text(row)).isEqualTo(text);
        }
    }

    private EmbeddedTexts cached(LabelledTexts texts, Counting encoder) throws IOException {
        return EmbeddedTexts.cached(texts, "counting", encoder, folder.resolve("made/here"), done -> {});
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("made/here"))) {
            return files.toList();
        }
    }

    @Test
    void everyTextIsEncodedOnceAndProgressIsTold() {
        Counting encoder = new Counting("a");
        List<Integer> told = new ArrayList<>();
        check(EmbeddedTexts.of(texts("end"), encoder, told::add), texts("end"));
        assertThat(encoder.asked).isEqualTo(SIZE);
        assertThat(told).isSorted().endsWith(SIZE).hasSizeGreaterThan(10);
    }

    @Test
    void theSecondTimeTheyAreRead() throws IOException {
        check(cached(texts("end"), new Counting("a")), texts("end"));
        Counting second = new Counting("a");
        check(cached(texts("end"), second), texts("end"));
        assertThat(second.asked).isZero();
        assertThat(files()).singleElement().asString().matches(".*/counting-[0-9a-f]{16}\\.features");
    }

    @Test
    void otherTextsLabelsOrEncodersAreNotMistakenForThem() throws IOException {
        cached(texts("end"), new Counting("a"));
        Counting others = new Counting("b");
        check(cached(texts("end"), others), texts("end"));
        check(cached(texts("End"), others), texts("End"));
        check(cached(texts("\uD83D"), others), texts("\uD83D"));
        check(cached(texts("?"), others), texts("?"));
        LabelledTexts texts = texts("?");
        LabelledTexts allOne = new LabelledTexts(texts.name(), texts.labels(), texts.texts(), new int[SIZE]);
        check(cached(allOne, others), allOne);
        assertThat(others.asked).isEqualTo(5 * SIZE);
        assertThat(files()).hasSize(6);
    }

    @Test
    void aDamagedFileIsMadeAgain() throws IOException {
        cached(texts("end"), new Counting("a"));
        Path file = files().get(0);
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 50] ^= 1;
        Files.write(file, bytes);
        Counting second = new Counting("a");
        check(cached(texts("end"), second), texts("end"));
        assertThat(second.asked).isEqualTo(SIZE);
        bytes[bytes.length - 50] ^= 1;
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    }

    @Test
    void whatAKilledProcessHasDoneIsKept() throws IOException {
        Counting killed = new Counting("a");
        killed.most = 600;
        assertThatThrownBy(() -> cached(texts("end"), killed)).hasMessage("killed");
        Counting second = new Counting("a");
        check(cached(texts("end"), second), texts("end"));
        assertThat(second.asked).as("two blocks of 256 were complete").isEqualTo(SIZE - 512);
        assertThat(files()).hasSize(1);
    }

    @Test
    void whileAnotherIsAtItItEncodesForItself() throws IOException {
        cached(texts("end"), new Counting("a"));
        Path file = files().get(0);
        Path part = file.resolveSibling(file.getFileName() + ".part");
        Files.move(file, part);
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
            assertThat(channel.lock().isValid()).isTrue();
            Counting second = new Counting("a");
            check(cached(texts("end"), second), texts("end"));
            assertThat(second.asked).isEqualTo(SIZE);
        }
        assertThat(files()).containsExactly(part);
    }
}
