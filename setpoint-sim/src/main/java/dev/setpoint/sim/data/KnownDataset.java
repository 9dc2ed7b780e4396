package dev.setpoint.sim.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is known about a data set that is not part of this project.
 *
 * @param name the name by which it is asked for
 * @param title its full name
 * @param task what is told apart, from what
 * @param licence its licence, as far as it is stated
 * @param whereToGetIt one sentence for a person who does not have it
 * @param files its files, at least 1
 */
public record KnownDataset(
        String name, String title, String task, String licence, String whereToGetIt, List<KnownFile> files) {
    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException if a text is blank or there is no file
     */
    public KnownDataset {
        for (String text : List.of(name, title, task, licence, whereToGetIt)) {
            if (text.isBlank()) {
                throw new IllegalArgumentException("data set '" + name + "': blank text (expected: every text given)");
            }
        }
        files = List.copyOf(files);
        if (files.isEmpty()) {
            throw new IllegalArgumentException("files: none (expected: >= 1)");
        }
    }

    /**
     * For each file, in order, whether it is in the folder. Reads the files to compute their checksums.
     *
     * @throws IOException if a file that is there cannot be read
     */
    public Map<KnownFile, Presence> presence(Path folder) throws IOException {
        Map<KnownFile, Presence> presence = new LinkedHashMap<>();
        for (KnownFile file : files) {
            Path path = folder.resolve(file.path());
            if (!Files.isRegularFile(path)) {
                presence.put(file, Presence.MISSING);
            } else if (file.accepts(Checksums.sha256(path))) {
                presence.put(file, Presence.PRESENT);
            } else {
                presence.put(file, Presence.CHECKSUM_DIFFERS);
            }
        }
        return Collections.unmodifiableMap(presence);
    }
}
