package dev.setpoint.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ReportTest {
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>\u2028\"'&{{data}}$1";

    @TempDir
    Path folder;

    @Test
    void writesThePageAndSixPlots() throws IOException {
        new SyntheticRun(3, 20, 4, 5).writeTo(folder);
        Report.write(folder);
        assertThat(page()).contains("minimum class coverage was 0.891 (target 0.90)");
        assertThat(folder.resolve("plots")).isDirectoryContaining("glob:**/{coverage,size}.svg");
        try (var plots = Files.list(folder.resolve("plots"))) {
            assertThat(plots.map(p -> p.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "coverage.svg",
                            "coverage-window.svg",
                            "size.svg",
                            "cross-entropy.svg",
                            "correct-pulls.svg",
                            "thresholds.svg");
        }
    }

    @Test
    void givesTheSameBytesForTheSameInput() throws IOException {
        new SyntheticRun(2, 15, 3, 4).writeTo(folder);
        Report.write(folder);
        List<byte[]> first = outputs();
        Report.write(folder);
        List<byte[]> second = outputs();
        assertThat(first).hasSize(7);
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i)).isEqualTo(first.get(i));
        }
    }

    @Test
    void filesWithTheNamesOfEarlierVersionsGiveTheSameBytes() throws IOException {
        new SyntheticRun(2, 15, 3, 12).writeTo(folder);
        Report.write(folder);
        List<byte[]> present = outputs();
        replace("metrics.csv", "correct_pulls", "right_pulls");
        replace("summary.json", "\"correctPulls\"", "\"rightPulls\"");
        replace("manifest.json", "\"correct\"", "\"right\"");
        Report.write(folder);
        List<byte[]> earlier = outputs();
        assertThat(earlier).hasSameSizeAs(present);
        for (int i = 0; i < present.size(); i++) {
            assertThat(earlier.get(i)).isEqualTo(present.get(i));
        }
    }

    private void replace(String file, String name, String earlier) throws IOException {
        String text = Files.readString(folder.resolve(file));
        assertThat(text).contains(name);
        Files.writeString(folder.resolve(file), text.replace(name, earlier));
    }

    @Test
    void ofManyClassesTheLeastAndTheMostCoveredAreAmongThoseShown() throws IOException {
        // 400 classes, of which 350 were seen; one is covered least, one most
        StringBuilder rows = new StringBuilder("1,1,100,h,,coverage_min,0.1\n");
        for (int k = 0; k < 400; k++) {
            String coverage = k % 8 == 7 ? "NaN" : k == 200 ? "0.1" : k == 300 ? "0.99" : "0." + (500 + k);
            rows.append("1,1,100,h,c")
                    .append(k)
                    .append(",coverage,")
                    .append(coverage)
                    .append('\n');
        }
        writeSmall("h", "c0", rows.toString());
        Report.write(folder);
        assertThat(page()).contains("by class show 300 of 400 classes");
        List<String> shown = new ArrayList<>();
        data().path("labels").forEach(label -> shown.add(label.asText()));
        assertThat(shown)
                .hasSize(300)
                .contains("c200", "c300")
                .doesNotContain("c7", "c15")
                .isSortedAccordingTo(Comparator.comparingInt(name -> Integer.parseInt(name.substring(1))));
    }

    @Test
    void exampleOfALargeSetShowsSomeOfItAndWhatWasPulledAndTrue() throws IOException {
        new SyntheticRun(1, 3, 1, 10).writeTo(folder);
        String many = IntStream.range(0, 900).mapToObj(k -> "\"m" + k + "m\"").collect(Collectors.joining(","));
        Path manifest = folder.resolve("manifest.json");
        ObjectNode root = (ObjectNode) new ObjectMapper().readTree(manifest.toFile());
        root.set(
                "examples",
                new ObjectMapper()
                        .readTree("[{\"text\":\"t\",\"set\":[" + many
                                + "],\"arm\":\"m700m\",\"correct\":false,\"label\":\"m800m\"}]"));
        Files.writeString(manifest, root.toString());
        Report.write(folder);
        assertThat(page())
                .contains(">750 more</span>")
                .contains(">m0m<", ">m147m<", "m700m<span", "m800m<span")
                .doesNotContain(">m148m<", ">m699m<");
    }

    @Test
    void carriesTheSeriesOfTheFile() throws IOException {
        writeSmall("h", "a", """
                1,1,100,h,,coverage_min,0.5
                1,2,200,h,,coverage_min,NaN
                1,3,300,h,,coverage_min,0.8
                2,1,100,h,,coverage_min,0.7
                2,3,300,h,,coverage_min,0.9
                1,3,300,h,a,coverage,0.25
                1,3,300,h,a,coverage_low,0.125
                1,3,300,h,a,coverage_high,0.75
                """);
        Report.write(folder);
        JsonNode head = data().path("heads").get(0);
        // Differences in units of 1/10,000: 0.6, nothing, 0.85; least 0.5, -, 0.8; greatest 0.7, -, 0.9.
        assertThat(head.path("coverage_min"))
                .isEqualTo(new ObjectMapper()
                        .readTree("{\"m\":[6000,null,2500],\"l\":[5000,null,3000],\"h\":[7000,null,2000]}"));
        assertThat(head.path("last_coverage").get(0).doubleValue()).isEqualTo(0.25);
        assertThat(head.path("last_coverage_low").get(0).doubleValue()).isEqualTo(0.125);
        assertThat(head.path("last_coverage_high").get(0).doubleValue()).isEqualTo(0.75);
        assertThat(head.path("last_threshold").get(0).isNull()).isTrue();
    }

    @Test
    void thresholdThatEveryScoreReachesIsNoValue() throws Exception {
        writeSmall("h", "a", """
                1,1,100,h,a,threshold,-Infinity
                1,2,200,h,a,threshold,0.25
                1,3,300,h,a,threshold,-Infinity
                1,1,100,h,,coverage_min,1
                """);
        Report.write(folder);
        JsonNode head = data().path("heads").get(0);
        assertThat(head.path("threshold").get(0).path("m")).isEqualTo(new ObjectMapper().readTree("[null,2500,null]"));
        assertThat(head.path("last_threshold").get(0).isNull()).isTrue();
        svg("thresholds"); // which must be well-formed
        assertThat(Files.readString(folder.resolve("plots/thresholds.svg"))).doesNotContain("NaN", "Infinity");
    }

    @Test
    void escapesHostileNamesAndTextsEverywhere() throws Exception {
        String quoted = "\"" + HOSTILE.replace("\"", "\"\"") + "\"";
        writeSmall(HOSTILE, HOSTILE, """
                1,1,100,NAME,,coverage_min,0.5
                1,1,100,NAME,,size,2
                1,1,100,NAME,NAME,coverage,0.5
                1,1,100,NAME,NAME,threshold,0.5
                1,1,100,,NAME,correct_pulls,0.5
                """.replace("NAME", quoted));
        Report.write(folder);
        String page = page();
        assertThat(page).doesNotContain("<img");
        assertThat(dataText()).doesNotContain("\u2028").doesNotContain("<");
        assertThat(page.split("</script>", -1)).hasSize(4); // three scripts of ours and what follows
        assertThat(data().path("labels").get(0).textValue()).isEqualTo(HOSTILE);
        assertThat(data().path("heads").get(0).path("name").textValue()).isEqualTo(HOSTILE);
        for (String plot : List.of("coverage", "size", "correct-pulls", "thresholds")) {
            assertThat(svg(plot).getElementsByTagName("img").getLength()).isZero();
        }
    }

    @Test
    void namesNoPlaceOutsideTheFolder() throws IOException {
        new SyntheticRun(1, 5, 2, 10).writeTo(folder);
        Report.write(folder);
        Matcher links = Pattern.compile("(?:href|src)=\"([^\"]*)\"").matcher(page());
        List<String> found = new ArrayList<>();
        while (links.find()) {
            found.add(links.group(1));
        }
        assertThat(found)
                .isNotEmpty()
                .allMatch(link -> link.startsWith("#")
                        || List.of("metrics.csv", "summary.json", "manifest.json", "plots/")
                                .contains(link));
    }

    @Test
    void allowsItsOwnScriptsByTheirHashes() throws Exception {
        new SyntheticRun(1, 5, 2, 3).writeTo(folder);
        Report.write(folder);
        String page = page();
        Matcher scripts =
                Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL).matcher(page);
        int count = 0;
        while (scripts.find()) {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(scripts.group(1).getBytes(StandardCharsets.UTF_8));
            assertThat(page).contains("'sha256-" + Base64.getEncoder().encodeToString(hash) + "'");
            count++;
        }
        assertThat(count).isEqualTo(2);
    }

    @Test
    void drawsMinAndMaxOfTheIssuingHeadAndOfAtMostTwoOthers() throws Exception {
        new SyntheticRun(2, 12, 9, 10).writeTo(folder);
        Report.write(folder);
        assertThat(paths(svg("coverage"), "series")).hasSize(2 * 3);
        assertThat(paths(svg("coverage"), "target")).hasSize(1);
        assertThat(paths(svg("coverage"), "area")).hasSize(3); // two ranges over seeds, one band of theorem 1
        assertThat(paths(svg("coverage-window"), "series")).hasSize(2);
        assertThat(paths(svg("coverage-window"), "target")).hasSize(1);
        assertThat(paths(svg("size"), "series")).hasSize(6);
        assertThat(paths(svg("cross-entropy"), "series")).hasSize(2);
        assertThat(paths(svg("correct-pulls"), "series")).hasSize(10 + 1);
        assertThat(paths(svg("thresholds"), "series")).hasSize(10);
    }

    @Test
    void whereTheTargetIsForAllQueriesTheyHaveTileChartAndColumn() throws Exception {
        writeSmall("h", "a", """
                1,1,100,h,,coverage_marginal,0.5
                1,2,200,h,,coverage_marginal,0.915
                1,2,200,h,,coverage_marginal_window,0.92
                1,2,200,h,,coverage_marginal_estimate,0.93
                1,2,200,h,a,threshold,0.25
                1,2,200,h,b,threshold,0.25
                """);
        Path summary = folder.resolve("summary.json");
        Files.writeString(
                summary,
                Files.readString(summary)
                        .replaceFirst("\\{", "{\"coverage\":\"marginal\",")
                        .replace("\"coverageMin\"", "\"coverageMarginal\":[0.81,0.82,0.83,0.9142],\"coverageMin\""));
        Report.write(folder);
        assertThat(page())
                .contains("<dt>All queries covered</dt><dd>0.914<small>target 0.90; first quarter 0.810</small>")
                .contains("<dt>Minimum class coverage</dt><dd>0.400<small>no target of its own; first quarter 0.100")
                .contains("class=\"group\">All queries</th>", "<td class=\"group\">0.810</td>", "<td>0.914</td>")
                .contains("<td class=\"all\">0.915</td>")
                .contains("Look for the thick line", "Classes have no target of their own")
                .contains("<h2 id=\"thresholds-h\">The threshold</h2>")
                .doesNotContain("Look for both lines", "more than 0.03 away from the target");
        assertThat(data().path("marginal").booleanValue()).isTrue();
        assertThat(data().at("/heads/0/coverage_marginal/m")).isEqualTo(new ObjectMapper().readTree("[5000,4150]"));
        assertThat(data().at("/heads/0/coverage_marginal_window/m").isMissingNode())
                .isFalse();
        assertThat(data().at("/heads/0/coverage_marginal_estimate/m").isMissingNode())
                .isFalse();
        assertThat(paths(svg("coverage"), "series")).hasSize(1);
        assertThat(Files.readString(folder.resolve("plots/coverage.svg"))).contains("Coverage of all queries together");
        assertThat(paths(svg("thresholds"), "series")).hasSize(1);
        assertThat(Files.readString(folder.resolve("plots/thresholds.svg"))).contains(">the threshold<");
    }

    @Test
    void theBoxOfTheLastQuarterIsOfTheLastQuarterAndOldFoldersSayOfWhatTheySpeak() throws IOException {
        writeSmall("h", "a", """
                1,1,100,,,cross_entropy_window,1.5
                1,1,100,h,,empty_share,0.125
                """);
        Report.write(folder);
        assertThat(page())
                .contains("<dt>Cross-entropy</dt><dd>1.500<small>last window; first 1.500</small>")
                .contains("<dt>Empty sets</dt><dd>0.125<small>share of the sets, whole stream</small>")
                .contains("<dt>Correct pulls</dt><dd>0.400<small>");
        Path summary = folder.resolve("summary.json");
        Files.writeString(
                summary,
                Files.readString(summary)
                        .replaceFirst("\\{", "{\"correctPulls\":[0.5,0.6,0.7,0.75],\"crossEntropy\":[2.5,1,1,0.25],")
                        .replace("\"coverageMin\":[", "\"emptyShare\":[0,0,0,0.0625],\"coverageMin\":["));
        Report.write(folder);
        assertThat(page())
                .contains("<dt>Cross-entropy</dt><dd>0.250<small>first quarter 2.500</small>")
                .contains("<dt>Empty sets</dt><dd>0.063<small>share of the sets; first quarter 0.000</small>")
                .contains("<dt>Correct pulls</dt><dd>0.750<small>first quarter 0.500</small>")
                .contains("<small>whole stream, one seed</small>");
    }

    @Test
    void aLineThatLeavesTheFrameIsMarkedThere() throws Exception {
        StringBuilder rows = new StringBuilder("1,1,10,h,,coverage_min,0.1\n1,2,20,h,,coverage_min,0.05\n");
        for (int i = 3; i <= 100; i++) {
            rows.append("1,%d,%d,h,,coverage_min,0.9\n".formatted(i, 10 * i));
        }
        writeSmall("h", "a", rows.toString());
        Report.write(folder);
        List<Element> marks = paths(svg("coverage"), "outside");
        assertThat(marks).hasSize(1);
        assertThat(marks.get(0).getTextContent()).isEqualTo("h, minimum: outside the frame, 0.050 at 20");
        assertThat(paths(svg("size"), "outside")).isEmpty();
    }

    @Test
    void headsOfTheIssuingOnesScoreAreDrawnBeforeOthers() throws Exception {
        new SyntheticRun(1, 12, 9, 3).writeTo(folder);
        Report.write(folder);
        JsonNode summary = new ObjectMapper().readTree(Files.readString(folder.resolve("summary.json")));
        String issuing = new ObjectMapper()
                .readTree(Files.readString(folder.resolve("manifest.json")))
                .path("issuingHead")
                .textValue();
        List<String> names = new ArrayList<>();
        String score = "";
        for (JsonNode head : summary.path("heads")) {
            score = head.path("name").textValue().equals(issuing)
                    ? head.path("score").textValue()
                    : score;
        }
        for (JsonNode head : summary.path("heads")) {
            if (head.path("score").textValue().equals(score)
                    && !head.path("name").textValue().equals(issuing)) {
                names.add(head.path("name").textValue());
            }
        }
        assertThat(names).hasSizeGreaterThanOrEqualTo(2);
        assertThat(paths(svg("coverage"), "series").stream().map(Element::getTextContent))
                .containsSubsequence(names.get(0), names.get(1));
    }

    @Test
    void breaksALineWhereThereIsNoValue() throws Exception {
        writeSmall("h", "a", """
                1,1,100,h,,size,2
                1,2,200,h,,size,2
                1,3,300,h,,size,NaN
                1,4,400,h,,size,2
                1,5,500,h,,size,2
                """);
        Report.write(folder);
        String line = paths(svg("size"), "series").get(0).getAttribute("d");
        assertThat(line).doesNotContain("NaN").containsPattern("^M[^M]*M[^M]*$");
    }

    @Test
    void drawsARunOfOneCheckpointAndNoHeadRows() throws Exception {
        writeSmall("h", "a", "1,1,0,,,cross_entropy,1\n");
        Report.write(folder);
        assertThat(paths(svg("coverage"), "target")).hasSize(1);
        assertThat(Files.readString(folder.resolve("plots/coverage.svg"))).doesNotContain("NaN");
    }

    @Test
    void staysSmallHoweverManyHeadsAndClasses() throws IOException {
        new SyntheticRun(1, 60, 30, 150).writeTo(folder);
        Report.write(folder);
        assertThat(Files.size(folder.resolve("report.html"))).isLessThan(5_000_000);
    }

    @Test
    void thinsEvenlyAndKeepsBothEnds() {
        assertThat(PageData.thinned(9, 5)).containsExactly(0, 2, 4, 6, 8);
        assertThat(PageData.thinned(3, 5)).containsExactly(0, 1, 2);
        assertThat(PageData.thinned(300, 200))
                .hasSize(200)
                .startsWith(0)
                .endsWith(299)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"metrics.csv", "summary.json", "manifest.json"})
    void saysWhichFileIsMissingAndWritesNothing(String file) throws IOException {
        new SyntheticRun(1, 5, 1, 2).writeTo(folder);
        Files.delete(folder.resolve(file));
        assertThatThrownBy(() -> Report.write(folder))
                .isInstanceOf(ReportException.class)
                .hasMessage(file + ": not found in " + folder + " (expected: a run folder).");
        assertThat(folder.resolve("report.html")).doesNotExist();
        assertThat(folder.resolve("plots")).doesNotExist();
    }

    @Test
    void saysWhatIsWrongWithASummary() throws IOException {
        assertSummaryRefused("{\"alpha\":0.1", "summary.json line 1: not readable as JSON");
        assertSummaryRefused("[]", "summary.json: not an object (expected: a JSON object).");
        assertSummaryRefused("{\"alpha\":1.5}", "summary.json: alpha: 1.5 (expected: in (0, 1)).");
        assertSummaryRefused("{\"alpha\":0.1,\"seeds\":1}", "summary.json: heads: missing (expected: an array).");
        assertSummaryRefused(
                "{\"alpha\":0.1,\"seeds\":1,\"heads\":[],\"correctPulls\":[1,2]}",
                "summary.json: correctPulls: [1,2] (expected: 4 numbers, one per quarter).");
    }

    @Test
    void refusesAnIssuingHeadThatIsNotInTheSummary() throws IOException {
        writeSmall("h", "a", "1,1,100,,,cross_entropy,1\n");
        Path manifest = folder.resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"h\"", "\"other\""));
        assertThatThrownBy(() -> Report.write(folder))
                .isInstanceOf(ReportException.class)
                .hasMessage("manifest.json: issuingHead: other (expected: a head of summary.json).");
    }

    @Test
    void takesNullAndNanInTheSummaryForNoValue() throws IOException {
        writeSmall("h", "a", "1,1,100,,,cross_entropy,1\n");
        Path summary = folder.resolve("summary.json");
        Files.writeString(summary, Files.readString(summary).replace("[0.1,0.2,0.3,0.4]", "[null,\"NaN\",NaN,0.4]"));
        Report.write(folder);
        assertThat(page()).contains("first quarter \u2013");
    }

    @Test
    void aDriftIsToldAndWindowsAreShownFirst() throws IOException {
        writeSmall("h", "a", "1,1,100,,,cross_entropy,1\n");
        Report.write(folder);
        assertThat(page())
                .contains("value=\"all\" checked>", "value=\"window\">")
                .contains("counts the latest queries at");
        Path manifest = folder.resolve("manifest.json");
        Files.writeString(
                manifest,
                Files.readString(manifest)
                        .replaceFirst(
                                "\\{", "{\"window\":1500,\"drift\":\"After 50 <queries>.\",\"shift\":\"Shifted.\","));
        Report.write(folder);
        assertThat(page())
                .contains(
                        "<p class=\"description\">After 50 &lt;queries&gt;.</p>",
                        "<p class=\"description\">Shifted.</p>")
                .contains("value=\"all\">", "value=\"window\" checked>")
                .contains("counts the last 1,500 queries at");
    }

    @Test
    void queriesOfNoKnownClassHaveATableOfTheirOwnWhereThereAreAny() throws IOException {
        writeSmall("h", "a", "1,1,100,,,cross_entropy,1\n");
        Report.write(folder);
        assertThat(page()).doesNotContain("id=\"unknown\"");
        Path summary = folder.resolve("summary.json");
        String metrics = "{\"name\":\"<h>\",\"emptyShare\":0.25,\"meanSize\":1.5,\"inScopeEmptyShare\":0.0123}";
        Files.writeString(summary, Files.readString(summary).replaceFirst("\\{", "{\"outOfScope\":[" + metrics + "],"));
        Report.write(folder);
        assertThat(page())
                .contains("id=\"unknown\"")
                .contains(
                        "&lt;h&gt;</th><td class=\"group\">0.250</td><td>1.50</td><td class=\"group\">0.012</td></tr>");
        assertSummaryRefused(
                "{\"alpha\":0.1,\"seeds\":1,\"heads\":[],\"outOfScope\":3}",
                "summary.json: outOfScope: 3 (expected: an array).");
    }

    @Test
    void anEmptySetIsNamedNone() throws IOException {
        new SyntheticRun(1, 5, 1, 10).writeTo(folder);
        Report.write(folder);
        assertThat(page()).contains("<span class=\"chip none\">none</span>").doesNotContain("empty set</span>");
    }

    private void assertSummaryRefused(String json, String message) throws IOException {
        new SyntheticRun(1, 5, 1, 2).writeTo(folder);
        Files.writeString(folder.resolve("summary.json"), json);
        assertThatThrownBy(() -> Report.write(folder))
                .isInstanceOf(ReportException.class)
                .hasMessageStartingWith(message);
    }

    /** One head, one label, and the given rows. */
    private void writeSmall(String head, String label, String rows) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        String headJson = mapper.writeValueAsString(head);
        String labelJson = mapper.writeValueAsString(label);
        String quarters = "[0.1,0.2,0.3,0.4]";
        Files.writeString(
                folder.resolve("summary.json"),
                "{\"alpha\":0.1,\"seeds\":1,\"rightPulls\":%s,\"heads\":[{\"name\":%s,\"score\":%s,\"tracker\":%s,"
                                .formatted(quarters, headJson, headJson, headJson)
                        + "\"coverageMin\":%s,\"coverageMax\":%s,\"size\":%s,".formatted(quarters, quarters, quarters)
                        + "\"accumulated\":{\"coverageMin\":0.1,\"coverageMax\":1,\"size\":2}}]}");
        Files.writeString(
                folder.resolve("manifest.json"),
                "{\"title\":%s,\"description\":%s,\"issuingHead\":%s,\"labels\":[%s],\"settings\":{%s:%s},"
                                .formatted(labelJson, labelJson, headJson, labelJson, labelJson, labelJson)
                        + "\"examples\":[{\"text\":%s,\"set\":[%s],\"arm\":%s,\"correct\":true,\"label\":%s}]}"
                                .formatted(labelJson, labelJson, labelJson, labelJson));
        Files.writeString(folder.resolve("metrics.csv"), "seed,step,queries,head,label,metric,value\n" + rows);
    }

    private String page() throws IOException {
        return Files.readString(folder.resolve("report.html"));
    }

    private JsonNode data() throws IOException {
        return new ObjectMapper().readTree(dataText());
    }

    private String dataText() throws IOException {
        String start = "<script type=\"application/json\" id=\"data\">";
        String page = page();
        int from = page.indexOf(start) + start.length();
        return page.substring(from, page.indexOf("</script>", from));
    }

    private List<byte[]> outputs() throws IOException {
        List<byte[]> bytes = new ArrayList<>();
        bytes.add(Files.readAllBytes(folder.resolve("report.html")));
        try (var plots = Files.list(folder.resolve("plots"))) {
            for (Path plot : plots.sorted().toList()) {
                bytes.add(Files.readAllBytes(plot));
            }
        }
        return bytes;
    }

    private Document svg(String name) throws Exception {
        byte[] bytes = Files.readAllBytes(folder.resolve("plots").resolve(name + ".svg"));
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
    }

    private static List<Element> paths(Document svg, String kind) {
        NodeList paths = svg.getElementsByTagName("path");
        List<Element> found = new ArrayList<>();
        for (int i = 0; i < paths.getLength(); i++) {
            Element path = (Element) paths.item(i);
            if (path.getAttribute("class").equals(kind)) {
                found.add(path);
            }
        }
        return found;
    }
}
