package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogReaderTest {
    private static final String TABLE = """
            {"name": "rows", "title": "Rows", "task": "a from b", "licence": "MIT", "whereToGetIt": "Ask.",
             "format": "arff", "files": [{"path": "rows.arff"}]}""";
    private static final String IMAGES = """
            {"name": "images", "title": "Images", "task": "a from b", "licence": "MIT", "whereToGetIt": "Ask.",
             "format": "idx", "classes": ["cat", "dog"], "trainingFiles": 2,
             "files": [{"path": "a"}, {"path": "b"}, {"path": "c"}, {"path": "d"}]}""";
    private static final String TEXTS = """
            {"name": "texts", "title": "Texts", "task": "a from b", "licence": "MIT", "whereToGetIt": "Ask.",
             "format": "csv-texts", "textColumn": "said", "labelColumn": "meant", "files": [{"path": "t.csv"}]}""";

    private static List<CatalogEntry> read(String json) throws IOException {
        return CatalogReader.read("sets.json", new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    }

    private static void assertWrong(String entry, String from, String to, String message) {
        assertThat(entry).contains(from);
        assertRefused(() -> read("[" + entry.replace(from, to) + "]"), message);
    }

    @Test
    void anEntrySaysWhatASetIsAndHowItIsRead() throws IOException {
        List<CatalogEntry> entries = read("[" + TABLE + "," + IMAGES + "," + TEXTS + "]");
        assertThat(entries)
                .containsExactly(
                        new CatalogEntry(
                                new KnownDataset("rows", "Rows", "a from b", "MIT", "Ask.", List.of(file("rows.arff"))),
                                DatasetFormat.ARFF,
                                0,
                                List.of(),
                                "",
                                ""),
                        new CatalogEntry(
                                new KnownDataset(
                                        "images",
                                        "Images",
                                        "a from b",
                                        "MIT",
                                        "Ask.",
                                        List.of(file("a"), file("b"), file("c"), file("d"))),
                                DatasetFormat.IDX,
                                2,
                                List.of("cat", "dog"),
                                "",
                                ""),
                        new CatalogEntry(
                                new KnownDataset("texts", "Texts", "a from b", "MIT", "Ask.", List.of(file("t.csv"))),
                                DatasetFormat.CSV_TEXTS,
                                0,
                                List.of(),
                                "said",
                                "meant"));
        assertThat(entries.get(1).training()).containsExactly(file("a"), file("b"));
    }

    private static KnownFile file(String path) {
        return new KnownFile(path, "");
    }

    @Test
    void aFieldThatIsMissingOrBlankIsNamed() {
        assertWrong(
                TABLE,
                "\"title\": \"Rows\", ",
                "",
                "sets.json, data set rows, title: missing (expected: a text that is not blank)");
        assertWrong(TABLE, "\"MIT\"", "\" \"", "sets.json, data set rows, licence: \" \" (expected: a text");
        assertWrong(TABLE, "\"name\": \"rows\", ", "", "sets.json, data set 1, name: missing");
        assertWrong(
                TABLE, "[{\"path\": \"rows.arff\"}]", "[]", "sets.json, data set rows, files: [] (expected: an array");
        assertWrong(TEXTS, ", \"labelColumn\": \"meant\"", "", "data set texts, labelColumn: missing");
        assertWrong(IMAGES, "[\"cat\", \"dog\"]", "[]", "data set images, classes: none (expected: an array of texts)");
        assertWrong(IMAGES, "\"dog\"", "2", "data set images, classes: 2 (expected: an array of texts)");
    }

    @Test
    void anUnknownFormatOrFieldIsAnsweredWithTheNearest() {
        assertWrong(TABLE, "\"arff\"", "\"arf\"", "data set rows, format: arf (expected: one of arff, csv-without");
        assertWrong(TABLE, "\"arff\"", "\"arf\"", "; nearest: arff)");
        assertWrong(
                TABLE,
                "\"format\"",
                "\"license\": \"MIT\", \"format\"",
                "data set rows, license: not a field of format arff (expected: one of ");
        assertWrong(TABLE, "\"format\"", "\"classes\": [\"a\"], \"format\"", "classes: not a field of format arff");
    }

    @Test
    void filesSuitTheirFormat() {
        assertWrong(
                TABLE,
                "[{\"path\": \"rows.arff\"}]",
                "[{\"path\": \"a\"}, {\"path\": \"b\"}]",
                "data set rows, files: 2 of format arff (expected: 1 file)");
        assertWrong(IMAGES, ", {\"path\": \"d\"}", "", "files: 3 of format idx (expected: pairs of images and labels)");
        assertWrong(IMAGES, "\"trainingFiles\": 2", "\"trainingFiles\": 1", "trainingFiles: 1 (expected: pairs");
        assertWrong(IMAGES, "\"trainingFiles\": 2", "\"trainingFiles\": 6", "trainingFiles: 6 (expected: in [1, 4])");
        assertWrong(IMAGES, " \"trainingFiles\": 2,", "", "trainingFiles: missing (expected: in [1, 4])");
        assertWrong(TABLE, "rows.arff", "../rows.arff", "path: ../rows.arff (expected: a path inside the data folder)");
        assertWrong(TABLE, "\"rows.arff\"", "\"rows.arff\", \"sha256\": \"12\"", "sha256: 12 (expected: 64 hexa");
    }

    @Test
    void whatIsNoCatalogueIsRefused() {
        assertRefused(() -> read("{}"), "sets.json: no array (expected: an array of data sets)");
        assertRefused(() -> read("[" + TABLE + ","), "sets.json, line ", "JSON: ");
        assertRefused(() -> read("[" + TABLE + "]\n]"), "sets.json, line 3, JSON: ");
        assertRefused(() -> read(""), "sets.json");
        assertRefused(() -> read("[" + TABLE + "," + TABLE + "]"), "data set rows, name: twice");
    }

    @Test
    void theOwnCatalogueIsReadInItsOrder() {
        assertThat(CatalogReader.readOwn())
                .hasSize(20)
                .extracting(CatalogEntry::name)
                .startsWith("clinc150", "clinc150-intents", "banking77", "letter")
                .endsWith("cifar100-coarse", "svhn");
    }
}
