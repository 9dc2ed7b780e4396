package dev.setpoint.cli;

import dev.setpoint.cli.compare.CompareCommand;
import dev.setpoint.cli.data.DatasetsCommand;
import dev.setpoint.cli.demo.DemoCommand;
import dev.setpoint.cli.features.FeaturesCommand;
import dev.setpoint.cli.file.StandardOutput;
import dev.setpoint.cli.paper.run.PaperCommand;
import dev.setpoint.cli.replay.ReplayCommand;
import dev.setpoint.cli.replay.ValidateLogCommand;
import dev.setpoint.cli.run.ReportCommand;
import dev.setpoint.cli.run.RunCommand;
import dev.setpoint.cli.terminal.Arguments;
import dev.setpoint.cli.terminal.Console;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Versions;
import dev.setpoint.cli.whatif.WhatIfCommand;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.state.SnapshotException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.ServiceConfigurationError;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The {@code setpoint} command. Exit codes: 0 done, 1 bad data, 2 wrong usage, 3 a defect in setpoint itself. */
@Command(
        name = "setpoint",
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        description = "Answers each query with a small set of labels that is meant to hold the true one as often as"
                + " you ask, say for 90%% of the queries of every class. It learns from nothing but whether the label acted"
                + " on was correct.",
        subcommands = {
            DemoCommand.class,
            RunCommand.class,
            CompareCommand.class,
            ReportCommand.class,
            ReplayCommand.class,
            WhatIfCommand.class,
            ValidateLogCommand.class,
            DatasetsCommand.class,
            PaperCommand.class,
            FeaturesCommand.class
        },
        footer = {
            "",
            "Before the command, the script ./setpoint takes:",
            "  --deep   adds the module setpoint-deep (libtorch, some 110 MB the first",
            "           time), for 'model: resnet18' and other networks; paper and",
            "           features --network add it by themselves",
            "  --text   adds the module setpoint-text (71 MB the first time), for sentence",
            "           encoders; demo --intents, features --encoder and run with",
            "           'features: sentence' in the file add it by themselves",
            "",
            "Environment variables it reads:",
            "  SETPOINT_DATA          the folder of data sets, unless --data is given;",
            "                         without either, data in the project",
            "  SETPOINT_CACHE         the folder where computed sentence vectors are kept;",
            "                         without it, .cache/sentences in the project",
            "  SETPOINT_CLASSPATH     jars and folders of classes, separated by colons, with",
            "                         your own scores, trackers, models, ... (plugins)",
            "  SETPOINT_JAVA_OPTIONS  options for Java, such as -Xmx8g",
            "  JAVA_HOME              the JDK; without it, java on PATH",
            "",
            "'setpoint COMMAND --help' explains a command. Start with 'setpoint demo'."
        })
public final class Main implements Runnable {
    private static final int DEFECT = 3;
    private static final int LONGEST_SENTENCE = 1500;

    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"setpoint " + Versions.setpoint()};
        }
    }

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "no command given");
    }

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        try (Console console = Console.open()) {
            return execute(console, arguments);
        }
    }

    private static int execute(Console console, String... arguments) {
        CommandLine commandLine = new CommandLine(new Main());
        Arguments.register(commandLine);
        commandLine.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8)); // its own words: help
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(
                Console.isTerminal() ? CommandLine.Help.Ansi.AUTO : CommandLine.Help.Ansi.OFF));
        commandLine.setParameterExceptionHandler((exception, args) -> {
            PrintWriter err = exception.getCommandLine().getErr();
            err.println("setpoint: " + sentence(exception));
            err.println("Try '" + exception.getCommandLine().getCommandSpec().qualifiedName() + " --help'.");
            return Failure.USAGE;
        });
        commandLine.setExecutionExceptionHandler((exception, line, result) -> failed(exception, line.getErr()));
        int exit;
        try {
            exit = commandLine.execute(arguments);
        } catch (OutOfMemoryError e) {
            exit = failed(Failure.outOfMemory(), commandLine.getErr());
        } catch (LinkageError | ServiceConfigurationError e) { // all classes of ours are there
            exit = failed(
                    Failure.data(
                            "a class cannot be used: " + e.getMessage()
                                    + " (expected: plugins in SETPOINT_CLASSPATH that were made for this version and this Java)"),
                    commandLine.getErr());
        } catch (StackOverflowError e) { // parsers have limits of their own; this is for what they did not think of
            exit = failed(Failure.data("nested too deeply to be read"), commandLine.getErr());
        }
        try {
            StandardOutput.check();
        } catch (Failure e) {
            return exit == 0 ? failed(e, commandLine.getErr()) : exit;
        }
        return exit;
    }

    private static String sentence(ParameterException exception) {
        if (exception.getCause() instanceof InvalidPathException path) {
            return notAName(path);
        }
        boolean atCommand = exception.getCommandLine().getParent() == null;
        return atCommand
                        && exception instanceof CommandLine.UnmatchedArgumentException unmatched
                        && !unmatched.isUnknownOption()
                ? "unknown command '" + Excerpt.of(unmatched.getUnmatched().get(0)) + "'"
                : shortened(exception.getMessage().replaceFirst("^Error: ", ""));
    }

    /** On one line, and not longer than a person reads. */
    private static String shortened(String message) {
        String line = message.replace("\n", "\\n");
        return line.length() <= LONGEST_SENTENCE
                ? line
                : line.substring(0, LONGEST_SENTENCE) + "... (" + (line.length() - LONGEST_SENTENCE)
                        + " more characters)";
    }

    /** In the locale C, which the script replaces where it can, Java knows no names beyond ASCII. */
    private static String notAName(InvalidPathException path) {
        return "'" + Excerpt.of(path.getInput())
                + "': not the name of a file here (expected: characters that the locale knows; LC_ALL=C.UTF-8 knows all)";
    }

    private static int failed(Exception exception, PrintWriter err) {
        Exception known = exception instanceof UncheckedIOException wrapped ? wrapped.getCause() : exception;
        Failure failure = known instanceof Failure given ? given : null;
        if (known instanceof InvalidPathException path) {
            failure = Failure.usage(notAName(path));
        }
        if (known instanceof IOException || known instanceof SnapshotException) {
            failure = Failure.data(known);
        }
        if (failure != null) {
            err.println("setpoint: " + shortened(failure.getMessage()));
            return failure.exitCode();
        }
        err.println("setpoint: a defect in setpoint itself; please report it with what follows");
        exception.printStackTrace(err);
        return DEFECT;
    }
}
