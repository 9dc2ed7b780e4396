package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static dev.setpoint.sim.data.DataFiles.row;
import static dev.setpoint.sim.data.DataFiles.vector;
import static dev.setpoint.sim.data.DataFiles.write;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArffReaderTest {
    private static final String HEADER = """
            % a comment
            @relation 'a set'

            @ATTRIBUTE 'x box'\tReal
            @attribute colour {red, 'dark blue', "it's", '?'}   % trailing comment
            @attribute n integer
            @attribute class{no,yes}
            @data
            """;

    @TempDir
    private Path folder;

    private TableData read(String text) throws IOException {
        return ArffReader.read(write(folder, "t.arff", text));
    }

    @Test
    void numbersCategoriesQuotesAndCommentsAreRead() throws IOException {
        TableData data =
                read(HEADER + "1.5,red,3,yes\r\n% between\n\n -2 , 'dark blue' , 0 , no % after\n0,\"it\\'s\",1,yes\n");
        assertThat(data.featureNames())
                .containsExactly("x box", "colour=red", "colour=dark blue", "colour=it's", "colour=?", "n");
        assertThat(data.labels()).containsExactly("no", "yes");
        assertThat(data.size()).isEqualTo(3);
        assertThat(row(data, 0)).containsExactly(1.5f, 1, 0, 0, 0, 3);
        assertThat(row(data, 1)).containsExactly(-2, 0, 1, 0, 0, 0);
        assertThat(row(data, 2)).containsExactly(0, 0, 0, 1, 0, 1);
        assertThat(data.label(0)).isEqualTo(1);
        assertThat(data.label(1)).isZero();
    }

    @Test
    void questionMarkIsMissingUnlessQuoted() throws IOException {
        TableData data = read(HEADER + "?,?,3,yes\n4,'?',5,no\n8,red,5,no\n");
        assertThat(data.featureNames())
                .containsExactly(
                        "x box",
                        "x box missing",
                        "colour=red",
                        "colour=dark blue",
                        "colour=it's",
                        "colour=?",
                        "colour missing",
                        "n");
        assertThat(row(data, 0)).containsExactly(6, 1, 0, 0, 0, 0, 1, 3);
        assertThat(row(data, 1)).containsExactly(4, 0, 0, 0, 0, 1, 0, 5);
    }

    @Test
    void ignoredAttributesAreAsIfTheyWereNotThere() throws IOException {
        String rows = "1.5,red,3,yes\n{0 2, 1 'dark blue', 2 4}\n1,red,?,?\n{3 ?}\n";
        Path file = write(folder, "i.arff", HEADER + rows);
        TableData data = ArffReader.read(file, "", List.of("x box"));
        assertThat(data.featureNames())
                .containsExactly("colour=red", "colour=dark blue", "colour=it's", "colour=?", "n");
        assertThat(row(data, 0)).containsExactly(1, 0, 0, 0, 3);
        assertThat(row(data, 1)).containsExactly(0, 1, 0, 0, 4);
        assertThat(data.understood().columns())
                .containsExactly(
                        Map.entry("x box", "ignored"),
                        Map.entry("colour", "category, 4 values: red, dark blue, it's, ?"),
                        Map.entry("n", "number"),
                        Map.entry("class", "label"));
        assertThat(data.understood().layout())
                .containsExactly("2 more rows have no label and are left out (the first: line 11)");
        assertThat(ArffReader.read(file, "", List.of("class", "n")).labels()).contains("dark blue");
        assertRefused(
                () -> ArffReader.read(file, "", List.of("klass")), "no attribute 'klass' (expected: one of x box, ");
    }

    @Test
    void sparseAndFullRowsOfTheSameValuesAreEqual() throws IOException {
        TableData data = read(
                HEADER
                        + "{}\n0,red,0,no\n{0 1.5, 3 yes}\n1.5,red,0,yes\n{1 'dark blue',2 ?}\n0,'dark blue',?,no\n{ 2 7 }\n0,red,7,no\n");
        for (int i = 0; i < data.size(); i += 2) {
            assertThat(vector(data, i)).as("row %d", i).isEqualTo(vector(data, i + 1));
            assertThat(data.label(i)).as("row %d", i).isEqualTo(data.label(i + 1));
        }
        assertThat(row(data, 4)).containsExactly(0, 0, 1, 0, 0, 14 / 6f, 1); // 7 + 7 in the 6 rows that have n
    }

    @Test
    void classIsTheLastAttributeOrTheOneNamed() throws IOException {
        Path file = write(folder, "c.arff", HEADER + "1,red,3,yes\n");
        assertThat(ArffReader.read(file, "colour", List.of()).labels())
                .containsExactly("red", "dark blue", "it's", "?");
        assertThat(ArffReader.read(file, "colour", List.of()).featureNames())
                .containsExactly("x box", "n", "class=no", "class=yes");
        assertRefused(() -> ArffReader.read(file, "n", List.of()), "numeric class 'n'");
        assertRefused(
                () -> ArffReader.read(file, "m", List.of()),
                "no attribute 'm' (expected: one of x box, colour, n, class)");
        assertRefused(() -> ArffReader.read(file, "color", List.of()), "; nearest: colour)");
    }

    @Test
    void tableOfNumbersIsDense() throws IOException {
        assertThat(vector(read("@attribute a numeric\n@attribute c {x}\n@data\n1,x\n"), 0)
                        .isDense())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "inf", "1e60", "one", "0x1", "'1 2'"})
    void wordWhereANumberBelongsIsRefused(String value) {
        assertRefused(
                () -> read(HEADER + value + ",red,1,yes\n"),
                "line 9, value of 'x box': ",
                "(expected: a finite number");
    }

    @Test
    void wrongRowsAreRefusedByLine() {
        assertRefused(() -> read(HEADER + "1,red,3\n"), "line 9, row: 3 values (expected: 4 values)");
        assertRefused(() -> read(HEADER + "1,red,3,yes,1\n"), "line 9, row: more than 4 values");
        assertRefused(() -> read(HEADER + "1,red,3,yes\n1,,3,yes\n"), "line 10, value of 'colour'");
        assertRefused(() -> read(HEADER + "1,green,3,yes\n"), "value of 'colour': green (expected: a declared value)");
        assertRefused(
                () -> read(HEADER + "1,red,3,?\n"), "value of 'class': missing, as in all rows (expected: a class)");
        assertRefused(() -> read(HEADER + "1,'red,3,yes\n"), "value of 'colour': open quote");
        assertRefused(() -> read(HEADER + "{4 1}\n"), "index: 4 (expected: ascending, in [0, 4))");
        assertRefused(() -> read(HEADER + "{2 1, 2 1}\n"), "index: 2 (expected: ascending, in [3, 4))");
        assertRefused(() -> read(HEADER + "{2 1 3 yes}\n"), "value of 'n': 1 3 yes");
        assertRefused(() -> read(HEADER + "{2 1\n"), "line 9");
        assertRefused(() -> read(HEADER + "1,red\0,3,yes\n"), "line 9");
    }

    @Test
    void wrongHeadersAreRefusedByLine() {
        assertRefused(() -> read(""), "empty file");
        assertRefused(() -> read("@relation a\n@attribute a numeric\n"), "no @data");
        assertRefused(() -> read(HEADER), "no rows");
        assertRefused(() -> read("@attribute a string\n"), "line 1, type of 'a': string");
        assertRefused(() -> read("@attribute a {x,x}\n"), "values of 'a': x twice");
        assertRefused(() -> read("@attribute a {}\n"), "values of 'a'");
        assertRefused(() -> read("@attribute a {x,y\n"), "values of 'a': end of line");
        assertRefused(() -> read("@attribute\n"), "attribute name: end of line");
        assertRefused(() -> read("@attribute a real\n@attribute a real\n"), "line 2, attribute: a");
        assertRefused(() -> read("1,2\n"), "line 1, declaration: 1");
        assertRefused(() -> read("@attribute a {x}\n@data\nx\n"), "1 attributes");
    }
}
