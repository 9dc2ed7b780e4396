package dev.setpoint.feature;

import dev.setpoint.argument.Argument;
import java.util.ArrayList;
import java.util.List;

/**
 * The named facts of one query: numbers, categories and texts. Absent facts are simply not put in. A name may be used once per
 * kind; the same name used again adds to the first.
 *
 * <p>At the edges: a NaN number, and a null category or text, mean "missing" and become an indicator of their own; infinite
 * numbers (and those beyond a float's range) become indicators for "+infinity" and "-infinity", since no linear model can use
 * them as numbers; an empty text adds nothing.
 */
public final class Features {
    enum Kind {
        NUMBER,
        CATEGORY,
        TEXT
    }

    record Fact(Kind kind, String name, double number, String text) {}

    static final String TEXT = "text";

    private final List<Fact> facts = new ArrayList<>();

    private Features() {}

    /** No facts yet. */
    public static Features create() {
        return new Features();
    }

    /** Only a text, under the name {@code text}. */
    public static Features ofText(String text) {
        return create().text(TEXT, text);
    }

    /**
     * Adds a number, of any scale: numbers are standardised by what was answered so far, unless settings say otherwise. NaN means
     * missing; infinities, and what is beyond 3.4e38, are two values of their own.
     */
    public Features number(String name, double value) {
        facts.add(new Fact(Kind.NUMBER, Argument.given("name", name), value, null));
        return this;
    }

    /** Adds a category, for example a country code. Null means missing. */
    public Features category(String name, String value) {
        facts.add(new Fact(Kind.CATEGORY, Argument.given("name", name), Double.NaN, value));
        return this;
    }

    /**
     * Adds a text, which is cut into word and character n-grams. Null means missing. A query's first text is the one that is
     * compared with the texts of labels; its name does not matter. Put it in
     * as null where it is missing, or the next text takes its place.
     */
    public Features text(String name, String value) {
        facts.add(new Fact(Kind.TEXT, Argument.given("name", name), Double.NaN, value));
        return this;
    }

    /** The first text, or null if there is none or it is missing. */
    String firstText() {
        for (Fact fact : facts) {
            if (fact.kind() == Kind.TEXT) {
                return fact.text();
            }
        }
        return null;
    }

    List<Fact> facts() {
        return facts;
    }
}
