package dev.setpoint.text;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What this module shows of the engine it runs encoders on: nothing. */
class TextArchitectureTest {
    private static final String[] ENGINES = {"ai.onnxruntime..", "dev.langchain4j.."};
    private static JavaClasses module;

    @BeforeAll
    static void readModule() throws Exception {
        Path compiled = Path.of(SentenceEncoders.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        module = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPath(compiled);
        assertThat(module.contain(SentenceEncoders.class)).isTrue();
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("dev.setpoint.(**)").should().beFreeOfCycles().check(module);
    }

    @Test
    void noTypeOfAnEngineIsInAPublicSignature() {
        classes().that().arePublic().should(nameNoEngine()).check(module);
    }

    /** In what is seen of a class from outside: its supertypes, and the types of what others may call or read. */
    private static ArchCondition<JavaClass> nameNoEngine() {
        return new ArchCondition<>("name no type of an engine to others") {
            @Override
            public void check(JavaClass seen, ConditionEvents events) {
                Stream<JavaClass> supertypes =
                        Stream.concat(seen.getAllRawSuperclasses().stream(), seen.getAllRawInterfaces().stream());
                Stream<JavaClass> named = seen.getMembers().stream()
                        .filter(member -> member.getModifiers().contains(JavaModifier.PUBLIC)
                                || member.getModifiers().contains(JavaModifier.PROTECTED))
                        .flatMap(TextArchitectureTest::typesOf);
                Stream.concat(supertypes, named)
                        .filter(resideInAnyPackage(ENGINES))
                        .forEach(engine -> events.add(
                                SimpleConditionEvent.violated(seen, seen.getName() + " names " + engine.getName())));
            }
        };
    }

    private static Stream<JavaClass> typesOf(JavaMember member) {
        if (member instanceof JavaField field) {
            return field.getAllInvolvedRawTypes().stream();
        }
        JavaCodeUnit unit = (JavaCodeUnit) member;
        return Stream.concat(unit.getAllInvolvedRawTypes().stream(), unit.getExceptionTypes().stream());
    }
}
