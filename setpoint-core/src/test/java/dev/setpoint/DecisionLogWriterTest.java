package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.FeatureVector;
import java.io.StringWriter;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class DecisionLogWriterTest {
    private static final List<String> LABELS = List.of("billing", "travel", "home");

    private final StringWriter text = new StringWriter();
    private final DecisionLogWriter log = new DecisionLogWriter(text);

    private static Decision decision(String id) {
        return new Decision(
                id,
                LabelSet.of(LABELS, "billing"),
                LabelSet.of(LABELS),
                1,
                0.25,
                List.of(0.5, 0.25, 0.25),
                List.of(0.5, 0.25, 0.25),
                LABELS,
                Coverage.CLASS);
    }

    private String ending(Feedback feedback) {
        text.getBuffer().setLength(0);
        log.write(decision("a"), feedback);
        String line = text.toString();
        assertThat(line)
                .startsWith("{\"id\":\"a\",\"p\":[0.5,0.25,0.25],\"arm\":1,\"propensity\":0.25,\"pi\":[0.5,0.25,0.25],")
                .endsWith("}\n");
        return line.substring(line.indexOf("\"correct\""), line.length() - 2);
    }

    @Test
    void everyKindOfFeedbackIsWhatALogCanSayOfIt() {
        assertThat(ending(Feedback.CORRECT)).isEqualTo("\"correct\":true");
        assertThat(ending(Feedback.INCORRECT)).isEqualTo("\"correct\":false");
        assertThat(ending(Feedback.label(1))).isEqualTo("\"correct\":true,\"label\":1");
        assertThat(ending(Feedback.label(2))).isEqualTo("\"correct\":false,\"label\":2");
        assertThat(ending(Feedback.label("travel"))).isEqualTo("\"correct\":true,\"label\":1");
        assertThat(ending(Feedback.noneOf(LabelSet.of(LABELS, "billing")))).isEqualTo("\"correct\":false");
        for (Feedback none : new Feedback[] {null, Feedback.EXPIRED, Feedback.CANCELLED}) {
            assertThat(ending(none)).isEqualTo("\"correct\":null");
        }
    }

    @Test
    void decisionOfABatchIsWrittenWithWhatItsFeedbackTells() {
        Learner learner = new Learner(LearnerSettings.builder(LABELS).dense(1).build());
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(FeatureVector.dense(1), batch);
        refused("label: 3 (expected: in [0, 3))", () -> log.write(0, batch, 0, Feedback.label(3), -1));
        int other = (batch.arm(0) + 1) % 3;
        log.write("x", new double[] {0.5, 0.25, 0.25}, new double[] {0.5, 0.25, 0.25}, 0, null);
        text.getBuffer().setLength(0);
        log.write(5, batch, 0, Feedback.label(LABELS.get(batch.arm(0))), -1);
        log.write(5, batch, 0, Feedback.label(LABELS.get(other)), -1);
        log.write(6, batch, 0, Feedback.label(batch.arm(0)), other);
        assertThat(text.toString().lines().map(line -> line.substring(line.indexOf("\"correct\""))))
                .containsExactly(
                        "\"correct\":true}", "\"correct\":false}", "\"correct\":true,\"label\":" + other + "}");
    }

    @Test
    void refusedDecisionDoesNotSayHowManyLabelsALogHas() {
        Learner learner = new Learner(LearnerSettings.builder(LABELS).dense(1).build());
        DecisionBatch batch = learner.newBatch();
        learner.decideInto(FeatureVector.dense(1), batch);
        refused("row: 1 (expected: in [0, 1))", () -> log.write(0, batch, 1, Feedback.CORRECT, -1));
        double[] p = {0.5, 0.5};
        log.write("a", p, p, 0, true);
        assertThat(text.toString()).hasLineCount(1);
    }

    @Test
    void idsAreNumbersOrTextsOfJson() {
        log.write(decision("17"), Feedback.CORRECT);
        log.write(decision("017"), Feedback.CORRECT);
        log.write(decision("a\"b\\c\n\u0001\u00e4"), Feedback.CORRECT);
        assertThat(text.toString().lines().map(line -> line.substring(1, line.indexOf(",\"p\""))))
                .containsExactly("\"id\":17", "\"id\":\"017\"", "\"id\":\"a\\\"b\\\\c\\u000a\\u0001\u00e4\"");
    }

    @Test
    void decisionsOfSomebodyElsesSystem() {
        log.write("x", new double[] {0.9, 0.1}, new double[] {0.75, 0.25}, 0, null);
        assertThat(text)
                .hasToString(
                        "{\"id\":\"x\",\"p\":[0.9,0.1],\"arm\":0,\"propensity\":0.75,\"pi\":[0.75,0.25],\"correct\":null}\n");
    }

    @Test
    void whatNoReaderWouldTakeIsNotWritten() {
        double[] p = {0.5, 0.5};
        refused("id: 0 bytes (expected: 1 to 128)", () -> log.write("", p, p, 0, true));
        refused("probabilities: null (expected: at least 2)", () -> log.write("a", null, p, 0, true));
        refused(
                "probabilities[0]: 1.9 (expected: in [0, 1])",
                () -> log.write("a", new double[] {1.9, 1.9}, p, 0, true));
        refused(
                "propensities: sum 0.5 (expected: 1, give or take 0.001)",
                () -> log.write("a", p, new double[] {0.5, 0}, 0, true));
        refused(
                "propensities: 3 numbers (expected: 2, as probabilities)",
                () -> log.write("a", p, new double[] {0.5, 0.25, 0.25}, 0, true));
        refused("arm: 2 (expected: in [0, 2))", () -> log.write("a", p, p, 2, true));
        refused("propensity: 0.0 (expected: in (0, 1])", () -> log.write("a", p, new double[] {0, 1}, 0, true));
        refused(
                "label: 'x' (expected: one of [billing, travel, home])",
                () -> log.write(decision("a"), Feedback.label("x")));
        refused("label: 3 (expected: in [0, 3))", () -> log.write(decision("a"), Feedback.label(3)));
        assertThat(text.toString()).isEmpty();
        assertThatThrownBy(() -> {
                    log.write("a", p, p, 0, true);
                    log.write(decision("b"), Feedback.CORRECT);
                })
                .hasMessage(
                        "labels: 3 (expected: 2 as in the lines before; begin another log where labels were added)");
    }

    private static void refused(String message, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }
}
