package dev.setpoint.sim.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PushbackInputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Checksums of what files hold. */
public final class Checksums {
    private Checksums() {}

    /**
     * The SHA-256 of a file's content in lower-case hexadecimal. Of a gzip file, that of what it unpacks to: the same content
     * packed by somebody else, or at another time, has other bytes.
     */
    public static String sha256(Path file) throws IOException {
        try (PushbackInputStream in = new PushbackInputStream(Files.newInputStream(file), 2)) {
            byte[] magic = in.readNBytes(2);
            in.unread(magic);
            boolean gzip = magic.length == 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
            InputStream content = gzip ? new GZIPInputStream(in, 1 << 16) : in;
            MessageDigest digest = FeatureFile.sha256();
            content.transferTo(new DigestOutputStream(OutputStream.nullOutputStream(), digest));
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
