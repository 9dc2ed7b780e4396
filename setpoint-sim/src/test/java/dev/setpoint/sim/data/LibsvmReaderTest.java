package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.assertRefused;
import static dev.setpoint.sim.data.DataFiles.row;
import static dev.setpoint.sim.data.DataFiles.vector;
import static dev.setpoint.sim.data.DataFiles.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibsvmReaderTest {
    @TempDir
    private Path folder;

    private LabelledData read(String text) throws IOException {
        return LibsvmReader.read(write(folder, "t.libsvm", text));
    }

    @Test
    void rowsAreSparseAndTheDimensionIsTheLargestIndex() throws IOException {
        LabelledData data = read("# comment\n+1 1:0.5 4:-2e1 # tail\n\n-1 2:1\n1.0\n");
        assertThat(data.name()).isEqualTo("t");
        assertThat(data.dimension()).isEqualTo(4);
        assertThat(data.labels()).containsExactly("-1", "1");
        assertThat(data.size()).isEqualTo(3);
        assertThat(row(data, 0)).containsExactly(.5f, 0, 0, -20);
        assertThat(row(data, 2)).containsExactly(0, 0, 0, 0);
        assertThat(vector(data, 0).isDense()).isFalse();
        assertThat(new int[] {data.label(0), data.label(1), data.label(2)}).containsExactly(1, 0, 1);
    }

    @Test
    void indicesMayCountFromZero() throws IOException {
        Path file = write(folder, "z.libsvm", "1 0:5 1:6\n2.5 1:7\n");
        assertThat(row(LibsvmReader.read(file, 0), 0)).containsExactly(5, 6);
        assertThat(LibsvmReader.read(file, 0).labels()).containsExactly("1", "2.5");
        assertRefused(() -> LibsvmReader.read(file), "line 1, index: 0 (expected: in [1, ", "counted from 1");
        assertThatThrownBy(() -> LibsvmReader.read(file, 2)).hasMessage("firstIndex: 2 (expected: 0 or 1)");
    }

    @Test
    void largestIndexTakesNoMemory() throws IOException {
        LabelledData data = read("1 2147483647:1\n");
        assertThat(data.dimension()).isEqualTo(Integer.MAX_VALUE);
        assertThat(vector(data, 0).index(0)).isEqualTo(Integer.MAX_VALUE - 1);
        assertRefused(() -> read("1 2147483648:1\n"), "index: 2147483648");
        assertRefused(() -> read("1 2147483647:1 2147483648:1\n"), "index: 2147483648");
    }

    @Test
    void minusZeroIsTheClassZero() throws IOException {
        assertThat(read("-0 1:1\n0 1:1\n").labels()).containsExactly("0");
    }

    @Test
    void wrongLinesAreRefused() {
        assertRefused(() -> read(""), "no rows");
        assertRefused(() -> read("1\n2\n"), "no features");
        assertRefused(() -> read("1 1:1\nx 1:1\n"), "line 2, label: x");
        assertRefused(() -> read("1,2 1:1\n"), "label: 1,2");
        assertRefused(() -> read("nan 1:1\n"), "label: nan");
        assertRefused(() -> read("1 1\n"), "feature: 1 (expected: index:value)");
        assertRefused(() -> read("1 1:\n"), "feature 1: nothing");
        assertRefused(() -> read("1 :1\n"), "index: nothing");
        assertRefused(() -> read("1 qid:1 1:1\n"), "index: qid");
        assertRefused(() -> read("1 -1:1\n"), "index: -1");
        assertRefused(() -> read("1 3:1 2:1\n"), "index: 2 (expected: in [4, ", "ascending");
        assertRefused(() -> read("1 3:1 3:1\n"), "index: 3");
        assertRefused(() -> read("1 3:inf\n"), "feature 3: inf");
        assertRefused(() -> read("1 99999999999999999999:1\n"), "index: 99999999999999999999");
    }
}
