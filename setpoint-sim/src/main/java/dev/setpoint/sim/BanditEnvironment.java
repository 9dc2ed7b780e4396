package dev.setpoint.sim;

import dev.setpoint.Answer;
import dev.setpoint.Feedback;
import dev.setpoint.LabelSet;
import dev.setpoint.random.Draws;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;

/**
 * The world: it knows the true label of every decision and says whether the pull was correct, or as much more as its settings
 * allow; now or later or never. A decision's fate depends on the seed and its id alone.
 */
public final class BanditEnvironment {
    private record Underway(long due, long id, Answer answer) implements Comparable<Underway> {
        @Override
        public int compareTo(Underway other) {
            return due != other.due ? Long.compare(due, other.due) : Long.compare(id, other.id);
        }
    }

    private final FeedbackSettings settings;
    private final long seed;
    private final PriorityQueue<Underway> underway = new PriorityQueue<>();

    /** A world that answers in this way. */
    public BanditEnvironment(FeedbackSettings settings, long seed) {
        this.settings = settings;
        this.seed = seed;
    }

    /**
     * Takes note of a pull.
     *
     * @param now how many queries came before
     * @param id of the decision
     * @param arm the pulled label
     * @param label the true one
     * @param issued gives the set that was issued; asked only if the answer speaks of it
     * @return what will be said of it, sooner or later, or null if it is never answered
     */
    public Feedback pulled(long now, long id, int arm, int label, Supplier<LabelSet> issued) {
        if (isAmong(settings.dropout(), SimDraws.DROPOUT, id)) {
            return null;
        }
        double late = Draws.uniform(Draws.stream(seed, SimDraws.DELAY, id), 0);
        long delay = (long) (late * (settings.delay() + 1L));
        Feedback feedback = feedback(id, arm, label, issued);
        underway.add(new Underway(now + delay, id, new Answer(id, feedback)));
        return feedback;
    }

    private Feedback feedback(long id, int arm, int label, Supplier<LabelSet> issued) {
        if (isAmong(settings.labels(), SimDraws.LABELS, id)) {
            return Feedback.label(label);
        }
        boolean correct = arm == label;
        if (isAmong(settings.noise(), SimDraws.NOISE, id)) {
            return Feedback.of(!correct);
        }
        if (!correct && isAmong(settings.noneOf(), SimDraws.NONE_OF, id)) {
            LabelSet set = issued.get();
            return set.contains(label) ? Feedback.of(false) : Feedback.noneOf(set);
        }
        return Feedback.of(correct);
    }

    /** Takes the answers due by now, ordered by when they are due and then by id. */
    public List<Answer> collect(long now) {
        List<Answer> answers = new ArrayList<>();
        while (!underway.isEmpty() && underway.peek().due() <= now) {
            answers.add(underway.poll().answer());
        }
        return answers;
    }

    private boolean isAmong(double share, int purpose, long id) {
        return SimDraws.isAmong(share, seed, purpose, id);
    }
}
