package dev.setpoint.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void aShareIsWrittenWithoutNoiseAndWithoutAPowerOfTen() {
        assertThat(Numbers.plain(0.004000000000000001)).isEqualTo("0.004");
        assertThat(Numbers.plain(3e-4)).isEqualTo("0.0003");
        assertThat(Numbers.plain(1.0)).isEqualTo("1");
        assertThat(Numbers.plain(0)).isEqualTo("0");
        assertThat(Numbers.plain(1.0 / 3)).isEqualTo("0.333333");
        assertThat(Numbers.plain(Double.NaN)).isEqualTo("\u2013");
    }

    @Test
    void powersOfTenInSettingsAreWrittenOutAndNothingElseIsTouched() {
        assertThat(Numbers.writtenOut("experts(etas=[0.1, 3.0E-4, 1.0E7], start=0.0)"))
                .isEqualTo("experts(etas=[0.1, 0.0003, 10000000], start=0.0)");
        for (String same : new String[] {"9f86d0818E-4", "x3.0E-4", "3.0E-4x", "1.2.0E-4", "E-4", "3E-4"}) {
            assertThat(Numbers.writtenOut(same)).isEqualTo(same);
        }
    }
}
