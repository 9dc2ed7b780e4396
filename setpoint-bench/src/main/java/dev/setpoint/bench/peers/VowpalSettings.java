package dev.setpoint.bench.peers;

import java.util.Locale;

/**
 * How Vowpal Wabbit is set up.
 *
 * @param text how queries are written
 * @param costs of a correct and of an incorrect pull
 * @param options of its command line, without those that follow from the stream and the seed
 */
record VowpalSettings(VowpalText text, Costs costs, String options) {
    private static final String SEPARATOR = " ; ";

    /**
     * What a pull costs. Predictions start at 0: with {@link #LOSS} every label that was never pulled promises to be correct and
     * is tried in turn; with {@link #REWARD} it promises nothing.
     */
    enum Costs {
        /** Correct 0, incorrect 1. */
        LOSS(0, 1),
        /** Correct -1, incorrect 0. */
        REWARD(-1, 0);

        private final int correct;
        private final int incorrect;

        Costs(int correct, int incorrect) {
            this.correct = correct;
            this.incorrect = incorrect;
        }

        int of(boolean isCorrect) {
            return isCorrect ? correct : incorrect;
        }

        private String notation() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** From {@link #toString}'s form: {@code words ; loss ; -b 24 --squarecb}. */
    static VowpalSettings parse(String text) {
        String[] parts = text.split(SEPARATOR, -1);
        if (parts.length != 3 || parts[2].isBlank()) {
            throw new IllegalArgumentException("settings: " + text + " (expected: features ; costs ; options)");
        }
        String costs = parts[1].trim();
        for (Costs known : Costs.values()) {
            if (known.notation().equals(costs)) {
                return new VowpalSettings(VowpalText.parse(parts[0].trim()), known, parts[2].trim());
            }
        }
        throw new IllegalArgumentException("costs: " + costs + " (expected: loss or reward)");
    }

    /** The same with another way to write queries. */
    VowpalSettings with(VowpalText other) {
        return new VowpalSettings(other, costs, options);
    }

    /** The same with other costs. */
    VowpalSettings with(Costs other) {
        return new VowpalSettings(text, other, options);
    }

    /** The same with more options. */
    VowpalSettings with(String moreOptions) {
        return new VowpalSettings(text, costs, options + " " + moreOptions);
    }

    @Override
    public String toString() {
        return text.notation() + SEPARATOR + costs.notation() + SEPARATOR + options;
    }
}
