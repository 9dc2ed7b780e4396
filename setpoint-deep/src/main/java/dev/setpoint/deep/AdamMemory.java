package dev.setpoint.deep;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.ArchiveWriter;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.InputArchive;
import org.bytedeco.pytorch.Optimizer;
import org.bytedeco.pytorch.OutputArchive;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.Tensor;

/**
 * What libtorch's Adam remembers of each parameter: its steps and two running means.
 *
 * <p>The engine gives access to them only through its archives, in which parameters are named by their address in memory. So the archive is
 * taken apart and stored by the parameters' order instead, and put together again with the addresses of the process that reads it.
 */
final class AdamMemory {
    private static final String STATE = "state";
    private static final String GROUPS = "param_groups";
    private static final String GROUP = "param_groups/0";
    private static final List<String> MEANS = List.of("exp_avg", "exp_avg_sq");

    /** Writes what is remembered of a parameter, by its place; false if nothing is. */
    private interface Source {
        boolean writeInto(int parameter, OutputArchive of);
    }

    private AdamMemory() {}

    /** Per parameter, whether it was ever moved; if so, its steps and the numbers of both means. */
    static void write(Optimizer optimizer, int parameters, StateWriter out) {
        Torch.scoped(() -> {
            InputArchive archive = archive(optimizer);
            InputArchive memory = inside(archive, STATE);
            InputArchive group = inside(inside(archive, GROUPS), GROUP);
            for (int i = 0; i < parameters; i++) {
                InputArchive of = new InputArchive();
                boolean moved = memory.try_read(
                        value(group, "params/" + i).toStringRef().getString(), of);
                out.writeBoolean(moved);
                if (moved) {
                    out.writeLong(value(of, "step").toInt());
                    for (String mean : MEANS) {
                        Tensor tensor = value(of, mean).toTensor();
                        float[] values = new float[(int) tensor.numel()];
                        Torch.valuesInto(tensor, values);
                        out.writeFloats(values);
                    }
                }
            }
        });
    }

    /** Replaces what an optimizer of these parameters remembers. */
    static void read(Optimizer optimizer, List<Tensor> parameters, StateReader in) {
        replace(optimizer, parameters.size(), (i, of) -> {
            if (!in.readBoolean()) {
                return false;
            }
            of.write("step", new IValue(in.readLong()));
            for (String mean : MEANS) {
                float[] values = new float[(int) parameters.get(i).numel()];
                in.readFloatsInto(values);
                writeMean(mean, values, parameters.get(i), of);
            }
            return true;
        });
    }

    /**
     * Gives an optimizer what another one remembers, whose parameters are as many and in the same order. A parameter may have more rows
     * than the other's had: of these nothing is remembered.
     */
    static void copy(Optimizer from, Optimizer to, List<Tensor> parameters) {
        Torch.scoped(() -> {
            InputArchive archive = archive(from);
            InputArchive memory = inside(archive, STATE);
            InputArchive group = inside(inside(archive, GROUPS), GROUP);
            replace(to, parameters.size(), (i, of) -> {
                InputArchive remembered = new InputArchive();
                String name = value(group, "params/" + i).toStringRef().getString();
                if (!memory.try_read(name, remembered)) {
                    return false;
                }
                of.write("step", value(remembered, "step"));
                for (String mean : MEANS) {
                    Tensor tensor = value(remembered, mean).toTensor();
                    if (tensor.numel() == parameters.get(i).numel()) {
                        of.write(mean, tensor, true);
                    } else {
                        writeMean(
                                mean, Torch.lengthened(tensor, parameters.get(i).numel()), parameters.get(i), of);
                    }
                }
                return true;
            });
        });
    }

    private static void writeMean(String mean, float[] values, Tensor parameter, OutputArchive of) {
        of.write(mean, Torch.onDevice(Torch.channelsLast(Torch.tensor(values, Torch.shape(parameter)))), true);
    }

    private static void replace(Optimizer optimizer, int parameters, Source source) {
        Torch.scoped(() -> {
            InputArchive archive = archive(optimizer);
            OutputArchive replaced = new OutputArchive();
            for (String key : keys(archive)) {
                if (!key.equals(STATE)) {
                    copy(archive, key, replaced);
                }
            }
            InputArchive group = inside(inside(archive, GROUPS), GROUP);
            OutputArchive memory = new OutputArchive();
            for (int i = 0; i < parameters; i++) {
                OutputArchive of = new OutputArchive();
                if (source.writeInto(i, of)) {
                    memory.write(value(group, "params/" + i).toStringRef().getString(), of);
                }
            }
            replaced.write(STATE, memory);
            optimizer.load(read(replaced));
        });
    }

    private static InputArchive archive(Optimizer optimizer) {
        OutputArchive archive = new OutputArchive();
        optimizer.save(archive);
        return read(archive);
    }

    private static InputArchive read(OutputArchive written) {
        Collector collector = new Collector();
        written.save_to(collector);
        InputArchive archive = new InputArchive();
        archive.load_from(collector.bytes, collector.length);
        return archive;
    }

    private static void copy(InputArchive from, String key, OutputArchive to) {
        InputArchive inner = new InputArchive();
        if (!from.try_read(key, inner)) {
            to.write(key, value(from, key));
            return;
        }
        OutputArchive copy = new OutputArchive();
        for (String innerKey : keys(inner)) {
            copy(inner, innerKey, copy);
        }
        to.write(key, copy);
    }

    private static InputArchive inside(InputArchive archive, String key) {
        InputArchive inner = new InputArchive();
        archive.read(key, inner);
        return inner;
    }

    private static IValue value(InputArchive archive, String key) {
        IValue value = new IValue();
        archive.read(key, value);
        return value;
    }

    private static List<String> keys(InputArchive archive) {
        StringVector keys = archive.keys();
        return java.util.stream.LongStream.range(0, keys.size())
                .mapToObj(i -> keys.get(i).getString())
                .toList();
    }

    /** An archive in native memory, so that the Java heap needs no room for all that Adam remembers. */
    private static final class Collector extends ArchiveWriter {
        private static final long FIRST = 1 << 16;

        private transient BytePointer bytes = new BytePointer(FIRST);
        private transient long length;

        @Override
        public long call(Pointer data, long size) {
            if (length + size > bytes.capacity()) {
                BytePointer larger = new BytePointer(Math.max(length + size, 2 * bytes.capacity()));
                Pointer.memcpy(larger, bytes, length);
                bytes.close();
                bytes = larger;
            }
            Pointer.memcpy(bytes.getPointer(length), data, size);
            length += size;
            return size;
        }
    }
}
