package dev.setpoint.cli.file;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * What files of ours of one kind begin with, by which one that may be replaced is told from anything else.
 *
 * @param name of the kind, as in "a decision log"
 * @param start what they begin with, of the first {@value #LOOKED_AT} bytes, each taken as a character
 */
public record FileKind(String name, Pattern start) {
    private static final int LOOKED_AT = 4096;

    /** A kind by the expression that its files begin with. */
    public static FileKind of(String name, String start) {
        return new FileKind(name, Pattern.compile(start));
    }

    /** Whether the file is of this kind, or empty. */
    public boolean isOf(Path file) throws IOException {
        Start found = start(file);
        return (found.isWhole && found.text.isEmpty())
                || start.matcher(found.text).lookingAt();
    }

    /** Whether the file may be what an interrupted command left of one of this kind, however short. */
    boolean isBegunOf(Path file) throws IOException {
        String text = start(file).text;
        Matcher matcher = start.matcher(text);
        return text.isEmpty() || matcher.lookingAt() || matcher.hitEnd();
    }

    /** What a file begins with; not whole if more should have come. */
    private record Start(String text, boolean isWhole) {}

    private static Start start(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(LOOKED_AT);
            boolean isGzip = bytes.length > 1 && bytes[0] == 0x1f && (bytes[1] & 0xff) == 0x8b;
            return isGzip ? unzippedStart(file) : new Start(new String(bytes, StandardCharsets.ISO_8859_1), true);
        }
    }

    private static Start unzippedStart(Path file) throws IOException {
        byte[] bytes = new byte[LOOKED_AT];
        int length = 0;
        boolean isWhole = true;
        try (InputStream raw = Files.newInputStream(file);
                InputStream in = new GZIPInputStream(raw)) {
            for (int read = 0; read >= 0 && length < LOOKED_AT; read = in.read(bytes, length, LOOKED_AT - length)) {
                length += read;
            }
        } catch (EOFException | ZipException e) {
            isWhole = false; // cut short or damaged: what came before it counts
        }
        return new Start(new String(bytes, 0, length, StandardCharsets.ISO_8859_1), isWhole);
    }
}
