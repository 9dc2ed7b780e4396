package dev.setpoint.cli.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.setpoint.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of numbers and categories, through the whole command: what is learned from them, and what is said of them. */
class TablesTest {
    private static final int ROWS = 3000;
    private static final String[] STATES = {"cold", "hot", "dense", "alarm"};

    @TempDir
    Path folder;

    /** A machine: its numbers have scales of their own, and what they mean depends on its site. */
    private record Machine(double temperature, double pressure, boolean isNorth, int customer, String state) {
        static Machine draw(Random random) {
            int state = random.nextInt(STATES.length);
            boolean isNorth = random.nextBoolean();
            return new Machine(
                    300 + 25 * (state % 2) + (isNorth ? 12 : 0) + 6 * random.nextGaussian(),
                    50_000 + 9_000 * (state / 2) - (isNorth ? 3_000 : 0) + 2_200 * random.nextGaussian(),
                    isNorth,
                    random.nextInt(1000),
                    STATES[state]);
        }

        String numbers() {
            return String.format(Locale.ROOT, "%.2f,%.2f", temperature, pressure);
        }
    }

    private interface Row {
        String of(int number, Machine machine);
    }

    /** The share of correct pulls in the last quarter of the stream of a table that is written like this. */
    private double correctPulls(String header, Row row, String... more) throws IOException {
        JsonNode summary = new ObjectMapper()
                .readTree(Files.readString(run(header, row, more).resolve("summary.json")));
        return summary.get("correctPulls").get(3).doubleValue();
    }

    private Path run(String header, Row row, String... more) throws IOException {
        Random random = new Random(7);
        StringJoiner table = new StringJoiner("\n", header + "\n", "\n");
        for (int i = 0; i < ROWS; i++) {
            table.add(row.of(i, Machine.draw(random)));
        }
        Files.writeString(folder.resolve("machines.csv"), table.toString());
        return run("data: {format: csv, files: machines.csv, label: state}\n" + String.join("\n", more));
    }

    private Path run(String text) throws IOException {
        Path spec = Files.writeString(folder.resolve("spec.yaml"), text);
        Path out = folder.resolve("out");
        Cli.run("run", spec, "--out", out).succeeded();
        return out;
    }

    @Test
    void categoryBesideNumbersIsWorthWhatItSays() throws IOException {
        double alone = correctPulls("temperature,pressure,state", (i, m) -> m.numbers() + "," + m.state);
        double byHand = correctPulls(
                "temperature,pressure,north,south,state",
                (i, m) -> m.numbers() + (m.isNorth ? ",1,0," : ",0,1,") + m.state);
        double category = correctPulls(
                "temperature,pressure,site,state",
                (i, m) -> m.numbers() + (m.isNorth ? ",A north," : ",B south,") + m.state);
        assertThat(category).isEqualTo(byHand).isGreaterThan(0.92).isGreaterThan(alone + 0.02);
    }

    @Test
    void numbersAreLearnedFromBesideAThousandCategories() throws IOException {
        double alone = correctPulls("temperature,pressure,state", (i, m) -> m.numbers() + "," + m.state);
        double category = correctPulls(
                "temperature,pressure,customer,state", (i, m) -> m.numbers() + ",c" + m.customer + "," + m.state);
        // the categories say nothing here, and cost something
        assertThat(category).isGreaterThan(0.82).isGreaterThan(alone - 0.05);
    }

    @Test
    void featuresThatAreWrittenDownReadCategoriesToo() throws IOException {
        Row few = (i, m) -> m.numbers() + (m.isNorth ? ",A," : ",B,") + m.state;
        Row many = (i, m) -> m.numbers() + ",c" + m.customer + "," + m.state;
        for (String features : new String[] {"features: dense(cross=1)", "features: vectors(standardize=true)"}) {
            assertThat(correctPulls("temperature,pressure,site,state", few, features))
                    .isGreaterThan(0.8);
            assertThat(correctPulls("temperature,pressure,customer,state", many, features))
                    .isGreaterThan(0.7);
        }
        assertThat(correctPulls("temperature,pressure,customer,state", many, "model: mlp", "standardize: true"))
                .isGreaterThan(0.5);
    }

    @Test
    void missingNumbersDoNotMakeAColumnACategory() throws IOException {
        String header = "temperature,pressure,state";
        double complete = correctPulls(header, (i, m) -> m.numbers() + "," + m.state);
        double holed = correctPulls(header, (i, m) -> (i % 1000 == 3 ? "n/a,None" : m.numbers()) + "," + m.state);
        assertThat(holed).isGreaterThan(complete - 0.02);
    }

    @Test
    void whatMayNotBeMeantIsSaidInTheTerminalAndInTheManifest() throws IOException {
        write("table.csv", "x,topic", i -> (i == 3 ? "warm" : i) + "," + "ab".charAt(i % 2));
        String warning = "column x: 1 of 50 values is not a number (line 5: 'warm'); read as a category";
        assertWarned("{format: csv, files: table.csv}", warning);
        write("table.csv", "x,message,topic", i -> i + ",this is message " + i + "," + "ab".charAt(i % 2));
        assertWarned(
                "{format: csv, files: table.csv}",
                "column message: 50 different values in 50 rows, each read as a category; if these are texts, say text:"
                        + " message, else ignore: [message]");
        write("table.csv", "\"a\nb\",message,topic", i -> i + ",this is message " + i + "," + "ab".charAt(i % 2));
        assertWarned(
                "{format: csv, files: table.csv, text: message}",
                "column a b: 50 different whole numbers in 50 rows, read as a number; if they name rows, ignore: [a b]");
    }

