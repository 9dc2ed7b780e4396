package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Snapshots, increments, event logs and steps of format version 4, as the build that froze it wrote them. Every later build reads them; one
 * that writes another version no longer has to write these bytes, and leaves out the first test.
 */
class Version4Test {
    private static byte[] read(Version4Story.File file, int which) throws IOException {
        return GoldenSnapshotTest.resource(file.name(which));
    }

    private static Learner restored(int which) throws IOException {
        InputStream snapshot = new ByteArrayInputStream(read(Version4Story.File.SNAPSHOT, which));
        InputStream increment = new ByteArrayInputStream(read(Version4Story.File.INCREMENT, which));
        return LearnerPages.restore(snapshot, List.of(increment));
    }

    private static Learner folded(int which) throws IOException {
        return new EventLogReader(new ByteArrayInputStream(read(Version4Story.File.EVENTS, which))).fold();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void sameRunStillWritesTheSameBytes(int which) throws IOException {
        for (Map.Entry<Version4Story.File, byte[]> file :
                Version4Story.stored(which).entrySet()) {
            assertThat(file.getValue()).as(file.getKey().name(which)).isEqualTo(read(file.getKey(), which));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void whatWasStoredContinuesAsTheRunThatWroteIt(int which) throws IOException {
        Learner whole = Version4Story.live(which, null);
        Learner restored = restored(which);
        Learner folded = folded(which);
        assertThat(restored.snapshot()).isEqualTo(whole.snapshot());
        assertThat(folded.snapshot()).isEqualTo(whole.snapshot());
        String expected = Version3Story.run(whole, which, Version4Story.WRITTEN_AFTER, 200);
        assertThat(Version3Story.run(restored, which, Version4Story.WRITTEN_AFTER, 200))
                .isEqualTo(expected);
        assertThat(Version3Story.run(folded, which, Version4Story.WRITTEN_AFTER, 200))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void stepThatWasStoredIsAppliedAsThen(int which) throws IOException {
        Learner whole = Version4Story.live(which, null);
        whole.apply(Version4Story.step(whole, which));
        Learner restored = restored(which);
        Version4Story.decide(restored, which);
        restored.apply(Step.read(restored, read(Version4Story.File.STEP, which)));
        assertThat(restored.pending()).isEqualTo(whole.pending());
        assertThat(Version3Story.run(restored, which, 200, 230)).isEqualTo(Version3Story.run(whole, which, 200, 230));
    }
}
