package dev.setpoint.random;

/**
 * Randomness without a generator: a draw is a function of a seed, a purpose, a decision id and an index. The same four give
 * the same draw on any thread, in any order, in any process.
 *
 * <p>A {@link #stream} is a 64-bit hash of seed, purpose and id; {@link #uniform} hashes it once more with the index. The
 * mixer is the 64-bit finaliser of Stafford's "variant 13", as in SplitMix64 (Steele, Lea, Flood 2014).
 */
public final class Draws {
    /** Purpose: which arm a decision pulls. */
    public static final int ARM = 1;
    /** Purpose: the U of randomised scores, one index per class. */
    public static final int SCORE = 2;
    /** Purpose: initial weights of a model. */
    public static final int WEIGHTS = 3;
    /** Purpose: which queries of the past a domain classifier keeps and looks at again. */
    public static final int MEMORY = 4;

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private Draws() {}

    /** The stream of draws that belongs to a seed, a purpose and an id. */
    public static long stream(long seed, int purpose, long id) {
        return mix(mix(mix(seed + GOLDEN) + purpose * GOLDEN) + id * GOLDEN);
    }

    /** The index-th draw of a stream, uniform on the multiples of 2^-53 in [0, 1). */
    public static double uniform(long stream, int index) {
        return (bits(stream, index) >>> 11) * 0x1.0p-53;
    }

    /** The index-th draw of a stream as 64 uniform bits. */
    public static long bits(long stream, int index) {
        return mix(stream + (index + 1L) * GOLDEN);
    }

    /**
     * A number for an id that is a text: the number itself if the text {@linkplain #isNumber is one}, else a 64-bit hash of the text.
     */
    public static long id(String text) {
        if (isNumber(text)) {
            return Long.parseLong(text);
        }
        long hash = GOLDEN;
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash + text.charAt(i));
        }
        return hash;
    }

    /** Whether a text is a whole number in the range of {@code long} as one writes it: no plus sign, no leading zero. */
    public static boolean isNumber(String text) {
        int first = text.startsWith("-") ? 1 : 0;
        int digits = text.length() - first;
        if (digits < 1 || digits > 19 || (text.charAt(first) == '0' && text.length() > 1)) {
            return false;
        }
        long negative = 0; // the range is larger by one below 0
        for (int i = first; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9 || negative < Long.MIN_VALUE / 10) {
                return false;
            }
            negative = negative * 10 - digit;
            if (negative > 0) {
                return false;
            }
        }
        return first == 1 || negative != Long.MIN_VALUE;
    }

    /** A bijection of the 64-bit numbers whose output bits each depend on all input bits. */
    public static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
