package dev.setpoint.cli.run;

import java.util.List;

/**
 * A query of the stream, shown to people.
 *
 * @param text what was asked
 * @param set the labels of the set
 * @param arm the label that was pulled
 * @param correct whether that was correct
 * @param label the true label
 */
public record RunExample(String text, List<String> set, String arm, boolean correct, String label) {
    /** Copies the set. */
    public RunExample {
        set = List.copyOf(set);
    }
}
