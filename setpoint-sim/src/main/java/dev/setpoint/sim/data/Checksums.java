package dev.setpoint.sim.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;

/** Checksums of what files hold. */
public final class Checksums {
    private Checksums() {}

    /**
     * The SHA-256 of a file's content in lower-case hexadecimal. Of a gzip file, that of what it unpacks to: the same content
     * packed by somebody else, or at another time, has other bytes.
     *
     * @throws DataFormatException if a gzip file is damaged or ends too early
     */
    public static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                DataFile content = DataFile.of(file.toString(), in)) {
            MessageDigest digest = FeatureFile.sha256();
            content.bytes().transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
            return HexFormat.of().formatHex(digest.digest());
        }
    }

    /** The SHA-256 of texts in this order, each as its chars after their number, in lower-case hexadecimal. */
    public static String sha256(List<String> texts) {
        MessageDigest digest = FeatureFile.sha256();
        for (String text : texts) {
            ByteBuffer chars = ByteBuffer.allocate(Integer.BYTES + text.length() * Character.BYTES);
            chars.putInt(text.length()).asCharBuffer().put(text);
            digest.update(chars.array());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
