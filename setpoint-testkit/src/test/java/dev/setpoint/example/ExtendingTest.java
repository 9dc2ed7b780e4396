package dev.setpoint.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.Change;
import dev.setpoint.Decision;
import dev.setpoint.DecisionBatch;
import dev.setpoint.DecisionStore;
import dev.setpoint.Learner;
import dev.setpoint.LearnerPages;
import dev.setpoint.LearnerSettings;
import dev.setpoint.Outcome;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.score.Score;
import dev.setpoint.testing.DecisionStoreContract;
import dev.setpoint.testing.ModelContract;
import dev.setpoint.testing.ScoreContract;
import dev.setpoint.testing.TrackerContract;
import dev.setpoint.track.TrackerSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The parts of docs/extending.md: held to what core's are held to, and used together by a learner. */
class ExtendingTest {
    @Nested
    class MarginScoreTest extends ScoreContract {
        @Override
        protected Score score() {
            return new MarginScore();
        }
    }

    @Nested
    class BoundedTrackerTest extends TrackerContract {
        @Override
        protected TrackerSettings settings() {
            return new BoundedTracker.Settings(0.01, 0);
        }

        @Override
        protected double firstThreshold() {
            return 0;
        }
    }

    @Nested
    class FrequencyModelTest extends ModelContract {
        @Override
        protected ModelSettings settings() {
            return new FrequencyModel.Settings(DIMENSION, 0.1);
        }
    }

    @Nested
    class TableStoreTest extends DecisionStoreContract {
        @Override
        protected DecisionStore create(int horizon) {
            return new TableStore(horizon);
        }
    }

    @Test
    void learnerOfTheseLearns() {
        LearnerSettings settings = LearnerSettings.builder("rare", "frequent")
                .model(new FrequencyModel.Settings(1, 0.1))
                .head("margin", new MarginScore(), new BoundedTracker.Settings(0.01, -1)) // -1: the least margin
                .build();
        assertThat(settings.warnings()).isEmpty();
        Learner learner = new Learner(settings, new TableStore(1000));
        FeatureVector query = FeatureVector.dense(1);
        for (int t = 0; t < 500; t++) {
            Decision decision = learner.decide(query);
            learner.learn(decision.id(), (decision.arm() == 1) == (t % 10 > 0));
        }
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(query, batch);
        assertThat(batch.probability(0, 1)).isBetween(0.75, 1.0);
        assertThat(learner.pending()).isEqualTo(1);
    }

    @Test
    void learnerIsRestoredWithItsStore() throws IOException {
        LearnerSettings settings = LearnerSettings.builder("rare", "frequent")
                .model(new FrequencyModel.Settings(1, 0.1))
                .build();
        TableStore store = new TableStore(1000);
        Learner learner = new Learner(settings, store);
        String waiting = learner.decide(FeatureVector.dense(1)).id();
        byte[] snapshot = learner.snapshot(); // without what is in the store

        Learner restored = LearnerPages.restore(new ByteArrayInputStream(snapshot), List.of(), store);
        assertThat(restored.learn(waiting, true)).isEqualTo(Outcome.LEARNED);
    }

    @Test
    void snapshotNamesWhatItsReaderFindsThroughPlugins() {
        LearnerSettings settings = LearnerSettings.builder("rare", "frequent")
                .model(new FrequencyModel.Settings(1, 0.2))
                .head("margin", new MarginScore(), TrackerSettings.parse("bounded(start=-1)"))
                .build();
        Learner restored = Learner.restore(new Learner(settings).snapshot());
        assertThat(restored.settings()).isEqualTo(settings);
    }

    @Test
    void modelThatCannotBeGivenMoreLabelsKeepsThoseItHas() {
        LearnerSettings settings = LearnerSettings.builder("rare", "frequent")
                .model(new FrequencyModel.Settings(1, 0.2))
                .build();
        Learner learner = new Learner(settings);
        byte[] before = learner.snapshot();
        assertThatThrownBy(() -> learner.change(new Change.AddLabel("new")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cannot be given more than it was made with");
        assertThat(learner.snapshot()).isEqualTo(before);
    }

    /** Whatever stands there as Java stands in these files, line by line. */
    @Test
    void documentationShowsTheCodeThatRunsHere() throws IOException {
        List<String> code = new ArrayList<>();
        try (Stream<Path> files = Files.list(Path.of("src/test/java/dev/setpoint/example"))) {
            for (Path file : files.toList()) {
                code.addAll(Files.readAllLines(file).stream().map(String::strip).toList());
            }
        }
        boolean inside = false;
        int shown = 0;
        for (String line : Files.readAllLines(Path.of("../docs/extending.md"))) {
            if (line.startsWith("```")) {
                inside = line.equals("```java");
            } else if (inside) {
                assertThat(code).contains(line.strip());
                shown++;
            }
        }
        assertThat(shown).isPositive();
    }
}
