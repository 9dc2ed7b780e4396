package dev.setpoint.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.cli.Cli;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code validate-log}: every kind of problem, by line and field. */
class ValidateLogTest {
    /** A good line, whose fields the tests replace. */
    private static final String GOOD =
            "{\"step\":1,\"id\":\"x%d\",\"p\":[0.5,0.3,0.2],\"arm\":0,\"propensity\":0.5,\"correct\":true,"
                    + "\"u\":[0.1,0.2,0.3],\"label\":0}\n";

    @TempDir
    Path folder;

    private Path log;

    @BeforeEach
    void files() {
        log = folder.resolve("log.jsonl");
    }

    private Cli validate(String text) throws IOException {
        Files.writeString(log, text);
        return Cli.run("validate-log", log);
    }

    private void assertProblem(String text, String problem) throws IOException {
        Cli result = validate(text);
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isEqualTo(problem + "\n" + log + ": 1 problem\n");
    }

    @Test
    void aValidLogGivesItsNumbers() throws IOException {
        Cli result = validate(GOOD.formatted(1)
                        + GOOD.formatted(2)
                                .replace("true", "false")
                                .replace("\"label\":0", "\"label\":2")
                                .replace("0.5,\"corr", "0.25,\"corr")
                        + GOOD.formatted(3).replace("\"step\":1", "\"step\":7").replace("true", "null"))
                .succeeded();
        assertThat(result.out())
                .isEqualTo(
                        log + ": valid; 3 lines, 2 steps, 3 labels; 2 answered, of which 0.500 correct;"
                                + " minimum propensity 0.25\nexploration: 0.0% of the pulls were not of the most probable label\n");
        assertThat(result.err()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"propensity\":0.5 | \"propensity\":0      | propensity: 0.0 (expected: in (0, 1])",
                "\"propensity\":0.5 | \"propensity\":1.7    | propensity: 1.7 (expected: in (0, 1])",
                "\"propensity\":0.5 | \"propensity\":-0.1   | propensity: -0.1 (expected: in (0, 1])",
                "\"propensity\":0.5 | \"propensity\":1e-300 | propensity: 1.0E-300 (expected: at least 1.0E-100)",
                "\"propensity\":0.5 | \"propensity\":1e999  | propensity: Infinity (expected: in (0, 1])",
                "\"propensity\":0.5 | \"propensity\":\"NaN\"| propensity: \"NaN\" (expected: a number)",
                "\"propensity\":0.5 | \"propensity\":null   | propensity: null (expected: a number)",
                "\"propensity\":0.5,| ``                    | propensity: missing (expected: in (0, 1])",
                "[0.5,0.3,0.2]      | [0.5,0.3,0.1]         | p: sum 0.9 (expected: 1, give or take 0.001)",
                "[0.5,0.3,0.2]      | [0.7,0.5,-0.2]        | p[2]: -0.2 (expected: in [0, 1])",
                "[0.5,0.3,0.2]      | [0.5,0.3,\"0.2\"]     | p[2]: \"0.2\" (expected: a number)",
                "[0.5,0.3,0.2]      | [0.5,0.3,[0.2]]       | p[2]: [ (expected: a number)",
                "[0.5,0.3,0.2]      | [0.5,0.5]             | p: 2 numbers (expected: 3 as before)",
                "[0.5,0.3,0.2]      | [0.5,0.2,0.2,0.1]     | p: 4 numbers (expected: 3 as before)",
                "[0.5,0.3,0.2]      | []                    | p: 0 numbers (expected: at least 2)",
                "[0.5,0.3,0.2]      | 0.5                   | p: 0.5 (expected: an array of numbers)",
                "\"p\":[0.5,0.3,0.2],| ``                   | p: missing (expected: one probability per label)",
                "\"arm\":0          | \"arm\":3             | arm: 3 (expected: in [0, 3))",
                "\"arm\":0          | \"arm\":-1            | arm: -1 (expected: a whole number >= 0)",
                "\"arm\":0          | \"arm\":1.5           | arm: 1.5 (expected: a whole number >= 0)",
                "\"arm\":0          | \"arm\":1e0           | arm: 1e0 (expected: a whole number >= 0)",
                "\"arm\":0          | \"arm\":99999999999999999999 | arm: 99999999999999999999 (expected: a whole number >= 0)",
                "\"arm\":0,         | ``                    | arm: missing (expected: the index of the pulled label)",
                "\"arm\":0          | \"arm\":0,\"pi\":[0.5,0.5]      | pi: 2 numbers (expected: 3)",
                "\"arm\":0          | \"arm\":0,\"pi\":[0.5,0.4,0.2]  | pi: sum 1.1 (expected: 1, give or take 0.001)",
                "\"arm\":0          | \"arm\":0,\"pi\":[0.5,-0.1,0.6] | pi[1]: -0.1 (expected: in [0, 1])",
                "\"arm\":0          | \"arm\":0,\"pi\":[0.6,0.2,0.2]  | pi[0]: 0.6 (expected: 0.5, the arm's propensity)",
                "\"arm\":0          | \"arm\":0,\"pi\":[0.500001,0.2,0.3] | pi[0]: 0.500001 (expected: 0.5, the arm's propensity)",
                "\"arm\":0          | \"arm\":0,\"pi\":true           | pi: true (expected: an array of numbers)",
                "\"step\":1         | \"step\":0            | step: 0 after 1 (expected: not decreasing)",
                "\"step\":1         | \"step\":-4           | step: -4 (expected: a whole number >= 0)",
                "\"step\":1,        | ``                    | step: missing (expected: in all lines or in none)",
                "\"id\":\"x2\"      | \"id\":\"x1\"         | id: 'x1' as in line 1 (expected: once)",
                "\"id\":\"x2\"      | \"id\":[]             | id: [ (expected: a text or a whole number)",
                "\"correct\":true   | \"correct\":1         | correct: 1 (expected: true, false or null)",
                "\"correct\":true   | \"correct\":\"true\"  | correct: \"true\" (expected: true, false or null)",
                "[0.1,0.2,0.3]      | [0.1,0.2]             | u: 2 numbers (expected: 3)",
                "[0.1,0.2,0.3]      | [0.1,0.2,1.3]         | u[2]: 1.3 (expected: in [0, 1])",
                "[0.1,0.2,0.3]      | [0.1,-0.2,0.3]        | u[1]: -0.2 (expected: in [0, 1])",
                "\"label\":0        | \"label\":3           | label: 3 (expected: in [0, 3))",
                "\"label\":0        | \"label\":\"a\"       | label: \"a\" (expected: a whole number >= 0)",
                "\"label\":0        | \"label\":1           | correct: true with arm 0 and label 1 (expected: true exactly when they are the same)",
                "\"label\":0        | \"arm\":0             | not valid JSON: Duplicate field 'arm'",
            })
    void namesTheLineAndTheField(String field, String replacement, String problem) throws IOException {
        assertThat(GOOD.formatted(2)).as("the field to replace").contains(field);
        assertProblem(GOOD.formatted(1) + GOOD.formatted(2).replace(field, replacement), "line 2: " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"p\":[0.5,0.3         | not valid JSON",
                "{\"p\":                 | not valid JSON",
                "{'p':1}                 | not valid JSON",
                "{\"propensity\":NaN}    | not valid JSON",
                "[0.5]                   | not a JSON object",
                "7                       | not a JSON object",
                "null                    | not a JSON object",
                "\"p\"                   | not a JSON object",
            })
    void refusesLinesThatAreNotAnObject(String text, String problem) throws IOException {
        Cli result = validate(GOOD.formatted(1) + text + "\n" + GOOD.formatted(2));
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out().lines().toList()).hasSize(2).first().asString().startsWith("line 2: " + problem);
    }

    @Test
    void refusesSomethingAfterTheObject() throws IOException {
        Cli result = validate(GOOD.formatted(1) + GOOD.formatted(2).strip() + " x\n");
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).startsWith("line 2: not valid JSON");
        assertProblem(
                GOOD.formatted(1).strip() + GOOD.formatted(2),
                "line 1: something after the object (expected: one JSON object per line)");
    }

    @Test
    void refusesAnEmptyFile() throws IOException {
        assertProblem("", "no decision in it (expected: at least one line)");
        assertProblem("\n\n", "no decision in it (expected: at least one line)");
    }

    @Test
    void refusesStepsThatBeginLate() throws IOException {
        assertProblem(
                GOOD.formatted(1).replace("\"step\":1,", "") + GOOD.formatted(2),
                "line 2: step: given (expected: in all lines or in none)");
    }

    @Test
    void refusesBytesOfAnotherEncoding() throws IOException {
        for (Charset charset : List.of(StandardCharsets.UTF_16BE, StandardCharsets.UTF_16LE)) {
            Files.write(log, GOOD.strip().getBytes(charset));
            Cli result = Cli.run("validate-log", log);
            assertThat(result.exit()).isEqualTo(1);
            assertThat(result.out()).startsWith("line 1: not valid JSON");
            assertThat(result.err()).isEmpty();
        }
        Files.write(log, new byte[] {0, 0, 0x7b, 0, '\n'}); // what a parser may take for a rare order of UTF-32
        Cli result = Cli.run("validate-log", log);
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.out()).startsWith("line 1: not valid JSON");
    }

    @Test
    void aByteOrderMarkIsPassedOver() throws IOException {
        validate("\uFEFF" + GOOD.formatted(1) + GOOD.formatted(2)).succeeded();
    }

    @Test
    void lineEndsOfWindowsBlankLinesAndAMissingLastLineEndAreFine() throws IOException {
        Cli result = validate(GOOD.formatted(1).replace("\n", "\r\n") + "\r\n  \t\n"
                        + GOOD.formatted(2).strip())
                .succeeded();
        assertThat(result.out()).contains("valid; 2 lines");
    }

    @Test
    void otherFieldsAndNullsOfOptionalOnesAreFine() throws IOException {
        validate("{\"p\":[0.5,0.5],\"arm\":1,\"propensity\":1,\"step\":null,\"id\":null,\"u\":null,\"label\":null,"
                        + "\"user\":{\"name\":[1,{}]}}\n{\"p\":[1,0],\"arm\":0,\"propensity\":0.1,\"id\":17}\n")
                .succeeded();
    }

    @Test
    void thePullDistributionMayBeThereOnSomeLinesAndIsComparedToSixDigits() throws IOException {
        String pulled = GOOD.replace("\"arm\":0", "\"pi\":%s,\"arm\":0");
        validate(pulled.formatted(1, "[0.5,0.5,0]")
                        + GOOD.formatted(2)
                        + pulled.formatted(3, "null")
                        + pulled.formatted(4, "[0.50000049,0.3,0.2]"))
                .succeeded();
    }

    @Test
    void probabilitiesMayBeRoundedToFourDigits() throws IOException {
        validate("{\"p\":[0.3333,0.3333,0.3333],\"arm\":1,\"propensity\":1}\n").succeeded();
    }

    @Test
    void aProblemIsOneLineWhateverTheLogHolds() throws IOException {
        Cli result = validate("{\"arm\":\"a\\nline 9: b\\u001b[31m\\u2028c\"}\n");
        assertThat(result.out().lines()).hasSize(2);
        assertThat(result.out()).doesNotContain("\u001b", "\u2028");
        String line = "{\"id\":\"a\\n\\u001bb\",\"p\":[1,0],\"arm\":0,\"propensity\":1}\n";
        assertThat(validate(line.repeat(2)).out().lines())
                .containsExactly("line 2: id: 'a  b' as in line 1 (expected: once)", log + ": 1 problem");
    }

    @Test
    void showsAtMostSoManyProblemsButCountsAll() throws IOException {
        String text = "{}\n".repeat(25);
        assertThat(validate(text).out().lines()).hasSize(22).last().isEqualTo(log + ": 25 problems");
        Cli two = Cli.run("validate-log", log, "--most", 2);
        assertThat(two.exit()).isEqualTo(1);
        assertThat(two.out().lines())
                .containsExactly(
                        "line 1: p: missing (expected: one probability per label)",
                        "line 2: p: missing (expected: one probability per label)",
                        "... and more (--most shows more)",
                        log + ": 25 problems");
        assertThat(Cli.run("validate-log", log, "--most", 25).out().lines()).hasSize(26);
    }

    @Test
    void continuesAfterABadLineAndStillComparesWithTheGoodOnes() throws IOException {
        Cli result = validate(GOOD.formatted(1) + "{\n" + GOOD.formatted(2) + GOOD.formatted(1));
        assertThat(result.out()).contains("line 2: not valid JSON", "line 4: id: 'x1' as in line 1", ": 2 problems");
    }

    @Test
    void aMissingFileIsRefused() {
        Cli.run("validate-log", folder.resolve("none")).refusedData("none: no such file");
    }

    @Test
    void readsStandardInput() {
        Cli result = Cli.runWithInput(GOOD.formatted(1).getBytes(StandardCharsets.UTF_8), "validate-log", "-");
        assertThat(result.succeeded().out()).startsWith("-: valid; 1 line, 1 step, ");
    }
}
