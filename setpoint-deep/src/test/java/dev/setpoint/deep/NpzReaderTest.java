package dev.setpoint.deep;

import static dev.setpoint.deep.WeightBytes.floats;
import static dev.setpoint.deep.WeightBytes.header;
import static dev.setpoint.deep.WeightBytes.npy;
import static dev.setpoint.deep.WeightBytes.vector;
import static dev.setpoint.deep.WeightBytes.zip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NpzReaderTest {
    private static final String DIRECTORY_ENTRY = "PK\001\002";
    private static final int PACKED = 20;
    private static final int SIZE = 24;

    @TempDir
    private Path folder;

    private Map<String, WeightTensor> read(byte[] bytes) throws IOException {
        Path file = folder.resolve("w.npz");
        Files.write(file, bytes);
        return WeightFile.read(file);
    }

    private void assertRefused(byte[] bytes, String message) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(WeightFileException.class)
                .hasMessage(folder.resolve("w.npz") + message);
    }

    /** A stored file of one vector, to be damaged. */
    private static byte[] one() {
        return zip(true, "a.npy", vector(1, 2, 3));
    }

    @Test
    void manyValuesAreReadWhole() throws IOException {
        float[] values = new float[100_003]; // several buffers, and a rest
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        assertThat(read(zip(false, "a.npy", vector(values))).get("a").values()).containsExactly(values);
        assertThat(read(zip(true, "a.npy", vector(values))).get("a").values()).containsExactly(values);
    }

    @Test
    void columnsComeInTheirOrder() throws IOException {
        String header = "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }";
        byte[] array = npy(header, floats(0, 10, 1, 11, 2, 12));
        assertThat(read(zip(true, "a.npy", array)).get("a").values()).containsExactly(0, 1, 2, 10, 11, 12);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'descr': '>f4', 'fortran_order': False, 'shape': (1,)} | type '>f4' (expected: type <f2, <f4, <f8 or <i8)",
                "{'descr': '<U3', 'fortran_order': False, 'shape': (1,)} | type '<U3' (expected: type <f2, <f4, <f8 or <i8)",
                "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': ()} | a type of several fields (expected: type <f2, <f4, <f8 or <i8)",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)} | array header with a shape of other than whole numbers from 0 on",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1000000000000000000000,)} | array header with a length of 22 digits",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (4294967296, 4294967296)} | shape [4294967296, 4294967296] (expected: at most 2147483639 values)",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 65536, 65536)} | shape [0, 65536, 65536] (expected: at most 2147483639 values)",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)} | 69 bytes (expected: 73, by the array's header)",
                "{'descr': '<f4', 'fortran_order': False, 'shape': 1} | array header with no '(' at character",
                "{'descr': '<f4', 'fortran_order': 0, 'shape': (1,)} | array header with fortran_order neither True nor False",
                "{'descr': '<f4', 'shape': (1,)} | array header with descr, shape alone",
                "{'descr': '<f4', 'descr': '<f4', 'shape': (1,)} | array header with 'descr' twice",
                "{'descr': '<f4', 'order': True} | array header with 'order'",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (1,)} {} | array header with more than a dictionary",
                "{} | array header with an empty dictionary",
                "{'descr | array header with no quoted word at character 1",
                "[] | array header with no '{' at character 0"
            })
    void aHeaderThatIsNoneIsRefused(String row, String message) {
        byte[] array = npy(row, floats(1));
        assertThatThrownBy(() -> read(zip(true, "a.npy", array)))
                .isInstanceOf(WeightFileException.class)
                .hasMessageStartingWith(folder.resolve("w.npz") + ", tensor 'a': " + message)
                .hasMessageContaining(" (expected: ");
    }

    @Test
    void whatIsNoArrayIsRefused() {
        assertRefused(
                zip(true, "a.npy", "hello, world".getBytes(StandardCharsets.US_ASCII)),
                ", tensor 'a': no NumPy array (expected: an array in the .npy format)");
        byte[] future = vector(1);
        future[6] = 4;
        assertRefused(zip(true, "a.npy", future), ", tensor 'a': .npy version 4.0 (expected: 1.0, 2.0 or 3.0)");
        byte[] longHeader = npy(header("<f4", "()") + " ".repeat(10_000), floats(1));
        assertThatThrownBy(() -> read(zip(true, "a.npy", longHeader)))
                .hasMessageContaining("(expected: at most 10000)");
        byte[] cut = Arrays.copyOf(vector(1), 20);
        assertRefused(
                zip(true, "a.npy", cut), ", tensor 'a': ends within the array's header (expected: a complete array)");
        assertRefused(
                zip(true, "archive/data.pkl", new byte[3]),
                ": zip entry 'archive/data.pkl' (expected: only NAME.npy, as numpy.savez writes; a file of torch.save has to"
                        + " be exported)");
        assertRefused(zip(true), ": no arrays (expected: at least one)");
    }

    @Test
    void numbersThatAreNotFiniteAreRefusedWithTheTensorsName() {
        assertRefused(
                zip(true, "a.npy", vector(1), "b.npy", vector(1, Float.NaN)),
                ", tensor 'b': NaN at place 1 (expected: finite numbers)");
        byte[] large = npy(header("<f8", "()"), new byte[] {0, 0, 0, 0, 0, 0, (byte) 0xF0, (byte) 0xC7}); // -2^128
        assertRefused(zip(true, "c.npy", large), ", tensor 'c': -Infinity at place 0 (expected: finite numbers)");
    }

    @Test
    void anArrayThatUnpacksToMoreThanItsHeaderSaysIsRefused() {
        byte[] array = npy(header("<f4", "(1,)"), new byte[1_000_000]);
        assertThatThrownBy(() -> read(zip(false, "a.npy", array)))
                .hasMessageContaining("tensor 'a': 1000068 bytes (expected: 72, by the array's header)");
        // the directory says what the header says; the data go on
        byte[] forged = zip(false, "a.npy", array);
        WeightBytes.patch(forged, WeightBytes.find(forged, DIRECTORY_ENTRY, 0) + SIZE, 72);
        assertRefused(forged, ", tensor 'a': more than 72 bytes (expected: no more, by the array's header)");
    }

    @Test
    void aBombIsRefusedBeforeItIsUnpacked() {
        byte[] array = npy(header("<f4", "(17500000,)"), new byte[70_000_000]); // 68 kB deflated
        byte[] bomb = zip(false, "a.npy", array);
        assertThat(bomb.length).isLessThan(200_000);
        assertThatThrownBy(() -> read(bomb))
                .hasMessageContaining("w.npz: unpacks to more than " + ((64 << 20) + 16L * bomb.length) + " bytes")
                .hasMessageContaining("at most 64 MiB beside 16 times the file's length");
    }

    @Test
    void sizesThatCannotBeAreRefused() {
        byte[] unpacked = one();
        int entry = WeightBytes.find(unpacked, DIRECTORY_ENTRY, 0);
        WeightBytes.patch(unpacked, entry + SIZE, 1_000_000_000);
        assertRefused(unpacked, ", tensor 'a': 80 bytes that unpack to 1000000000 (expected: at most 80)");
        byte[] packed = one();
        WeightBytes.patch(packed, entry + PACKED, 1_000_000_000);
        assertThatThrownBy(() -> read(packed)).isInstanceOf(WeightFileException.class);
        byte[] deflated = zip(false, "a.npy", vector(1));
        WeightBytes.patch(deflated, WeightBytes.find(deflated, DIRECTORY_ENTRY, 0) + SIZE, 1_000_000);
        assertThatThrownBy(() -> read(deflated))
                .hasMessageContaining("bytes that unpack to 1000000 (expected: at most ");
    }

    @Test
    void aNameThatIsThereTwiceIsRefused() {
        byte[] bytes = zip(true, "a.npy", vector(1), "b.npy", vector(2));
        bytes[WeightBytes.find(bytes, "b.npy", 0)] = 'a'; // before its data
        bytes[WeightBytes.find(bytes, "b.npy", 0)] = 'a'; // in the directory
        assertRefused(bytes, ", tensor 'a': there twice (expected: once)");
    }

    @Test
    void dataAndDirectoryMustAgree() {
        byte[] renamed = zip(true, "a.npy", vector(1), "b.npy", vector(2));
        renamed[WeightBytes.find(renamed, "b.npy", 1)] = 'c';
        assertRefused(renamed, ", tensor 'b': not in the zip's directory (expected: all that is in the file)");
        // both of the directory's entries share the first one's data, which the zip tools of a bomb do
        byte[] shared = zip(true, "a.npy", vector(1), "b.npy", vector(2));
        shared[WeightBytes.find(shared, "b.npy", 0)] = 'a';
        assertRefused(shared, ", tensor 'a': not in the zip's directory (expected: all that is in the file)");
        // the second entry's data are gone: its mark is overwritten
        byte[] lost = zip(true, "a.npy", vector(1), "b.npy", vector(2));
        lost[WeightBytes.find(lost, "PK\003\004", 1)] = 'x';
        assertRefused(lost, ", tensor 'b': only in the zip's directory (expected: its data, too)");
    }

    @Test
    void aFlippedBitIsFoundByTheChecksum() {
        byte[] bytes = one();
        bytes[WeightBytes.find(bytes, "}\n", 0) + 2] ^= 1; // the lowest bit of the first number
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(WeightFileException.class)
                .hasMessageContaining("damaged or truncated zip data (invalid entry CRC");
    }

    @Test
    void aNameOfAFileCannotBreakTheSentence() {
        assertThatThrownBy(() -> read(zip(true, "a\nb" + "c".repeat(100) + ".npy", vector(Float.NaN))))
                .hasMessageContaining("tensor 'a bc")
                .hasMessageContaining("ccc...'")
                .hasMessageNotContaining("\n");
    }

    @Test
    void memoryIsTakenOnlyForWhatTheFileHolds() {
        byte[] array = npy(header("<f4", "(500000000,)"), floats(1));
        assertThatThrownBy(() -> NpzReader.array(new ByteArrayInputStream(array), "a", array.length, "a"))
                .isInstanceOf(WeightFileException.class)
                .hasMessageContaining("(expected: 2000000");
    }
}
