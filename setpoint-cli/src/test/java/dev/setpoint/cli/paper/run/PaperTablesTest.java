package dev.setpoint.cli.paper.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperTablesTest {
    @TempDir
    Path folder;

    @Test
    void tablesHaveARowPerPlaceAndNothingAfterTheLastCheckpoint() throws IOException {
        Path metrics = Files.writeString(folder.resolve("seed-1.metrics.csv"), """
                1,10,160,,,correct_pulls,0.25
                1,10,160,,,correct_pulls_window,0.5
                1,10,160,,a,correct_pulls,0.125
                1,10,160,raps experts,,size,1.2345678
                1,10,160,raps experts,"a, b",coverage,NaN
                1,20,320,,,correct_pulls,0.75
                1,20,320,raps experts,"a, b",coverage,0.5
                1,30,480,,,correct_pulls,0.8
                """);
        PaperTables tables = new PaperTables();
        tables.add(1, metrics, 20);
        tables.write(folder);
        assertThat(folder.resolve("model.csv")).hasContent("""
                seed,step,cross_entropy,cross_entropy_window,correct_pulls,correct_pulls_window
                1,10,,,0.25,0.5
                1,20,,,0.75,
                """);
        assertThat(folder.resolve("pulls.csv")).hasContent("seed,step,label,correct_pulls\n1,10,a,0.125\n");
        assertThat(folder.resolve("heads.csv")).content().endsWith("1,10,raps experts,,,1.23457,,,\n");
        assertThat(folder.resolve("coverage.csv"))
                .hasContent("seed,step,head,label,coverage,coverage_window\n1,20,raps experts,\"a, b\",0.5,\n");
    }
}
