package dev.setpoint.cli.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FinalTableTest {
    @TempDir
    Path out;

    private List<String> csv() throws IOException {
        return new FinalTable(FigureInput.read(out)).csv().lines().toList();
    }

    @Test
    void publishedValuesStandBesideOurs() throws IOException {
        new ConstructedRun(out, "cifar100", Feedback.UNIFORM)
                .head(1, 100, "raps experts", 0.9, 0.99, 9)
                .head(1, 200, "raps experts", 0.951, 0.97, 3)
                .head(2, 200, "raps experts", 0.949, 0.98, 4)
                .head(1, 200, "raps auto", 0.95, 0.96, 2.5)
                .write();
        List<String> lines = csv();
        assertThat(lines.get(0))
                .isEqualTo("data,policy,score,tracker,published_size,published_size_uncertainty,published_coverage_min,"
                        + "published_coverage_min_uncertainty,published_coverage_max,step,seeds,size,size_least,"
                        + "size_greatest,coverage_min,coverage_min_least,coverage_min_greatest,coverage_max,"
                        + "coverage_max_least,coverage_max_greatest");
        assertThat(lines)
                .hasSize(1 + 12)
                .contains(
                        "cifar100,uniform,raps,experts,6.7000,0.0500,0.9600,0.0030,0.9700,200,2,3.5000,3.0000,4.0000,"
                                + "0.9500,0.9490,0.9510,0.9750,0.9700,0.9800",
                        "cifar100,uniform,raps,auto,,,,,,200,1,2.5000,2.5000,2.5000,0.9500,0.9500,0.9500,0.9600,0.9600,"
                                + "0.9600",
                        "cifar100,softmax,softmax,experts,10.3000,0.0500,0.9580,0.0030,0.9700,,0,,,,,,,,,");
        String html = new FinalTable(FigureInput.read(out)).html();
        assertThat(html)
                .contains("<td>RAPS</td>".replace("<td>", "<td class=\"text\">") + "<td class=\"group\">6.70</td>"
                        + "<td>0.960</td><td>~0.97</td><td class=\"group\">3.50<small>3.00..4.00</small></td>")
                .contains("<td class=\"group\">2.50</td><td>0.950</td>")
                .contains("not run");
    }

    @Test
    void everyPublishedFigureHasSixValues() {
        for (String data : Published.titles().keySet()) {
            for (Feedback policy : List.of(Feedback.SOFTMAX, Feedback.UNIFORM)) {
                for (String score : FigureRun.SCORES) {
                    assertThat(Published.of(data, data.equals("cifar100") ? 20 : 10, policy, score))
                            .as(data + policy + score)
                            .isPresent()
                            .get()
                            .satisfies(values -> {
                                assertThat(values.size()).isBetween(1.0, values.classes() * 0.6);
                                assertThat(values.minimumCoverage()).isBetween(0.94, values.maximumCoverage());
                                assertThat(values.maximumCoverage()).isBetween(0.96, 0.985);
                            });
                }
            }
        }
        assertThat(Published.of("svhn", 10, Feedback.UNIFORM, "softmax"))
                .map(Published.Values::size)
                .contains(1.7);
    }

    @Test
    void otherClassesOfTheSameDataAreNotCompared() throws IOException {
        assertThat(Published.of("cifar100", 100, Feedback.SOFTMAX, "raps")).isEmpty();
        assertThat(Published.of("digits", 10, Feedback.SOFTMAX, "raps")).isEmpty();
        new ConstructedRun(out, "cifar100", Feedback.SOFTMAX)
                .with("classes", 100)
                .head(1, 100, "raps experts", 0.9, 0.99, 9)
                .write();
        assertThat(csv())
                .as("rows of what was run, and none of what was not")
                .hasSize(1 + 6)
                .contains("cifar100,softmax,raps,experts,,,,,,100,1,9.0000,9.0000,9.0000,0.9000,0.9000,0.9000,0.9900,"
                        + "0.9900,0.9900");
    }
}
