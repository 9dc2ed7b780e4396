package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static dev.setpoint.sim.data.DataFiles.gzip;
import static dev.setpoint.sim.data.DataFiles.row;
import static dev.setpoint.sim.data.DataFiles.vector;
import static dev.setpoint.sim.data.DataFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureEncoder;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.Features;
import dev.setpoint.sim.data.CsvReader.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
        return CsvReader.read(List.of(write(folder, "t.csv", text)), format);
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
        assertThat(column(fields).understood().warnings())
                .containsExactly("column temperature: 'none' (line 4) read as a missing number beside 2 different"
                        + " numbers; if it is a category, say categories: [temperature]");
        assertThat(column(fields(60, i -> List.of("0", "1", "?", "", "NA").get(i % 5)))
                        .understood()
                        .warnings())
                .isEmpty(); // these are missing everywhere
        assertThat(column(fields(60, i -> List.of("red", "1", "none").get(i % 3)))
                        .understood()
                        .warnings())
                .isEmpty(); // a category
        List<String> more = fields(60, i -> i % 20 == 7 ? "-" : Integer.toString(i % 21));
        assertThat(more.stream().distinct()).hasSize(22);
        assertThat(column(more).understood().warnings()).isEmpty(); // 21 numbers
        more.replaceAll(field -> field.equals("20") ? "19" : field);
        assertThat(column(more).understood().warnings()).hasSize(1); // 20
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
        List<String> fields = fields(3000, i -> i / 4 + "." + i % 4);
        assertThat(column(fields).understood().warnings()).isEmpty();
        fields.set(3, "warm");
        assertThat(column(fields).understood().warnings())
                .containsExactly("column temperature: 1 of 3,000 values is not a number (line 5: 'warm'); read as a"
                        + " category");
        fields.set(8, "?"); // missing, and so no value
        fields.set(9, "hot");
        assertThat(column(fields).understood().warnings())
                .containsExactly("column temperature: 2 of 2,999 values are not numbers (line 5: 'warm'); read as a"
                        + " category");
    }

    @Test
    void columnOfManyOtherValuesOrFewNumbersIsMeantAsCategories() throws IOException {
        List<String> mixed = fields(100, i -> i < 95 ? Integer.toString(i) : "hot" + i);
        assertThat(column(mixed).understood().warnings()).hasSize(1); // 5 of 100
        mixed.set(0, "hot"); // 6 of 100: not numbers, and each of its own
        assertThat(column(mixed).understood().warnings())
                .singleElement()
                .asString()
                .endsWith("ignore: [temperature]");
        List<String> codes = fields(1000, i -> i == 500 ? "other" : Integer.toString(i % 20));
        assertThat(column(codes).understood().warnings()).isEmpty();
        codes.set(0, "20");
        assertThat(column(codes).understood().warnings()).hasSize(1); // 21 numbers
    }

    @Test
    void columnOfTextsIsReadAsCategoriesWithAWarning() throws IOException {
        assertThat(column(fields(40, i -> "message number " + i)).understood().warnings())
                .containsExactly("column temperature: 40 different values in 40 rows, each read as a category; if these"
                        + " are texts, say text: temperature, else ignore: [temperature]");
        assertThat(column(fields(20, i -> "city of " + i)).understood().warnings())
                .isEmpty(); // few
        assertThat(column(fields(80, i -> "city of " + i % 40)).understood().warnings())
                .isEmpty(); // each of them twice
        assertThat(column(fields(80, i -> "the city I wrote of " + i % 40))
                        .understood()
                        .warnings())
                .singleElement() // sentences, though each of them twice
                .asString()
                .contains("if these are texts, say text: temperature");
    }

    @Test
    void numbersAsLabelsAreReadAsClassesWithAWarning() throws IOException {
        StringBuilder text = new StringBuilder("a,weight\n");
        for (int i = 0; i < 200; i++) {
            text.append("1,").append(i).append('\n');
        }
        String rows = text.substring(text.indexOf("1,"));
        assertThat(read(text + rows.repeat(4)).understood().warnings()).isEmpty();
        assertThat(read(text.toString()).understood().warnings())
                .containsExactly(
                        "label weight: 200 different values in 200 rows, each read as a class (expected: the column of the classes;"
                                + " with fewer than 5 rows each, little can be learned about them)");
        text.append("1,200\n");
        assertThat(read(text.toString()).understood().warnings())
                .containsExactly(
                        "label weight: 201 different numbers, each read as a class (expected: classes; put numbers"
                                + " into ranges first)");
        text.append("1,light\n");
        assertThat(read(text + rows.repeat(5)).understood().warnings()).isEmpty();
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
    void columnWithoutAnyValueIsLeftOut() throws IOException {
        TableData data = read("a,b,class\n,1,x\nNA,2,y\n");
        assertThat(data.featureNames()).containsExactly("b");
        assertThat(data.understood().columns()).containsEntry("a", "no values, left out");
        assertRefused(() -> read("a,class\n,x\n?,y\n"), "t.csv: no column with values (expected: at least 1 beside");
    }

    @Test
    void columnOfNearlyAsManyValuesAsRowsIsToldToIgnore() throws IOException {
        assertThat(column(fields(40, i -> "id" + i)).understood().warnings())
                .containsExactly("column temperature: 40 different values in 40 rows, each read as a category; if they"
                        + " name rows, ignore: [temperature]");
        assertThat(column(fields(40, i -> Integer.toString(7 * i))).understood().warnings())
                .containsExactly("column temperature: 40 different whole numbers in 40 rows, read as a number; if they"
                        + " name rows, ignore: [temperature]");
        for (String date :
                List.of("2024-03-%02d", "%d/3/2024", "%d.03.2024", "2024-03-01 10:%02d", "2024-03-01T10:%02d:00Z")) {
            assertThat(column(fields(30, i -> String.format(Locale.ROOT, date, i + 1)))
                            .understood()
                            .warnings())
                    .containsExactly(
                            "column temperature: 30 different dates in 30 rows, each read as a category; ignore:"
                                    + " [temperature], and order: file if rows are in order of time");
        }
        assertThat(column(fields(40, i -> i + ".5")).understood().warnings()).isEmpty(); // measured, not counted
        assertThat(column(fields(40, i -> Integer.toString(i % 30)))
                        .understood()
                        .warnings())
                .isEmpty(); // some twice
        assertThat(column(fields(20, i -> "id" + i)).understood().warnings()).isEmpty(); // few
        assertThat(column(fields(80, i -> "id" + i % 40)).understood().warnings())
                .isEmpty(); // each twice
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
                        Format.STANDARD.withLabel("category").withTexts(List.of("text")))
                .texts();
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
        assertRefused(
                () -> read("a,class\n1,?\n"), "line 2, field 'class': missing, as in all rows (expected: a label)");
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
    void bytesThatAreNotUtf8AreRefusedByTheirLine() throws IOException {
        byte[] text = "a,class\n1,x\n2,y\n".getBytes(StandardCharsets.UTF_8);
        text[12] = (byte) 0xE4;
        Path file = write(folder, "latin.csv", text);
        assertRefused(() -> CsvReader.read(file), "latin.csv, line 3, text: byte 0xE4 (expected: UTF-8; ");
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

    private static final Format TICKETS = Format.STANDARD
            .withLabel("team")
            .withTexts(List.of("subject", "body"))
            .ignoring(List.of("id"));

    private CsvReader.Texts texts(String text, Format format) throws IOException {
        return CsvReader.readTexts("t", List.of(write(folder, "t.csv", text)), format);
    }

    @Test
    void rowOfTextsIsWhatAProgramWouldGive() throws IOException {
        LabelledTexts texts = texts("""
                        id,body,channel,subject,amount,zip,team
                        1,it is late,mail,parcel,4.50,01,b
                        2,,,?,,02,a
                        3,NA,chat,,n/a,,b
                        """, TICKETS.withCategories(List.of("zip"))).texts();
        assertThat(texts.column()).isEqualTo("subject");
        assertThat(texts.texts()).containsExactly("parcel", "?", "");
        assertThat(texts.labels()).containsExactly("a", "b");
        FeatureEncoder encoder = new FeatureEncoder(FeatureSettings.DEFAULT);
        assertThat(encoder.encode(texts.features(0)))
                .isEqualTo(encoder.encode(Features.create()
                        .text("subject", "parcel")
                        .text("body", "it is late")
                        .category("channel", "mail")
                        .number("amount", 4.50)
                        .category("zip", "01")));
        assertThat(encoder.encode(texts.features(1)))
                .isEqualTo(encoder.encode(Features.create()
                        .text("subject", "?")
                        .text("body", "")
                        .category("channel", null)
                        .number("amount", Double.NaN)
                        .category("zip", "02")));
        assertThat(encoder.encode(texts.features(2)))
                .isEqualTo(encoder.encode(Features.create()
                        .text("subject", "")
                        .text("body", "NA")
                        .category("channel", "chat")
                        .number("amount", Double.NaN)
                        .category("zip", null)));
    }

    @Test
    void ignoredColumnIsAsIfItWereNotThere() throws IOException {
        String with = "id,subject,body,channel,team\n1,a b,c,mail,x\n2,b,d e,chat,y\n";
        String without = "subject,body,channel,team\na b,c,mail,x\nb,d e,chat,y\n";
        assertThat(texts(with, TICKETS).texts())
                .isEqualTo(texts(without, TICKETS.ignoring(List.of())).texts())
                .isNotEqualTo(texts(with, TICKETS.ignoring(List.of())).texts());
        TableData table =
                read("id,size,class,note\n7,1,x,z\n8,2,y,z\n", Format.STANDARD.ignoring(List.of("id", "note")));
        assertThat(table.labels()).containsExactly("x", "y"); // the last that is not ignored
        assertThat(table.featureNames()).containsExactly("size");
    }

    @Test
    void categoriesMayBeNumbers() throws IOException {
        String text = "zip,class\n10,x\n9,y\n10,y\n";
        assertThat(read(text).featureNames()).containsExactly("zip");
        assertThat(read(text, Format.STANDARD.withCategories(List.of("zip"))).featureNames())
                .containsExactly("zip=9", "zip=10");
    }

    @Test
    void whatWasUnderstoodIsSaidColumnByColumn() throws IOException {
        String text = """
                id;subject;body;channel;amount;empty;team;
                1;a;;mail;-4,5;;x;

                ;;;;;;;
                2;b;;chat;3;;;
                3;c;d;?;1e2;; x ;
                4;c;d;web;0.5;;y;
                """;
        WhatWasRead read = texts(text.replace("\n", "\r\n"), TICKETS).understood();
        assertThat(read.columns())
                .containsExactly(
                        Map.entry("id", "ignored"),
                        Map.entry("subject", "text"),
                        Map.entry("body", "text; 1 empty"),
                        Map.entry("channel", "category, 2 values: mail, web; 1 missing"),
                        Map.entry("amount", "category, 3 values: -4,5, 0.5, 1e2"),
                        Map.entry("empty", "no values, left out"),
                        Map.entry("team", "label"));
        assertThat(read.layout())
                .containsExactly("delimited by ';'", "1 more row has no label and is left out (line 5)");
        assertThat(read.warnings())
                .containsExactly(
                        "column amount: numbers with a comma (line 2: '-4,5'), each read as a category; if it is a"
                                + " decimal comma, write a point");
        TableData table = read("a\tb\tclass\n-4.5\tu\tx\n1e2\tv\ty\n?\tw\ty\n0\ts\ty\n3\tt\t\n0\tr\tNA\n1\tq\ty\n");
        assertThat(table.understood().columns())
                .containsExactly(
                        Map.entry("a", "number, -4.5 to 1e2; 1 missing"),
                        Map.entry("b", "category, 5 values: q, s, u, v and 1 more"),
                        Map.entry("class", "label"));
        assertThat(table.understood().layout())
                .containsExactly("delimited by tabs", "2 more rows have no label and are left out (the first: line 6)");
        assertThat(table.size()).isEqualTo(5);
    }

    @Test
    void exportsOfSpreadsheetsAreRead() throws IOException {
        TableData data = read("\uFEFFsize;;class;;\r\n1;u;\" x \";;\r\n;;;;\r\n   \r\n2;v;y;;;;\r\n");
        assertThat(data.labels()).containsExactly("x", "y");
        assertThat(data.featureNames()).containsExactly("size", "column 2=u", "column 2=v");
        assertRefused(() -> read("a;class\n1;x;surplus\n"), "line 2, row: 3 fields (expected: 2 fields)");
        assertRefused(
                () -> read("a,b,a,class\n1,2,3,x\n"), "line 1, header: two columns 'a' (expected: a name for each)");
        assertThat(read("\"a;b;c\",class\n1,x\n2,y\n").featureNames()).containsExactly("a;b;c");
    }

    @Test
    void severalFilesAreOneTableByTheirColumnsNames() throws IOException {
        Path one = write(folder, "one.csv", "a,b,class\n1,u,x\n");
        Path two = write(folder, "two.csv", "b;class;a;\nv;y;2;\n");
        TableData both = CsvReader.read(List.of(one, two), Format.STANDARD);
        assertThat(both.featureNames()).containsExactly("a", "b=u", "b=v");
        assertThat(row(both, 1)).containsExactly(2, 0, 1);
        Path more = write(folder, "more.csv", "a,b,c,class\n1,u,3,x\n");
        assertRefused(
                () -> CsvReader.read(List.of(one, more), Format.STANDARD),
                "more.csv, line 1, header: column 'c', which ");
        Path fewer = write(folder, "fewer.csv", "a,class\n1,x\n");
        assertRefused(
                () -> CsvReader.read(List.of(one, fewer), Format.STANDARD), "fewer.csv, line 1, header: no column 'b'");
        Path stray = write(folder, "stray.csv", "a,b,class,\n1,u,x,9\n");
        assertRefused(
                () -> CsvReader.read(List.of(one, stray), Format.STANDARD),
                "stray.csv, line 2, field 4: 9 (expected: nothing, as its column has no name)");
        Path gap = write(folder, "gap.csv", "a,b,class\n1,u,\n");
        assertThat(CsvReader.read(List.of(one, gap), Format.STANDARD)
                        .understood()
                        .layout())
                .singleElement()
                .asString()
                .endsWith("gap.csv, line 2)");
    }

    @Test
    void columnThatIsNotThereIsAnsweredByThoseThatAre() {
        String text = "id,subject,body,team\n1,a,b,x\n";
        assertRefused(
                () -> texts(text, TICKETS.withTexts(List.of("subjekt"))),
                "no column 'subjekt' (expected: one of id, subject, body, team; nearest: subject)");
        assertRefused(() -> texts(text, TICKETS.ignoring(List.of("ID2"))), "no column 'ID2' (expected: one of id, ");
        assertRefused(() -> texts(text, TICKETS.withCategories(List.of("zip"))), "no column 'zip'");
        assertThatThrownBy(() -> TICKETS.ignoring(List.of("body")))
                .hasMessage("ignore: body (expected: a column for one purpose alone)");
        assertThatThrownBy(() -> TICKETS.withCategories(List.of("team")))
                .hasMessage("categories: team (expected: a column for one purpose alone)");
    }

    @Test
    void formatRefusesWhatCannotBe() {
        assertThatThrownBy(() -> Format.STANDARD.withDelimiter('"')).hasMessageContaining("delimiter: character 34");
        assertThatThrownBy(() -> Format.STANDARD.withLabel(-2)).hasMessage("labelIndex: -2 (expected: >= -1)");
        assertThatThrownBy(() -> Format.STANDARD.withoutHeader().withLabel("a")).hasMessageContaining("labelName: a");
    }
}
