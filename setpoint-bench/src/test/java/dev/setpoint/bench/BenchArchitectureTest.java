package dev.setpoint.bench;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Benchmarks and comparisons know each other in one direction, if at all. */
class BenchArchitectureTest {
    @Test
    void packagesHaveNoCycles() throws Exception {
        Path compiled = Path.of(Benchmarks.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        JavaClasses module = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPath(compiled);
        assertThat(module.contain(Benchmarks.class)).isTrue();
        slices().matching("dev.setpoint.(**)").should().beFreeOfCycles().check(module);
    }
}
