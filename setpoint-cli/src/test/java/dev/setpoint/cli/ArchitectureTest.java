package dev.setpoint.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.setpoint.testing.ModuleRules;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the packages of the command may know of each other. */
class ArchitectureTest {
    private static final String ROOT = "dev.setpoint.cli";

    /** What each package may use of the others: what is said and how, then formats, data, runs, and the commands, which do not know each other. */
    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            entry("terminal", Set.of()),
            entry("file", Set.of("terminal")),
            entry("spec", Set.of("terminal")),
            entry("draw", Set.of()),
            entry("report", Set.of("draw", "file", "terminal")),
            entry("log", Set.of("terminal")),
            entry("data", Set.of("spec", "terminal")),
            entry("run", Set.of("data", "spec", "report", "log", "file", "terminal")),
            entry("paper", Set.of("draw", "report", "file")),
            entry("paper.run", Set.of("paper", "run", "data", "report", "file", "terminal")),
            entry("demo", Set.of("run", "data", "spec", "report", "file", "terminal")),
            entry("compare", Set.of("run", "data", "spec", "report", "file", "terminal")),
            entry("features", Set.of("data", "file", "terminal")),
            entry("replay", Set.of("log", "report", "file", "terminal")),
            entry("whatif", Set.of("draw", "log", "report", "file", "terminal")));

    private static final JavaClasses CLI = ModuleRules.classesBeside(Main.class);

    static Set<String> packages() {
        return MAY_USE.keySet();
    }

    @ParameterizedTest
    @MethodSource("packages")
    void packageUsesOnlyWhatIsBelowIt(String name) {
        String[] others = MAY_USE.keySet().stream()
                .filter(other -> !other.equals(name) && !MAY_USE.get(name).contains(other))
                .map(other -> ROOT + "." + other)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(ROOT + "." + name)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage(ROOT) // the entry point knows all, and nobody knows it
                .check(CLI);
    }

    @Test
    void packagesHaveNoCycles() {
        ModuleRules.packagesHaveNoCycles().check(CLI);
    }

    @Test
    void nothingButItsMainEndsTheProcess() {
        ModuleRules.nothingEndsTheProcessOrAsksForACollection(Main.class).check(CLI);
    }

    @Test
    void noPackageEscapesTheRules() {
        Set<String> found = CLI.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals(ROOT))
                .map(name -> name.substring(ROOT.length() + 1))
                .collect(Collectors.toSet());
        assertThat(found).isEqualTo(MAY_USE.keySet());
    }

    @ParameterizedTest
    @MethodSource("packages")
    void packageSaysWhatItIsFor(String name) {
        assertThat(Path.of("src/main/java", (ROOT + "." + name).split("\\.")).resolve("package-info.java"))
                .content()
                .startsWith("/**");
    }
}
