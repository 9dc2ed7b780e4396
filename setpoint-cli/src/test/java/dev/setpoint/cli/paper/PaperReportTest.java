package dev.setpoint.cli.paper;

import static dev.setpoint.cli.SvgPaths.paths;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.cli.report.ReportException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperReportTest {
    private static final String HOSTILE = "</style><img src=x>\"'&{{table}}$1";

    @TempDir
    Path out;

    private final List<String> warnings = new ArrayList<>();

    private String write() throws IOException {
        Path page = PaperReport.write(out, warnings::add);
        assertThat(page).isEqualTo(out.resolve("report.html"));
        return Files.readString(page);
    }

    private String withoutPng() throws IOException {
        PaperReport.write(out, warning -> {}, figure -> {
            throw new IOException("no fonts");
        });
        return Files.readString(out.resolve("report.html"));
    }

    private String svg(String name) throws IOException {
        return Files.readString(out.resolve("figures/" + name + ".svg"));
    }

    private void synthetic(int seeds, String... data) throws IOException {
        SyntheticPaper paper = new SyntheticPaper(out).seeds(seeds).checkpoints(12);
        for (String one : data) {
            for (Feedback feedback : Feedback.values()) {
                paper.write(one, feedback);
            }
        }
    }

    private static void assertWellFormed(String markup) throws Exception {
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(markup.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void drawsTwelveFiguresTwiceAPageAndATable() throws Exception {
        synthetic(2, "svhn", "cifar100", "cifar10", "another");
        String page = write();
        assertThat(warnings).isEmpty();
        try (Stream<Path> files = Files.list(out.resolve("figures"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .hasSize(24)
                    .contains(
                            "figure-01-cross-entropy.svg",
                            "figure-02-algorithm-1-softmax.png",
                            "figure-04b-auto-softmax.svg",
                            "figure-09-rates-uniform-policy-raps-score.svg",
                            "figure-10-correct-pulls.png");
        }
        assertThat(out.resolve("table.csv")).isRegularFile();
        assertWellFormed(page);
        assertThat(page).containsPattern("(?s)>CIFAR-10</text>.*>CIFAR-100</text>.*>SVHN</text>.*>another</text>");
        try (Stream<Path> files = Files.list(out)) {
            assertThat(files.filter(file -> file.toString().endsWith(".part"))).isEmpty();
        }
    }

    @Test
    void asksForNothingOutsideTheFolderAndHasEveryIdOnce() throws IOException {
        synthetic(1, "cifar10");
        String page = write();
        Matcher links = Pattern.compile("(?:href|src|url)(?:=\"|\\()([^\")]*)").matcher(page);
        List<String> found = new ArrayList<>();
        while (links.find()) {
            found.add(links.group(1));
        }
        assertThat(found).isNotEmpty().allMatch(link -> link.startsWith("#") || Files.isRegularFile(out.resolve(link)));
        assertThat(page).contains("default-src 'none'").doesNotContain("<script", "@import", "<link", "<img");
        Matcher ids = Pattern.compile(" id=\"([^\"]*)\"").matcher(page);
        Set<String> seen = new HashSet<>();
        while (ids.find()) {
            assertThat(seen.add(ids.group(1))).as(ids.group(1)).isTrue();
        }
        assertThat(seen).hasSizeGreaterThan(50);
    }

    /**
     * One column is 1016 wide from 64 on, and its frame from 142 to 347. The greatest value is 2, so that y reaches 2.1;
     * the means are 1.5 and 0.75.
     */
    @Test
    void linesAreMeansOverSeedsAndBandsReachFromLeastToGreatest() throws IOException {
        new ConstructedRun(out, "cifar10", Feedback.SOFTMAX)
                .model(1, 100, 2)
                .model(2, 100, 1)
                .model(1, 200, 1)
                .model(2, 200, 0.5)
                .write();
        withoutPng();
        String svg = svg("figure-01-cross-entropy");
        assertThat(paths(svg, "series")).containsExactly("M572 200.6L1080 273.8");
        assertThat(paths(svg, "area")).containsExactly("M572 151.8L1080 249.4L1080 298.2L572 249.4Z");
    }

    @Test
    void everyScoreHasTwoCoveragesASizeAndTheOracleItsLine() throws IOException {
        synthetic(3, "cifar10");
        withoutPng();
        String svg = svg("figure-05-algorithm-2-uniform");
        assertThat(paths(svg, "series")).hasSize(9);
        assertThat(paths(svg, "area")).hasSize(9);
        assertThat(paths(svg, "target")).hasSize(2);
        assertThat(svg).contains("target 0.95 (top), full-label oracle (bottom)");
        assertThat(paths(svg("figure-06-rates-softmax-policy-softmax-score"), "series"))
                .hasSize(21);
        assertThat(paths(svg("figure-10-correct-pulls"), "series")).hasSize(20);
        assertThat(svg("figure-10-correct-pulls")).contains(">airplane</text>");
        assertThat(svg("figure-02-algorithm-1-softmax"))
                .containsPattern("\u03b7\u2082: softmax 0[.0-9]+, APS 0[.0-9]+,");
    }

    @Test
    void theOracleIsTheLastWindowOfRapsWithAlgorithmTwoToldEveryLabel() throws IOException {
        int[] steps = {100, 200};
        new ConstructedRun(out, "cifar10", Feedback.SOFTMAX)
                .heads("experts", steps, new double[] {0.9, 0.9}, new double[] {1, 1}, new double[] {4, 2})
                .write();
        new ConstructedRun(out, "cifar10", Feedback.LABELS)
                .head(1, 200, "softmax experts", 0.9, 1, 3, 3)
                .head(1, 100, "raps experts", 0.9, 1, 3, 3)
                .head(1, 200, "raps experts", 0.9, 1, 2, 1)
                .head(2, 200, "raps experts", 0.9, 1, 2, 1.5)
                .write();
        assertThat(withoutPng()).contains("the oracle&#39;s sets have 1.25 labels.");
        // Sizes reach from 0 to 4.2 in a frame 205 high.
        String size = paths(svg("figure-04-algorithm-2-softmax"), "series").get(8);
        double endsAtTwo = Double.parseDouble(size.substring(size.lastIndexOf(' ') + 1));
        String oracle = paths(svg("figure-04-algorithm-2-softmax"), "target").get(1);
        assertThat(Double.parseDouble(oracle.substring(oracle.lastIndexOf(' ') + 1)))
                .isCloseTo(endsAtTwo + 205 * (2 - 1.25) / 4.2, within(0.11));
    }

    @Test
    void oneSeedHasNoBand() throws IOException {
        synthetic(1, "cifar10");
        withoutPng();
        assertThat(paths(svg("figure-04-algorithm-2-softmax"), "series")).hasSize(9);
        assertThat(paths(svg("figure-04-algorithm-2-softmax"), "area")).isEmpty();
    }

    @Test
    void seedsThatEndedEarlyCountAsFarAsTheyWent() throws Exception {
        new SyntheticPaper(out).seeds(3).checkpoints(10).done(Map.of(2, 4)).write("cifar10", Feedback.SOFTMAX);
        String page = withoutPng();
        assertWellFormed(page);
        assertThat(page)
                .contains("CIFAR-10, softmax policy: seed 2 ended after 468 of 1,170 batches.")
                .contains("468..1,170 of 1,170")
                .contains("2<small>batch 1,170</small>");
        String band = paths(svg("figure-01-cross-entropy"), "area").get(0);
        assertThat(band.split("[ML]", -1)).as("points there and back").hasSize(1 + 20);
    }

    @Test
    void missingRunsLeaveGapsThatAreNamed() throws Exception {
        SyntheticPaper paper = new SyntheticPaper(out).seeds(1).checkpoints(5);
        paper.write("cifar10", Feedback.SOFTMAX);
        paper.write("svhn", Feedback.SOFTMAX);
        paper.write("svhn", Feedback.UNIFORM);
        String page = withoutPng();
        assertWellFormed(page);
        assertThat(page)
                .contains("Not run: CIFAR-100 and CIFAR-10 with the uniform policy.")
                .contains("No run was told every label of CIFAR-10 and SVHN")
                .contains("no run was told every label, so there is no oracle line");
        assertThat(svg("figure-05-algorithm-2-uniform")).contains(">not run</text>");
        assertThat(paths(svg("figure-05-algorithm-2-uniform"), "target"))
                .as("the target, no oracle")
                .hasSize(1);
    }

    @Test
    void aPolicyThatWasNotRunHasNoFigures() throws IOException {
        new SyntheticPaper(out).seeds(1).checkpoints(5).write("cifar10", Feedback.UNIFORM);
        withoutPng();
        assertThat(out.resolve("figures/figure-03-algorithm-1-uniform.svg")).isRegularFile();
        assertThat(out.resolve("figures/figure-02-algorithm-1-softmax.svg")).doesNotExist();
        assertThat(out.resolve("figures/figure-08-rates-softmax-policy-raps-score.svg"))
                .doesNotExist();
    }

    @Test
    void damageIsOneSentenceInThePageAndToTheCaller() throws IOException {
        synthetic(2, "cifar10");
        Path heads = out.resolve("cifar10-softmax/heads.csv");
        String text = Files.readString(heads);
        Files.writeString(heads, text.substring(0, text.length() - 20));
        Files.writeString(out.resolve("cifar10-uniform/manifest.json"), "{\"data\":\"cifar1");
        String page = write();
        assertThat(warnings).hasSize(2);
        assertThat(warnings).contains("cifar10-softmax/heads.csv: the last row is cut off; the rest is drawn.");
        assertThat(warnings.get(1))
                .startsWith("cifar10-uniform/manifest.json line 1: not readable as JSON")
                .endsWith("; the run is left out.");
        assertThat(page).contains("<li>cifar10-softmax/heads.csv: the last row is cut off; the rest is drawn.</li>");
    }

    @Test
    void anOracleThatPulledNothingIsNoDamage() throws IOException {
        synthetic(1, "cifar10");
        Files.delete(out.resolve("cifar10-labels/pulls.csv"));
        assertThat(FigureInput.read(out).warnings()).isEmpty();
        Files.delete(out.resolve("cifar10-softmax/pulls.csv"));
        assertThat(FigureInput.read(out).warnings()).containsExactly("cifar10-softmax/pulls.csv: not there.");
    }

    @Test
    void aFolderWithoutARunIsOneSentenceAndNothingIsWritten() throws IOException {
        assertThatThrownBy(this::write)
                .isInstanceOf(ReportException.class)
                .hasMessage(out + ": nothing to draw (expected: folders such as cifar10-softmax, each with a"
                        + " manifest.json).");
        new SyntheticPaper(out).seeds(1).checkpoints(2).write("cifar10", Feedback.LABELS);
        assertThatThrownBy(this::write).hasMessageEndingWith("there is no run with bandit feedback to draw.");
        assertThat(out.resolve("figures")).doesNotExist();
        assertThat(out.resolve("report.html")).doesNotExist();
        assertThatThrownBy(() -> PaperReport.write(out.resolve("nowhere")))
                .isInstanceOf(ReportException.class)
                .hasMessage(out.resolve("nowhere") + ": no such folder.");
    }

    @Test
    void manifestsThatSayTooLittleOrNonsenseLeaveTheirRunOut() throws IOException {
        new ConstructedRun(out, "cifar10", Feedback.SOFTMAX).model(1, 100, 1).write();
        Path other = Files.createDirectories(out.resolve("x"));
        for (Map.Entry<String, String> wrong : Map.of(
                        "{}", "data: missing (expected: a string)",
                        "{\"data\":\"d\",\"feedback\":\"all\"}",
                                "feedback: \"all\" (expected: softmax, uniform or labels)",
                        "{\"data\":\"d\",\"feedback\":\"softmax\",\"alpha\":2}", "alpha: 2 (expected: in (0, 1))")
                .entrySet()) {
            Files.writeString(other.resolve("manifest.json"), wrong.getKey());
            assertThat(FigureInput.read(out).warnings())
                    .containsExactly("x/manifest.json: " + wrong.getValue() + "; the run is left out.");
        }
        Files.copy(
                out.resolve("cifar10-softmax/manifest.json"),
                other.resolve("manifest.json"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(FigureInput.read(out).warnings())
                .contains("x: the same data and feedback as cifar10-softmax; left out.");
    }

    @Test
    void deviationsAreSaidOnceWithTheRunsTheyAreTrueOf() throws IOException {
        synthetic(1, "cifar10", "svhn");
        new ConstructedRun(out, "svhn", Feedback.LABELS)
                .with("deviations", List.of("Own & only.", "Own & only."))
                .write();
        List<String> deviations = FigureDeviations.of(FigureInput.read(out), List.of());
        assertThat(deviations)
                .contains(
                        "Only of cifar10 & nothing <else>. (CIFAR-10)",
                        "Only of svhn & nothing <else>. (SVHN, softmax policy; SVHN, uniform policy)",
                        "Own & only. (SVHN, told every label)")
                .doesNotHaveDuplicates();
        assertThat(withoutPng())
                .contains("<li>Only of cifar10 &amp; nothing &lt;else&gt;. (CIFAR-10)</li>")
                .contains("Figure 10: the paper&#39;s text speaks of the probability");
    }

    @Test
    void hostileNamesAreText() throws Exception {
        new ConstructedRun(out, "cifar10", Feedback.SOFTMAX)
                .with("title", HOSTILE)
                .with("what", HOSTILE)
                .with("network", HOSTILE)
                .with("deviations", List.of(HOSTILE))
                .with("labels", List.of(HOSTILE))
                .with("versions", Map.of(HOSTILE, HOSTILE))
                .model(1, 100, 1)
                .pulls(1, 100, "0", 0.5)
                .heads("experts", new int[] {100}, new double[] {0.9}, new double[] {1}, new double[] {3})
                .write();
        String page = withoutPng();
        assertWellFormed(page);
        assertThat(page).doesNotContain("<img").contains("{{table}}$1");
        assertWellFormed(svg("figure-10-correct-pulls"));
        assertThat(svg("figure-10-correct-pulls")).as("label 0 by its name").contains("&lt;/style&gt;");
    }

    @Test
    void runsWithHardlyAnyRowsAreDrawn() throws Exception {
        new ConstructedRun(out, "cifar10", Feedback.SOFTMAX).write();
        new ConstructedRun(out, "svhn", Feedback.UNIFORM)
                .model(1, 0, 2.3)
                .head(1, 0, "softmax 0.1", Double.NaN, Double.NaN, 10)
                .write();
        String page = withoutPng();
        assertWellFormed(page);
        assertThat(page).doesNotContain("NaN", "Infinity");
    }

    @Test
    void theSameFilesGiveTheSameBytes() throws IOException {
        synthetic(2, "cifar10");
        withoutPng();
        Map<Path, String> first = texts();
        withoutPng();
        assertThat(texts()).isEqualTo(first).hasSize(12 + 2);
    }

    private Map<Path, String> texts() throws IOException {
        Map<Path, String> texts = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(path -> path.toString().matches(".*(svg|html|table.csv)"))
                    .toList()) {
                texts.put(file, Files.readString(file));
            }
        }
        return texts;
    }

    @Test
    void pngsAreTwiceAsLargeAsTheSvgAndNotBlank() throws IOException {
        synthetic(2, "cifar10");
        String page = write();
        BufferedImage image = ImageIO.read(
                out.resolve("figures/figure-04-algorithm-2-softmax.png").toFile());
        Matcher size =
                Pattern.compile("width=\"(\\d+)\" height=\"(\\d+)\"").matcher(svg("figure-04-algorithm-2-softmax"));
        assertThat(size.find()).isTrue();
        assertThat(image.getWidth())
                .isEqualTo(2 * Integer.parseInt(size.group(1)))
                .isEqualTo(2200);
        assertThat(image.getHeight()).isEqualTo(2 * Integer.parseInt(size.group(2)));
        int blue = 0;
        for (int x = 0; x < image.getWidth(); x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                blue += (image.getRGB(x, y) & 0xffffff) == 0x0072b2 ? 1 : 0;
            }
        }
        assertThat(blue).as("pixels of the softmax score's lines").isGreaterThan(1000);
        assertThat(page).contains("<a href=\"figures/figure-04-algorithm-2-softmax.png\">PNG</a>");
    }

    @Test
    void withoutFontsThereIsNoPngAndOneSentence() throws IOException {
        synthetic(1, "cifar10");
        PaperReport.write(out, warnings::add, figure -> {
            throw new IOException("this Java cannot draw pictures here (no fonts)");
        });
        assertThat(warnings)
                .containsExactly("no PNG of the figures is written: this Java cannot draw pictures here (no fonts);"
                        + " their SVG is.");
        try (Stream<Path> files = Files.list(out.resolve("figures"))) {
            assertThat(files).hasSize(12).allMatch(file -> file.toString().endsWith(".svg"));
        }
        assertThat(Files.readString(out.resolve("report.html"))).doesNotContain("PNG</a>");
    }

    @Test
    void theVerdictCountsWhatHolds() throws IOException {
        new ConstructedRun(out, "cifar10", Feedback.SOFTMAX).model(1, 100, 1).write();
        assertThat(withoutPng()).contains("not enough in these runs to check a statement");
        new ConstructedRun(out, "cifar10", Feedback.UNIFORM).model(1, 100, 2).write();
        assertThat(withoutPng())
                .contains("checked 1 times, each on one data set: 1 holds, 0 hold in part and 0 do not hold.");
    }
}
