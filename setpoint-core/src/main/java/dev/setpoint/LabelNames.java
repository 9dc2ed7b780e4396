package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Excerpt;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/**
 * An immutable list of names that finds one by a single look-up. One is shared by a learner, its decisions and their sets. A list
 * with a label more, or one renamed, is the next version of it: a label's number means the same label in all versions.
 */
final class LabelNames extends AbstractList<String> implements RandomAccess {
    /** Which list it is, and which it came from. */
    private static final class Version {
        private final Version before;

        Version(Version before) {
            this.before = before;
        }
    }

    private final String[] names;
    private final Version version;
    /** Made when it is first asked for; immutable, so that it does not matter which thread's is kept. */
    private Map<String, Integer> places;

    private LabelNames(String[] names, LabelNames before) {
        this.names = names;
        this.version = new Version(before == null ? null : before.version);
    }

    /** A copy, or the list itself if it is such a list. */
    static LabelNames copyOf(List<String> names) {
        return names instanceof LabelNames same
                ? same
                : new LabelNames(Argument.allGiven("labels", names).toArray(new String[0]), null);
    }

    /**
     * The names for a new learner: a copy of names that can be read.
     *
     * @throws IllegalArgumentException if one cannot
     */
    static LabelNames ofNew(List<String> names) {
        Argument.allGiven("labels", names).forEach(LabelNames::check);
        return copyOf(names);
    }

    /**
     * Refuses a new name that nobody could read or that would break a line where it is printed. Names that a stored learner already has
     * are not asked.
     *
     * @throws IllegalArgumentException if it is blank or has control characters
     */
    static void check(String name) {
        Argument.given("label", name);
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("label: '" + Excerpt.of(name)
                    + "' (expected: a name that is not blank and has no line breaks or other control characters)");
        }
    }

    /** The next version, with one name more. */
    LabelNames with(String name) {
        String[] more = Arrays.copyOf(names, names.length + 1);
        more[names.length] = name;
        return new LabelNames(more, this);
    }

    /** The next version, with another name at a place. */
    LabelNames with(int place, String name) {
        String[] changed = names.clone();
        changed[place] = name;
        return new LabelNames(changed, this);
    }

    /**
     * Whether the labels of another list are, number by number, among these: it is this list or an earlier version, or its names are the
     * first of these.
     */
    boolean includes(List<String> other) {
        return (other instanceof LabelNames earlier && comesFrom(earlier))
                || (other.size() <= names.length && subList(0, other.size()).equals(other));
    }

    @SuppressWarnings("ReferenceEquality") // two versions of the same history are different ones
    private boolean comesFrom(LabelNames earlier) {
        for (Version one = version; one != null; one = one.before) {
            if (one == earlier.version) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String get(int index) {
        return names[index];
    }

    @Override
    public int size() {
        return names.length;
    }

    /** The first place of a name, as of any list. */
    @Override
    public int indexOf(Object name) {
        if (places == null) {
            Map<String, Integer> found = new HashMap<>(2 * names.length);
            for (int k = 0; k < names.length; k++) {
                found.putIfAbsent(names[k], k);
            }
            places = Map.copyOf(found);
        }
        Integer place = name instanceof String ? places.get(name) : null;
        return place == null ? -1 : place;
    }

    @Override
    public boolean contains(Object name) {
        return indexOf(name) >= 0;
    }
}
