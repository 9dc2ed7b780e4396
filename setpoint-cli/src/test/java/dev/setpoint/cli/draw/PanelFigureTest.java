package dev.setpoint.cli.draw;

import static dev.setpoint.cli.SvgPaths.paths;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.cli.draw.PanelFigure.Column;
import dev.setpoint.cli.draw.PanelFigure.LegendKey;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class PanelFigureTest {
    private static final List<Double> X = List.of(0.0, 50.0, 100.0);
    private static final Ink BLUE = Ink.line("#0072b2", 3);

    private static PanelFigure figure(int columns, String... rows) {
        List<Column> headings = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            headings.add(new Column("Data " + i, List.of(), List.of()));
        }
        return new PanelFigure("test", "Title & more", "subtitle", "batches", headings, List.of(rows));
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    private static BufferedImage image(PanelFigure figure) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(figure.png()));
    }

    /** One column is 1016 wide from 64 on; one line of subtitle puts its frame from 110 to 315. */
    @Test
    void pointsAreWhereTheirValuesSay() throws Exception {
        PanelFigure figure = figure(1, "row");
        figure.panel(0, 0).curve("a < b", X, List.of(0.0, 1.0, 0.5), BLUE);
        figure.panel(0, 0).level("target", 0.75, Ink.target());
        String svg = figure.svg();
        parsed(svg);
        assertThat(paths(svg, "series")).containsExactly("M64 315L572 110L1080 212.5");
        assertThat(paths(svg, "target")).containsExactly("M64 161.3L1080 161.3");
        assertThat(svg).contains("<title>a &lt; b</title>", ">Title &amp; more</text>", ">batches</text>");
    }

    @Test
    void bandsGoThereAbovePastTheCurveAndBackBelowIt() {
        PanelFigure figure = figure(1, "row");
        figure.panel(0, 0).curve("", X, List.of(0.5, 0.5, 0.5), BLUE);
        figure.panel(0, 0).band(X, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), "#0072b2");
        assertThat(paths(figure.svg(), "area")).containsExactly("M64 110L572 110L1080 110L1080 315L572 315L64 315Z");
    }

    @Test
    void aGapInterruptsCurveAndBandAndALonePointIsSeen() {
        List<Double> x = List.of(0.0, 25.0, 50.0, 75.0, 100.0);
        List<Double> y = List.of(0.0, 0.0, Double.NaN, Double.NaN, 1.0);
        PanelFigure figure = figure(1, "row");
        figure.panel(0, 0).curve("", x, y, BLUE);
        figure.panel(0, 0).band(x, y, y, "#0072b2");
        assertThat(paths(figure.svg(), "series")).containsExactly("M64 315L318 315M1080 110L1081 110");
        assertThat(paths(figure.svg(), "area").get(0)).doesNotContain("NaN").contains("ZM");
    }

    @Test
    void columnsShareXAndAnEmptyPanelSaysWhyItIsEmpty() {
        PanelFigure figure = figure(2, "above", "below");
        figure.panel(0, 0).curve("", X, X, BLUE);
        figure.panel(1, 0).curve("", List.of(0.0, 200.0), List.of(0.0, 0.0), BLUE);
        figure.panel(0, 1).note("not run");
        String svg = figure.svg();
        String above = paths(svg, "series").get(0);
        double end =
                Double.parseDouble(above.substring(above.lastIndexOf('L') + 1).split(" ", 2)[0]);
        double width = (1060 - 22) / 2.0 - 44;
        assertThat(end).as("half of the way to 200").isEqualTo(Math.round(10 * (64 + width / 2)) / 10.0);
        assertThat(svg).contains(">not run</text>").doesNotContain("NaN");
    }

    @Test
    void innerNamesAreTheFiguresOwn() {
        PanelFigure figure = figure(2, "row");
        figure.panel(0, 0).curve("", X, X, BLUE);
        figure.panel(0, 1).curve("", X, X, BLUE);
        List<String> ids = new ArrayList<>();
        Matcher matcher = Pattern.compile(" id=\"([^\"]*)\"").matcher(figure.svg());
        while (matcher.find()) {
            ids.add(matcher.group(1));
        }
        assertThat(ids).hasSize(4).doesNotHaveDuplicates().allMatch(id -> id.startsWith("test-"));
    }

    @Test
    void longLegendsTakeMoreLinesAndManyColumnsMoreWidth() {
        PanelFigure figure = figure(1, "row");
        int before = figure.height();
        figure.legend("short", BLUE);
        int oneLine = figure.height();
        for (int i = 0; i < 12; i++) {
            figure.legend("a name of some length " + i, BLUE);
        }
        assertThat(oneLine).isGreaterThan(before);
        assertThat(figure.height()).isGreaterThan(oneLine);
        assertThat(figure.width()).isEqualTo(1100);
        assertThat(figure(9, "row").width()).isGreaterThan(2000);
    }

    @Test
    void legendsOfColumnsStandBelowThem() {
        List<LegendKey> keys = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            keys.add(new LegendKey(
                    "class " + i + " with quite a long name, too long for half a column of this width", BLUE));
        }
        PanelFigure figure = new PanelFigure(
                "test", "Title", "", "batches", List.of(new Column("Data", List.of(), keys)), List.of("row"));
        assertThat(figure.svg()).contains(">class 0 ", ">class 19 ").contains("\u2026</text>");
        assertThat(figure.height()).isEqualTo(figure(1, "row").height() - 15 + 6 + 10 * 15);
    }

    @Test
    void pngIsTheSamePictureWithTwiceAsManyPixels() throws Exception {
        PanelFigure figure = figure(1, "row");
        figure.panel(0, 0).curve("", X, List.of(0.0, 1.0, 0.0), BLUE);
        BufferedImage image = image(figure);
        assertThat(image.getWidth()).isEqualTo(2 * figure.width());
        assertThat(image.getHeight()).isEqualTo(2 * figure.height());
        // Half way up, at a quarter of x: 64 + 254 and 110 + 102.5.
        assertThat(image.getRGB(2 * 318, 2 * 212 + 1) & 0xffffff).isEqualTo(0x0072b2);
        assertThat(image.getRGB(2 * 318, 2 * 150) & 0xffffff).isEqualTo(0xffffff);
        int dark = 0;
        for (int x = 40; x < 400; x++) {
            for (int y = 20; y < 64; y++) {
                dark += (image.getRGB(x, y) & 0xff) < 0x60 ? 1 : 0;
            }
        }
        assertThat(dark).as("pixels of the title's letters").isGreaterThan(200);
    }

    @Test
    void pngCutsOffAtTheFrame() throws Exception {
        PanelFigure figure = figure(1, "row");
        figure.panel(0, 0).curve("", X, List.of(-5.0, -5.0, 5.0), BLUE);
        BufferedImage image = image(figure);
        for (int x = 0; x < image.getWidth(); x++) {
            assertThat(image.getRGB(x, 2 * 103) & 0xffffff).isNotEqualTo(0x0072b2);
            assertThat(image.getRGB(x, 2 * 321) & 0xffffff).isNotEqualTo(0x0072b2);
        }
    }

    @Test
    void refusesWhatCannotBeDrawn() {
        assertThatThrownBy(() -> figure(0, "row"))
                .hasMessage("id, columns, rows: test, 0, 1 (expected: letters, digits and dashes, >= 1, >= 1)");
        assertThatThrownBy(() -> Ink.line("blue", 1)).hasMessage("colour: blue (expected: #rrggbb)");
        assertThatThrownBy(() -> figure(1, "row").panel(0, 0).curve("", X, List.of(1.0), BLUE))
                .hasMessage("y: 1 and 1 values (expected: one for each of 3 x)");
    }
}
