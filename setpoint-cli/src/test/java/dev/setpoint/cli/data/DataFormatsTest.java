package dev.setpoint.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.sim.data.LabelledData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.format.Mat5File;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Matrix;
import us.hebi.matlab.mat.types.Sink;
import us.hebi.matlab.mat.types.Sinks;

/** Every format of data that an experiment file can name, through the whole command. */
class DataFormatsTest {
    private static final int CIFAR_PIXELS = 3072;

    @TempDir
    Path folder;

    /** Runs an experiment on data described like this, and returns the data's part of the manifest. */
    private JsonNode run(String data, String... labels) throws IOException {
        Path spec = Files.writeString(folder.resolve("spec.yaml"), "data: " + data + "\ncheckpoints: 2\nqueries: 8\n");
        Cli.run("run", spec, "--out", folder.resolve("out")).succeeded();
        JsonNode manifest = new ObjectMapper().readTree(Files.readString(folder.resolve("out/manifest.json")));
        assertThat(manifest.get("labels")).extracting(JsonNode::textValue).containsExactly(labels);
        return manifest.get("data");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private LabelledData load(String data) throws IOException {
        return DataSource.load(Spec.parse("data: " + data + "\nfeatures: hashed(bits=6)\n"), folder, folder)
                .data();
    }

    private static float[] row(LabelledData data, int row) {
        FeatureVector vector = new FeatureVector();
        data.readInto(row, vector);
        float[] values = new float[vector.dimension()];
        vector.valuesInto(values, 0);
        return values;
    }

    @Test
    void csv() throws IOException {
        write("rows.csv", "x,kind,y\n1,a,2\n3,b,4\n5,a,6\n");
        assertThat(run("{format: csv, files: rows.csv, label: kind}", "a", "b")
                        .get("rows")
                        .intValue())
                .isEqualTo(3);
        assertThat(row(load("{format: csv, files: rows.csv, label: 1}"), 1)).containsExactly(3, 4);
        // without label, the last column
        run("{format: csv, files: [rows.csv]}", "2", "4", "6");
    }

    @Test
    void csvWithOtherLayout() throws IOException {
        write("rows.csv", "a;1;2\nb;3;4\n");
        run("{format: csv, files: rows.csv, header: false, delimiter: ';', label: 0}", "a", "b");
        run("{format: csv, files: rows.csv, header: no, delimiter: ';', label: 0}", "a", "b");
        assertThat(load("{format: csv, files: rows.csv, header: false, delimiter: ';', label: 0}")
                        .size())
                .isEqualTo(2);
    }

    @Test
    void csvInGzip() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write("x,kind\n1,a\n2,b\n".getBytes(StandardCharsets.UTF_8));
        }
        Files.write(folder.resolve("rows.csv.gz"), bytes.toByteArray());
        run("{format: csv, files: rows.csv.gz}", "a", "b");
    }

    @Test
    void csvWithText() throws IOException {
        write("one.csv", "message,team\nmy card is lost,bank\nbook a table,food\n");
        write("two.csv", "message,team\nwhere is my card,bank\n");
        JsonNode data = run("{format: csv, files: [one.csv, two.csv], text: message, label: team}", "bank", "food");
        assertThat(data.get("rows").intValue()).isEqualTo(3);
        assertThat(data.get("sha256").fieldNames()).toIterable().containsExactly("one.csv", "two.csv");
        LabelledData texts = load("{format: csv, files: [one.csv, two.csv], text: message, label: team}");
        assertThat(texts.dimension()).isEqualTo(64); // the features of the spec
        assertThat(row(texts, 0)).isNotEqualTo(row(texts, 1));
    }

    @Test
    void arff() throws IOException {
        write("rows.arff", """
                @relation r
                @attribute x numeric
                @attribute kind {a,b}
                @attribute size {s,l}
                @data
                1,a,s
                2,b,l
                """);
        run("{format: arff, files: rows.arff}", "s", "l");
        run("{format: arff, files: rows.arff, label: kind}", "a", "b");
    }

    @Test
    void libsvm() throws IOException {
        write("rows.svm", "1 1:0.5 3:2\n-1 2:1\n");
        run("{format: libsvm, files: rows.svm}", "-1", "1");
        assertThat(load("{format: libsvm, files: rows.svm}").dimension()).isEqualTo(3);
        assertThat(load("{format: libsvm, files: rows.svm, firstIndex: 0}").dimension())
                .isEqualTo(4);
    }

    @Test
    void idx() throws IOException {
        ByteBuffer images =
                ByteBuffer.allocate(16 + 8).putInt(0x803).putInt(2).putInt(2).putInt(2);
        Files.write(folder.resolve("images"), images.array());
        ByteBuffer labels =
                ByteBuffer.allocate(8 + 2).putInt(0x801).putInt(2).put((byte) 0).put((byte) 1);
        Files.write(folder.resolve("labels"), labels.array());
        JsonNode data =
                run("{format: idx, files: [images, labels]}", names(load("{format: idx, files: [images, labels]}")));
        assertThat(data.get("rows").intValue()).isEqualTo(2);
    }

    private static String[] names(LabelledData data) {
        return data.labels().toArray(String[]::new);
    }

    @Test
    void cifar() throws IOException {
        byte[] ten = new byte[2 * (1 + CIFAR_PIXELS)];
        ten[0] = 3;
        ten[1 + CIFAR_PIXELS] = 9;
        Files.write(folder.resolve("ten.bin"), ten);
        Files.write(folder.resolve("more.bin"), ten);
        run("{format: cifar10, files: [ten.bin, more.bin]}", names(load("{format: cifar10, files: ten.bin}")));
        assertThat(load("{format: cifar10, files: [ten.bin, more.bin]}").size()).isEqualTo(4);
        assertThat(load("{format: cifar10, files: ten.bin}").labels()).hasSize(10);
        byte[] hundred = new byte[2 + CIFAR_PIXELS];
        hundred[0] = 19;
        hundred[1] = 99;
        Files.write(folder.resolve("hundred.bin"), hundred);
        LabelledData coarse = load("{format: cifar100-coarse, files: hundred.bin}");
        assertThat(coarse.labels()).hasSize(20);
        assertThat(coarse.label(0)).isEqualTo(19);
        LabelledData fine = load("{format: cifar100-fine, files: hundred.bin}");
        assertThat(fine.labels()).hasSize(100);
        assertThat(fine.label(0)).isEqualTo(99);
    }

    @Test
    void svhn() throws IOException {
        Mat5File mat = Mat5.newMatFile();
        mat.addArray("X", Mat5.newMatrix(new int[] {32, 32, 3, 2}, MatlabType.UInt8));
        mat.addArray("y", labels(10, 4));
        try (Sink sink = Sinks.newStreamingFile(folder.resolve("digits.mat").toFile())) {
            mat.writeTo(sink);
        }
        LabelledData digits = load("{format: svhn, files: digits.mat}");
        assertThat(digits.size()).isEqualTo(2);
        run("{format: svhn, files: digits.mat}", names(digits));
    }

    private static Matrix labels(int... values) {
        Matrix matrix = Mat5.newMatrix(values.length, 1, MatlabType.UInt8);
        for (int i = 0; i < values.length; i++) {
            matrix.setInt(i, 0, values[i]);
        }
        return matrix;
    }

    @Test
    void clinc150() throws IOException {
        write("data.json", """
                {"train": [["my card is lost", "lost_card"], ["book a table", "reservation"]],
                 "val": [["i lost it", "lost_card"]], "test": [["a table", "reservation"]],
                 "oos_train": [], "oos_val": [], "oos_test": []}
                """);
        write("domains.json", "{\"banking\": [\"lost_card\"], \"dining\": [\"reservation\"]}");
        String files = "files: [data.json, domains.json]";
        LabelledData domains = load("{format: clinc150, " + files + "}");
        assertThat(domains.labels()).containsExactlyInAnyOrder("banking", "dining");
        assertThat(load("{format: clinc150, labels: domains, " + files + "}").labels())
                .isEqualTo(domains.labels());
        assertThat(load("{format: clinc150, labels: intents, " + files + "}").labels())
                .isEqualTo(List.of("lost_card", "reservation"));
        run("{format: clinc150, " + files + "}", names(domains));
    }
}
