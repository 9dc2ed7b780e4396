package dev.setpoint.text;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.setpoint.testing.ModuleRules;
import org.junit.jupiter.api.Test;

/** What this module shows of the engine it runs encoders on: nothing. */
class TextArchitectureTest {
    private static final JavaClasses MODULE = ModuleRules.classesBeside(SentenceEncoders.class);

    @Test
    void packagesHaveNoCycles() {
        ModuleRules.packagesHaveNoCycles().check(MODULE);
    }

    @Test
    void nothingEndsTheProcessOrAsksForACollection() {
        ModuleRules.nothingEndsTheProcessOrAsksForACollection().check(MODULE);
    }

    @Test
    void noTypeOfAnEngineIsInAPublicSignature() {
        ModuleRules.publicSignaturesNameNothingOf("ai.onnxruntime..", "dev.langchain4j..")
                .check(MODULE);
    }
}
