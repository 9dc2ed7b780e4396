package dev.setpoint.deep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.setpoint.feature.Embedder;
import dev.setpoint.feature.EmbedderPlugin;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class OnnxEmbedderTest {
    private static float[] embedded(Embedder embedder, int count, int channels, int side, float... images) {
        float[] into = new float[count * embedder.dimension()];
        embedder.embedInto(images, count, channels, side, into);
        return into;
    }

    @Test
    void thePluginIsFound() {
        assertThat(EmbedderPlugin.find()).isInstanceOf(OnnxEmbedders.class);
        try (Embedder embedder = EmbedderPlugin.find().open(TinyOnnx.means(), 8, 1)) {
            assertThat(embedder.dimension()).isEqualTo(3);
        }
    }

    /** What enters the network is what {@link BilinearTest} worked out by hand, from 0 to 255, plane after plane. */
    @Test
    void imagesEnterEnlargedWithTheirPlanesInOrder() {
        try (Embedder embedder = new OnnxEmbedder(TinyOnnx.pixels(), 3, 1)) {
            assertThat(embedder.dimension()).isEqualTo(27);
            float[] image = {0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1};
            assertThat(embedded(embedder, 1, 3, 2, image))
                    .containsExactly(
                            0, 127.5f, 255, 0, 127.5f, 255, 0, 127.5f, 255, //
                            0, 0, 0, 127.5f, 127.5f, 127.5f, 255, 255, 255, //
                            255, 255, 255, 255, 255, 255, 255, 255, 255);
        }
    }

    @Test
    void theOutputNamedFeaturesIsTakenWhereverItStands() {
        try (Embedder embedder = new OnnxEmbedder(TinyOnnx.means(), 4, 1)) {
            assertThat(embedded(embedder, 1, 3, 1, 0.2f, 0.4f, 1))
                    .containsExactly(new float[] {51, 102, 255}, within(1e-3f));
        }
    }

    @Test
    void withoutThatNameTheFirstOutputOfRowsIsTaken() {
        byte[] network = new TinyOnnx()
                .input("x", TinyOnnx.FLOAT, -1, 3, -1, -1)
                .node("GlobalAveragePool", "x", "pooled")
                .node("Flatten", "pooled", "rows")
                .output("pooled", TinyOnnx.FLOAT, -1, 3, 1, 1)
                .output("rows", TinyOnnx.FLOAT, -1, 3)
                .bytes();
        try (Embedder embedder = new OnnxEmbedder(network, 4, 1)) {
            assertThat(embedded(embedder, 1, 3, 1, 0, 0, 1)).containsExactly(0, 0, 255);
        }
    }

    /** Buffers are reused; more, fewer and other images afterwards must not see what was in them. */
    @Test
    void groupsOfAnySizeFollowOneAnother() {
        try (Embedder embedder = new OnnxEmbedder(TinyOnnx.means(), 4, 2)) {
            float[] three = {0, 0, 0, 1, 1, 1, 0.2f, 0.4f, 0.6f};
            for (int count : new int[] {1, 3, 2, 3, 1}) {
                float[] rows = embedded(embedder, count, 3, 1, three);
                float[] expected = Arrays.copyOf(new float[] {0, 0, 0, 255, 255, 255, 51, 102, 153}, count * 3);
                assertThat(rows).containsExactly(expected, within(1e-3f));
            }
            float[] larger = new float[3 * 5 * 5];
            Arrays.fill(larger, 50, 75, 1);
            assertThat(embedded(embedder, 1, 3, 5, larger)).containsExactly(0, 0, 255);
            assertThat(embedded(embedder, 1, 3, 1, 1, 0, 0)).containsExactly(255, 0, 0);
        }
    }

    @Test
    void aGreyImageEntersAsThreeEqualPlanes() {
        try (Embedder embedder = new OnnxEmbedder(TinyOnnx.means(), 4, 1)) {
            assertThat(embedded(embedder, 2, 1, 2, 1, 1, 1, 1, 0, 0, 0, 0)).containsExactly(255, 255, 255, 0, 0, 0);
        }
    }

    @Test
    void whatIsNoNetworkIsRefusedInOneSentence() {
        for (byte[] bytes : new byte[][] {{}, {1, 2, 3}, "a text".getBytes(StandardCharsets.UTF_8)}) {
            assertRefused(bytes, 64, "network: ", "(expected: the bytes of an ONNX network)");
        }
        byte[] cut = Arrays.copyOf(TinyOnnx.pixels(), TinyOnnx.pixels().length - 5);
        assertRefused(cut, 64, "network: ");
    }

    @Test
    void aNetworkOfAnotherKindIsRefusedInOneSentence() {
        assertRefused(network(TinyOnnx.FLOAT, -1, 10), 64, "inputs [x FLOAT[-1, 10]]", "(expected: one of floats");
        assertRefused(network(TinyOnnx.DOUBLE, -1, 3, -1, -1), 64, "inputs [x DOUBLE[-1, 3, -1, -1]]");
        assertRefused(network(TinyOnnx.FLOAT, 8, 3, -1, -1), 64, "reads 8 images at a time (expected: any number)");
        assertRefused(network(TinyOnnx.FLOAT, -1, 4, -1, -1), 64, "channels: 4 (expected: 1 or 3)");
        assertRefused(network(TinyOnnx.FLOAT, -1, 3, 32, 32), 64, "side: 64 (expected: 32, the only one");
        byte[] two = new TinyOnnx()
                .input("x", TinyOnnx.FLOAT, -1, 3, -1, -1)
                .input("z", TinyOnnx.FLOAT, -1, 3, -1, -1)
                .sum("x", "z", "s")
                .node("Flatten", "s", "features")
                .output("features", TinyOnnx.FLOAT, -1, -1)
                .bytes();
        assertRefused(two, 64, "inputs [x FLOAT[-1, 3, -1, -1], z FLOAT[-1, 3, -1, -1]]");
        byte[] pictures = new TinyOnnx()
                .input("x", TinyOnnx.FLOAT, -1, 3, -1, -1)
                .node("Relu", "x", "features")
                .output("features", TinyOnnx.FLOAT, -1, 3, -1, -1)
                .bytes();
        assertRefused(pictures, 64, "outputs [features FLOAT", "(expected: one of floats [n, dimension])");
    }

    private static byte[] network(int type, long... shape) {
        return new TinyOnnx()
                .input("x", type, shape)
                .node("Flatten", "x", "features")
                .output("features", type, -1, -1)
                .bytes();
    }

    private static void assertRefused(byte[] network, int side, String... parts) {
        assertThatThrownBy(() -> new OnnxEmbedder(network, side, 1).close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(parts)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void wrongUseIsRefused() {
        assertRefused(TinyOnnx.pixels(), 0, "side: 0 (expected: in [1, 4096])");
        assertThatThrownBy(() -> new OnnxEmbedder(TinyOnnx.pixels(), 8, 0).close())
                .hasMessage("threads: 0 (expected: >= 1)");
        Embedder embedder = new OnnxEmbedder(TinyOnnx.means(), 4, 1);
        assertThatThrownBy(() -> embedder.embedInto(new float[11], 1, 3, 2, new float[3]))
                .hasMessage("images: 11 values (expected: 1 x 3 x 2 x 2)");
        assertThatThrownBy(() -> embedder.embedInto(new float[12], 1, 3, 2, new float[2]))
                .hasMessage("into: 2 values (expected: >= 1 x 3)");
        assertThatThrownBy(() -> embedder.embedInto(new float[12], 1, 2, 2, new float[3]))
                .hasMessage("channels: 2 (expected: 1 or 3)");
        assertThatThrownBy(() -> embedder.embedInto(new float[12], 0, 3, 2, new float[3]))
                .isInstanceOf(IllegalArgumentException.class);
        embedder.close();
        embedder.close();
        assertThatThrownBy(() -> embedder.embedInto(new float[12], 1, 3, 2, new float[3]))
                .hasMessage("embedder: closed (expected: open)");
    }

    /** Native memory is given back with every group: 300 MB would stay behind otherwise. */
    @Test
    void manyGroupsTakeNoMoreMemoryThanOne() throws IOException {
        Path status = Path.of("/proc/self/status");
        assumeThat(status).exists();
        try (Embedder embedder = new OnnxEmbedder(TinyOnnx.pixels(), 64, 1)) {
            float[] images = new float[8 * 3 * 32 * 32];
            float[] into = new float[8 * embedder.dimension()];
            for (int i = 0; i < 200; i++) {
                embedder.embedInto(images, 8, 3, 32, into);
            }
            long before = residentKilobytes(status);
            for (int i = 0; i < 800; i++) {
                embedder.embedInto(images, 8, 3, 32, into);
            }
            assertThat(residentKilobytes(status) - before).isLessThan(100_000);
        }
    }

    private static long residentKilobytes(Path status) throws IOException {
        return Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .findFirst()
                .orElseThrow();
    }

    /** Needs the network itself: {@code -Dsetpoint.data=FOLDER} with {@code models/resnet34_imagenet_dlib_fp16.onnx}. */
    @Test
    void theRealNetworkGivesTheSameFeaturesInAnyCompany() throws IOException {
        String given = System.getProperty("setpoint.data", "");
        assumeThat(given).isNotEmpty();
        Path file = Path.of(given, "models/resnet34_imagenet_dlib_fp16.onnx");
        assumeThat(file).exists();
        byte[] network = Files.readAllBytes(file);
        int size = 3 * 32 * 32;
        float[] images = new float[3 * size];
        for (int i = 0; i < images.length; i++) {
            images[i] = (float) (0.5 + 0.5 * Math.sin(i * 0.0131));
        }
        for (int side : new int[] {67, 131}) {
            try (Embedder embedder = new OnnxEmbedder(network, side, 1)) {
                assertThat(embedder.dimension()).isEqualTo(512);
                float[] together = embedded(embedder, 3, 3, 32, images);
                assertThat(embedded(embedder, 3, 3, 32, images)).isEqualTo(together);
                for (int i = 0; i < 3; i++) {
                    float[] alone = embedded(embedder, 1, 3, 32, Arrays.copyOfRange(images, i * size, (i + 1) * size));
                    assertThat(alone)
                            .containsExactly(Arrays.copyOfRange(together, i * 512, (i + 1) * 512), within(1e-2f));
                    assertThat(alone).doesNotContain(Float.NaN);
                }
                assertThat(Arrays.copyOfRange(together, 0, 512)).isNotEqualTo(Arrays.copyOfRange(together, 512, 1024));
            }
        }
    }
}
