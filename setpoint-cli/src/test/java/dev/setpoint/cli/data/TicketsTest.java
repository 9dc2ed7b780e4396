package dev.setpoint.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts with columns beside them, as a help desk exports them, through the whole command. */
class TicketsTest {
    private static final int ROWS = 5000;
    private static final List<String> CHANNELS = List.of("mail", "phone", "chat", "web");
    private static final List<String> TEAMS = List.of("north", "south", "east", "west");
    private static final List<String> WORDS =
            List.of("please", "the", "order", "invoice", "help", "card", "again", "today", "when", "broken");

    @TempDir
    Path folder;

    private static String message(Random random) {
        StringJoiner words = new StringJoiner(" ");
        for (int i = 0; i < 2 + random.nextInt(6); i++) {
            words.add(WORDS.get(random.nextInt(WORDS.size())));
        }
        return words.toString();
    }

    private interface Row {
        String of(int number, String message, int channel);
    }

    private void write(String name, int rows, String header, Row row) throws IOException {
        Random random = new Random(11);
        StringJoiner table = new StringJoiner("\n", header + "\n", "\n");
        for (int i = 0; i < rows; i++) {
            table.add(row.of(i, message(random), random.nextInt(CHANNELS.size())));
        }
        Files.writeString(folder.resolve(name), table.toString());
    }

    private Path run(String out, String spec) throws IOException {
        Path target = folder.resolve(out);
        Cli.run("run", Files.writeString(folder.resolve("spec.yaml"), spec), "--out", target)
                .succeeded();
        return target;
    }

    private Cli refused(String spec) throws IOException {
        Path file = Files.writeString(folder.resolve("spec.yaml"), spec);
        Cli refused = Cli.run("run", file, "--out", folder.resolve("out"));
        assertThat(folder.resolve("out")).doesNotExist();
        return refused;
    }

    private double lastQuarter(String spec) throws IOException {
        JsonNode summary =
                new ObjectMapper().readTree(Files.readString(run("out", spec).resolve("summary.json")));
        return summary.get("correctPulls").get(3).doubleValue();
    }

    @Test
    void labelThatDependsOnAColumnBesideTheTextIsLearned() throws IOException {
        write(
                "t.csv",
                ROWS,
                "message,channel,team",
                (i, message, channel) -> message + "," + CHANNELS.get(channel) + "," + TEAMS.get(channel));
        // one pull in 25 explores, and three of four of these are incorrect: 0.97 is the most
        double beside = lastQuarter("data: {files: t.csv, text: message}\ntheorems: false\n");
        double alone = lastQuarter("data: {files: t.csv, text: message, ignore: channel}\ntheorems: false\n");
        assertThat(beside).isGreaterThanOrEqualTo(0.95); // 0.967
        assertThat(alone).isLessThan(0.35); // 0.234: the words say nothing
    }

    @Test
    void ignoredColumnHasNoInfluenceToTheLastBit() throws IOException {
        Row without = (i, message, channel) -> message + "," + CHANNELS.get(channel) + "," + TEAMS.get(channel);
        write("without.csv", 200, "message,channel,team", without);
        write("with.csv", 200, "id,message,channel,team", (i, m, c) -> "T" + i + "," + without.of(i, m, c));
        String keys = "text: message, label: team}\ncheckpoints: 5\n";
        Path plain = run("plain", "data: {files: without.csv, " + keys);
        Path ignoring = run("ignoring", "data: {files: with.csv, ignore: [id], " + keys);
        Path reading = run("reading", "data: {files: with.csv, " + keys);
        assertThat(ignoring.resolve("metrics.csv")).hasSameTextualContentAs(plain.resolve("metrics.csv"));
        assertThat(ignoring.resolve("summary.json")).hasSameTextualContentAs(plain.resolve("summary.json"));
        assertThat(Files.readString(reading.resolve("metrics.csv")))
                .isNotEqualTo(Files.readString(plain.resolve("metrics.csv")));
    }

