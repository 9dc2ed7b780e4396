package dev.setpoint.sim;

import dev.setpoint.random.Draws;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * The world: it knows the true label of every decision and says only whether the pull was right, now or later or never. A
 * decision's fate depends on the seed and its id alone.
 */
public final class BanditEnvironment {
    private record Answer(long due, long id, boolean right) implements Comparable<Answer> {
        @Override
        public int compareTo(Answer other) {
            return due != other.due ? Long.compare(due, other.due) : Long.compare(id, other.id);
        }
    }

    private final FeedbackSettings settings;
    private final long seed;
    private final PriorityQueue<Answer> underway = new PriorityQueue<>();
    private long[] ids = new long[16];
    private boolean[] right = new boolean[16];

    /** A world that answers in this way. */
    public BanditEnvironment(FeedbackSettings settings, long seed) {
        this.settings = settings;
        this.seed = seed;
    }

    /** Takes note of a pull; {@code now} is how many queries came before. */
    public void pulled(long now, long id, int arm, int label) {
        Boolean answer = answer(id, arm, label);
        if (answer != null) {
            long delay = (long) (draw(SimDraws.DELAY, id) * (settings.delay() + 1L));
            underway.add(new Answer(now + delay, id, answer));
        }
    }

    /** What will be said of a pull, sooner or later: whether it was right, truly or not, or null if it is never answered. */
    public Boolean answer(long id, int arm, int label) {
        if (draw(SimDraws.DROPOUT, id) < settings.dropout()) {
            return null;
        }
        boolean flipped = draw(SimDraws.NOISE, id) < settings.noise();
        return (arm == label) != flipped;
    }

    /** Collects the answers due by now, ordered by when they are due and then by id; returns how many. */
    public int collect(long now) {
        int count = 0;
        while (!underway.isEmpty() && underway.peek().due() <= now) {
            Answer answer = underway.poll();
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, count * 2);
                right = Arrays.copyOf(right, count * 2);
            }
            ids[count] = answer.id();
            right[count++] = answer.right();
        }
        return count;
    }

    /** The decisions of the collected answers; valid until the next {@link #collect}. */
    public long[] ids() {
        return ids;
    }

    /** What the collected answers say. */
    public boolean[] right() {
        return right;
    }

    private double draw(int purpose, long id) {
        return Draws.uniform(Draws.stream(seed, purpose, id), 0);
    }
}
