package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots of format version 3 of every tracker, model and encoder, written by the last build that wrote that version. */
class Version3Test {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void snapshotOfVersion3ContinuesAsTheRunThatWroteIt(int which) throws IOException {
        LearnerSettings settings = Version3Story.settings(which);
        Learner whole = new Learner(settings);
        Version3Story.run(whole, which, 0, Version3Story.WRITTEN_AFTER);
        Learner restored =
                LearnerPages.restore(settings, GoldenSnapshotTest.resource("story-" + which + "-v3.snapshot"));
        assertThat(restored.decisions()).isEqualTo(whole.decisions());
        assertThat(restored.pending()).isEqualTo(whole.pending());
        String expected = Version3Story.run(whole, which, Version3Story.WRITTEN_AFTER, 400);
        assertThat(Version3Story.run(restored, which, Version3Story.WRITTEN_AFTER, 400))
                .isEqualTo(expected);
        Learner again = LearnerPages.restore(settings, restored.snapshot()); // now in version 4
        expected = Version3Story.run(whole, which, 400, 500);
        assertThat(Version3Story.run(again, which, 400, 500)).isEqualTo(expected);
    }
}
