package dev.setpoint.deep;

import dev.setpoint.deep.NetworkSettings.Architecture;
import dev.setpoint.deep.NetworkSettings.Statistics;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The networks by name: {@code resnet50}, {@code resnet18}, {@code cnn} and {@code torch-mlp}, for example {@code
 * resnet50(dimension=3072, channels=3, optimizer=adam(rate=0.0001), clip=15, statistics=batch, weights=resnet50.npz)} or {@code
 * torch-mlp(dimension=512, hidden=[256])}.
 */
public final class Networks implements Plugin<ModelSettings> {
    private static final String OPTIMIZER = "adam(rate=0.0001)";

    /** For the service loader. */
    public Networks() {}

    @Override
    public Class<ModelSettings> kind() {
        return ModelSettings.class;
    }

    @Override
    public List<String> names() {
        return Arrays.stream(Architecture.values()).map(Architecture::notation).toList();
    }

    @Override
    public ModelSettings parse(Notation notation) {
        Architecture architecture =
                Architecture.valueOf(notation.name().toUpperCase(Locale.ROOT).replace('-', '_'));
        boolean images = architecture != Architecture.TORCH_MLP;
        return new NetworkSettings(
                architecture,
                notation.integer("dimension", 0),
                images ? notation.integer("channels", 3) : 1,
                images ? List.of() : widths(notation.numbers("hidden", List.of(256.0))),
                Optimizer.parse(notation.text("optimizer", OPTIMIZER)),
                notation.number("clip", Double.POSITIVE_INFINITY),
                statistics(notation.text("statistics", "batch")),
                notation.string("weights", ""));
    }

    private static List<Integer> widths(List<Double> numbers) {
        if (numbers.stream().anyMatch(number -> number != Math.rint(number))) {
            throw new IllegalArgumentException("hidden: " + numbers + " (expected: whole numbers)");
        }
        return numbers.stream().map(Double::intValue).toList();
    }

    private static Statistics statistics(String name) {
        return switch (name) {
            case "batch" -> Statistics.BATCH;
            case "running" -> Statistics.RUNNING;
            default -> throw new IllegalArgumentException("statistics: '" + name + "' (expected: batch or running)");
        };
    }
}
