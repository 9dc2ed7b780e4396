package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static dev.setpoint.sim.data.DataFiles.gzip;
import static dev.setpoint.sim.data.DataFiles.row;
import static dev.setpoint.sim.data.DataFiles.vector;
import static dev.setpoint.sim.data.DataFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.sim.data.CsvReader.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReaderTest {
    @TempDir
    private Path folder;

    private TableData read(String text, Format format) throws IOException {
        return CsvReader.read(write(folder, "t.csv", text), format);
    }

    private TableData read(String text) throws IOException {
        return read(text, Format.STANDARD);
    }

    @Test
    void numbersBecomeDenseRowsAndTheLastColumnTheLabel() throws IOException {
        TableData data = read("a,b,class\n1,-2.5,yes\n 3e1 ,.5,no\n");
        assertThat(data.name()).isEqualTo("t");
        assertThat(data.size()).isEqualTo(2);
        assertThat(data.featureNames()).containsExactly("a", "b");
        assertThat(data.labels()).containsExactly("no", "yes");
        assertThat(data.label(0)).isEqualTo(1);
        assertThat(data.label(1)).isZero();
        assertThat(vector(data, 0).isDense()).isTrue();
        assertThat(row(data, 0)).containsExactly(1, -2.5f);
        assertThat(row(data, 1)).containsExactly(30, .5f);
    }

    @Test
    void labelsThatAreNumbersAreOrderedByValueNotBySpelling() throws IOException {
        assertThat(read("a,c\n1,10\n1,9\n1,-1\n").labels()).containsExactly("-1", "9", "10");
    }

    @Test
    void labelColumnIsFoundByNameOrPosition() throws IOException {
        String text = "class;a;b\nx;1;2\ny;3;4\n";
        Format semicolons = Format.STANDARD.withDelimiter(';');
        assertThat(row(read(text, semicolons.withLabel("class")), 1)).containsExactly(3, 4);
        assertThat(row(read(text, semicolons.withLabel(0)), 1)).containsExactly(3, 4);
        assertThat(read(text, semicolons.withLabel("a")).labels()).containsExactly("1", "3");
    }

    @Test
    void withoutHeaderTheFirstLineIsARow() throws IOException {
        TableData data = read("1,2,x\n3,4,y\n", Format.STANDARD.withoutHeader());
        assertThat(data.size()).isEqualTo(2);
        assertThat(data.featureNames()).containsExactly("column 1", "column 2");
    }

    @Test
    void otherColumnsBecomeOneFeaturePerCategory() throws IOException {
        TableData data = read("colour,size,class\nred,1,x\nblue,2,x\nred,3,y\n");
        assertThat(data.featureNames()).containsExactly("colour=blue", "colour=red", "size");
        assertThat(data.dimension()).isEqualTo(3);
        assertThat(row(data, 0)).containsExactly(0, 1, 1);
        assertThat(row(data, 1)).containsExactly(1, 0, 2);
    }

    @Test
    void fewCategoriesAreDenseAsIfTheFileHadAColumnForEach() throws IOException {
        TableData data = read("colour,size,class\nred,1,x\nblue,,x\n,3,y\n");
        assertThat(data.featureNames())
                .containsExactly("colour=blue", "colour=red", "colour missing", "size", "size missing");
        TableData byHand = read("blue,red,none,size,nosize,class\n0,1,0,1,0,x\n1,0,0,2,1,x\n0,0,1,3,0,y\n");
        for (int i = 0; i < 3; i++) {
            assertThat(vector(data, i)).isEqualTo(vector(byHand, i));
        }
        assertThat(data.numbers()).isEqualTo(data.dimension());
    }

    @Test
    void singleCategoryIsAnIndicatorNotItsPosition() throws IOException {
        TableData data = read("colour,size,class\nred,5,x\nred,6,y\n");
        assertThat(row(data, 0)).containsExactly(1, 5);
    }

    /** A table with so many features that rows are sparse: a number, categories, a number with a missing value. */
    private TableData wide(int categories) throws IOException {
        StringBuilder text = new StringBuilder("size,id,length,class\n");
        for (int i = 0; i < categories; i++) {
            text.append(i).append(",k").append(i).append(i == 3 ? ",?,x\n" : ",8,x\n");
        }
        return read(text.toString());
    }

    @Test
    void manyCategoriesAreSparseBehindTheNumbers() throws IOException {
        assertThat(vector(wide(86), 0).isDense()).isTrue(); // 86 + 2 numbers + 1 indicator: 89
        TableData data = wide(87);
        assertThat(data.numbers()).isEqualTo(2);
        assertThat(data.dimension()).isEqualTo(90);
        assertThat(data.featureNames()).startsWith("size", "length", "id=k0").endsWith("id=k9", "length missing");
        assertThat(vector(data, 5).isDense()).isFalse();
        assertThat(vector(data, 5).count()).isEqualTo(3);
        float[] values = row(data, 3);
        for (int i = 0; i < values.length; i++) {
            float expected = switch (data.featureNames().get(i)) {
                case "size" -> 3;
                case "length" -> 8;
                case "id=k3", "length missing" -> 1;
                default -> 0;
            };
            assertThat(values[i]).as(data.featureNames().get(i)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?", "NA", "  ", "n/a", "N/A", "#N/A", "na", "null", "NULL", "None", "nil", "-"})
    void missingNumberIsTheMeanOfThePresentOnesAndHasAnIndicator(String missing) throws IOException {
        TableData data = read("a,b,class\n1,5,x\n" + missing + ",6,x\n4,7,y\n");
        assertThat(data.featureNames()).containsExactly("a", "a missing", "b");
        assertThat(row(data, 0)).containsExactly(1, 0, 5);
        assertThat(row(data, 1)).containsExactly(2.5f, 1, 6);
        assertThat(row(data, 2)).containsExactly(4, 0, 7);
    }

    @Test
    void spellingsOfMissingNumbersAreValuesAmongCategoriesAndLabels() throws IOException {
        TableData data = read("a,class\nred,-\nnone,null\n-,null\n");
        assertThat(data.featureNames()).containsExactly("a=-", "a=none", "a=red");
        assertThat(data.labels()).containsExactly("-", "null");
        assertThat(read("a,class\nnone,x\n-,y\n").featureNames()).containsExactly("a=-", "a=none"); // no number
    }

    @Test
    void wordAmongFewNumbersIsAMissingOneWithAWarning() throws IOException {
        List<String> fields = fields(60, i -> List.of("0", "1", "none").get(i % 3));
        assertThat(column(fields).featureNames()).containsExactly("temperature", "temperature missing");
        assertThat(column(fields).warnings())
                .containsExactly("column temperature: 'none' (line 4) read as a missing number beside 2 different"
                        + " numbers; if it is a category, write another word");
        assertThat(column(fields(60, i -> List.of("0", "1", "?", "", "NA").get(i % 5)))
                        .warnings())
                .isEmpty(); // these are missing everywhere
        assertThat(column(fields(60, i -> List.of("red", "1", "none").get(i % 3)))
                        .warnings())
                .isEmpty(); // a category
        List<String> more = fields(60, i -> i % 20 == 7 ? "-" : Integer.toString(i % 21));
        assertThat(more.stream().distinct()).hasSize(22);
        assertThat(column(more).warnings()).isEmpty(); // 21 numbers
        more.replaceAll(field -> field.equals("20") ? "19" : field);
        assertThat(column(more).warnings()).hasSize(1); // 20
    }

    /** A table of one column, its fields given, and two classes. */
    private TableData column(List<String> fields) throws IOException {
        StringBuilder text = new StringBuilder("temperature,class\n");
        for (int i = 0; i < fields.size(); i++) {
            text.append(fields.get(i)).append(i % 2 == 0 ? ",x\n" : ",y\n");
        }
        return read(text.toString());
    }

    private static List<String> fields(int count, IntFunction<String> field) {
        return new ArrayList<>(IntStream.range(0, count).mapToObj(field).toList());
    }

    @Test
    void columnOfNumbersAllButAFewIsReadAsCategoriesWithAWarning() throws IOException {
        List<String> fields = fields(3000, i -> Integer.toString(i));
        assertThat(column(fields).warnings()).isEmpty();
        fields.set(3, "warm");
        assertThat(column(fields).warnings())
                .containsExactly("column temperature: 1 of 3,000 values is not a number (line 5: 'warm'); read as a"
                        + " category");
        fields.set(8, "?"); // missing, and so no value
        fields.set(9, "hot");
        assertThat(column(fields).warnings())
                .containsExactly("column temperature: 2 of 2,999 values are not numbers (line 5: 'warm'); read as a"
                        + " category");
    }

    @Test
    void columnOfManyOtherValuesOrFewNumbersIsMeantAsCategories() throws IOException {
        List<String> mixed = fields(100, i -> i < 95 ? Integer.toString(i) : "hot" + i);
        assertThat(column(mixed).warnings()).hasSize(1); // 5 of 100
        mixed.set(0, "hot");
        assertThat(column(mixed).warnings()).isEmpty();
        List<String> codes = fields(1000, i -> i == 500 ? "other" : Integer.toString(i % 20));
        assertThat(column(codes).warnings()).isEmpty();
        codes.set(0, "20");
        assertThat(column(codes).warnings()).hasSize(1); // 21 numbers
    }

    @Test
    void columnOfTextsIsReadAsCategoriesWithAWarning() throws IOException {
        assertThat(column(fields(40, i -> "message number " + i)).warnings())
                .containsExactly("column temperature: 40 different values in 40 rows, each read as a category; if these"
                        + " are texts, say text: temperature");
        assertThat(column(fields(40, i -> "id" + i)).warnings()).isEmpty(); // no blanks
        assertThat(column(fields(20, i -> "city of " + i)).warnings()).isEmpty(); // few
        assertThat(column(fields(80, i -> "city of " + i % 40)).warnings()).isEmpty(); // each of them twice
    }

    @Test
    void numbersAsLabelsAreReadAsClassesWithAWarning() throws IOException {
        StringBuilder text = new StringBuilder("a,weight\n");
        for (int i = 0; i < 200; i++) {
            text.append("1,").append(i).append('\n');
        }
        assertThat(read(text.toString()).warnings()).isEmpty();
        text.append("1,200\n");
        assertThat(read(text.toString()).warnings())
                .containsExactly(
                        "label weight: 201 different numbers, each read as a class (expected: classes; put numbers"
                                + " into ranges first)");
        text.append("1,light\n");
        assertThat(read(text.toString()).warnings()).isEmpty();
    }

    @Test
    void missingNumberIsZeroOnceTheColumnIsStandardised() throws IOException {
        TableData data = read("a,class\n1,x\n?,x\n4,y\n13,y\n");
        double mean = 0;
        for (int i = 0; i < data.size(); i++) {
            mean += row(data, i)[0] / (double) data.size();
        }
        assertThat(row(data, 1)[0] - mean).isZero();
    }

    @Test
    void missingCategoryHasOnlyItsIndicator() throws IOException {
        TableData data = read("a,class\nu,x\nNA,x\nv,y\n");
        assertThat(data.featureNames()).containsExactly("a=u", "a=v", "a missing");
        assertThat(row(data, 1)).containsExactly(0, 0, 1);
    }

    @Test
    void columnWithoutAnyValueIsZeroAndMarkedMissingThroughout() throws IOException {
        TableData data = read("a,b,class\n,1,x\n,2,y\n");
        assertThat(row(data, 1)).containsExactly(0, 1, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NaN", "nan", "-inf", "Infinity", "1e39", "-1e999"})
    void numberThatIsNotFiniteIsRefused(String value) {
        assertRefused(() -> read("a,class\n1,x\n" + value + ",y\n"), "t.csv, line 3, field 'a': " + value);
    }

    @Test
    void javaSpellingsAreNotNumbers() throws IOException {
        assertThat(read("a,class\n1f,x\n0x10,y\n").featureNames()).containsExactly("a=0x10", "a=1f");
    }

    @Test
    void manyCategoriesCostNoMorePerRowThanOne() throws IOException {
        StringBuilder text = new StringBuilder("id,class\n");
        for (int i = 0; i < 20_000; i++) {
            text.append('k').append(i).append(",x\n");
        }
        TableData data = read(text.toString()); // as dense floats this would be 1.6 GB
        assertThat(data.dimension()).isEqualTo(20_000);
        assertThat(vector(data, 7).count()).isEqualTo(1);
    }

    @Test
    void gzipIsToldByContentNotByName() throws IOException {
        byte[] text = "a,class\n1,x\n2,y\n".getBytes(StandardCharsets.UTF_8);
        Path packed = write(folder, "p.csv", gzip(text));
        assertThat(CsvReader.read(packed).size()).isEqualTo(2);
    }

    @Test
    void byteOrderMarkIsNotPartOfTheFirstName() throws IOException {
        assertThat(read("\uFEFFclass,a\nx,1\n", Format.STANDARD.withLabel("class"))
                        .dimension())
                .isEqualTo(1);
    }

    @Test
    void quotedFieldsMayHoldDelimitersAndLineBreaks() throws IOException {
        LabelledTexts texts = CsvReader.readTexts(
                "q",
                List.of(
                        write(folder, "1.csv", "text,category\n\"one, \"\"two\"\"\nthree\",b\nfour,a\n"),
                        write(folder, "2.csv", "category,text\nb,five\n")),
                "text",
                Format.STANDARD.withLabel("category"));
        assertThat(texts.texts()).containsExactly("one, \"two\"\nthree", "four", "five");
        assertThat(texts.labels()).containsExactly("a", "b");
        assertThat(texts.label()).containsExactly(1, 0, 1);
    }

    @Test
    void whatIsNotATableIsRefusedInOneSentence() throws IOException {
        assertRefused(() -> read(""), "t.csv: no rows");
        assertRefused(() -> read("a,class\n"), "no rows");
        assertRefused(() -> read("a,b,class\n1,2,x\n1,x\n"), "line 3, row: 2 fields (expected: 3 fields)");
        assertRefused(() -> read("a,class\n1,x,9\n"), "line 2, row: 3 fields (expected: 2 fields)");
        assertRefused(() -> read("a,class\n1,?\n"), "line 2, field 'class': missing");
        assertRefused(() -> read("class\nx\n"), "1 column");
        assertRefused(() -> read("a,class\n\"1,x\n"), "malformed");
        assertRefused(
                () -> read("a,b\n1,x\n", Format.STANDARD.withLabel("c")), "no column 'c' (expected: one of a, b)");
        assertRefused(
                () -> read("id,topic\n1,x\n", Format.STANDARD.withLabel("topicc")),
                "no column 'topicc' (expected: one of id, topic; nearest: topic)");
        assertRefused(() -> read("a,a\n1,x\n", Format.STANDARD.withLabel("a")), "two columns 'a'");
        assertRefused(() -> read("a,b\n1,x\n", Format.STANDARD.withLabel(2)), "position 2 (expected: in [0, 2))");
        assertRefused(() -> CsvReader.read(folder.resolve("none.csv")), "none.csv: missing");
        assertRefused(() -> CsvReader.read(folder), "not a readable file");
    }

    @Test
    void bytesThatAreNotUtf8AreRefusedByTheirOffset() throws IOException {
        byte[] text = "a,class\n1,x\n2,y\n".getBytes(StandardCharsets.UTF_8);
        text[12] = (byte) 0xE4;
        Path file = write(folder, "latin.csv", text);
        assertRefused(() -> CsvReader.read(file), "latin.csv, byte 12, text: 0xE4 (expected: UTF-8)");
    }

    @Test
    void damagedGzipIsRefused() throws IOException {
        byte[] packed = gzip("a,class\n1,x\n2,y\n".getBytes(StandardCharsets.UTF_8));
        Path cut = write(folder, "cut.csv.gz", Arrays.copyOf(packed, packed.length - 9));
        assertRefused(() -> CsvReader.read(cut), "cut.csv.gz: damaged or truncated gzip data");
        packed[packed.length - 6] ^= 1;
        Path flipped = write(folder, "flipped.csv.gz", packed);
        assertRefused(() -> CsvReader.read(flipped), "damaged or truncated gzip data");
        Path head = write(folder, "head.csv.gz", Arrays.copyOf(packed, 5));
        assertRefused(() -> CsvReader.read(head), "damaged or truncated gzip data");
    }

    @Test
    void formatRefusesWhatCannotBe() {
        assertThatThrownBy(() -> Format.STANDARD.withDelimiter('"')).hasMessageContaining("delimiter: character 34");
        assertThatThrownBy(() -> Format.STANDARD.withLabel(-2)).hasMessage("labelIndex: -2 (expected: >= -1)");
        assertThatThrownBy(() -> Format.STANDARD.withoutHeader().withLabel("a")).hasMessageContaining("labelName: a");
    }
}
