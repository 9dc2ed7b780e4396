package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;

/** What people are told of a mistake: one line for them, without what only programmers know. */
public final class Sentence {
    /** Names of classes and packages, and what parsers say of themselves. */
    static final Pattern INSIDES = Pattern.compile(
            "[a-z]Exception|[a-z]Error\\b|\\b(java|javax|com|org|dev|picocli|sun)\\.[a-zA-Z]|StreamRead|REDACTED|\\bclass \\[");

    static final int LONGEST = 2000;

    private Sentence() {}

    /** Asserts it of what is said about an input, which may itself name classes. */
    public static void check(String message, String input) {
        assertThat(message).isNotBlank().hasSizeLessThan(LONGEST).doesNotContainPattern("\\p{Cntrl}|[\\x80-\\x9f]");
        // its first character may come from an escape
        INSIDES.matcher(message)
                .results()
                .forEach(inside -> assertThat(input)
                        .as("what is in '%s'", message)
                        .contains(inside.group().substring(1)));
    }
}
