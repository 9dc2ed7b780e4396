package dev.setpoint.sim;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.TextEncoder;
import dev.setpoint.sim.data.Checksums;
import dev.setpoint.sim.data.DataFormatException;
import dev.setpoint.sim.data.FeatureFile;
import dev.setpoint.sim.data.FeatureFileWriter;
import dev.setpoint.sim.data.FeatureHeader;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Texts as the vectors that a {@link TextEncoder} gives them, computed once, and not even that if a folder keeps them: the vectors
 * of the same texts by the same encoder are read from there. Of the encoder nothing is needed afterwards.
 */
public final class EmbeddedTexts implements LabelledData {
    /** Texts that are encoded between two reports of progress. */
    private static final int GROUP = 32;

    private final LabelledTexts texts;
    private final LabelledData rows;

    private EmbeddedTexts(LabelledTexts texts, LabelledData rows) {
        this.texts = texts;
        this.rows = rows;
    }

    /**
     * Encodes all texts.
     *
     * @param progress told now and then how many are encoded
     */
    public static EmbeddedTexts of(LabelledTexts texts, TextEncoder encoder, IntConsumer progress) {
        int dimension = encoder.dimension();
        float[][] vectors = new float[texts.size()][];
        float[] group = new float[GROUP * dimension];
        for (int first = 0; first < vectors.length; first += GROUP) {
            int count = Math.min(GROUP, vectors.length - first);
            encoder.encodeInto(texts.texts().subList(first, first + count), group);
            for (int i = 0; i < count; i++) {
                vectors[first + i] = Arrays.copyOfRange(group, i * dimension, (i + 1) * dimension);
            }
            progress.accept(first + count);
        }
        return new EmbeddedTexts(texts, LabelledData.dense(texts.name(), texts.labels(), texts.label(), vectors));
    }

    /**
     * Reads the vectors of these texts by this encoder from a folder; if they are not there, or damaged, encodes all texts and
     * keeps the vectors there, in a file of features whose name says what of. A process that is killed over it leaves what it has
     * for the next; while another process is at it, this one encodes for itself alone.
     *
     * @param name of the encoder, a part of the file's name
     * @param cache the folder; made if there is none
     * @param progress told now and then how many are encoded; never if they are read
     * @throws IOException if the folder or a file in it cannot be written
     */
    public static EmbeddedTexts cached(
            LabelledTexts texts, String name, TextEncoder encoder, Path cache, IntConsumer progress)
            throws IOException {
        FeatureHeader header = new FeatureHeader(
                texts.name(),
                texts.labels(),
                texts.size(),
                encoder.dimension(),
                name,
                encoder.checksum(),
                0,
                Map.of("texts", Checksums.sha256(texts.texts())),
                "none");
        Path file = Files.createDirectories(cache).resolve(fileName(header, texts.label()));
        LabelledData kept = read(file, header);
        if (kept != null) {
            return new EmbeddedTexts(texts, kept);
        }
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        try (FeatureFileWriter writer = FeatureFileWriter.open(unfinished, header, texts.label())) {
            writer.complete(
                    GROUP,
                    (first, count, into) -> encoder.encodeInto(texts.texts().subList(first, first + count), into),
                    progress);
        } catch (DataFormatException taken) { // by another process, or begun by a process that was not ours
            return of(texts, encoder, progress);
        }
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return new EmbeddedTexts(texts, FeatureFile.read(file).data());
    }

    /** Two sets of one name, or the same by other labels, must not be at odds over one file. */
    private static String fileName(FeatureHeader header, int[] label) {
        String all = Checksums.sha256(List.of(header.toString(), Arrays.toString(label)));
        return header.network() + "-" + all.substring(0, 16) + ".features";
    }

    private static LabelledData read(Path file, FeatureHeader header) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            FeatureFile found = FeatureFile.read(file);
            return found.header().equals(header) ? found.data() : null;
        } catch (DataFormatException damaged) {
            return null;
        }
    }

    /** The text of a row. */
    public String text(int row) {
        return texts.texts().get(row);
    }

    @Override
    public String name() {
        return rows.name();
    }

    @Override
    public List<String> labels() {
        return rows.labels();
    }

    @Override
    public int size() {
        return rows.size();
    }

    @Override
    public int label(int row) {
        return rows.label(row);
    }

    @Override
    public void readInto(int row, FeatureVector into) {
        rows.readInto(row, into);
    }

    @Override
    public int dimension() {
        return rows.dimension();
    }
}