    @Test
    void orderOfTheFileIsThatOfTheStreamForEverySeed() throws IOException {
        write("t.csv", 60, "message,team", (i, message, channel) -> message + "," + (i < 30 ? "early" : "late"));
        Path log = folder.resolve("log.jsonl");
        String spec = "data: {files: t.csv, text: message}\npasses: 2\ncheckpoints: 4\nseeds: ";
        for (int seed = 1; seed <= 2; seed++) {
            Path file = Files.writeString(folder.resolve("s.yaml"), spec + "[" + seed + "]\norder: file\n");
            Cli.run("run", file, "--out", folder.resolve("s" + seed), "--log", log)
                    .succeeded();
            List<String> labels = labels(log);
            assertThat(labels).hasSize(120);
            for (int i = 0; i < labels.size(); i++) {
                assertThat(labels.get(i)).as("query %d", i).isEqualTo(i % 60 < 30 ? "0" : "1");
            }
            Files.delete(log);
        }
        assertThat(Files.readString(folder.resolve("s1/metrics.csv")))
                .as("pulls differ by the seed")
                .isNotEqualTo(Files.readString(folder.resolve("s2/metrics.csv")).replace("\n2,", "\n1,"));
        assertThat(Files.readString(folder.resolve("s1/manifest.json"))).contains("order: file");
    }

    @Test
    void whoReadsInTheOrderOfTheFileIsNotToldToDoSo() throws IOException {
        write(
                "t.csv",
                60,
                "date,message,team",
                (i, message, channel) ->
                        String.format("2026-%02d-%02d,%s,%s", 1 + i / 28, 1 + i % 28, message, TEAMS.get(channel)));
        String spec = "data: {files: t.csv, text: message}\nseeds: [1]\n";
        for (String order : List.of("", "order: file\n")) {
            Path file = Files.writeString(folder.resolve("s.yaml"), spec + order);
            Cli run = Cli.run("run", file, "--out", folder.resolve("out" + order.length()))
                    .succeeded();
            assertThat(run.err())
                    .contains("column date: 60 different dates in 60 rows, each read as a category; ignore: [date]");
            assertThat(run.err().contains("and order: file if rows are in order of time"))
                    .isEqualTo(order.isEmpty());
        }
    }

    @Test
    void namesThatLookLikeNumbersOrTruthsAreNames() throws IOException {
        write(
                "t.csv",
                60,
                "010,8,No,1.10,message,team",
                (i, message, channel) ->
                        String.join(",", "a" + i % 3, "b" + i % 5, "c", "d" + i % 2, message, TEAMS.get(channel)));
        String spec =
                "data: {files: t.csv, text: message, label: team, ignore: [010, No, 1.10]}\ntitle: 1.10\nseeds: [1]\n";
        Cli ran = Cli.run("run", Files.writeString(folder.resolve("s.yaml"), spec), "--out", folder.resolve("out"))
                .succeeded();
        assertThat(ran.err())
                .containsPattern("010 +ignored")
                .containsPattern("8 +category")
                .containsPattern("1\\.10 +ignored");
        assertThat(Files.readString(folder.resolve("out/manifest.json"))).contains("\"title\" : \"1.10\"");
    }

    @Test
    void runThatReadsOtherColumnsIsNotTheSame() throws IOException {
        write("t.csv", 40, "id,message,team", (i, message, channel) -> i + "," + message + "," + TEAMS.get(channel));
        String spec = "checkpoints: 2\ndata: {files: t.csv, text: message, ignore: ";
        Path out = run("out", spec + "[id]}\n");
        Path file = folder.resolve("spec.yaml");
        assertThat(Cli.run("run", file, "--out", out, "--resume").succeeded().out())
                .contains("complete already");
        Files.writeString(file, spec + "[]}\n");
        Cli.run("run", file, "--out", out, "--resume")
                .refusedData(
                        "begun with data that were read differently (expected: the same columns as now, or another --out)");
        Path manifest = out.resolve("manifest.json");
        Files.writeString(manifest, Files.readString(manifest).replace("\"read\" :", "\"earlier\" :"));
        Cli.run("run", file, "--out", out, "--resume").succeeded();
    }

    private static List<String> labels(Path log) throws IOException {
        ObjectMapper json = new ObjectMapper();
        StringJoiner labels = new StringJoiner(" ");
        for (String line : Files.readAllLines(log)) {
            JsonNode label = json.readTree(line).path("label");
            if (!label.isMissingNode()) {
                labels.add(label.asText());
            }
        }
        return List.of(labels.toString().split(" "));
    }

