package dev.setpoint.cli.draw;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.setpoint.cli.paper.PaperReport;
import dev.setpoint.cli.report.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** There is one way to draw, and pictures, pages and the paper's figures know each other in one direction. */
class DrawingArchitectureTest {
    private static Path compiled;
    private static JavaClasses drawing;

    @BeforeAll
    static void readClasses() throws Exception {
        compiled = Path.of(
                Canvas.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        drawing = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPaths(Stream.of("draw", "report", "paper")
                        .map(name -> compiled.resolve("dev/setpoint/cli").resolve(name))
                        .toList());
        assertThat(drawing.contain(SvgCanvas.class)).isTrue();
        assertThat(drawing.contain(Report.class)).isTrue();
        assertThat(drawing.contain(PaperReport.class)).isTrue();
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.setpoint.(**)").should().beFreeOfCycles().check(drawing);
    }

    @Test
    void plotsKnowNothingOfRuns() {
        classes()
                .that()
                .resideInAPackage("dev.setpoint.cli.draw")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "javax.imageio..", "dev.setpoint.cli.draw")
                .check(drawing);
    }

    @Test
    void reportsKnowNothingOfThePaper() {
        noClasses()
                .that()
                .resideInAPackage("dev.setpoint.cli.report")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.setpoint.cli.paper")
                .check(drawing);
    }

    @Test
    void onlyTheCanvasOfPixelsKnowsJava2D() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(PngCanvas.class, Drawing.class) // which catches what Java2D throws without fonts
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.awt..", "javax.imageio..")
                .check(drawing);
    }

    @Test
    void onlyTheCanvasOfTextWritesSvg() throws IOException {
        try (Stream<Path> files = Files.walk(compiled)) {
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
