package dev.setpoint.deep;

import com.tngtech.archunit.core.domain.JavaClasses;
import dev.setpoint.testing.ModuleRules;
import org.junit.jupiter.api.Test;

/** What this module shows of the engines it runs networks on: nothing. */
class DeepArchitectureTest {
    private static final JavaClasses MODULE = ModuleRules.classesBeside(NetworkSettings.class);

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
        ModuleRules.publicSignaturesNameNothingOf("org.bytedeco..", "ai.onnxruntime..")
                .check(MODULE);
    }
}
