package dev.setpoint.cli.terminal;

import dev.setpoint.notation.Excerpt;
import dev.setpoint.notation.Notation;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How values on the command line are read: numbers as people write them, and sentences without the names of Java's types. */
public final class Arguments {
    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");

    private Arguments() {}

    /** Makes all options of a command and of its subcommands be read so. */
    public static void register(CommandLine command) {
        ITypeConverter<Integer> integers = text -> whole(text, Integer::valueOf);
        ITypeConverter<Long> longs = text -> whole(text, Long::valueOf);
        ITypeConverter<Double> doubles = Arguments::number;
        command.registerConverter(int.class, integers);
        command.registerConverter(Integer.class, integers);
        command.registerConverter(long.class, longs);
        command.registerConverter(Long.class, longs);
        command.registerConverter(double.class, doubles);
        command.registerConverter(Double.class, doubles);
        command.registerConverter(Path.class, Arguments::path);
    }

    private static <T> T whole(String text, Function<String, T> read) {
        if (!WHOLE.matcher(text).matches()) {
            throw refused(text, "a whole number");
        }
        try {
            return read.apply(text);
        } catch (NumberFormatException e) {
            throw refused(text, "a whole number that is not so large");
        }
    }

    private static double number(String text) {
        try {
            return Notation.number("", text);
        } catch (IllegalArgumentException e) {
            throw refused(text, "a number");
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw refused(text, "the name of a file");
        }
    }

    private static TypeConversionException refused(String text, String expected) {
        return new TypeConversionException("'" + Excerpt.of(text) + "' (expected: " + expected + ")");
    }
}
