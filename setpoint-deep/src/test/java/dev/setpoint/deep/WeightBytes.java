package dev.setpoint.deep;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Weight files as bytes, correct or incorrect as a test wants them. */
final class WeightBytes {
    private WeightBytes() {}

    /** An array of version 1.0 with any header. */
    static byte[] npy(String header, byte[] data) {
        byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(10 + text.length + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
                .putShort((short) text.length)
                .put(text)
                .put(data)
                .array();
    }

    /** A header as NumPy writes it. */
    static String header(String type, String shape) {
        return "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
    }

    static byte[] floats(float... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            bytes.putFloat(value);
        }
        return bytes.array();
    }

    /** An array of one dimension. */
    static byte[] vector(float... values) {
        return npy(header("<f4", "(" + values.length + ",)"), floats(values));
    }

    /** A zip file of names, each followed by its bytes. */
    static byte[] zip(boolean stored, Object... namesAndBytes) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (int i = 0; i < namesAndBytes.length; i += 2) {
                byte[] data = (byte[]) namesAndBytes[i + 1];
                ZipEntry entry = new ZipEntry((String) namesAndBytes[i]);
                if (stored) {
                    CRC32 checksum = new CRC32();
                    checksum.update(data);
                    entry.setMethod(ZipEntry.STORED);
                    entry.setSize(data.length);
                    entry.setCrc(checksum.getValue());
                }
                zip.putNextEntry(entry);
                zip.write(data);
                zip.closeEntry();
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /** A safetensors file with any header. */
    static byte[] safetensors(String header, byte[] data) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + text.length + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.length)
                .put(text)
                .put(data)
                .array();
    }

    /** The place of the n-th occurrence, from 0, of some bytes. */
    static int find(byte[] bytes, String wanted, int occurrence) {
        int at = -1;
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (int i = 0; i <= occurrence; i++) {
            at = text.indexOf(wanted, at + 1);
            if (at < 0) {
                throw new AssertionError("'" + wanted + "' is not there " + (i + 1) + " times");
            }
        }
        return at;
    }

    /** Puts a 32-bit number in its place. */
    static void patch(byte[] bytes, int at, int value) {
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    }
}
