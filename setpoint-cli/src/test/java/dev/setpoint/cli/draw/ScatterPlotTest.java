package dev.setpoint.cli.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class ScatterPlotTest {
    private static ScatterPlot plot() {
        return new ScatterPlot("Title & more", "subtitle", "coverage", "size");
    }

    private static List<Double> attribute(String svg, String element, String name) {
        List<Double> values = new ArrayList<>();
        Matcher matcher = Pattern.compile("<" + element + "[^>]* " + name + "=\"([^\"]*)\"")
                .matcher(svg);
        while (matcher.find()) {
            values.add(Double.parseDouble(matcher.group(1)));
        }
        return values;
    }

    @Test
    void pointsLieInOrderOfTheirNumbersAndTheTargetBetweenThem() throws Exception {
        ScatterPlot plot = plot();
        plot.group("alpha 0.1", 0.9);
        plot.point("low <b>", 0.85, 3);
        plot.point("high", 0.95, 1);
        String svg = plot.svg();
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        List<Double> x = attribute(svg, "circle", "cx");
        List<Double> y = attribute(svg, "circle", "cy");
        assertThat(x).hasSize(2).isSorted();
        assertThat(y.get(0)).as("more labels are higher up").isLessThan(y.get(1));
        Matcher target = Pattern.compile("class=\"target\" d=\"M([0-9.]+) ").matcher(svg);
        assertThat(target.find()).isTrue();
        assertThat(Double.parseDouble(target.group(1))).isBetween(x.get(0), x.get(1));
        assertThat(svg).contains(">1  low &lt;b&gt;</text>", ">2  high</text>", ">alpha 0.1</text>");
        assertThat(plot.svg()).as("drawn again").isEqualTo(svg);
    }

    @Test
    void aPointThatIsNotKnownIsNamedButNotDrawn() {
        ScatterPlot plot = plot();
        plot.group("alpha 0.1", 0.9);
        plot.point("nobody", Double.NaN, 2);
        String svg = plot.svg();
        assertThat(svg).contains(">1  nobody (not known)</text>").doesNotContain("<circle", "NaN", "Infinity");
    }

    @Test
    void onALogarithmicAxisEqualRatiosAreEqualDistances() {
        ScatterPlot plot = plot();
        plot.logarithmicX();
        plot.group("no target");
        plot.point("a", 1, 0.80);
        plot.point("b", 3, 0.81);
        plot.point("c", 9, 0.82);
        plot.point("nowhere", 0, 0.83);
        String svg = plot.svg();
        List<Double> x = attribute(svg, "circle", "cx");
        assertThat(x).hasSize(3).isSorted();
        assertThat(x.get(2) - x.get(1)).isCloseTo(x.get(1) - x.get(0), within(0.2));
        assertThat(svg)
                .contains(">4  nowhere (not known)</text>", ">1</text>", ">2</text>", ">5</text>")
                .doesNotContain("class=\"target\"", "NaN", "Infinity");
        List<Double> y = attribute(svg, "circle", "cy");
        assertThat(y.get(0) - y.get(2)).as("close values fill the plot").isGreaterThan(200);
    }

    @Test
    void aShortLogarithmicAxisHasEvenSteps() {
        assertThat(Ticks.logarithmic(0.9, 40, 6).places()).containsExactly(1.0, 2.0, 5.0, 10.0, 20.0);
        assertThat(Ticks.logarithmic(2.5, 4.5, 6)).isEqualTo(Ticks.over(2.5, 4.5, 6));
    }

    @Test
    void aNumberWithoutRoomBesideItsPointIsLedToAndOthersAreNot() {
        ScatterPlot plot = plot();
        plot.group("crowd");
        for (int i = 0; i < 12; i++) {
            plot.point("p" + i, 0.9, 2);
        }
        plot.point("alone", 0.5, 1);
        String svg = plot.svg();
        assertThat(svg.split("class=\"leader\"", -1)).hasSizeBetween(2, 12);
        assertThat(svg.substring(svg.lastIndexOf("class=\"leader\""))).contains(">13</text>");
        ScatterPlot sparse = plot();
        sparse.group("two");
        sparse.point("a", 0.5, 1);
        sparse.point("b", 0.9, 2);
        assertThat(sparse.svg()).doesNotContain("leader");
    }

    @Test
    void shortNamesLeaveThePlotTheirRoom() {
        ScatterPlot narrow = plot();
        narrow.group("g");
        narrow.point("a", 0.5, 1);
        ScatterPlot wide = plot();
        wide.group("g");
        wide.point("a name that needs all the room there is beside a plot", 0.5, 1);
        assertThat(attribute(narrow.svg(), "text class=\"name\"", "x").get(0))
                .isGreaterThan(attribute(wide.svg(), "text class=\"name\"", "x").get(0) + 100);
    }

    @Test
    void manyPointsMakeThePlotHigherAndNumbersStayApart() {
        ScatterPlot plot = plot();
        plot.group("alpha 0.1", 0.9);
        for (int i = 0; i < 30; i++) {
            plot.point("p" + i, 0.9 + i * 0.001, 2 + i * 0.01);
        }
        String svg = plot.svg();
        List<Double> names = attribute(svg, "text class=\"name\"", "y");
        assertThat(names).hasSize(31).isSorted();
        assertThat(attribute(svg, "svg", "height").get(0)).isGreaterThan(names.get(30));
        List<Double> x = attribute(svg, "text class=\"number\"", "x");
        List<Double> y = attribute(svg, "text class=\"number\"", "y");
        for (int i = 0; i < x.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertThat(Math.abs(x.get(i) - x.get(j)) + Math.abs(y.get(i) - y.get(j)))
                        .as("numbers %d and %d", i + 1, j + 1)
                        .isGreaterThan(5);
            }
        }
    }

    @Test
    void pngShowsTheDotsWhereTheSvgHasThem() throws Exception {
        ScatterPlot plot = plot();
        plot.group("one");
        plot.point("a", 0.5, 1.1);
        plot.point("b", 0.9, 1.87); // neither on a line of the grid
        BufferedImage image =
                ImageIO.read(new ByteArrayInputStream(plot.drawing().png()));
        String svg = plot.svg();
        for (int i = 0; i < 2; i++) {
            int x = (int) Math.round(2 * attribute(svg, "circle", "cx").get(i));
            int y = (int) Math.round(2 * attribute(svg, "circle", "cy").get(i));
            // four fifths of #0072b2 on white
            assertThat(image.getRGB(x, y) & 0xffffff).isEqualTo(0x338ec1);
            assertThat(image.getRGB(x, y - 14) & 0xffffff).isEqualTo(0xffffff);
        }
    }
}
