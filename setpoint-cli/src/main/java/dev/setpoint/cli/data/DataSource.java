package dev.setpoint.cli.data;

import com.fasterxml.jackson.databind.JsonNode;
import dev.setpoint.cli.spec.Spec;
import dev.setpoint.cli.spec.SpecObject;
import dev.setpoint.feature.FeatureVector;
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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * @param warnings what about the files may not be meant as it was read
 */
public record DataSource(
        LabelledData data, List<FeatureVector> outOfScope, Map<String, String> checksums, List<String> warnings) {
    private static final Set<String> KEYS =
            Set.of("format", "files", "label", "header", "delimiter", "text", "labels", "firstIndex");
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

    /**
     * Loads what an experiment names under {@code data}, and its messages of no known class if it asks for them.
     *
     * @param folder where known sets are looked for
     * @param base what file names are relative to
     */
    public static DataSource load(Spec spec, Path folder, Path base) throws IOException {
        JsonNode node = spec.data();
        if (!node.isObject()) {
            refuseFile(node.asText(), base);
        }
        DataSource source = node.isObject()
                ? files(new SpecObject("data: ", node, KEYS), base, spec)
                : known(node.asText(), folder, spec);
        if (!spec.outOfScope()) {
            return source;
        }
        List<String> texts = node.isObject()
                ? outOfScope(new SpecObject("data: ", node, KEYS), base)
                : DatasetCatalog.loadOutOfScope(node.asText(), folder);
        if (texts.isEmpty()) {
            throw new IllegalArgumentException("outofscope: true for "
                    + source.data().name() + " (expected: false; only CLINC150 has messages of no known class)");
        }
        return new DataSource(
                source.data(),
                QueryTexts.unlabelled("out of scope", texts, spec.textFeatures()),
                source.checksums(),
                source.warnings());
    }

    /** The files that {@link #load} reads, as far as the experiment names them correctly; none is opened. */
    public static List<Path> files(Spec spec, Path folder, Path base) {
        JsonNode node = spec.data();
        if (!node.isObject()) {
            return DatasetCatalog.all().stream()
                    .filter(known -> known.name().equals(node.asText()))
                    .flatMap(known -> known.files().stream())
                    .map(file -> folder.resolve(file.path()))
                    .toList();
        }
        List<Path> files = new ArrayList<>();
        for (JsonNode file : node.path("files").isTextual() ? List.of(node.path("files")) : node.path("files")) {
            if (!file.asText().isBlank()) {
                files.add(base.resolve(file.asText()));
            }
        }
        return files;
    }

    private static List<String> outOfScope(SpecObject node, Path base) throws IOException {
        return node.text("format", "").equals("clinc150")
                ? ClincReader.readOutOfScope(
                        base.resolve(node.node("files").path(0).asText()))
                : List.of();
    }

    /** A file where the name of a known set should be: says how to name a file. */
    private static void refuseFile(String name, Path base) {
        if (DatasetCatalog.all().stream().anyMatch(known -> known.name().equals(name))) {
            return;
        }
        Matcher ending = ENDING.matcher(name);
        boolean hasEnding = ending.find();
        if (hasEnding || isFile(name, base)) {
            String type = hasEnding ? ending.group(1).toLowerCase(Locale.ROOT) : "";
            String format = switch (type) {
                case "svm" -> "libsvm";
                case "tsv" -> "csv";
                default -> type.isEmpty() ? "csv" : type;
            };
            throw new IllegalArgumentException("data: " + name + " (expected: a known data set's name, or {format: "
                    + format + ", files: " + name + (type.equals("tsv") ? ", delimiter: \"\\t\"" : "") + "})");
        }
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
        return new DataSource(data, List.of(), checksums, List.of());
    }

    private static DataSource files(SpecObject node, Path base, Spec spec) throws IOException {
        List<Path> paths = new ArrayList<>();
        Map<String, String> checksums = new LinkedHashMap<>();
        JsonNode files = node.node("files");
        for (JsonNode file : files.isTextual() ? List.of(files) : files) {
            Path path = base.resolve(file.asText());
            paths.add(path);
            checksums.put(file.asText(), Checksums.sha256(path));
        }
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("data: files: none (expected: at least one)");
        }
        List<String> warnings = new ArrayList<>();
        LabelledData data = read(node, paths, spec, warnings);
        if (data instanceof TableData table) {
            warnings.addAll(table.warnings());
        }
        return new DataSource(data, List.of(), checksums, warnings);
    }

    private static LabelledData read(SpecObject node, List<Path> paths, Spec spec, List<String> warnings)
            throws IOException {
        String format = node.text("format", "");
        String label = node.text("label", "");
        return switch (format) {
            case "csv" -> csv(node, paths, spec, warnings);
            case "arff" -> label.isEmpty() ? ArffReader.read(only(paths)) : ArffReader.read(only(paths), label);
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
            default ->
                throw new IllegalArgumentException(
                        "data: format: '" + format + "' (expected: one of " + String.join(", ", FORMATS) + ")");
        };
    }

    private static ClincReader.Labels clincLabels(String name) {
        return switch (name) {
            case "domains" -> ClincReader.Labels.DOMAIN;
            case "intents" -> ClincReader.Labels.INTENT;
            default ->
                throw new IllegalArgumentException("data: labels: '" + name + "' (expected: domains or intents)");
        };
    }

    private static LabelledData csv(SpecObject node, List<Path> paths, Spec spec, List<String> warnings)
            throws IOException {
        CsvReader.Format format = CsvReader.Format.STANDARD;
        if (!node.flag("header", true)) {
            format = format.withoutHeader();
        }
        String delimiter = node.text("delimiter", ",");
        if (delimiter.length() != 1) {
            throw new IllegalArgumentException("data: delimiter: '" + delimiter + "' (expected: one character)");
        }
        format = format.withDelimiter(delimiter.charAt(0));
        if (node.node("label").isIntegralNumber()) {
            format = format.withLabel(node.node("label").asInt());
        } else if (node.has("label")) {
            format = format.withLabel(node.node("label").asText());
        }
        String text = node.text("text", "");
        if (text.isEmpty()) {
            return CsvReader.read(only(paths), format);
        }
        CsvReader.Texts read =
                CsvReader.readTextColumn(String.valueOf(paths.get(0).getFileName()), paths, text, format);
        if (!read.otherColumns().isEmpty()) {
            warnings.add("text: " + text + ": not read beside it: "
                    + (read.otherColumns().size() == 1 ? "column " : "columns ")
                    + NearNames.listed(read.otherColumns()));
        }
        return QueryTexts.encoded(read.texts(), spec.textFeatures());
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
