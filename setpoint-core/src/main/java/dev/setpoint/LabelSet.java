package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Excerpt;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.IntPredicate;

/** An immutable set of labels, as their names in the order of the learner's labels. It may be empty: "none of the known". */
public final class LabelSet extends AbstractSet<String> {
    private final List<String> labels;
    private final long[] words;
    private final int size;

    private LabelSet(List<String> labels, long[] words) {
        this.labels = labels;
        this.words = words;
        this.size = Arrays.stream(words).mapToInt(Long::bitCount).sum();
    }

    /**
     * The members with these names. Names are looked up in constant time, and the look-up is made once, if the labels are those of
     * a learner's settings, of a decision or of another set.
     *
     * @param labels all labels, in the learner's order
     * @throws IllegalArgumentException if a member is not among the labels
     */
    public static LabelSet of(List<String> labels, String... members) {
        List<String> names = LabelNames.copyOf(labels);
        long[] words = new long[(names.size() + 63) / 64];
        for (int i = 0; i < Argument.given("members", members).length; i++) {
            int k = indexOf(names, Argument.given("members", i, members[i]));
            words[k / 64] |= 1L << (k % 64);
        }
        return new LabelSet(names, words);
    }

    /**
     * Where a name is among the labels.
     *
     * @throws IllegalArgumentException if it is not
     */
    static int indexOf(List<String> labels, String name) {
        int index = labels.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "label: '" + Excerpt.of(String.valueOf(name)) + "' (expected: one of " + Excerpt.of(labels) + ")");
        }
        return index;
    }

    /** The labels whose index satisfies a condition. */
    static LabelSet where(List<String> labels, IntPredicate isMember) {
        long[] words = new long[(labels.size() + 63) / 64];
        for (int k = 0; k < labels.size(); k++) {
            if (isMember.test(k)) {
                words[k / 64] |= 1L << (k % 64);
            }
        }
        return new LabelSet(labels, words);
    }

    /** Whether the label with this index is a member; false for an index that no label has. */
    public boolean contains(int label) {
        return label >= 0 && label < labels.size() && (words[label / 64] >>> (label % 64) & 1) != 0;
    }

    /** The same for an index that is an object: without this, {@link #contains(Object)} would look for a name and find none. */
    public boolean contains(Integer label) {
        return label != null && contains(label.intValue());
    }

    /** The members as bits, in an empty array of the universe's size or more. */
    void bitsInto(long[] bits) {
        System.arraycopy(words, 0, bits, 0, words.length);
    }

    /** The members that bits name; they are copied. */
    static LabelSet ofBits(List<String> labels, long[] bits) {
        return new LabelSet(labels, bits.clone());
    }

    /** The indices of the members, ascending. */
    public int[] indices() {
        int[] indices = new int[size];
        int at = 0;
        for (int k = 0; k < labels.size(); k++) {
            if (contains(k)) {
                indices[at++] = k;
            }
        }
        return indices;
    }

    /** All labels, members or not. */
    public List<String> universe() {
        return labels;
    }

    @Override
    public boolean contains(Object name) {
        return name instanceof String && contains(labels.indexOf(name));
    }

    @Override
    public Iterator<String> iterator() {
        List<String> members = new ArrayList<>(size);
        for (int k : indices()) {
            members.add(labels.get(k));
        }
        return List.copyOf(members).iterator();
    }

    @Override
    public int size() {
        return size;
    }

    /** Its members; of many, the first few and how many more there are. */
    @Override
    public String toString() {
        return Excerpt.of(List.copyOf(this));
    }
}
