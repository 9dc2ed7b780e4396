package dev.setpoint.cli.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.cli.spec.SpecObject;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.sim.data.ArffReader;
import dev.setpoint.sim.data.Checksums;
import dev.setpoint.sim.data.CifarReader;
import dev.setpoint.sim.data.ClincReader;
import dev.setpoint.sim.data.CsvReader;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.FeatureFile;
import dev.setpoint.sim.data.IdxReader;
import dev.setpoint.sim.data.KnownFile;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LibsvmReader;
import dev.setpoint.sim.data.NearNames;
import dev.setpoint.sim.data.SvhnReader;
import dev.setpoint.sim.data.TableData;
import dev.setpoint.sim.data.WhatWasRead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Data that an experiment names, loaded.
 *
 * @param data the rows
 * @param outOfScope queries of no known class; empty unless the experiment asks for them
 * @param checksums SHA-256 of each file's content, by the name it was given
 * @param understood what the data were read as
 * @param warnings what about the files may not be meant as it was read
 */
public record DataSource(
        LabelledData data,
        List<FeatureVector> outOfScope,
        Map<String, String> checksums,
        Understood understood,
        List<String> warnings) {
    /** What may be said of files of some formats, beside their names; of the others nothing. */
    private static final Map<String, Set<String>> KEYS = Map.of(
            "csv", Set.of("label", "text", "ignore", "categories", "header", "delimiter"),
            "arff", Set.of("label", "ignore"),
            "libsvm", Set.of("firstIndex"),
            "clinc150", Set.of("labels"));

    private static final List<String> FORMATS = List.of(
            "csv",
            "arff",
            "libsvm",
            "idx",
            "cifar10",
            "cifar100-fine",
            "cifar100-coarse",
            "svhn",
            "clinc150",
            "features");

    private static final Pattern ENDING =
            Pattern.compile("\\.(csv|tsv|arff|svm|libsvm|features)(?:\\.gz)?$", Pattern.CASE_INSENSITIVE);

    /** What files were read as. */
    private record Read(LabelledData data, WhatWasRead understood) {
        static Read of(LabelledData data) {
            return new Read(data, data instanceof TableData table ? table.understood() : WhatWasRead.NOTHING);
        }
    }

    /**
     * Loads what an experiment names under {@code data}, and its messages of no known class if it asks for them.
     *
     * @param folder where known sets are looked for
     * @param base what file names are relative to
     */
    public static DataSource load(Spec spec, Path folder, Path base) throws IOException {
        JsonNode node = spec.data();
        SpecObject given = node.isObject() ? described(node) : fileAlone(node.asText(), base);
        DataSource source = given == null ? known(node.asText(), folder, spec) : files(given, base, spec);
        if (!spec.outOfScope()) {
            return source;
        }
        List<String> texts =
                given == null ? DatasetCatalog.loadOutOfScope(node.asText(), folder) : outOfScope(given, base);
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("outofscope: true for "
                    + source.data().name() + " (expected: false; only CLINC150 has messages of no known class)");
        }
        return new DataSource(
                source.data(),
                QueryTexts.unlabelled("out of scope", texts, spec.textFeatures()),
                source.checksums(),
                source.understood(),
                source.warnings());
    }

    /** The files that {@link #load} reads, as far as the experiment names them correctly; none is opened. */
    public static List<Path> files(Spec spec, Path folder, Path base) {
        JsonNode node = spec.data();
        List<Path> files = new ArrayList<>();
        DatasetCatalog.all().stream()
                .filter(known -> known.name().equals(node.asText()))
                .flatMap(known -> known.files().stream())
                .forEach(file -> files.add(folder.resolve(file.path())));
        if (files.isEmpty()) {
            JsonNode named = node.isObject() ? node.path("files") : node;
            for (JsonNode file : named.isArray() ? named : List.of(named)) {
                try {
                    files.add(base.resolve(file.asText()));
                } catch (InvalidPathException e) {
                    // which loading will say
                }
            }
        }
        return files;
    }

    private static List<String> outOfScope(SpecObject given, Path base) throws IOException {
        return given.text("format", "").equals("clinc150")
                ? ClincReader.readOutOfScope(
                        base.resolve(given.node("files").path(0).asText()))
                : List.of();
    }

    /** Files with what is said of them; their format, where that is not said, is that of the first one's ending. */
    private static SpecObject described(JsonNode node) {
        if (node.has("order")) {
            throw new IllegalArgumentException("data: order: inside data (expected: beside it)");
        }
        JsonNode files = node.path("files");
        String file = files.isArray() ? files.path(0).asText() : files.asText();
        JsonNode given = node;
        if (!node.hasNonNull("format") && !formatOf(file).isEmpty()) {
            given = ((ObjectNode) node.deepCopy()).put("format", formatOf(file));
        }
        String format = given.path("format").asText();
        if (!FORMATS.contains(format)) {
            throw new IllegalArgumentException("data: format: '" + Excerpt.of(format) + "' (expected: one of "
                    + String.join(", ", FORMATS) + NearNames.nearest(FORMATS, format) + ")");
        }
        Set<String> keys = new HashSet<>(List.of("format", "files"));
        keys.addAll(KEYS.getOrDefault(format, Set.of()));
        return new SpecObject("data: ", given, keys);
    }

    /** The file that is named where a known set could be, or null if that is none. */
    private static SpecObject fileAlone(String name, Path base) {
        if (DatasetCatalog.all().stream().anyMatch(known -> known.name().equals(name))) {
            return null;
        }
        if (!formatOf(name).isEmpty()) {
            return described(JsonNodeFactory.instance.objectNode().put("files", name));
        }
        if (isFile(name, base)) {
            throw new IllegalArgumentException("data: " + Excerpt.of(name)
                    + " (expected: a known data set's name, or {format: csv, files: " + Excerpt.of(name) + "})");
        }
        return null;
    }

    /** The format by a file's ending; empty if that says nothing. */
    private static String formatOf(String file) {
        Matcher ending = ENDING.matcher(file);
        if (!ending.find()) {
            return "";
        }
        String type = ending.group(1).toLowerCase(Locale.ROOT);
        return switch (type) {
            case "svm" -> "libsvm";
            case "tsv" -> "csv";
            default -> type;
        };
    }

    private static boolean isFile(String name, Path base) {
        try {
            return !name.isBlank() && Files.isRegularFile(base.resolve(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static DataSource known(String name, Path folder, Spec spec) throws IOException {
        Map<String, String> checksums = new LinkedHashMap<>();
        LabelledData data = DatasetCatalog.holdsTexts(name)
                ? QueryTexts.encoded(DatasetCatalog.loadTexts(name, folder), spec.textFeatures())
                : DatasetCatalog.load(name, folder);
        for (KnownFile file : DatasetCatalog.find(name).files()) {
            checksums.put(file.path(), Checksums.sha256(folder.resolve(file.path())));
        }
        return new DataSource(data, List.of(), checksums, Understood.of(name, data, WhatWasRead.NOTHING), List.of());
    }

    private static DataSource files(SpecObject node, Path base, Spec spec) throws IOException {
        List<Path> paths = new ArrayList<>();
        Map<String, String> checksums = new LinkedHashMap<>();
        Set<Path> real = new HashSet<>();
        JsonNode files = node.node("files");
        if (files.isObject() || (files.isValueNode() && !files.isTextual() && !files.isNull())) {
            throw new IllegalArgumentException(
                    "data: files: " + Excerpt.of(files.toString()) + " (expected: the name of a file, or a list)");
        }
        for (JsonNode file : files.isTextual() ? List.of(files) : files) {
            Path path = path(file, base);
            paths.add(path);
            if (checksums.put(file.asText(), Checksums.sha256(path)) != null || !real.add(path.toRealPath())) {
                throw new IllegalArgumentException(
                        "data: files: " + Excerpt.of(file.asText()) + " twice (expected: each once)");
            }
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("data: files: none (expected: at least one)");
        }
        Read read = node.text("format", "").equals("csv") ? csv(node, paths, spec) : Read.of(read(node, paths, spec));
        Understood understood =
                Understood.of(NearNames.listed(List.copyOf(checksums.keySet())), read.data, read.understood);
        if (understood.labels().size() == 1) {
            throw new IllegalArgumentException(
                    "data: all rows have the label '" + read.data.labels().get(0) + "' (expected: at least 2 labels)");
        }
        return new DataSource(read.data, List.of(), checksums, understood, read.understood.warnings());
    }

    private static Path path(JsonNode file, Path base) throws IOException {
        try {
            if (file.isTextual() && !file.textValue().isBlank()) {
                Path path = base.resolve(file.textValue());
                if (Files.isDirectory(path)) {
                    throw new IllegalArgumentException(
                            "data: files: " + Excerpt.of(file.textValue()) + ": a folder (expected: a file)");
                }
                return path;
            }
        } catch (InvalidPathException e) {
            // falls through to the one message for both
        }
        throw new IllegalArgumentException(
                "data: files: " + Excerpt.of(file.toString()) + " (expected: the name of a file)");
    }

    private static LabelledData read(SpecObject node, List<Path> paths, Spec spec) throws IOException {
        String format = node.text("format", "");
        return switch (format) {
            case "arff" -> ArffReader.read(only(paths), node.text("label", ""), node.texts("ignore"));
            case "libsvm" -> LibsvmReader.read(only(paths), node.whole("firstIndex", 1, 0));
            case "idx" -> IdxReader.read(two(paths, "images, labels").get(0), paths.get(1));
            case "cifar10" -> CifarReader.read(CifarReader.Format.CIFAR_10, paths);
            case "cifar100-fine" -> CifarReader.read(CifarReader.Format.CIFAR_100_FINE, paths);
            case "cifar100-coarse" -> CifarReader.read(CifarReader.Format.CIFAR_100_COARSE, paths);
            case "svhn" -> SvhnReader.read(paths);
            case "features" -> FeatureFile.read(only(paths)).data();
            case "clinc150" ->
                QueryTexts.encoded(
                        ClincReader.read(
                                two(paths, "data_full.json, domains.json").get(0),
                                paths.get(1),
                                clincLabels(node.text("labels", "domains"))),
                        spec.textFeatures());
            default -> throw new AssertionError(format + ": a format without a reader");
        };
    }

    private static ClincReader.Labels clincLabels(String name) {
        return switch (name) {
            case "domains" -> ClincReader.Labels.DOMAIN;
            case "intents" -> ClincReader.Labels.INTENT;
            default ->
                throw new IllegalArgumentException(
                        "data: labels: '" + Excerpt.of(name) + "' (expected: domains or intents)");
        };
    }

    private static Read csv(SpecObject node, List<Path> paths, Spec spec) throws IOException {
        CsvReader.Format format = CsvReader.Format.STANDARD;
        if (!node.flag("header", true)) {
            format = format.withoutHeader();
        }
        if (node.has("delimiter")) {
            String delimiter = node.text("delimiter", "");
            if (delimiter.length() != 1 || (delimiter.charAt(0) < ' ' && delimiter.charAt(0) != '\t')) {
                throw new IllegalArgumentException(
                        "data: delimiter: '" + Excerpt.of(delimiter) + "' (expected: one character)");
            }
            format = format.withDelimiter(delimiter.charAt(0));
        }
        if (node.node("label").isIntegralNumber()) {
            format = format.withLabel(node.whole("label", 0, 0));
        } else if (node.has("label")) {
            format = format.withLabel(columnName(node, "label"));
        }
        if (node.has("text") && node.texts("text").isEmpty()) {
            throw new IllegalArgumentException("data: text: [] (expected: at least one column; leave it out for none)");
        }
        try {
            format = format.withTexts(node.texts("text"))
                    .ignoring(node.texts("ignore"))
                    .withCategories(node.texts("categories"));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("data: " + e.getMessage(), e);
        }
        if (format.texts().isEmpty()) {
            return Read.of(CsvReader.read(paths, format));
        }
        CsvReader.Texts read = CsvReader.readTexts(String.valueOf(paths.get(0).getFileName()), paths, format);
        return new Read(QueryTexts.encoded(read.texts(), spec.textFeatures()), read.understood());
    }

    private static String columnName(SpecObject node, String key) {
        String name = node.text(key, "");
        if (name.isBlank()) {
            throw new IllegalArgumentException("data: " + key + ": '' (expected: the name of a column)");
        }
        return name;
    }

    private static Path only(List<Path> paths) {
        if (paths.size() != 1) {
            throw new IllegalArgumentException("data: files: " + paths.size() + " (expected: one for this format)");
        }
        return paths.get(0);
    }

    private static List<Path> two(List<Path> paths, String which) {
        if (paths.size() != 2) {
            throw new IllegalArgumentException("data: files: " + paths.size() + " (expected: two: " + which + ")");
        }
        return paths;
    }
}