    @Test
    void exampleOfTicketsRunsAndSaysWhatItRead() throws IOException {
        Path out = folder.resolve("out");
        Cli ran = Cli.run("run", Cli.ROOT.resolve("examples/tickets.yaml"), "--out", out)
                .succeeded();
        assertThat(ran.err()).startsWith("""
                        tickets.csv: 355 rows; 5 more rows have no label and are left out (the first: line 108)
                          id          ignored
                          created_at  ignored
                          subject     text; 7 empty
                          body        text; 7 empty
                          channel     category, 4 values: chat, mail, phone, web form; 10 missing
                          priority    number, 1 to 4
                          category    label
                        labels: account 51, billing 77, delivery 78, returns 59, technical 90
                        """);
        JsonNode read = new ObjectMapper()
                .readTree(Files.readString(out.resolve("manifest.json")))
                .get("read");
        assertThat(read.get("columns").get("priority").asText()).isEqualTo("number, 1 to 4");
        assertThat(read.get("labels").get("billing").asInt()).isEqualTo(77);
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("What was read", "355 rows; 5 more rows", "column channel", "label billing</th><td>77 rows");
        JsonNode summary = new ObjectMapper().readTree(Files.readString(out.resolve("summary.json")));
        assertThat(summary.get("correctPulls").get(3).doubleValue()).isGreaterThan(0.85); // 0.92
        assertThat(Files.size(Cli.ROOT.resolve("examples/tickets.csv"))).isLessThan(60_000);
    }

    @Test
    void longListsAreCutWithTheNumberOfTheRest() throws IOException {
        StringBuilder header = new StringBuilder();
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= 25; i++) {
            header.append('c').append(i).append(',');
            row.append(i).append(".5,");
        }
        write("wide.csv", 30, header + "team", (i, m, c) -> row + "t" + i % 12);
        Path spec = Files.writeString(folder.resolve("spec.yaml"), "data: wide.csv\n");
        assertThat(Cli.run("run", spec, "--out", folder.resolve("out"))
                        .succeeded()
                        .err()
                        .lines())
                .contains("wide.csv: 30 rows", "  c20  number, 20.5 to 20.5", "  and 6 more columns")
                .doesNotContain("  c21  number, 21.5 to 21.5")
                .anyMatch(line -> line.startsWith("labels: t0 3, t1 3, t10 2, ")
                        && line.endsWith(" and 2 more; fewest 2, most 3 rows"));
    }

    @Test
    void whatIsNotThereIsAnsweredByWhatIs() throws IOException {
        write("t.csv", 30, "subject,body,team", (i, message, channel) -> message + ",b," + TEAMS.get(channel));
        refused("data: {files: t.csv, text: [subject, bodi]}\n")
                .refusedData(
                        "t.csv, line 1, header: no column 'bodi' (expected: one of subject, body, team; nearest: body)");
        refused("data: {files: t.csv, ignored: [body]}\n")
                .refusedData("data: ignored: unknown key (expected: one of [", "; nearest: ignore)");
        refused("data: {files: t.csv, text: subject, ignore: [subject]}\n")
                .refusedData("data: ignore: subject (expected: a column for one purpose alone)");
        refused("data: {files: t.csv, text: {a: b}}\n")
                .refusedData("text: {", "(expected: one value, or a list of values)");
        refused("data: t.csv\nlabel: team\n")
                .refusedData("label: beside data (expected: inside it, as in data: {files: t.csv, label: \"team\"})");
        refused("data: {files: t.csv, order: file}\n").refusedData("data: order: inside data (expected: beside it)");
        refused("data: t.csv\norder: time\n").refusedData("order: time (expected: shuffled or file)");
        refused("data: {format: libsvm, files: t.csv, ignore: body}\n")
                .refusedData("data: ignore: unknown key (expected: one of [files, firstIndex, format]");
        refused("data: {format: csvs, files: t.csv}\n").refusedData("data: format: 'csvs'", "; nearest: csv)");
    }

    @Test
    void singleClassAndOtherBytesAreRefusedInASentence() throws IOException {
        Files.writeString(folder.resolve("one.csv"), "message,team\nhello,a\nbye, a\n");
        refused("data: {files: one.csv, text: message}\n")
                .refusedData("data: all rows have the label 'a' (expected: at least 2 labels)");
        Files.write(
                folder.resolve("latin.csv"),
                "message;team\nhello;a\ncaf\u00e9;b\n".getBytes(StandardCharsets.ISO_8859_1));
        refused("data: {files: latin.csv, text: message}\n")
                .refusedData(
                        "latin.csv, line 3, text: byte 0xE9 (expected: UTF-8; in a spreadsheet, save as CSV UTF-8)");
    }
}
