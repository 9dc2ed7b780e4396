package dev.setpoint.cli.draw;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkupTest {
    @Test
    void leavesNothingThatCouldOpenATagOrEndAnAttribute() {
        assertThat(Markup.text("<a href=\"x\" id='y'>&</a>"))
                .isEqualTo("&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;&lt;/a&gt;");
    }

    @Test
    void replacesWhatXmlCannotHold() {
        assertThat(Markup.text("a\u0000b\u001bc\ud800d\uffffe")).isEqualTo("a\ufffdb\ufffdc\ufffdd\ufffde");
    }

    @Test
    void keepsEveryScript() {
        assertThat(Markup.text("\u017elu\u0165 \u6f22\u5b57 \ud83d\ude42\n"))
                .isEqualTo("\u017elu\u0165 \u6f22\u5b57 \ud83d\ude42\n");
    }

    @Test
    void leavesNothingInJsonThatCouldEndTheScript() {
        assertThat(Markup.json("[\"</script><!--\u2028\u2029\"]"))
                .isEqualTo("[\"\\u003c/script>\\u003c!--\\u2028\\u2029\"]");
    }
}
