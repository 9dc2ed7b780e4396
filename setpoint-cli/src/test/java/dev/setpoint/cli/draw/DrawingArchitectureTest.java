package dev.setpoint.cli.draw;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.setpoint.cli.paper.PaperReport;
import dev.setpoint.cli.report.Report;
import dev.setpoint.testing.ModuleRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** There is one way to draw, and pictures know nothing of what they show. */
class DrawingArchitectureTest {
    private static final JavaClasses CLI = ModuleRules.classesBeside(SvgCanvas.class, Report.class, PaperReport.class);

    @Test
    void plotsKnowNothingOfRuns() {
        classes()
                .that()
                .resideInAPackage("dev.setpoint.cli.draw")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "javax.imageio..", "dev.setpoint.cli.draw")
                .check(CLI);
    }

    @Test
    void reportsKnowNothingOfThePaper() {
        noClasses()
                .that()
                .resideInAPackage("dev.setpoint.cli.report")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.setpoint.cli.paper")
                .check(CLI);
    }

    @Test
    void onlyTheCanvasOfPixelsKnowsJava2D() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(PngCanvas.class, Drawing.class) // which catches what Java2D throws without fonts
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.awt..", "javax.imageio..")
                .check(CLI);
    }

    @Test
    void onlyTheCanvasOfTextWritesSvg() throws IOException {
        try (Stream<Path> files = Files.walk(ModuleRules.folderOf(Canvas.class))) {
            List<String> writers = files.filter(file -> file.toString().endsWith(".class"))
                    .filter(DrawingArchitectureTest::holdsSvg)
                    .map(file -> file.getFileName().toString())
                    .toList();
            assertThat(writers).containsExactly("SvgCanvas.class");
        }
    }

    /** Texts in a class file stand as they are; these elements are SVG's alone. */
    private static boolean holdsSvg(Path file) {
        try {
            String constants = Files.readString(file, StandardCharsets.ISO_8859_1);
            return Stream.of("<svg", "<path", "<circle", "<polyline", "<line ", "<rect", "<text")
                    .anyMatch(constants::contains);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