    private interface Line {
        String of(int number);
    }

    private void write(String name, String header, Line line) throws IOException {
        StringJoiner table = new StringJoiner("\n", header + "\n", "\n");
        for (int i = 0; i < 50; i++) {
            table.add(line.of(i));
        }
        Files.writeString(folder.resolve(name), table.toString());
    }

    private void assertWarned(String data, String warning) throws IOException {
        Path spec = Files.writeString(folder.resolve("spec.yaml"), "data: " + data + "\n");
        Path out = folder.resolve("out");
        assertThat(Cli.run("run", spec, "--out", out).succeeded().err().lines())
                .contains("setpoint: warning: " + warning);
        JsonNode manifest = new ObjectMapper().readTree(Files.readString(out.resolve("manifest.json")));
        assertThat(manifest.get("warnings")).extracting(JsonNode::textValue).contains(warning);
    }

    @Test
    void fileInThePlaceOfAKnownSetIsAnsweredByHowToNameIt() throws IOException {
        Files.writeString(folder.resolve("mine"), "a,b\n1,x\n");
        assertRefused("mine", "data: mine (expected: ", "{format: csv, files: mine})");
        assertRefused("machines.csv", "machines.csv: no such file");
        assertRefused("nodata", "data set: nodata (expected: one of ", ", svhn)");
    }

    @Test
    void fileAloneIsReadByItsEnding() throws IOException {
        Files.writeString(folder.resolve("a.TSV"), "x\tclass\n1\ta\n2\tb\n");
        Files.writeString(folder.resolve("a.csv"), "x;class\n1;a\n2;b\n");
        Files.writeString(folder.resolve("a.svm"), "1 1:0.5 3:2\n-1 2:1\n");
        Files.writeString(
                folder.resolve("a.arff"), "@relation r\n@attribute x numeric\n@attribute y {a,b}\n@data\n1,a\n2,b\n");
        for (String file : new String[] {"a.TSV", "a.csv", "a.svm", "a.arff"}) {
            assertThat(run("data: " + file + "\n")).isDirectoryContaining("glob:**/report.html");
        }
    }

    private void assertRefused(String data, String... parts) throws IOException {
        Path spec = Files.writeString(folder.resolve("spec.yaml"), "data: " + data + "\n");
        Cli.run("run", spec, "--out", folder.resolve("out")).refusedData(parts);
    }

    @Test
    void sparseRowsWithFeaturesForDenseOnesAreRefused() throws IOException {
        Files.writeString(folder.resolve("rows.svm"), "1 1:0.5 3:2\n-1 2:1\n");
        assertRefused(
                "{format: libsvm, files: rows.svm}\nfeatures: dense(cross=1)",
                "cross=1, unitlength=true) (expected: vectors, as the rows of these data are sparse)");
    }

    @Test
    void categoriesTakenForNumbersAreRefusedWhereTheyMakeRowsSparse() throws IOException {
        write("codes.csv", "x,y,code,class", i -> i + "," + i % 7 + ",c" + i + "," + "ab".charAt(i % 2));
        write(
                "more.csv",
                "x,y,code,other,class",
                i -> i + "," + i % 7 + ",c" + i + ",d" + i + "," + "ab".charAt(i % 2));
        String more = "{format: csv, files: more.csv}\nfeatures: "; // 2 + 50 + 50 positions: sparse
        for (String features : new String[] {"dense(numbers=102)", "vectors(standardize=true, numbers=102)"}) {
            assertRefused(
                    more + features,
                    "features: vectors(dimension=102, standardize=true, ",
                    "(expected: numbers=2, as the rows of these data are sparse: after 2 numbers they have categories)");
            assertThat(folder.resolve("out")).doesNotExist();
        }
        run("data: " + more + "dense(numbers=2)");
        run("data: " + more + "dense(numbers=30)");
        run("data: " + more + "vectors(numbers=102)"); // as they are
        run("data: {format: csv, files: codes.csv}\nfeatures: dense(numbers=52)"); // few enough to be dense
    }

    @Test
    void quarterWithoutAQueryThatIsMeasuredIsSaidToBe() throws IOException {
        Files.writeString(folder.resolve("two.csv"), "a,b\n1,x\n2,y\n");
        Path spec = Files.writeString(
                folder.resolve("spec.yaml"), "data: {format: csv, files: two.csv}\ncoverage: marginal\n");
        String sentence = "quarters of the stream are not compared: in one of them no query is measured"
                + " (expected: a longer stream)\n";
        assertThat(Cli.run("run", spec, "--out", folder.resolve("out"))
                        .succeeded()
                        .out())
                .contains(sentence)
                .doesNotContain("NaN");
        Files.writeString(spec, "data: {format: csv, files: two.csv}\nqueries: 8\nshift: covariate(share=0.05)\n");
        assertThat(Cli.run("run", spec, "--out", folder.resolve("out"))
                        .succeeded()
                        .out())
                .as("eight queries, few of them of the population that is measured")
                .contains(sentence)
                .doesNotContain("NaN");
    }
}
