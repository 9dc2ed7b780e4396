package dev.setpoint.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    @TempDir
    Path folder;

    @Test
    void foldsSeedsIntoMeanLeastAndGreatest() throws IOException {
        Metrics metrics = read("""
                1,1,100,h,,size,2
                1,2,200,h,,size,1
                2,1,100,h,,size,5
                2,2,200,h,,size,1.5
                3,1,100,h,,size,3.5
                """);
        Series size = metrics.series("size", "h", "");
        assertThat(metrics.seeds()).isEqualTo(3);
        assertThat(metrics.queries()).containsExactly(100, 200);
        assertThat(size.mean(0)).isCloseTo(3.5, within(1e-12)); // (2 + 5 + 3.5) / 3
        assertThat(size.least(0)).isEqualTo(2);
        assertThat(size.greatest(0)).isEqualTo(5);
        assertThat(size.mean(1)).isEqualTo(1.25); // the third seed has no second checkpoint
    }

    @Test
    void takesNanInfinityAndNothingForNoValue() throws IOException {
        Metrics metrics = read("""
                1,1,100,h,a,coverage,NaN
                2,1,100,h,a,coverage,0.5
                1,2,200,h,a,coverage,
                2,2,200,h,a,coverage,Infinity
                1,3,300,h,a,coverage,1
                """);
        Series coverage = metrics.series("coverage", "h", "a");
        assertThat(coverage.mean(0)).isEqualTo(0.5);
        assertThat(coverage.mean(1)).isNaN();
        assertThat(coverage.least(1)).isNaN();
        assertThat(coverage.greatest(1)).isNaN();
        assertThat(coverage.mean(2)).isEqualTo(1);
    }

    @Test
    void putsCheckpointsInOrderHoweverTheRowsCome() throws IOException {
        Metrics metrics = read("""
                1,3,300,,,cross_entropy,3
                1,1,100,,,cross_entropy,1
                1,2,200,,,cross_entropy,2
                1,3,300,,,correct_pulls,0.3
                """);
        assertThat(metrics.queries()).containsExactly(100, 200, 300);
        for (int i = 0; i < 3; i++) {
            assertThat(metrics.series("cross_entropy", "", "").mean(i)).isEqualTo(i + 1);
        }
        assertThat(metrics.series("correct_pulls", "", "").mean(2)).isEqualTo(0.3);
    }

    @Test
    void keepsTheLastValueOfEachSeedWhereOnlyTheEndIsShown() throws IOException {
        Metrics metrics = read("""
                1,1,100,h,a,ess,10
                2,1,100,h,a,ess,20
                1,2,200,h,a,ess,30
                """);
        assertThat(metrics.finals("ess", "h", "a")).containsExactly(30, 20);
        assertThat(metrics.finals("ess", "h", "b")).containsExactly(Double.NaN, Double.NaN);
    }

    @Test
    void keepsTheBoundOverClassesApartFromTheBoundOfAClass() throws IOException {
        Metrics metrics = read("""
                1,1,100,h,,theorem1_bound,0.7
                1,1,100,h,a,theorem1_bound,0.4
                """);
        assertThat(metrics.series("theorem1_bound", "h", "").mean(0)).isEqualTo(0.7);
        assertThat(metrics.finals("theorem1_bound", "h", "a")).containsExactly(0.4);
    }

    @Test
    void readsQuotedNames() throws IOException {
        Metrics metrics = read("1,1,100,\"a, \"\"b\"\"\",,size,2\n");
        assertThat(metrics.heads()).containsExactly("a, \"b\"");
    }

    @Test
    void passesOverMetricsItDoesNotKnow() throws IOException {
        Metrics metrics = read("1,1,100,,,cross_entropy,1\n1,1,100,x,y,weather,sunny\n");
        assertThat(metrics.heads()).isEmpty();
    }

    @Test
    void saysWhichLineAndFieldIsWrong() {
        assertWrong("1,1,100,h,,size,big\n", "metrics.csv line 2: value: big (expected: a number, NaN or nothing).");
        assertWrong("1,1,-1,h,,size,1\n", "metrics.csv line 2: queries: -1 (expected: a whole number >= 0).");
        assertWrong("1,1,1.5,h,,size,1\n", "metrics.csv line 2: queries: 1.5 (expected: a whole number >= 0).");
        assertWrong("1,1,100,h,size,1\n", "metrics.csv line 2: 6 fields (expected: 7).");
        assertWrong("", "metrics.csv: 0 rows (expected: at least one checkpoint).");
    }

    @Test
    void refusesAnotherHeader() throws IOException {
        Files.writeString(folder.resolve("metrics.csv"), "seed,value\n1,2\n");
        assertThatThrownBy(() -> Metrics.read(folder))
                .isInstanceOf(ReportException.class)
                .hasMessage("metrics.csv: header seed,value (expected: seed,step,queries,head,label,metric,value).");
    }

    private void assertWrong(String rows, String message) {
        assertThatThrownBy(() -> read(rows)).isInstanceOf(ReportException.class).hasMessage(message);
    }

    private Metrics read(String rows) throws IOException {
        Files.writeString(folder.resolve("metrics.csv"), "seed,step,queries,head,label,metric,value\n" + rows);
        return Metrics.read(folder);
    }
}
