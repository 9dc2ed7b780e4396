package dev.setpoint.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TheoremsTest {
    @TempDir
    Path folder;

    @Test
    void asksEverySeedAndNotTheirMean() throws IOException {
        // Means 0.25 and 0.5 would pass; the second seed broke its own bound.
        Theorems.Check check = only("""
                1,1,100,h,a,theorem1_gap,0.1
                1,1,100,h,a,theorem1_bound,0.7
                2,1,100,h,a,theorem1_gap,0.4
                2,1,100,h,a,theorem1_bound,0.3
                """);
        assertThat(check).isEqualTo(new Theorems.Check(1, "a", 0.25, 0.5, 2, 1, 0, 0));
    }

    @Test
    void callsACoverageBoundAboveOneVacuous() throws IOException {
        Theorems.Check check = only("1,1,100,h,a,theorem1_gap,0.1\n1,1,100,h,a,theorem1_bound,1.5\n");
        assertThat(check.vacuous()).isEqualTo(1);
        assertThat(check.held()).isZero();
    }

    @Test
    void doesNotCallARegretBoundAboveOneVacuous() throws IOException {
        Theorems.Check check = only("1,1,100,h,a,theorem2_regret,20\n1,1,100,h,a,theorem2_bound,150\n");
        assertThat(check.held()).isEqualTo(1);
    }

    @Test
    void makesNoClaimWhereTheAssumptionIsBroken() throws IOException {
        Theorems.Check check = only("""
                1,1,100,h,a,theorem3_regret,9
                1,1,100,h,a,theorem3_bound,0.1
                1,1,100,h,a,theorem3_assumption,0
                """);
        assertThat(check.unmet()).isEqualTo(1);
        assertThat(check.held()).isZero();
    }

    @Test
    void leavesOutClassesWithoutBothNumbers() throws IOException {
        assertThat(checks("1,1,100,h,a,theorem1_gap,0.1\n1,1,100,h,a,theorem2_regret,NaN\n"))
                .isEmpty();
    }

    private Theorems.Check only(String rows) throws IOException {
        List<Theorems.Check> checks = checks(rows);
        assertThat(checks).hasSize(1);
        return checks.get(0);
    }

    private List<Theorems.Check> checks(String rows) throws IOException {
        Files.writeString(folder.resolve("metrics.csv"), "seed,step,queries,head,label,metric,value\n" + rows);
        return Theorems.of(Metrics.read(folder), "h", List.of("a", "b"));
    }

    @Test
    void boundOfDecayingRatesIsOneOfThem() throws IOException {
        Theorems.Check check = only("1,1,100,h,a,decaying_gap,0.1\n1,1,100,h,a,decaying_bound,0.4\n");
        assertThat(check.theorem()).isEqualTo(Theorems.DECAYING);
        assertThat(check.held()).isEqualTo(1);
        assertThat(only("1,1,100,h,a,decaying_gap,0.1\n1,1,100,h,a,decaying_bound,4\n")
                        .vacuous())
                .isEqualTo(1);
    }
}
