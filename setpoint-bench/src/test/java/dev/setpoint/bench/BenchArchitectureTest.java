package dev.setpoint.bench;

import dev.setpoint.testing.ModuleRules;
import org.junit.jupiter.api.Test;

/** Benchmarks and comparisons know each other in one direction, if at all. */
class BenchArchitectureTest {
    @Test
    void packagesHaveNoCycles() {
        ModuleRules.packagesHaveNoCycles().check(ModuleRules.classesBeside(Benchmarks.class));
    }
}
