package dev.setpoint.cli.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FigureTableTest {
    private static final String HEADER = "seed,step,head,size,extra\n";

    @TempDir
    Path out;

    private final List<String> warnings = new ArrayList<>();

    private FigureTable read(String text) throws IOException {
        Files.writeString(out.resolve("a.csv"), text);
        return FigureTable.read(out, "a.csv", "head", List.of("size"), warnings::add);
    }

    @Test
    void foldsTheSeedsThatHaveAStepWhateverTheOrderOfRows() throws IOException {
        FigureCurve curve = read(HEADER + "2,200,h,7,\n1,100,h,2,\n2,100,h,4,\n1,200,h,,\n3,100,h,NaN,\n")
                .curve("h", "size");
        assertThat(curve.steps()).containsExactly(100.0, 200.0);
        assertThat(curve.mean()).containsExactly(3.0, 7.0);
        assertThat(curve.least()).containsExactly(2.0, 7.0);
        assertThat(curve.greatest()).containsExactly(4.0, 7.0);
        assertThat(curve.end()).isEqualTo(7);
        assertThat(curve.beginning()).isEqualTo(3);
        assertThat(curve.hasSpread()).isTrue();
        assertThat(warnings).isEmpty();
    }

    @Test
    void aColumnWithTheNameOfAnEarlierVersionIsRead() throws IOException {
        Files.writeString(out.resolve("pulls.csv"), "seed,step,label,right_pulls\n1,100,a,0.25\n");
        FigureTable table = FigureTable.read(out, "pulls.csv", "label", List.of("correct_pulls"), warnings::add);
        assertThat(table.curve("a", "correct_pulls").mean()).containsExactly(0.25);
        assertThat(warnings).isEmpty();
    }

    @Test
    void aRowThatComesAgainReplacesTheFirst() throws IOException {
        FigureTable table = read(HEADER + "1,100,h,2,\n1,200,h,3,\n1,200,h,5,\n");
        assertThat(table.curve("h", "size").mean()).containsExactly(2.0, 5.0);
        assertThat(table.lastSteps()).isEqualTo(Map.of("1", 200L));
    }

    @Test
    void aRowCutOffAtTheEndIsLeftOutEvenIfItLooksWhole() throws IOException {
        FigureTable table = read(HEADER + "1,100,h,2.25,0\n1,200,h,2.1");
        assertThat(table.curve("h", "size").mean()).containsExactly(2.25);
        assertThat(warnings).containsExactly("a.csv: the last row is cut off; the rest is drawn.");
        warnings.clear();
        table = read("seed,step,head,size\n1,100,h,2.25\n1,200,h,2.1");
        assertThat(table.curve("h", "size").mean()).as("2.1 may have been 2.19").containsExactly(2.25);
        assertThat(warnings).hasSize(1);
    }

    @Test
    void brokenRowsAreLeftOutWithOneSentence() throws IOException {
        FigureTable table = read(HEADER + "1,100,h,2,\n1,20\n1,x,h,2,\n1,300,h,big,\n1,400,h,5,\n");
        assertThat(table.curve("h", "size").steps()).containsExactly(100.0, 400.0);
        assertThat(warnings)
                .containsExactly("a.csv: line 3: 2 fields (expected: 5), and 2 more of the kind; the rest is drawn.");
    }

    @Test
    void anotherHeaderAnEmptyFileAndNoFileAreASentenceEach() throws IOException {
        assertThat(read("seed,step,size\n1,100,2\n").curve("h", "size").isEmpty())
                .isTrue();
        assertThat(read("").names()).isEmpty();
        assertThat(read("seed,st").names()).isEmpty();
        assertThat(read("seed,\"step\n1,2\n").names()).isEmpty();
        FigureTable.read(out, "b.csv", "", List.of(), warnings::add);
        assertThat(warnings)
                .containsExactly(
                        "a.csv: header seed,step,size (expected: seed,step,head,size); the rest is drawn.",
                        "a.csv: no row; the rest is drawn.",
                        "a.csv: the last row is cut off, and 1 more of the kind; the rest is drawn.",
                        warnings.get(3),
                        "b.csv: not there.");
        assertThat(warnings.get(3)).startsWith("a.csv: ");
    }

    @Test
    void whatIsNotThereIsNoCurve() throws IOException {
        FigureCurve none = read(HEADER).curve("h", "size");
        assertThat(none.isEmpty()).isTrue();
        assertThat(none.end()).isNaN();
        assertThat(none.afterBeginning()).isNaN();
        assertThat(none.hasSpread()).isFalse();
    }

    @Test
    void theBeginningIsATenthOfTheCurve() throws IOException {
        FigureTable table = read(HEADER + "1,50,h,9,\n1,100,h,8,\n1,500,h,7,\n1,1000,h,6,\n");
        assertThat(table.curve("h", "size").afterBeginning()).isEqualTo(8);
        FigureTable other = read(HEADER + "1,100,h,1,\n1,500,h,1,\n1,700,h,1,\n");
        assertThat(table.curve("h", "size").lastInCommonWith(other.curve("h", "size")))
                .isEqualTo(500);
    }
}
