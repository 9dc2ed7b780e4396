package dev.setpoint.sim.data;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the catalogue of data sets, a JSON array with an object for each. Every object has {@code name}, {@code title},
 * {@code task}, {@code licence}, {@code whereToGetIt}, {@code format} (see {@link DatasetFormat}) and {@code files}, each with its
 * {@code path} and, if there is one form of it, its {@code sha256}. Sets of images have {@code trainingFiles}, {@code idx} has
 * {@code classes}, {@code csv-texts} has {@code textColumn} and {@code labelColumn}.
 */
final class CatalogReader {
    private static final String RESOURCE = "datasets.json";
    private static final Set<String> OF_EVERY_SET =
            Set.of("name", "title", "task", "licence", "whereToGetIt", "format", "files");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final String source;

    private CatalogReader(String source) {
        this.source = source;
    }

    /** The catalogue that is part of this project. */
    static List<CatalogEntry> readOwn() {
        try (InputStream in = CatalogReader.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw DataFormatException.inFile(RESOURCE, "missing", "a resource beside this class");
            }
            return read(RESOURCE, in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Reads a catalogue.
     *
     * @param source its name in messages
     * @throws DataFormatException if it is not one; the message names the set and the field
     */
    static List<CatalogEntry> read(String source, InputStream in) throws IOException {
        JsonNode root;
        try {
            root = JSON.readTree(in);
        } catch (JsonProcessingException e) {
            throw DataFormatException.atLine(
                    source,
                    e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
                    "JSON",
                    e.getOriginalMessage(),
                    "an array of data sets");
        }
        if (!root.isArray()) {
            throw DataFormatException.inFile(source, "no array", "an array of data sets");
        }
        List<CatalogEntry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode node : root) {
            String named = source + ", data set " + node.path("name").asText(String.valueOf(entries.size() + 1));
            CatalogEntry entry = new CatalogReader(named).entry(node);
            if (!names.add(entry.name())) {
                throw DataFormatException.inFile(named + ", name", "twice", "a name of its own");
            }
            entries.add(entry);
        }
        return List.copyOf(entries);
    }

    private CatalogEntry entry(JsonNode node) throws IOException {
        DatasetFormat format = format(node);
        refuseUnknown(node, format);
        List<KnownFile> files = files(node);
        String expected = format.expectedInsteadOf(files.size());
        if (!expected.isEmpty()) {
            throw wrong("files", files.size() + " of format " + format.key(), expected);
        }
        KnownDataset known = new KnownDataset(
                text(node, "name"),
                text(node, "title"),
                text(node, "task"),
                text(node, "licence"),
                text(node, "whereToGetIt"),
                files);
        boolean isTextTable = format == DatasetFormat.CSV_TEXTS;
        return new CatalogEntry(
                known,
                format,
                format.kind() == DatasetFormat.Kind.IMAGES ? trainingFiles(node, format, files.size()) : 0,
                format == DatasetFormat.IDX ? texts(node, "classes") : List.of(),
                isTextTable ? text(node, "textColumn") : "",
                isTextTable ? text(node, "labelColumn") : "");
    }

    private DatasetFormat format(JsonNode node) throws IOException {
        String key = text(node, "format");
        for (DatasetFormat format : DatasetFormat.values()) {
            if (format.key().equals(key)) {
                return format;
            }
        }
        throw wrong("format", key, NearNames.oneOf(DatasetFormat.keys(), key));
    }

    /** A field that nobody reads is a mistake: of spelling, or of the format. */
    private void refuseUnknown(JsonNode node, DatasetFormat format) throws IOException {
        List<String> known = new ArrayList<>(OF_EVERY_SET.stream().sorted().toList());
        if (format.kind() == DatasetFormat.Kind.IMAGES) {
            known.add("trainingFiles");
        }
        if (format == DatasetFormat.IDX) {
            known.add("classes");
        }
        if (format == DatasetFormat.CSV_TEXTS) {
            known.addAll(List.of("textColumn", "labelColumn"));
        }
        for (var fields = node.fieldNames(); fields.hasNext(); ) {
            String field = fields.next();
            if (!known.contains(field)) {
                throw wrong(field, "not a field of format " + format.key(), NearNames.oneOf(known, field));
            }
        }
    }

    private List<KnownFile> files(JsonNode node) throws IOException {
        JsonNode array = node.path("files");
        if (!array.isArray() || array.isEmpty()) {
            throw wrong("files", array.isMissingNode() ? "missing" : array.toString(), "an array of at least 1 file");
        }
        List<KnownFile> files = new ArrayList<>();
        for (JsonNode file : array) {
            String checksum = file.has("sha256") ? text(file, "sha256") : "";
            try {
                files.add(new KnownFile(text(file, "path"), checksum));
            } catch (IllegalArgumentException e) {
                throw wrong("files", file.toString(), e.getMessage());
            }
        }
        return files;
    }

    private int trainingFiles(JsonNode node, DatasetFormat format, int files) throws IOException {
        JsonNode count = node.path("trainingFiles");
        if (!count.isInt() || count.intValue() < 1 || count.intValue() > files) {
            throw wrong("trainingFiles", count.asText("missing"), "in [1, " + files + "]");
        }
        String expected = format.expectedInsteadOf(count.intValue());
        if (!expected.isEmpty()) {
            throw wrong("trainingFiles", count.asText(), expected);
        }
        return count.intValue();
    }

    private List<String> texts(JsonNode node, String field) throws IOException {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : node.path(field)) {
            if (!element.isTextual()) {
                throw wrong(field, element.toString(), "an array of texts");
            }
            texts.add(element.textValue());
        }
        if (texts.isEmpty()) {
            throw wrong(field, "none", "an array of texts");
        }
        return texts;
    }

    private String text(JsonNode node, String field) throws IOException {
        JsonNode value = node.path(field);
        if (!value.isTextual() || value.textValue().isBlank()) {
            throw wrong(field, value.isMissingNode() ? "missing" : value.toString(), "a text that is not blank");
        }
        return value.textValue();
    }

    private DataFormatException wrong(String field, String found, String expected) {
        return DataFormatException.inFile(source + ", " + DataFormatException.quote(field), found, expected);
    }
}
