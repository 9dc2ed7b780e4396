package dev.setpoint;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import dev.setpoint.math.Elementary;
import dev.setpoint.random.Draws;
import dev.setpoint.testing.ModuleRules;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What the core may know of the world, and its packages of each other. */
class ArchitectureTest {
    private static final JavaClasses CORE = ModuleRules.classesBeside(Learner.class, Draws.class);

    @Test
    void coreDependsOnNothingButJava() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("java..", "dev.setpoint..")
                .check(CORE);
    }

    @Test
    void packagesHaveNoCycles() {
        ModuleRules.packagesHaveNoCycles().check(CORE);
    }

    @Test
    void subpackagesDoNotKnowTheFacade() {
        noClasses()
                .that()
                .resideInAPackage("dev.setpoint.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.setpoint")
                .check(CORE);
    }

    @Test
    void randomnessComesFromDrawsAlone() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Random.class)
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(SplittableRandom.class, ThreadLocalRandom.class)
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callMethod(StrictMath.class, "random")
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.util.random..")
                .check(CORE);
    }

    @Test
    void functionsThatDifferBetweenProcessorsAreInOnePlace() {
        Set<String> exact = Set.of(
                "abs",
                "max",
                "min",
                "sqrt",
                "rint",
                "floor",
                "ceil",
                "round",
                "signum",
                "copySign",
                "scalb",
                "getExponent",
                "ulp",
                "nextUp",
                "nextDown",
                "nextAfter",
                "fma",
                "addExact",
                "subtractExact",
                "multiplyExact",
                "incrementExact",
                "decrementExact",
                "negateExact",
                "toIntExact",
                "floorDiv",
                "floorMod",
                "multiplyHigh",
                "absExact");
        DescribedPredicate<JavaAccess<?>> differs = DescribedPredicate.describe(
                "a function of Math or StrictMath that is not exact",
                access -> (access.getTargetOwner().isEquivalentTo(Math.class)
                                || access.getTargetOwner().isEquivalentTo(StrictMath.class))
                        && access.getTarget() instanceof CodeUnitAccessTarget
                        && !exact.contains(access.getName()));
        noClasses()
                .that()
                .doNotBelongToAnyOf(Elementary.class)
                .should()
                .accessTargetWhere(differs)
                .check(CORE);
    }

    @Test
    void nothingReadsAClock() {
        noClasses()
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .dependOnClassesThat()
                .belongToAnyOf(Clock.class, Instant.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.time..")
                .check(CORE);
    }

    @Test
    void nothingEndsTheProcessOrAsksForACollection() {
        ModuleRules.nothingEndsTheProcessOrAsksForACollection().check(CORE);
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Runtime.class)
                .check(CORE);
    }

    @Test
    void nothingReadsTheEnvironment() {
        noClasses()
                .should()
                .callMethod(System.class, "getProperty", String.class)
                .orShould()
                .callMethod(System.class, "getenv", String.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..")
                .orShould() // streams of bytes that a caller has opened are as good as arrays
                .dependOnClassesThat()
                .haveNameMatching("java\\.io\\.(?!(ByteArray|Sequence)?(In|Out)putStream|(Unchecked)?IOException).*")
                .check(CORE);
    }
}
