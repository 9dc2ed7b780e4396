package dev.setpoint.cli.data;

import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.sim.data.DatasetCatalog;
import dev.setpoint.sim.data.KnownDataset;
import dev.setpoint.sim.data.KnownFile;
import dev.setpoint.sim.data.Presence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists the known data sets. */
@Command(
        name = "datasets",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the data sets that experiments can name: what they are, where to get them, which files are present, and their"
                    + " checksums.",
            "With a NAME, only that one."
        })
public final class DatasetsCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", arity = "0..1", description = "A data set.")
    private String name;

    @Mixin
    private DataOption data = new DataOption();

    @Override
    public Integer call() throws IOException {
        Path folder = data.folder();
        List<KnownDataset> shown = name == null ? DatasetCatalog.all() : List.of(find(name));
        System.out.println("looked for in " + folder);
        for (KnownDataset dataset : shown) {
            show(dataset, folder);
        }
        return 0;
    }

    private static KnownDataset find(String name) {
        try {
            return DatasetCatalog.find(name);
        } catch (IllegalArgumentException e) {
            throw Failure.usage(e.getMessage());
        }
    }

    private static void show(KnownDataset dataset, Path folder) throws IOException {
        Map<KnownFile, Presence> presence = dataset.presence(folder);
        System.out.println();
        System.out.println(dataset.name() + ": " + dataset.title());
        System.out.println("  task: " + dataset.task());
        System.out.println("  licence: " + dataset.licence());
        System.out.println("  where to get it: " + dataset.whereToGetIt());
        for (Map.Entry<KnownFile, Presence> entry : presence.entrySet()) {
            KnownFile file = entry.getKey();
            String state = switch (entry.getValue()) {
                case PRESENT -> file.sha256().isEmpty() ? "present (checksum not known)" : "present, checksum correct";
                case MISSING -> "missing";
                default -> "present, but its checksum differs";
            };
            System.out.println("  " + file.path() + ": " + state
                    + (file.sha256().isEmpty() ? "" : " (sha256 " + file.sha256() + ")"));
        }
    }
}
