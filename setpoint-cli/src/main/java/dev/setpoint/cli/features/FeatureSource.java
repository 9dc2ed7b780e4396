package dev.setpoint.cli.features;

import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.data.Checksums;
import dev.setpoint.sim.data.FeatureFileWriter;
import dev.setpoint.sim.data.FeatureHeader;
import dev.setpoint.sim.data.KnownFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What features are computed from: a data set and the frozen network that it is sent through. */
interface FeatureSource extends FeatureFileWriter.Rows, AutoCloseable {
    /** What the file will say of itself. */
    FeatureHeader header();

    /** The class of a row. */
    int label(int row);

    /** What a row is, in the plural: {@code images}. */
    String unit();

    /** By what a message calls the network. */
    String network();

    @Override
    void close();

    /**
     * How many rows are asked for.
     *
     * @param rows what the user says; null for all
     * @throws Failure if the data set has fewer
     */
    static int rows(Integer rows, int size, String name) {
        if (rows != null && rows > size) {
            throw Failure.usage("--rows: " + rows + " (expected: at most " + size + ", as " + name + " has)");
        }
        return rows == null ? size : rows;
    }

    /** SHA-256 of each file's content by its name; warns of files that are not the known ones. */
    static Map<String, String> checksums(List<KnownFile> files, Path folder) throws IOException {
        Map<String, String> checksums = new LinkedHashMap<>();
        for (KnownFile file : files) {
            String sha256 = Checksums.sha256(folder.resolve(file.path()));
            if (!file.accepts(sha256)) {
                System.err.println(
                        "setpoint: warning: " + file.path() + ": not the known file, its checksum differs (use the file"
                                + " that ./setpoint datasets names, if the known data set is meant)");
            }
            checksums.put(file.path(), sha256);
        }
        return checksums;
    }
}
