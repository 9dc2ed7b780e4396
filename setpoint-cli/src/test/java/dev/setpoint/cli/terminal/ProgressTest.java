package dev.setpoint.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProgressTest {
    private static String line(String unit, long before, long done, long total, double seconds) {
        try (Progress progress = new Progress("work", unit, before)) {
            return progress.line(done, total, "", seconds);
        }
    }

    @Test
    void speedAndTimeLeftAreOfThisProcessAlone() {
        assertThat(line("images", 0, 400, 1000, 10)).isEqualTo("work [####......]  40% 40 images/s 15 s left");
        assertThat(line("images", 370, 400, 1000, 10)).isEqualTo("work [####......]  40% 3.00 images/s 3 min left");
        assertThat(line("images", 400, 400, 1000, 10)).isEqualTo("work [####......]  40%");
    }

    @Test
    void withoutAUnitOnlyTheTimeLeftIsShown() {
        assertThat(line("", 0, 50, 100, 20)).isEqualTo("work [#####.....]  50% 20 s left");
        assertThat(line("", 0, 50, 100, 1.9)).as("too early to tell").isEqualTo("work [#####.....]  50%");
        assertThat(line("", 0, 19, 1000, 20)).as("too little done to tell").isEqualTo("work [..........]   1%");
        assertThat(line("", 0, 20, 1000, 20)).isEqualTo("work [..........]   2% 16 min left");
        assertThat(line("", 900, 901, 1000, 20)).as("before counts for nothing").isEqualTo("work [#########.]  90%");
        assertThat(line("", 0, 100, 100, 20)).isEqualTo("work [##########] 100%");
        assertThat(line("", 0, 50, 0, 20)).as("of an unknown number").isEqualTo("work 50");
    }

    @Test
    void timesAreSaidInTheUnitThatSuits() {
        assertThat(Progress.duration(0.4)).isEqualTo("0 s");
        assertThat(Progress.duration(99)).isEqualTo("99 s");
        assertThat(Progress.duration(120)).isEqualTo("2 min");
        assertThat(Progress.duration(5940)).isEqualTo("99 min");
        assertThat(Progress.duration(12600)).isEqualTo("3.5 h");
    }
}
