package dev.setpoint.deep;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Reads NumPy's .npz: a zip file of .npy arrays, stored or deflated. The directory at the end of the zip says what there
 * is; the arrays are then read from the front, so no two of them can share bytes, and both accounts must agree.
 */
final class NpzReader {
    private static final String SUFFIX = ".npy";
    private static final String COMPLETE = "a complete zip file, as numpy.savez writes it";

    /** No deflated byte unpacks to more (zlib's documentation). */
    private static final long LARGEST_RATIO = 1032;

    /** Weights hardly compress; what unpacks to more than this beside 16 times the file is made to fill memory. */
    private static final long ALWAYS_UNPACKED = 64L << 20;

    private final String source;
    private final Path file;
    private final long fileLength;

    private NpzReader(Path file) throws IOException {
        this.source = file.toString();
        this.file = file;
        this.fileLength = Files.size(file);
    }

    /**
     * All arrays of a file, in its order, by name without {@code .npy}.
     *
     * @throws WeightFileException if anything in it is not as it should be
     */
    static Map<String, WeightTensor> read(Path file) throws IOException {
        NpzReader reader = new NpzReader(file);
        try {
            return reader.tensors(reader.directory());
        } catch (ZipException
                | EOFException
                | IllegalArgumentException damaged) { // the last for names that are not UTF-8
            String message = damaged.getMessage() == null ? "" : " (" + damaged.getMessage() + ")";
            throw new WeightFileException(reader.source, "damaged or truncated zip data" + message, COMPLETE);
        }
    }

    private Map<String, ZipEntry> directory() throws IOException {
        Map<String, ZipEntry> directory = new LinkedHashMap<>();
        long unpacked = 0;
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (Iterator<? extends ZipEntry> entries = zip.entries().asIterator(); entries.hasNext(); ) {
                ZipEntry entry = entries.next();
                String name = tensorName(entry);
                if (directory.put(name, entry) != null) {
                    throw new WeightFileException(tensor(name), "there twice", "once");
                }
                checkSize(name, entry);
                unpacked += entry.getSize(); // at most 1032 times the file's length each: no overflow that matters
                if (unpacked < 0 || unpacked > ALWAYS_UNPACKED + 16 * fileLength) {
                    throw new WeightFileException(
                            source,
                            "unpacks to more than " + (ALWAYS_UNPACKED + 16 * fileLength) + " bytes",
                            "at most 64 MiB beside 16 times the file's length; numpy.savez does not compress");
                }
            }
        }
        if (directory.isEmpty()) {
            throw new WeightFileException(source, "no arrays", "at least one");
        }
        return directory;
    }

    private String tensorName(ZipEntry entry) throws WeightFileException {
        String name = entry.getName();
        if (!name.endsWith(SUFFIX) || name.length() == SUFFIX.length()) {
            throw new WeightFileException(
                    source,
                    "zip entry '" + WeightFileException.quote(name) + "'",
                    "only NAME.npy, as numpy.savez writes; a file of torch.save has to be exported");
        }
        return name.substring(0, name.length() - SUFFIX.length());
    }

    private void checkSize(String name, ZipEntry entry) throws WeightFileException {
        long packed = entry.getCompressedSize();
        if (packed < 0 || packed > fileLength) {
            throw new WeightFileException(
                    tensor(name),
                    packed + " bytes in the zip's directory",
                    "at most " + fileLength + ", the file's length");
        }
        long most = entry.getMethod() == ZipEntry.STORED ? packed : packed * LARGEST_RATIO;
        if (entry.getSize() < 0 || entry.getSize() > most) {
            throw new WeightFileException(
                    tensor(name), packed + " bytes that unpack to " + entry.getSize(), "at most " + most);
        }
    }

    private Map<String, WeightTensor> tensors(Map<String, ZipEntry> directory) throws IOException {
        Map<String, WeightTensor> tensors = new LinkedHashMap<>();
        try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
                ZipInputStream zip = new ZipInputStream(raw)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                String name = tensorName(entry);
                ZipEntry listed = directory.get(name);
                if (listed == null || tensors.containsKey(name)) {
                    throw new WeightFileException(
                            tensor(name), "not in the zip's directory", "all that is in the file");
                }
                tensors.put(name, array(zip, name, listed.getSize(), tensor(name)));
                // the stream has met the end of the entry and compared its checksum
                if (entry.getSize() != listed.getSize()) {
                    throw new WeightFileException(
                            tensor(name), entry.getSize() + " bytes", listed.getSize() + ", as in the zip's directory");
                }
            }
        }
        for (String name : directory.keySet()) {
            if (!tensors.containsKey(name)) {
                throw new WeightFileException(tensor(name), "only in the zip's directory", "its data, too");
            }
        }
        return tensors;
    }

    /**
     * One array, to the end of the stream.
     *
     * @param size how many bytes it takes, which is compared with what its header says before memory is taken for it
     * @throws WeightFileException if it is not as it should be or the stream holds other than so many bytes
     */
    static WeightTensor array(InputStream in, String name, long size, String where) throws IOException {
        NpyHeader header = NpyHeader.read(in, where);
        long expected = header.length() + WeightTensor.bytes(header.shape(), header.type(), where);
        if (size != expected) {
            throw new WeightFileException(where, size + " bytes", expected + ", by the array's header");
        }
        WeightTensor tensor = WeightTensor.read(name, header.shape(), header.type(), header.columnMajor(), in, where);
        if (in.read() >= 0) {
            throw new WeightFileException(where, "more than " + size + " bytes", "no more, by the array's header");
        }
        return tensor;
    }

    private String tensor(String name) {
        return WeightFileException.tensor(source, name);
    }
}
