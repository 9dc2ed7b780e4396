package dev.setpoint.sim.data;

import java.util.Locale;

/**
 * A file of a known data set.
 *
 * @param path where it is looked for inside a data folder, with {@code /} between names
 * @param sha256 the SHA-256 of its content (see {@link Checksums}) in lower-case hexadecimal, or empty if more than one form of the file is in use
 */
public record KnownFile(String path, String sha256) {
    /**
     * Checks both.
     *
     * @throws IllegalArgumentException if the path is blank, absolute or leaves the folder, or the checksum is not one
     */
    public KnownFile {
        if (path.isBlank() || path.startsWith("/") || path.contains("..")) {
            throw new IllegalArgumentException("path: " + path + " (expected: a path inside the data folder)");
        }
        if (!sha256.isEmpty() && !sha256.toLowerCase(Locale.ROOT).matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("sha256: " + sha256 + " (expected: 64 hexadecimal digits or empty)");
        }
        sha256 = sha256.toLowerCase(Locale.ROOT);
    }

    /** Whether a file with this SHA-256 can be the one that is meant: it is the same, or none is known. */
    public boolean accepts(String found) {
        return sha256.isEmpty() || sha256.equals(found);
    }
}
