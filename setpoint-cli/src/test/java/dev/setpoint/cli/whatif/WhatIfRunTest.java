package dev.setpoint.cli.whatif;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.Cli;
import dev.setpoint.cli.Clouds;
import dev.setpoint.cli.WhatIfAgreement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code whatif} says of the settings that WERE running is what the run itself measured, to the last bit. A
 * test of the demo asks the same of it.
 */
class WhatIfRunTest {
    @TempDir
    Path folder;

    private Path whatIf(Path log, Object... more) {
        Path csv = folder.resolve("whatif.csv");
        List<Object> command = new ArrayList<>(List.of("whatif", log, "--csv", csv));
        command.addAll(List.of(more));
        Cli.run(command.toArray()).succeeded();
        return csv;
    }

    @Test
    void onBatchesDividedByTheirCorrectPullsWithAnotherSeedAndAlpha() throws IOException {
        Clouds.write(folder, 401); // the last batch is not full
        Path spec = Files.writeString(folder.resolve("spec.yaml"), """
                data: {format: csv, files: rows.csv, label: class}
                batch: 8
                alpha: 0.2
                normalize: correct-pulls
                standardize: true
                policy: uniform
                heads:
                  - {name: one, score: softmax, tracker: sgd(eta=0.02)}
                  - {name: two, score: aps, tracker: "experts(etas=[0.1, 0.01])"}
                  - {name: three, score: "raps(lambda=0.05, kreg=0)", tracker: sgd(eta=0.02)}
                  - {name: four, score: "aps(randomised=false)", tracker: sgd(eta=0.02)}
                  - {name: five, score: softmax, tracker: auto}
                  - {name: six, score: softmax, tracker: weighted-quantile}
                  - {name: seven, score: aps, tracker: strongly-adaptive}
                  - {name: eight, score: aps, tracker: outer(tracker=scale-free)}
                seeds: [17]
                """);
        Path run = folder.resolve("run");
        Path log = folder.resolve("log.jsonl");
        Cli.run("run", spec, "--out", run, "--log", log).succeeded();
        Object[] settings = {
            "--alpha",
            0.2,
            "--score",
            "softmax,aps,raps(lambda=0.05, kreg=0),aps(randomised=false)",
            "--tracker",
            "sgd(eta=0.02),experts(etas=[0.1, 0.01]),auto,weighted-quantile,strongly-adaptive,outer(tracker=scale-free)",
            "--normalize",
            "correct-pulls",
            "--seed",
            17
        };
        WhatIfAgreement.assertSame(run, 17, whatIf(log, settings));

        // only the weighted quantile looks at the pull distribution: of the others a log without it says the same
        List<String> before = Files.readAllLines(folder.resolve("whatif.csv"));
        String text = Files.readString(log);
        Files.writeString(log, text.replaceAll("\"pi\":\\[[^]]*\\],", ""));
        assertThat(log).content().hasSizeLessThan(text.length()).doesNotContain("\"pi\"");
        List<String> after = Files.readAllLines(whatIf(log, settings));
        assertThat(withoutQuantile(after)).isEqualTo(withoutQuantile(before)).isNotEmpty();
    }

    @Test
    void ofSeveralSeedsTheLogIsTheFirst() throws IOException {
        Clouds.write(folder, 200);
        Path spec = Files.writeString(folder.resolve("spec.yaml"), """
                data: {format: csv, files: rows.csv, label: class}
                heads: [{name: one, score: aps, tracker: sgd(eta=0.02)}]
                seeds: [5, 6, 7]
                """);
        Path run = folder.resolve("run");
        Path log = folder.resolve("log.jsonl");
        Cli.run("run", spec, "--out", run, "--log", log, "--threads", 2).succeeded();
        String sameDraws = Files.readString(whatIf(log, "--score", "aps", "--tracker", "sgd(eta=0.02)", "--seed", 5));
        WhatIfAgreement.assertSame(run, 5, folder.resolve("whatif.csv"));
        assertThat(whatIf(log, "--score", "aps", "--tracker", "sgd(eta=0.02)", "--seed", 6))
                .as("other random numbers")
                .content()
                .isNotEqualTo(sameDraws);
    }

    private static List<String> withoutQuantile(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.contains("weighted-quantile"))
                .toList();
    }
}
