package dev.setpoint.sim;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.setpoint.Feedback;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import dev.setpoint.sim.theorem.TheoremLedger;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who in the simulation knows what, above all the true label. */
class SimArchitectureTest {
    private static JavaClasses sim;

    @BeforeAll
    static void readSim() throws Exception {
        Path compiled = Path.of(Experiment.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        sim = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPath(compiled);
        assertThat(sim.contain(Experiment.class)).isTrue();
        assertThat(sim.contain(LabelledData.class)).isTrue();
        assertThat(sim.contain(TheoremLedger.class)).isTrue();
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.setpoint.(**)").should().beFreeOfCycles().check(sim);
    }

    @Test
    void dataKnowNothingOfExperiments() {
        noClasses()
                .that()
                .resideInAPackage("dev.setpoint.sim.data")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.setpoint.sim", "dev.setpoint.sim.theorem")
                .check(sim);
    }

    @Test
    void theoremsKnowTheLearnerAndNothingOfTheSimulation() {
        classes()
                .that()
                .resideInAPackage("dev.setpoint.sim.theorem")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "dev.setpoint",
                        "dev.setpoint.estimate",
                        "dev.setpoint.math",
                        "dev.setpoint.policy",
                        "dev.setpoint.score",
                        "dev.setpoint.track",
                        "dev.setpoint.sim.theorem")
                .check(sim);
    }

    @Test
    void theExperimentAloneAsksTheDataForTheirLabels() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.setpoint.sim.data")
                .and()
                .areNotAssignableTo(LabelledData.class) // texts as rows of numbers hand their labels on
                .and()
                .doNotBelongToAnyOf(Experiment.class)
                .should()
                .callMethod(LabelledData.class, "label", int.class)
                .orShould()
                .callMethod(LabelledTexts.class, "label", int.class)
                .orShould()
                .callMethod(LabelledTexts.class, "label")
                .check(sim);
    }

    @Test
    void theEnvironmentAloneMakesFeedbackOfIt() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(BanditEnvironment.class)
                .should()
                .callCodeUnitWhere(target(owner(assignableTo(Feedback.class))))
                .check(sim);
    }
}
