package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
    private static CommandLine commandLine() {
        return new CommandLine(new Main());
    }

    static Stream<String> commands() {
        return commandLine().getSubcommands().keySet().stream();
    }

    @Test
    void theCommandsAreThese() {
        assertThat(commands())
                .containsExactlyInAnyOrder(
                        "demo",
                        "run",
                        "compare",
                        "report",
                        "replay",
                        "whatif",
                        "validate-log",
                        "datasets",
                        "paper",
                        "features");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandExplainsItselfAndAllItsOptions(String name) {
        Cli result = Cli.run(name, "--help").succeeded();
        CommandLine command = commandLine().getSubcommands().get(name);
        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith("Usage: setpoint " + name).doesNotContain("\u001b");
        List<OptionSpec> options = command.getCommandSpec().options();
        assertThat(options).isNotEmpty();
        for (OptionSpec option : options) {
            assertThat(result.out()).contains(option.longestName());
            assertThat(option.description()).as(option.longestName()).isNotEmpty();
        }
        command.getCommandSpec()
                .positionalParameters()
                .forEach(parameter -> assertThat(result.out()).contains(parameter.paramLabel()));
        assertThat(result.out().lines()).as("width of a terminal").allMatch(line -> line.length() <= 80);
        // the usage names what the description speaks of
        assertThat(command.getCommandSpec().usageMessage().description()).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theFirstSentenceNeedsNoIntroduction(String name) {
        CommandLine command = commandLine().getSubcommands().get(name);
        String first = command.getCommandSpec().usageMessage().description()[0];
        assertThat(first.toLowerCase(Locale.ROOT))
                .doesNotContainPattern(
                        "conformal|bandit|oracle|tracker|threshold|propensit|policy|trajectory|\\bheads?\\b|\\barms?\\b");
    }

    @Test
    void theOptionsOfReplayAreThose() {
        assertThat(Cli.run("replay", "-h").succeeded().out())
                .contains("--alpha", "--score", "--raps-lambda", "--raps-kreg", "--tracker", "--etas", "--normalize")
                .contains("--sets", "--thresholds", "--state-in", "--state-out", "--seed", "--not-randomised");
    }

    @Test
    void theWholeHelpNamesEveryCommand() {
        Cli result = Cli.run("--help").succeeded();
        commands().forEach(name -> assertThat(result.out()).contains("\n  " + name + " "));
        assertThat(result.out()).contains("\n  --deep ", "\n  --text ");
        assertThat(result.out()).contains("\n  SETPOINT_DATA ", "\n  SETPOINT_CACHE ", "\n  SETPOINT_CLASSPATH ");
        assertThat(result.out())
                .as("a percent sign, not a format")
                .contains("90% of")
                .doesNotContain("%%");
        assertThat(result.out().lines()).as("width of a terminal").allMatch(line -> line.length() <= 80);
    }

    @Test
    void theVersionIsSaid() {
        assertThat(Cli.run("--version").succeeded().out()).startsWith("setpoint ");
    }

    @Test
    void withoutACommandTheUsageIsWrong() {
        Cli.run().refusedUsage("no command given");
        Cli.run("demmo").refusedUsage("demmo");
        Cli.run("demo", "--fast").refusedUsage("--fast");
    }
}
