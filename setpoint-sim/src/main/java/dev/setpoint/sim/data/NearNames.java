package dev.setpoint.sim.data;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What to say of names: which there are, and which of them is near to one that is not among them. */
public final class NearNames {
    private static final int MOST_LISTED = 10;
    private static final int SHORTEST_PART = 3;

    private NearNames() {}

    /** At most ten of the known names, and the nearest if there is one: {@code one of a, b and 7 more; nearest: b}. */
    static String oneOf(List<String> known, String name) {
        return "one of " + listed(known) + nearest(known, name);
    }

    /** At most ten of these names, on one line, and how many there are beyond: {@code a, b and 7 more}. */
    public static String listed(List<String> names) {
        return listed(names, MOST_LISTED);
    }

    /** The same, with at most this many of them. */
    static String listed(List<String> names, int most) {
        String first =
                names.stream().limit(most).map(DataFormatException::quote).collect(Collectors.joining(", "));
        return names.size() <= most ? first : first + " and " + (names.size() - most) + " more";
    }

    /** {@code ; nearest: b}, upper and lower case alike, or nothing if all names are far: a wild guess says less than none. */
    public static String nearest(List<String> known, String name) {
        Optional<String> nearest = known.stream()
                .filter(candidate -> isNear(lower(name), lower(candidate)))
                .min(Comparator.comparingInt(candidate -> distance(lower(name), lower(candidate))));
        return nearest.map(found -> "; nearest: " + DataFormatException.quote(found))
                .orElse("");
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Whether one name is a part of the other, or at most a third of the letters differ. */
    private static boolean isNear(String name, String candidate) {
        int shorter = Math.min(name.length(), candidate.length());
        int longer = Math.max(name.length(), candidate.length());
        boolean isPart = shorter >= SHORTEST_PART && (name.contains(candidate) || candidate.contains(name));
        return isPart || 3 * distance(name, candidate) <= longer;
    }

    /** How many characters to insert, delete or replace to make one name the other (Levenshtein). */
    static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j - 1], row[j]) + 1);
            }
        }
        return row[to.length()];
    }
}
