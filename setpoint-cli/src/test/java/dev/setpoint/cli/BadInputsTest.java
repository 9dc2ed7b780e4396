package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every entry of {@code bad-inputs.txt}, by the real command. */
@Timeout(60)
class BadInputsTest {
    @TempDir
    static Path fixtures;

    @TempDir
    Path temporary;

    @BeforeAll
    static void fixtures() throws IOException {
        BadInputFixtures.write(fixtures);
    }

    static List<BadInput> core() {
        return BadInput.all().stream().filter(BadInput::core).toList();
    }

    static List<BadInput> others() {
        return BadInput.all().stream().filter(input -> !input.core()).toList();
    }

    @ParameterizedTest
    @MethodSource("core")
    void theCoreIsRefusedInOneSentence(BadInput input) throws IOException {
        assertRefused(input);
    }

    @ParameterizedTest
    @MethodSource("others")
    @Tag("long")
    void everyOtherIsRefusedInOneSentence(BadInput input) throws IOException {
        assertRefused(input);
    }

    @Test
    void theListIsLongAndHasNoEntryTwice() {
        List<BadInput> all = BadInput.all();
        assertThat(all).hasSizeGreaterThanOrEqualTo(300);
        Set<Object> seen = new HashSet<>();
        for (BadInput input : all) {
            assertThat(seen.add(List.of(input.command(), input.files(), input.input())))
                    .as("%s: once", input)
                    .isTrue();
        }
    }

    private void assertRefused(BadInput input) throws IOException {
        Path folder = temporary.resolve("w");
        copy(fixtures, folder);
        input.writeInto(folder);
        Map<String, byte[]> before = contents(folder);
        Object[] arguments = input.arguments(folder);

        Cli answer = Cli.run(arguments);

        boolean tellsOnOutput = String.valueOf(arguments[0]).equals("validate-log");
        String told = answer.err() + (tellsOnOutput ? answer.out() : "");
        assertThat(answer.exit()).as("exit code of %s: %s", input, told).isEqualTo(input.exit());
        assertThat(told).contains(input.fragment()).hasSizeLessThan(Sentence.LONGEST);
        assertThat(told.replace(folder.toString(), "")).doesNotContainPattern(Sentence.INSIDES);
        assertThat(told.chars().filter(c -> Character.isISOControl(c) && c != '\n'))
                .as("control characters in: %s", told)
                .isEmpty();
        if (!tellsOnOutput) {
            assertThat(answer.out()).isEmpty();
            List<String> lines = answer.err().lines().toList();
            assertThat(lines.get(0)).startsWith("setpoint: ").doesNotStartWith("setpoint: warning");
            assertThat(lines.subList(1, lines.size())).allMatch(line -> line.matches("Try 'setpoint.* --help'\\."));
        }
        Map<String, byte[]> after = contents(folder);
        assertThat(after.keySet()).isEqualTo(before.keySet());
        after.forEach((name, bytes) -> assertThat(bytes).as(name).isEqualTo(before.get(name)));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    private static Map<String, byte[]> contents(Path folder) throws IOException {
        Map<String, byte[]> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                contents.put(
                        folder.relativize(file).toString(),
                        Files.isDirectory(file) ? new byte[0] : Files.readAllBytes(file));
            }
        }
        return contents;
    }
}
