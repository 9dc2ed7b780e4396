package dev.setpoint.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pages of gradients are lent for a step. */
class PagePoolTest {
    private static List<float[]> step(PagePool pool, int pages) {
        List<float[]> lent = new ArrayList<>();
        for (int i = 0; i < pages; i++) {
            lent.add(pool.take());
        }
        lent.forEach(pool::give);
        pool.endStep();
        return lent;
    }

    @Test
    void steadyLoadIsGivenTheSamePages() {
        PagePool pool = new PagePool(1 << 10);
        List<float[]> first = step(pool, 10);
        for (int i = 0; i < 1000; i++) {
            assertThat(first).containsAll(step(pool, 10));
        }
        assertThat(pool.kept()).isEqualTo(10);
    }

    @Test
    void whatOneLargeStepNeededIsLetGo() {
        PagePool pool = new PagePool(1 << 10);
        step(pool, 1000);
        assertThat(pool.kept()).isEqualTo(1000);
        for (int i = 0; i < 191; i++) {
            step(pool, 3);
        }
        assertThat(pool.kept()).isEqualTo(64); // 256 KiB
    }

    @Test
    void twiceAsManyAreKeptAsAStepNeeds() {
        PagePool pool = new PagePool(1 << 15);
        step(pool, 1000);
        for (int i = 0; i < 191; i++) {
            step(pool, 3);
        }
        assertThat(pool.kept()).isEqualTo(6);
    }

    @Test
    void largeStepsThatComeNowAndThenAllocateOnce() {
        PagePool pool = new PagePool(1 << 10);
        List<float[]> first = step(pool, 50);
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 60; i++) {
                step(pool, 2);
            }
            assertThat(first).containsAll(step(pool, 50));
        }
    }
}
