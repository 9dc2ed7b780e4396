package dev.setpoint.deep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Files of named weights, told apart by their first bytes. Every size in a file is compared with the file's own before memory
 * is taken for it, so a file needs little more memory than its values do, and a forged one is refused.
 */
final class WeightFile {
    private static final String CHECKPOINT_MAGIC = "SETPOINT";

    /** What a file starts with. */
    enum Format {
        /** NumPy's zip of arrays. */
        NPZ,
        /** A checkpoint of our own. */
        CHECKPOINT,
        /** The rest, which {@link SafetensorsReader} reads or refuses: the format has no mark of its own. */
        SAFETENSORS
    }

    private WeightFile() {}

    /**
     * The format of a file by its first bytes.
     *
     * @throws WeightFileException if it is no readable file
     */
    static Format format(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new WeightFileException(
                    file.toString(), Files.exists(file) ? "not a readable file" : "missing", "a readable file");
        }
        String start;
        try (InputStream in = Files.newInputStream(file)) {
            start = new String(in.readNBytes(CHECKPOINT_MAGIC.length()), StandardCharsets.ISO_8859_1);
        }
        if (start.equals(CHECKPOINT_MAGIC)) {
            return Format.CHECKPOINT;
        }
        // "PK" alone would also be a safetensors header of 19,280 bytes; these four would be one of 64 MiB or more,
        // which is refused
        boolean zip = start.startsWith("PK\003\004") || start.startsWith("PK\005\006");
        return zip ? Format.NPZ : Format.SAFETENSORS;
    }

    /**
     * All tensors of an .npz or .safetensors file or of a checkpoint by name, in the file's order.
     *
     * @throws WeightFileException if it is none of these, if anything in it is not as it should be, or if a value is NaN or infinite;
     *     its message is one sentence that names the file and, where there is one, the tensor
     */
    static Map<String, WeightTensor> read(Path file) throws IOException {
        return switch (format(file)) {
            case NPZ -> NpzReader.read(file);
            case SAFETENSORS -> SafetensorsReader.read(file);
            case CHECKPOINT -> CheckpointWeights.read(file);
        };
    }
}
