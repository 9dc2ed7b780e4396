package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.random.Draws;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/**
 * The id of a decision, on its way to a {@link DecisionStore}: a text of 1 to {@value #MOST_BYTES} bytes, or a number, which is
 * the same id as its decimal text. Reusable; setting a number allocates nothing.
 */
public final class DecisionKey {
    /** The longest id, in bytes of UTF-8. */
    public static final int MOST_BYTES = 128;

    private long number;
    /** Null for a number. */
    private String name;

    /** The number 0. */
    public DecisionKey() {}

    /** Makes this the id of this number. */
    public void set(long value) {
        number = value;
        name = null;
    }

    /**
     * Makes this the id of this text.
     *
     * @throws IllegalArgumentException if it is empty, longer than {@value #MOST_BYTES} bytes, or not text (half a surrogate pair)
     */
    public void set(String text) {
        check(text);
        if (Draws.isNumber(text)) {
            set(Long.parseLong(text));
        } else {
            number = 0;
            name = text;
        }
    }

    /**
     * Refuses a text that is no id.
     *
     * @throws IllegalArgumentException if it is empty, longer than {@value #MOST_BYTES} bytes, or not text (half a surrogate pair)
     */
    public static void check(String text) {
        Argument.given("id", text);
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                bytes += 4;
                i++;
            } else if (Character.isSurrogate(c)) {
                throw new IllegalArgumentException("id: half a surrogate pair at " + i + " (expected: text)");
            } else {
                bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            }
        }
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw new IllegalArgumentException("id: " + bytes + " bytes (expected: 1 to " + MOST_BYTES + ")");
        }
    }

    /** Makes this an equal id. */
    public void copyFrom(DecisionKey other) {
        number = Argument.given("other", other).number;
        name = other.name;
    }

    /** Whether it is a number. */
    public boolean isNumber() {
        return name == null;
    }

    /** The number; of a name, 0. */
    public long number() {
        return number;
    }

    /** The name; null for a number. */
    public String name() {
        return name;
    }

    /** As text: the name, or the number's digits. */
    public String text() {
        return name == null ? Long.toString(number) : name;
    }

    /** By what {@link Draws} of this decision are told from others': the number, or a hash of the name. */
    public long drawKey() {
        return name == null ? number : Draws.id(name);
    }

    /** Whether this is the id of the number, or else the name. */
    boolean is(long otherNumber, String otherName) {
        return name == null ? otherName == null && number == otherNumber : name.equals(otherName);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof DecisionKey other && is(other.number, other.name);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(Draws.mix(drawKey()));
    }

    @Override
    public String toString() {
        return text();
    }

    /** Appends the id: whether it is a name, then the name as text or the number. */
    public void write(StateWriter out) {
        Argument.given("out", out).writeBoolean(name != null);
        if (name == null) {
            out.writeLong(number);
        } else {
            out.writeText(name);
        }
    }

    /**
     * Reads an id.
     *
     * @throws SnapshotException if the bytes are none
     */
    public void read(StateReader in) {
        if (Argument.given("in", in).readBoolean()) {
            String text = in.readText();
            try {
                set(text);
            } catch (IllegalArgumentException e) {
                throw new SnapshotException("snapshot: " + e.getMessage());
            }
            if (name == null) {
                throw new SnapshotException("snapshot: id " + text + " as a name (expected: as a number)");
            }
        } else {
            set(in.readLong());
        }
    }
}
