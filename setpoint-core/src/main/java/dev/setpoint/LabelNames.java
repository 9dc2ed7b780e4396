package dev.setpoint;

import java.util.AbstractList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;

/** An immutable list of names that finds one by a single look-up. One is shared by a learner, its decisions and their sets. */
final class LabelNames extends AbstractList<String> implements RandomAccess {
    private final String[] names;
    /** Made when it is first asked for; immutable, so that it does not matter which thread's is kept. */
    private Map<String, Integer> places;

    private LabelNames(String[] names) {
        this.names = names;
    }

    /** A copy, or the list itself if it is such a list. */
    static List<String> copyOf(List<String> names) {
        return names instanceof LabelNames
                ? names
                : new LabelNames(List.copyOf(names).toArray(new String[0]));
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
