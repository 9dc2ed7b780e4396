package dev.setpoint.deep;

import static dev.setpoint.deep.WeightBytes.floats;
import static dev.setpoint.deep.WeightBytes.safetensors;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafetensorsReaderTest {
    @TempDir
    private Path folder;

    private Map<String, WeightTensor> read(byte[] bytes) throws IOException {
        Path file = folder.resolve("w.safetensors");
        Files.write(file, bytes);
        return WeightFile.read(file);
    }

    private static String entry(String name, String shape, long begin, long end) {
        return "\"" + name + "\":{\"dtype\":\"F32\",\"shape\":" + shape + ",\"data_offsets\":[" + begin + "," + end
                + "]}";
    }

    private void assertRefused(byte[] bytes, String message) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(WeightFileException.class)
                .hasMessage(folder.resolve("w.safetensors") + message);
    }

    @Test
    void tensorsMayLieInAnyOrder() throws IOException {
        String header = "{" + entry("late", "[1]", 8, 12) + "," + entry("none", "[0]", 8, 8) + ","
                + entry("early", "[2]", 0, 8) + "}   ";
        Map<String, WeightTensor> tensors = read(safetensors(header, floats(1, 2, 3)));
        assertThat(tensors.keySet()).containsExactly("late", "none", "early");
        assertThat(tensors.get("late").values()).containsExactly(3);
        assertThat(tensors.get("none").values()).isEmpty();
        assertThat(tensors.get("early").values()).containsExactly(1, 2);
    }

    @Test
    void metadataIsPassedOver() throws IOException {
        String header = "{\"__metadata__\":{\"format\":\"pt\",\"deep\":[{}]}," + entry("a", "[]", 0, 4) + "}";
        assertThat(read(safetensors(header, floats(7))).get("a").values()).containsExactly(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "{'dtype':'F8_E4M3','shape':[2],'data_offsets':[0,8]} | dtype F8_E4M3 (expected: F16, BF16, F32, F64 or I64)",
                "{'dtype':3,'shape':[2],'data_offsets':[0,8]} | dtype of no text (expected: F16, BF16, F32, F64 or I64)",
                "{'dtype':'F32','shape':[-2],'data_offsets':[0,8]} | shape [-2] (expected: no negative length)",
                "{'dtype':'F32','shape':[4294967296,4294967296],'data_offsets':[0,8]} | shape [4294967296, 4294967296] (expected: at most 2147483639 values)",
                "{'dtype':'F32','shape':[3],'data_offsets':[0,8]} | 8 bytes for shape [3] of F32 (expected: 12 bytes)",
                "{'dtype':'F32','shape':[2],'data_offsets':[-8,0]} | bytes -8 to 0 (expected: within the data's 8 bytes)",
                "{'dtype':'F32','shape':[2],'data_offsets':[4,12]} | bytes 4 to 12 (expected: within the data's 8 bytes)",
                "{'dtype':'F32','shape':[2],'data_offsets':[8,0]} | bytes 8 to 0 (expected: within the data's 8 bytes)",
                "{'dtype':'F32','shape':[2.0],'data_offsets':[0,8]} | shape of something else (expected: an array of whole numbers)",
                "{'dtype':'F32','shape':2,'data_offsets':[0,8]} | shape of something else (expected: an array of whole numbers)",
                "{'dtype':'F32','shape':[2],'data_offsets':[0,4,8]} | incomplete (expected: dtype, shape and two data_offsets)",
                "{'dtype':'F32','shape':[2]} | incomplete (expected: dtype, shape and two data_offsets)",
                "{'dtype':'F32','dtype':'F32'} | dtype twice (expected: once)",
                "{'kind':'F32'} | 'kind' (expected: dtype, shape and data_offsets)",
                "[] | no object (expected: dtype, shape and data_offsets)"
            })
    void aTensorThatCannotBeIsRefused(String description, String message) {
        String header = "{\"a\":" + description.replace('\'', '"') + "}";
        assertRefused(safetensors(header, floats(1, 2)), ", tensor 'a': " + message);
    }

    @Test
    void everyByteBelongsToOneTensor() {
        assertRefused(
                safetensors("{" + entry("a", "[2]", 0, 8) + "," + entry("b", "[2]", 4, 12) + "}", floats(1, 2, 3)),
                ", tensor 'b': data from byte 4 on (expected: from 8 on, where the one before it ends)");
        assertRefused(
                safetensors("{" + entry("a", "[1]", 0, 4) + "," + entry("b", "[1]", 8, 12) + "}", floats(1, 2, 3)),
                ", tensor 'b': data from byte 8 on (expected: from 4 on, where the one before it ends)");
        assertRefused(
                safetensors("{" + entry("a", "[1]", 0, 4) + "}", floats(1, 2)),
                ": 8 bytes of data (expected: 4, where the last tensor ends)");
    }

    @Test
    void aNameThatIsThereTwiceIsRefused() {
        String header = "{" + entry("a", "[1]", 0, 4) + "," + entry("a", "[1]", 4, 8) + "}";
        assertRefused(safetensors(header, floats(1, 2)), ", tensor 'a': there twice (expected: once)");
    }

    @Test
    void numbersThatAreNotFiniteAreRefusedWithTheTensorsName() {
        String header = "{" + entry("fc.bias", "[2]", 0, 8) + "}";
        assertRefused(
                safetensors(header, floats(1, Float.NaN)),
                ", tensor 'fc.bias': NaN at place 1 (expected: finite numbers)");
        for (String half : new String[] {"F16", "BF16"}) {
            byte[] file = safetensors(
                    header.replace("F32", half).replace("[2]", "[1]").replace("8]", "2]"),
                    new byte[] {(byte) 0x80, 0x7F});
            assertRefused(
                    file,
                    ", tensor 'fc.bias': " + (half.equals("F16") ? "NaN" : "Infinity") + " at place 0"
                            + " (expected: finite numbers)");
        }
    }

    @Test
    void aHeaderThatIsNoneIsRefused() {
        assertRefused(safetensors("[]", floats()), ": header (expected: a JSON object)");
        assertRefused(safetensors("{}", floats()), ": no tensors (expected: at least one)");
        assertRefused(
                safetensors("{" + entry("a", "[]", 0, 4) + "}{}", floats(1)),
                ": header with more than one JSON object (expected: one)");
        assertThatThrownBy(() -> read(safetensors("{\"a\":", floats())))
                .isInstanceOf(WeightFileException.class)
                .hasMessageContaining("w.safetensors: header with Unexpected end-of-input")
                .hasMessageNotContaining("\n");
        assertThatThrownBy(() ->
                        read(safetensors("{\"__metadata__\":" + "[".repeat(5000) + "]".repeat(5000) + "}", floats())))
                .isInstanceOf(WeightFileException.class);
        byte[] utf16 = safetensors("{}  ", floats());
        utf16[9] = (byte) 0xFF;
        assertRefused(utf16, ": header that is not UTF-8 (expected: a .safetensors file)");
    }

    @Test
    void aHeaderLongerThanTheFileIsRefused() {
        byte[] bytes = safetensors("{}", floats(1));
        WeightBytes.patch(bytes, 4, 1);
        assertRefused(
                bytes,
                ": no weight file, or one with a header of 4294967298 bytes"
                        + " (expected: an .npz or .safetensors file; a header of 2 to 6 bytes)");
        WeightBytes.patch(bytes, 4, -1);
        assertThatThrownBy(() -> read(bytes)).hasMessageContaining("a header of 18446744069414584322 bytes");
        assertRefused("abc".getBytes(StandardCharsets.US_ASCII), ": ends after 3 bytes (expected: a complete file)");
    }
}
