package dev.setpoint.testing;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Rules that hold in more than one module. They need ArchUnit, which is an optional dependency of this one. */
public final class ModuleRules {
    private ModuleRules() {}

    /** All classes that were compiled together with these, without tests. */
    public static JavaClasses classesBeside(Class<?>... some) {
        JavaClasses module = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPath(folderOf(some[0]));
        for (Class<?> one : some) {
            if (!module.contain(one)) {
                throw new AssertionError("module: without " + one.getName() + " (expected: with it)");
            }
        }
        return module;
    }

    /** Where a class was compiled to: a folder or a jar. */
    public static Path folderOf(Class<?> one) {
        try {
            return Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** No package below the project's uses another that uses it, be it through others. */
    public static ArchRule packagesHaveNoCycles() {
        return slices().matching("dev.setpoint.(**)").should().beFreeOfCycles();
    }

    /**
     * What is seen of public classes from outside names no type of these packages: neither as a supertype nor in what others may
     * call or read. So a module can change its engine, and whoever uses the module does not need the engine to compile.
     */
    public static ArchRule publicSignaturesNameNothingOf(String... packages) {
        return classes()
                .that()
                .arePublic()
                .should(new ArchCondition<>("name no type of " + String.join(", ", packages) + " to others") {
                    @Override
                    public void check(JavaClass seen, ConditionEvents events) {
                        Stream<JavaClass> supertypes = Stream.concat(
                                seen.getAllRawSuperclasses().stream(), seen.getAllRawInterfaces().stream());
                        Stream<JavaClass> named = seen.getMembers().stream()
                                .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                                        || member.getModifiers().contains(JavaModifier.PROTECTED))
                                .flatMap(ModuleRules::typesOf);
                        Stream.concat(supertypes, named)
                                .filter(resideInAnyPackage(packages))
                                .forEach(type -> events.add(SimpleConditionEvent.violated(
                                        seen, seen.getName() + " names " + type.getName())));
                    }
                });
    }

    /**
     * No library ends the process that uses it, or asks for a garbage collection, be it by a method reference.
     *
     * @param programs classes that may, such as the one with the main method of a command
     */
    public static ArchRule nothingEndsTheProcessOrAsksForACollection(Class<?>... programs) {
        return noClasses()
                .that()
                .doNotBelongToAnyOf(programs)
                .should()
                .accessTargetWhere(DescribedPredicate.describe(
                        "a method that ends the process or asks for a collection",
                        access -> (access.getTargetOwner().isEquivalentTo(System.class)
                                        || access.getTargetOwner().isEquivalentTo(Runtime.class))
                                && List.of("exit", "halt", "gc", "runFinalization")
                                        .contains(access.getName())));
    }

    private static Stream<JavaClass> typesOf(JavaMember member) {
        if (member instanceof JavaField field) {
            return field.getAllInvolvedRawTypes().stream();
        }
        JavaCodeUnit unit = (JavaCodeUnit) member;
        return Stream.concat(unit.getAllInvolvedRawTypes().stream(), unit.getExceptionTypes().stream());
    }
}
