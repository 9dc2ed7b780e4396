package dev.setpoint.deep;

import dev.setpoint.state.PageId;
import dev.setpoint.state.PageReader;
import dev.setpoint.state.PageSource;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedState;
import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tensors in a learner's snapshot, or in the checkpoint of an experiment, which ends with one. */
final class CheckpointWeights {
    private static final int MOST_TENSORS = 100_000;
    private static final int MOST_DIMENSIONS = 8;
    private static final int VERSION_BYTES = 16;

    private CheckpointWeights() {}

    static Map<String, WeightTensor> read(Path file) throws IOException {
        try (BufferedInputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            in.mark(VERSION_BYTES);
            int version = Snapshot.version(in.readNBytes(VERSION_BYTES));
            in.reset();
            return version == Snapshot.VERSION ? readPages(file, in) : readVersion3(file, in.readAllBytes());
        } catch (SnapshotException e) {
            throw new WeightFileException(
                    file.toString(), "damaged, or no checkpoint of a learner", "a whole checkpoint");
        }
    }

    private static Map<String, WeightTensor> readPages(Path file, InputStream in) throws IOException {
        PageReader reader = new PageReader(in);
        if (reader.kind() == Snapshot.EXPERIMENT) { // its learner follows it
            while (reader.next()) {
                // nothing of it is needed
            }
            reader = new PageReader(in);
        }
        reader.checkKind(Snapshot.LEARNER);
        NetworkPages pages = new NetworkPages(file, reader);
        new PagedState()
                .add(Snapshot.SETTINGS_PART, pages.settings)
                .add(Snapshot.MODEL_PART, pages.tensors)
                .read(pages);
        return checked(file, pages.tensors.found);
    }

    /** The pages of settings and network alone. */
    private static final class NetworkPages implements PageSource {
        private final Path file;
        private final PageReader reader;
        private final Settings settings = new Settings();
        private final Tensors tensors = new Tensors();

        NetworkPages(Path file, PageReader reader) {
            this.file = file;
            this.reader = reader;
        }

        @Override
        public boolean next() throws IOException {
            while (reader.next()) {
                int part = PageId.part(reader.id());
                if (part == Snapshot.MODEL_PART) {
                    checkNetwork(file, settings.text);
                }
                if (part == Snapshot.SETTINGS_PART || part == Snapshot.MODEL_PART) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public long id() {
            return reader.id();
        }

        @Override
        public ByteBuffer bytes() {
            return reader.bytes();
        }
    }

    private abstract static class ReadOnly implements Paged {
        private int pages;

        abstract void read(int page, StateReader in);

        @Override
        public int pages() {
            return pages;
        }

        @Override
        public void writePage(int page, StateWriter out) {
            throw new IllegalStateException("page: to be written (expected: read)");
        }

        @Override
        public void readPage(int page, StateReader in) {
            read(page, in);
            pages = page + 1;
        }
    }

    private static final class Settings extends ReadOnly {
        private String text = "";

        @Override
        void read(int page, StateReader in) {
            text = page == 0 ? in.readText() : text;
            in.skipRest();
        }
    }

    /** As {@link NetworkModel} writes them. */
    private static final class Tensors extends ReadOnly {
        private final List<WeightTensor> found = new ArrayList<>();
        private int count;

        @Override
        void read(int page, StateReader in) {
            if (page == 0) {
                count = in.readCount("tensors", MOST_TENSORS);
            } else if (page <= count) {
                found.add(tensor(in));
            } else {
                in.skipRest(); // what the optimizer remembers
            }
        }
    }

    private static Map<String, WeightTensor> readVersion3(Path file, byte[] bytes) throws IOException {
        List<byte[]> parts = Snapshot.parts(bytes);
        StateReader in = Snapshot.openVersion3(Snapshot.LEARNER, parts.get(parts.size() - 1));
        checkNetwork(file, in.readText());
        in.readLong(); // decisions
        in.readLong(); // expired
        List<WeightTensor> found = new ArrayList<>();
        for (int i = in.readCount("tensors", MOST_TENSORS); i > 0; i--) {
            found.add(tensor(in));
        }
        return checked(file, found);
    }

    private static void checkNetwork(Path file, String settings) throws IOException {
        if (settings.lines().noneMatch(CheckpointWeights::isNetwork)) {
            throw new WeightFileException(file.toString(), "another model's", "a checkpoint of a network");
        }
    }

    private static boolean isNetwork(String line) {
        return new Networks().names().stream().anyMatch(name -> line.startsWith("model: " + name + "("));
    }

    private static WeightTensor tensor(StateReader in) {
        return new WeightTensor(in.readText(), in.readLongs(MOST_DIMENSIONS), in.readFloats());
    }

    private static Map<String, WeightTensor> checked(Path file, List<WeightTensor> found) throws IOException {
        Map<String, WeightTensor> tensors = new LinkedHashMap<>();
        for (WeightTensor tensor : found) {
            String where = WeightFileException.tensor(file.toString(), tensor.name());
            if (WeightTensor.bytes(tensor.shape(), ElementType.F32, where)
                    != (long) Float.BYTES * tensor.values().length) {
                throw new WeightFileException(where, tensor.values().length + " values", "as many as its shape has");
            }
            for (float value : tensor.values()) {
                if (!Float.isFinite(value)) {
                    throw new WeightFileException(where, value + "", "finite numbers");
                }
            }
            if (tensors.put(tensor.name(), tensor) != null) {
                throw new WeightFileException(where, "twice", "once");
            }
        }
        return tensors;
    }
}
