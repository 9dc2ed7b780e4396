package dev.setpoint.cli.run;

import dev.setpoint.cli.file.OutputFolder;
import dev.setpoint.cli.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Draws the report of a run folder again. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description =
                "Draws the report of an earlier run again: report.html and the plots, from the metrics.csv, summary.json"
                        + " and manifest.json of its run folder.")
public final class ReportCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "The run folder.")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        Report.check(folder);
        try (OutputFolder.Hold hold = RunFolder.output("DIR", folder).hold()) {
            Report.write(hold.folder()).forEach(System.out::println);
        }
        System.out.println("report: " + folder.resolve("report.html"));
        return 0;
    }
}
