package dev.setpoint.sim;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.setpoint.Feedback;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import dev.setpoint.sim.theorem.TheoremLedger;
import dev.setpoint.testing.ModuleRules;
import org.junit.jupiter.api.Test;

/** Who in the simulation knows what, above all the true label. */
class SimArchitectureTest {
    private static final JavaClasses SIM =
            ModuleRules.classesBeside(Experiment.class, LabelledData.class, TheoremLedger.class);

    @Test
    void packagesHaveNoCycles() {
        ModuleRules.packagesHaveNoCycles().check(SIM);
    }

    @Test
    void nothingEndsTheProcessOrAsksForACollection() {
        ModuleRules.nothingEndsTheProcessOrAsksForACollection().check(SIM);
    }

    @Test
    void dataKnowNothingOfExperiments() {
        noClasses()
                .that()
                .resideInAPackage("dev.setpoint.sim.data")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.setpoint.sim", "dev.setpoint.sim.theorem")
                .check(SIM);
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
                .check(SIM);
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
                .check(SIM);
    }

    @Test
    void theEnvironmentAloneMakesFeedbackOfIt() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(BanditEnvironment.class)
                .should()
                .callCodeUnitWhere(target(owner(assignableTo(Feedback.class))))
                .check(SIM);
    }
}
