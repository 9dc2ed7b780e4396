package dev.setpoint.bench.deep;

import dev.setpoint.testing.ModuleRules;
import org.junit.jupiter.api.Test;

/** What is measured with a network inside knows the bare network, and not the other way round. */
class BenchDeepArchitectureTest {
    @Test
    void packagesHaveNoCycles() {
        ModuleRules.packagesHaveNoCycles().check(ModuleRules.classesBeside(DeepBenchmarks.class));
    }
}
