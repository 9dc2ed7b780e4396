package dev.setpoint.bench.deep;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is measured with a network inside knows the bare network, and not the other way round. */
class BenchDeepArchitectureTest {
    @Test
    void packagesHaveNoCycles() throws Exception {
        Path compiled = Path.of(DeepBenchmarks.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        JavaClasses module = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPath(compiled);
        assertThat(module.contain(DeepBenchmarks.class)).isTrue();
        slices().matching("dev.setpoint.(**)").should().beFreeOfCycles().check(module);
    }
}
