package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("sets a system property")
class LawsTest {
    @Test
    void brokenLawNamesTheSeedThatReplaysIt() {
        List<Double> breaking = new ArrayList<>();
        AssertionError error = null;
        try {
            Laws.forAll(1000, random -> {
                double x = random.uniform();
                if (x > 0.99) {
                    breaking.add(x);
                    throw new AssertionError("too large");
                }
            });
        } catch (AssertionError e) {
            error = e;
        }
        assertThat(error).isNotNull().hasMessageContaining("-Dsetpoint.seed=").hasMessageContaining("too large");
        String message = error.getMessage();
        String seed = message.substring(message.indexOf('=') + 1, message.indexOf(": "));
        String before = System.setProperty(Laws.SEED, seed);
        try {
            List<Double> replayed = new ArrayList<>();
            Laws.forAll(1000, random -> replayed.add(random.uniform()));
            assertThat(replayed).isEqualTo(breaking).hasSize(1);
        } finally {
            if (before == null) {
                System.clearProperty(Laws.SEED);
            } else {
                System.setProperty(Laws.SEED, before);
            }
        }
    }

    @Test
    void exceptionsBreakALawToo() {
        assertThatThrownBy(() -> Laws.forAll(1, random -> {
                    throw new IllegalStateException("odd");
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("odd");
    }

    @Test
    void permutationReachesEveryPlaceOnce() {
        Laws.forAll(50, random -> {
            int[] to = random.permutation(random.within(1, 30));
            assertThat(IntStream.of(to).sorted())
                    .containsExactlyElementsOf(
                            IntStream.range(0, to.length).boxed().toList());
        });
    }
}
