package dev.setpoint.cli.draw;

import static dev.setpoint.cli.SvgPaths.paths;
import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** The frame is 572 wide from 58 on; one line of subtitle puts it from 68 to 372. */
class LinePlotTest {
    private static final List<Double> X = List.of(0.0, 50.0, 100.0);
    private static final Ink BLUE = Ink.line("#0072b2", 3);

    private static LinePlot plot() {
        return new LinePlot("Title", "subtitle", "queries", X);
    }

    @Test
    void pointsAreWhereTheirValuesSay() {
        LinePlot plot = plot();
        plot.line("a", List.of(0.0, 1.0, 0.5), BLUE);
        plot.band(List.of(0.0, 0.0, 0.0), List.of(0.5, 0.5, 0.5), "#0072b2");
        plot.target("target", 0.75);
        String svg = plot.svg("plot");
        assertThat(paths(svg, "series")).containsExactly("M58 372L344 68L630 220");
        assertThat(paths(svg, "area")).containsExactly("M58 220L344 220L630 220L630 372L344 372L58 372Z");
        assertThat(paths(svg, "target")).containsExactly("M58 144L630 144");
    }

    @Test
    void aThickLineIsNamedInBoldWhereItEndsAndAnUnnamedOneIsNot() {
        LinePlot plot = plot();
        plot.line("thick", List.of(0.0, 0.0, 1.0), BLUE);
        plot.line("thin", List.of(0.0, 0.0, 0.5), Ink.line("#d55e00", 1));
        plot.line("", List.of(0.0, 0.0, 0.0), BLUE);
        String svg = plot.svg("plot");
        assertThat(svg)
                .contains(
                        "<text class=\"name\" x=\"651\" y=\"72\" font-size=\"12\" fill=\"#0072b2\" font-weight=\"600\">thick</text>",
                        "<text class=\"name\" x=\"651\" y=\"224\" font-size=\"12\" fill=\"#d55e00\">thin</text>");
        assertThat(paths(svg, "leader")).containsExactly("M633 68L647 68", "M633 220L647 220");
    }

    @Test
    void namesThatWouldOverlapAreMovedApartAndLedToFromTheirLines() {
        LinePlot plot = plot();
        plot.line("one", List.of(0.0, 0.0, 0.5), BLUE);
        plot.line("two", List.of(0.0, 0.0, 0.5), BLUE);
        assertThat(paths(plot.svg("plot"), "leader")).containsExactly("M633 220L647 212", "M633 220L647 228");
    }

    @Test
    void everyStretchOutsideTheFrameIsMarkedOnItsSide() {
        LinePlot plot = plot();
        plot.line("far", List.of(-1.0, 0.5, 7.25), BLUE);
        String svg = plot.svg("plot");
        assertThat(paths(svg, "outside")).containsExactly("M58 364L66 364L62 372Z", "M626 76L634 76L630 68Z");
        assertThat(svg)
                .contains(
                        "<title>far: outside the frame, -1.000 at 0</title>",
                        "<title>far: outside the frame, 7.250 at 100</title>");
    }

    @Test
    void aLongSubtitleTakesAnotherLineAndPushesTheFrameDown() {
        LinePlot plot = new LinePlot("Title", "many words ".repeat(14), "queries", X);
        plot.line("a", List.of(0.0, 1.0, 0.5), BLUE);
        assertThat(plot.drawing("plot").height()).isEqualTo(420 + 15);
        assertThat(paths(plot.svg("plot"), "series")).containsExactly("M58 387L344 83L630 235");
    }

    @Test
    void pngIsTheSamePictureWithTwiceAsManyPixels() throws Exception {
        LinePlot plot = plot();
        plot.line("a", List.of(0.5, 0.5, 0.5), BLUE);
        BufferedImage image =
                ImageIO.read(new ByteArrayInputStream(plot.drawing("plot").png()));
        assertThat(image.getWidth()).isEqualTo(1600);
        assertThat(image.getHeight()).isEqualTo(840);
        assertThat(image.getRGB(2 * 344, 2 * 220) & 0xffffff).isEqualTo(0x0072b2);
        assertThat(image.getRGB(2 * 344, 2 * 200) & 0xffffff).isEqualTo(0xffffff);
    }
}
