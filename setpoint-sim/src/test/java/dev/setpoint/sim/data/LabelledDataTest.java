package dev.setpoint.sim.data;

import static dev.setpoint.sim.data.DataFiles.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LabelledDataTest {
    @Test
    void denseRowsAreCopied() {
        float[][] rows = {{1, 2}, {3, 4}};
        int[] label = {1, 0};
        LabelledData data = LabelledData.dense("d", List.of("a", "b"), label, rows);
        rows[0][0] = 9;
        label[0] = 0;
        assertThat(row(data, 0)).containsExactly(1, 2);
        assertThat(data.label(0)).isEqualTo(1);
        assertThatThrownBy(() -> row(data, 2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void denseRowsAreChecked() {
        List<String> labels = List.of("a");
        assertThatThrownBy(() -> LabelledData.dense("d", labels, new int[] {0, 0}, new float[][] {{1}, {1, 2}}))
                .hasMessage("rows[1]: 2 values (expected: 1, as the first row)");
        assertThatThrownBy(() -> LabelledData.dense("d", labels, new int[] {0}, new float[][] {{Float.NaN}}))
                .hasMessage("rows[0][0]: NaN (expected: finite)");
        assertThatThrownBy(() -> LabelledData.dense("d", labels, new int[] {1}, new float[][] {{1}}))
                .hasMessage("label[0]: 1 (expected: in [0, 1))");
        assertThatThrownBy(() -> LabelledData.dense("d", labels, new int[0], new float[0][]))
                .hasMessageStartingWith("rows: none");
    }

    @Test
    void textsAreCopiedInAndOut() {
        List<String> texts = new ArrayList<>(List.of("x", "y"));
        int[] label = {0, 1};
        LabelledTexts data = new LabelledTexts("t", List.of("a", "b"), texts, label);
        texts.clear();
        label[0] = 1;
        data.label()[1] = 0;
        assertThat(data.texts()).containsExactly("x", "y");
        assertThat(data.label()).containsExactly(0, 1);
        assertThat(data).isEqualTo(new LabelledTexts("t", List.of("a", "b"), List.of("x", "y"), new int[] {0, 1}));
        assertThat(data).hasToString("t: 2 texts, 2 labels");
    }

    @Test
    void textsAreChecked() {
        List<String> labels = List.of("a");
        assertThatThrownBy(() -> new LabelledTexts("t", labels, List.of("x"), new int[] {1}))
                .hasMessage("label[0]: 1 (expected: in [0, 1))");
        assertThatThrownBy(() -> new LabelledTexts("t", labels, List.of("x"), new int[] {0, 0}))
                .hasMessage("label: 2 entries (expected: 1, one per row)");
        assertThatThrownBy(() -> new LabelledTexts("t", labels, List.of(), new int[0]))
                .hasMessage("texts: none (expected: >= 1)");
        FactColumn two = new FactColumn(FactColumn.Kind.CATEGORY, "channel", List.of("mail", "chat"));
        assertThatThrownBy(() -> new LabelledTexts("t", labels, List.of("x"), new int[] {0}, "text", List.of(two)))
                .hasMessage("column channel: 2 values (expected: 1, one per row)");
    }
}
