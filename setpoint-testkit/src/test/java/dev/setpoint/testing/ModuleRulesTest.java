package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.setpoint.testing.cyclic.one.One;
import dev.setpoint.testing.cyclic.other.Other;
import org.junit.jupiter.api.Test;

class ModuleRulesTest {
    private static final JavaClasses KIT = ModuleRules.classesBeside(Laws.class, ModelContract.class);

    @Test
    void moduleIsWhatWasCompiledTogetherWithoutTests() {
        assertThat(KIT.contain(Source.class)).isTrue();
        assertThat(KIT.contain(ModuleRulesTest.class)).isFalse();
        assertThatThrownBy(() -> ModuleRules.classesBeside(Laws.class, String.class))
                .isInstanceOf(AssertionError.class)
                .hasMessage("module: without java.lang.String (expected: with it)");
    }

    @Test
    void packagesThatUseEachOtherAreACycle() {
        JavaClasses cyclic = new ClassFileImporter().importClasses(One.class, Other.class);
        assertThatThrownBy(() -> ModuleRules.packagesHaveNoCycles().check(cyclic))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Cycle detected");
        ModuleRules.packagesHaveNoCycles().check(KIT);
    }

    @Test
    void publicSignaturesAreSupertypesAndWhatOthersMayCallOrRead() {
        for (String named : new String[] {
            "dev.setpoint.model..", // what a suite asks for
            "dev.setpoint.loss..", // a supertype
            "java.nio.file..", // what a method returns
            "com.tngtech.archunit.."
        }) {
            assertThatThrownBy(() ->
                            ModuleRules.publicSignaturesNameNothingOf(named).check(KIT))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining(" names ");
        }
        ModuleRules.publicSignaturesNameNothingOf("org.assertj..", "java.util.zip..")
                .check(KIT); // which are used inside
    }

    @Test
    void everyWayToEndTheProcessOrToAskForACollectionIsFound() {
        for (Class<?> one : new Class<?>[] {Exits.class, Halts.class, Collects.class, Refers.class}) {
            JavaClasses classes = new ClassFileImporter().importClasses(one, One.class);
            assertThatThrownBy(() -> ModuleRules.nothingEndsTheProcessOrAsksForACollection()
                            .check(classes))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("(1 times)")
                    .hasMessageContaining(one.getSimpleName());
            ModuleRules.nothingEndsTheProcessOrAsksForACollection(one).check(classes);
        }
        ModuleRules.nothingEndsTheProcessOrAsksForACollection().check(KIT);
    }

    static final class Exits {
        void end() {
            System.exit(1);
        }
    }

    static final class Halts {
        void end() {
            Runtime.getRuntime().halt(1);
        }
    }

    static final class Collects {
        void collect() {
            System.gc();
        }
    }

    static final class Refers {
        Runnable collection() {
            return System::gc;
        }
    }
}
