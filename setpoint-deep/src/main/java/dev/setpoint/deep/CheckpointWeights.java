package dev.setpoint.deep;

import dev.setpoint.state.Snapshot;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tensors in a learner's snapshot, or in the checkpoint of an experiment, which ends with one. */
final class CheckpointWeights {
    private static final int MOST_TENSORS = 100_000;
    private static final int MOST_DIMENSIONS = 8;

    private CheckpointWeights() {}

    static Map<String, WeightTensor> read(Path file) throws IOException {
        try {
            List<byte[]> parts = Snapshot.parts(Files.readAllBytes(file));
            StateReader in = Snapshot.open(Snapshot.LEARNER, parts.get(parts.size() - 1));
            String settings = in.readText();
            if (settings.lines().noneMatch(CheckpointWeights::isNetwork)) {
                throw new WeightFileException(file.toString(), "another model's", "a checkpoint of a network");
            }
            in.readLong(); // decisions
            in.readLong(); // expired
            return tensors(file, in);
        } catch (SnapshotException e) {
            throw new WeightFileException(
                    file.toString(), "damaged, or no checkpoint of a learner", "a whole checkpoint");
        }
    }

    private static boolean isNetwork(String line) {
        return new Networks().names().stream().anyMatch(name -> line.startsWith("model: " + name + "("));
    }

    private static Map<String, WeightTensor> tensors(Path file, StateReader in) throws IOException {
        Map<String, WeightTensor> tensors = new LinkedHashMap<>();
        int count = in.readCount("tensors", MOST_TENSORS);
        for (int i = 0; i < count; i++) {
            String name = in.readText();
            long[] shape = in.readLongs(MOST_DIMENSIONS);
            WeightTensor tensor = new WeightTensor(name, shape, in.readFloats());
            String where = WeightFileException.tensor(file.toString(), name);
            if (WeightTensor.bytes(shape, ElementType.F32, where) != (long) Float.BYTES * tensor.values().length) {
                throw new WeightFileException(where, tensor.values().length + " values", "as many as its shape has");
            }
            for (float value : tensor.values()) {
                if (!Float.isFinite(value)) {
                    throw new WeightFileException(where, value + "", "finite numbers");
                }
            }
            if (tensors.put(name, tensor) != null) {
                throw new WeightFileException(where, "twice", "once");
            }
        }
        return tensors;
    }
}
