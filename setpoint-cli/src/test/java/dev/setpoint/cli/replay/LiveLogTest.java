package dev.setpoint.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.Decision;
import dev.setpoint.DecisionLogWriter;
import dev.setpoint.Feedback;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.cli.Cli;
import dev.setpoint.feature.Features;
import dev.setpoint.score.Score;
import dev.setpoint.track.TrackerSettings;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a live program writes with core's {@link DecisionLogWriter} is a log that every command reads. */
class LiveLogTest {
    private static final String[] WORDS = {"billing invoice", "travel flight", "home roof", "other things"};

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "sgd(eta=0.05)"})
    void replayIssuesTheSetsThatTheLearnerIssued(String tracker) throws IOException {
        Path file = folder.resolve("log.jsonl");
        StringBuilder issued = new StringBuilder();
        try (Learner learner = new Learner(LearnerSettings.builder("billing", "travel", "home")
                        .head("h", Score.raps(0.01, 1), TrackerSettings.parse(tracker))
                        .seed(77)
                        .build());
                Writer out = Files.newBufferedWriter(file)) {
            DecisionLogWriter log = new DecisionLogWriter(out);
            Random random = new Random(3);
            for (int t = 0; t < 300; t++) {
                int label = random.nextInt(3);
                String text = WORDS[label] + " " + WORDS[random.nextInt(4)];
                Decision decision = learner.decide(Features.ofText(text));
                Feedback feedback = random.nextInt(10) == 0 ? Feedback.EXPIRED : Feedback.of(decision.arm() == label);
                log.write(decision, feedback);
                learner.learn(decision.id(), feedback);
                issued.append("{\"step\":").append(t).append(",\"row\":0,\"set\":");
                issued.append(Arrays.toString(decision.set().indices()).replace(" ", ""))
                        .append("}\n");
            }
        }
        Path sets = folder.resolve("sets.jsonl");
        Cli.run("validate-log", file).succeeded();
        Cli.run("replay", file, "--score", "raps", "--tracker", tracker, "--seed", 77, "--sets", sets)
                .succeeded();
        assertThat(Files.readString(sets)).isEqualTo(issued.toString());
        Cli.run("whatif", file).succeeded();
    }

    @Test
    void labelsThatWereToldAndIdsOfAnyTextAreRead() throws IOException {
        Path file = folder.resolve("log.jsonl");
        double[] p = {0.5, 0.5};
        try (Learner learner = new Learner(
                        LearnerSettings.builder("a", "b").givenProbabilities().build());
                Writer out = Files.newBufferedWriter(file)) {
            DecisionLogWriter log = new DecisionLogWriter(out);
            log.write("x\"\\\u0007\u00e4", p, p, 1, null);
            log.write(learner.decide(p), Feedback.label("b"));
            log.write(learner.decide(p), null);
        }
        assertThat(Cli.run("validate-log", file).succeeded().out()).contains("3");
    }

    @Test
    void logWithoutExplorationIsWarnedAbout() throws IOException {
        Path file = folder.resolve("log.jsonl");
        try (Writer out = Files.newBufferedWriter(file)) {
            DecisionLogWriter log = new DecisionLogWriter(out);
            for (int t = 0; t < 30; t++) {
                log.write("d" + t, new double[] {0.75, 0.25}, new double[] {1, 0}, 0, t % 4 != 0);
            }
        }
        for (String command : new String[] {"validate-log", "replay", "whatif"}) {
            assertThat(Cli.run(command, file).succeeded().err())
                    .contains("warning: every propensity is 1: nothing was explored");
        }
        assertThat(Cli.run("whatif", file).out())
                .contains(
                        "nothing can be said of what any setting covers by the answers: every propensity in the log is 1")
                .doesNotContain("smallest sets");
    }

    @Test
    void validLogSaysWhatExplorationHasCost() throws IOException {
        Path file = folder.resolve("log.jsonl");
        try (Writer out = Files.newBufferedWriter(file)) {
            DecisionLogWriter log = new DecisionLogWriter(out);
            for (int t = 0; t < 40; t++) {
                int arm = t % 4 == 0 ? 1 : 0; // of the ten pulls of the other label, one was correct
                log.write(
                        "d" + t,
                        new double[] {0.75, 0.25},
                        new double[] {0.7, 0.3},
                        arm,
                        arm == 0 ? t % 2 == 0 : t == 4);
            }
        }
        assertThat(Cli.run("validate-log", file).succeeded().out())
                .contains(
                        "exploration: 25.0% of the pulls were not of the most probable label (10.0% correct; of the other pulls"
                                + " 33.3% correct)");
        try (Writer out = Files.newBufferedWriter(file)) {
            new DecisionLogWriter(out).write("d", new double[] {0.75, 0.25}, new double[] {0.5, 0.5}, 0, true);
        }
        assertThat(Cli.run("validate-log", file).succeeded().err()).isEmpty();
    }
}
