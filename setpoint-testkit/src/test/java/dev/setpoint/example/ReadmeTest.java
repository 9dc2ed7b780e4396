package dev.setpoint.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.Decision;
import dev.setpoint.Feedback;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.feature.Features;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The loop of README.md, and what its comments say. */
class ReadmeTest {
    @Test
    void loopAnswersWhatItsCommentsSay() {
        boolean wasCorrect = true;

        LearnerSettings settings =
                LearnerSettings.builder("billing", "travel", "home").alpha(0.1).build();
        Learner learner = new Learner(settings);

        Decision decision = learner.decide(Features.create()
                .text("message", "a mistake in my billing: charged twice")
                .category("channel", "mail")
                .number("amount", 49.90));
        decision.set();
        decision.uncalibrated();
        decision.label();
        learner.learn(decision.id(), Feedback.of(wasCorrect));
        learner.coverage().classes(0);
        byte[] state = learner.snapshot();

        assertThat(settings.warnings()).isEmpty();
        assertThat(decision.set()).containsExactly("billing", "travel", "home");
        assertThat(decision.uncalibrated()).isEqualTo(decision.set());
        assertThat(decision.label()).isEqualTo("billing");
        assertThat(decision.propensity()).isGreaterThan(0.9); // the message decides it, not the draw
        assertThat(learner.coverage().classes(0)).hasSize(3);
        assertThat(learner.coverage().marginal(0)).isNotNull();
        assertThat(Learner.restore(state).snapshot()).isEqualTo(state);
    }

    @Test
    void readmeShowsTheCodeThatRunsHere() throws IOException {
        String readme = Files.readString(Path.of("../README.md"));
        int from = readme.indexOf("```java\n") + "```java\n".length();
        String loop = readme.substring(from, readme.indexOf("```", from));
        assertThat(code(Files.readString(Path.of("src/test/java/dev/setpoint/example/ReadmeTest.java"))))
                .contains(code(loop));
    }

    /** Without comments and blanks: lines are longer there. */
    private static String code(String text) {
        return text.replaceAll("//.*", "").replaceAll("\\s+", "");
    }
}
