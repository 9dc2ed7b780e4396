package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
        return summary.get("rightPulls").get(3).doubleValue();
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
}
