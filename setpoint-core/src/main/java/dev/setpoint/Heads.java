package dev.setpoint;

import dev.setpoint.random.Draws;
import dev.setpoint.score.RankedProbabilities;
import dev.setpoint.score.Score;
import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.LabelSums;
import dev.setpoint.track.QueryWeights;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The conformal heads of a learner. Every distinct score is computed once per query; every tracker gets the same evidence, as sums or in
 * order. A head has a number that no other ever has, by which decisions that wait know the sets that are theirs.
 */
final class Heads implements Paged {
    private final int labels;
    private final List<HeadSettings> settings;
    private final Score[] scores;
    private final Head[] heads;
    private final int[] numbers;
    /** That the next head will have. */
    private int nextNumber;
    /** Labels that are in no set, as bits; null if there are none. */
    private final long[] retired;
    /** Which heads move by sums, and which are given answers in order. */
    private final int[] summed;

    private final int[] ordered;
    /** For each head, which of the distinct scores it uses. */
    private final int[] scoreOf;

    private final boolean randomised;
    private final RankedProbabilities ranked;
    private final double[] u;
    private final QueryWeights query = new QueryWeights();
    private boolean touched = true;

    /** One head that has seen nothing, of labels that stay. */
    Heads(HeadSettings head, int labels, double alpha, Coverage coverage, EmptySets emptySets) {
        this(List.of(head), labels, null, new Head[] {new Head(head, labels, alpha, coverage, emptySets)}, numbers(1));
    }

    /** The heads of these settings, which have seen nothing. */
    Heads(LearnerSettings settings) {
        this(
                settings.heads(),
                settings.labels().size(),
                settings.retiredBits(),
                settings.heads().stream().map(head -> newHead(head, settings)).toArray(Head[]::new),
                numbers(settings.heads().size()));
    }

    private static int[] numbers(int count) {
        return IntStream.range(0, count).toArray();
    }

    private static Head newHead(HeadSettings head, LearnerSettings settings) {
        int labels = settings.labels().size();
        return new Head(head, labels, settings.alpha(), settings.coverage(), settings.emptySets());
    }

    /** By place in changed settings, the heads that are not here; null for those that are. */
    Head[] fresh(LearnerSettings changed) {
        return changed.heads().stream()
                .map(head -> settings.contains(head) ? null : newHead(head, changed))
                .toArray(Head[]::new);
    }

    /** The heads of changed settings: those that are here go on, with as many labels as there are now, beside the {@link #fresh} ones. */
    Heads changed(LearnerSettings changed, Head[] fresh) {
        Head[] all = fresh.clone();
        int[] allNumbers = new int[all.length];
        int next = nextNumber;
        for (int h = 0; h < all.length; h++) {
            HeadSettings head = changed.heads().get(h);
            int place = settings.indexOf(head);
            if (place < 0) {
                allNumbers[h] = next++;
            } else {
                all[h] = heads[place];
                allNumbers[h] = numbers[place];
                if (changed.labels().size() > labels) {
                    all[h].tracker().grow(changed.task(head));
                }
            }
        }
        Heads others = new Heads(changed.heads(), changed.labels().size(), changed.retiredBits(), all, allNumbers);
        others.nextNumber = next;
        return others;
    }

    private Heads(List<HeadSettings> settings, int labels, long[] retired, Head[] heads, int[] numbers) {
        this.settings = settings;
        this.labels = labels;
        this.retired = retired;
        this.heads = heads;
        this.numbers = numbers;
        this.nextNumber = heads.length;
        List<Score> distinct =
                settings.stream().map(HeadSettings::score).distinct().toList();
        this.scores = distinct.toArray(Score[]::new);
        this.randomised = distinct.stream().anyMatch(Score::randomised);
        this.scoreOf = settings.stream()
                .mapToInt(head -> distinct.indexOf(head.score()))
                .toArray();
        this.summed = IntStream.range(0, heads.length)
                .filter(h -> heads[h].isSummed())
                .toArray();
        this.ordered = IntStream.range(0, heads.length)
                .filter(h -> !heads[h].isSummed())
                .toArray();
        this.ranked = new RankedProbabilities(labels);
        this.u = new double[labels];
    }

    /** Whether they are the heads that were before, though perhaps of more labels. */
    boolean isOf(Heads before) {
        return settings.equals(before.settings);
    }

    /** By head, its number. */
    List<Integer> numbers() {
        return Arrays.stream(numbers).boxed().toList();
    }

    /** For each head, its place among those before; -1 for a new one. */
    int[] places(Heads before) {
        return settings.stream().mapToInt(before.settings::indexOf).toArray();
    }

    int count() {
        return heads.length;
    }

    Head head(int h) {
        return heads[h];
    }

    /** Are operated differently from now on. */
    void change(Operation operation) {
        for (Head head : heads) {
            head.change(operation);
        }
    }

    DecisionRow newRow() {
        IssuedSet[] sets = new IssuedSet[heads.length];
        Arrays.setAll(sets, h -> heads[h].newSet(numbers[h], labels));
        return new DecisionRow(labels, scores.length, sets);
    }

    /**
     * Scores, thresholds and so the sets of all heads. The row's distribution must say with which probability each label is pulled,
     * or less.
     */
    void issue(DecisionRow row, long seed) {
        score(row, seed);
        issue(row);
    }

    /** The same with the U of randomised scores given; null where no score is randomised. */
    void issue(DecisionRow row, double[] given) {
        score(row, given);
        issue(row);
    }

    private void issue(DecisionRow row) {
        query.set(row.distribution, row.weight);
        for (int h = 0; h < heads.length; h++) {
            heads[h].issue(query, row.probabilities, scores(row, h), retired, row.sets[h]);
        }
    }

    /** Works out the scores alone: a function of the row's probabilities and id. */
    void score(DecisionRow row, long seed) {
        if (randomised) {
            long stream = Draws.stream(seed, Draws.SCORE, row.id.drawKey());
            for (int k = 0; k < labels; k++) {
                u[k] = Draws.uniform(stream, k);
            }
        }
        score(row, u);
    }

    private void score(DecisionRow row, double[] given) {
        ranked.set(row.probabilities, 0);
        for (int s = 0; s < scores.length; s++) {
            scores[s].scoresInto(ranked, given, row.scores[s]);
        }
    }

    double[] scores(DecisionRow row, int head) {
        return row.scores[scoreOf[head]];
    }

    // ---------------------------------------------------------------- heads whose trackers move by sums

    /** Whether there is such a head. */
    boolean haveSums() {
        return summed.length > 0;
    }

    /** By head; null for a head that is given answers in order. */
    LabelSums[] newSums() {
        return Arrays.stream(heads).map(head -> head.newSums(labels)).toArray(LabelSums[]::new);
    }

    /** Adds to the sums of a step: with this weight, the true label of a decision was {@code label}. */
    void addTo(LabelSums[] sums, DecisionRow row, int label, double weight) {
        for (int h : summed) {
            if (row.sets[h].isIssued) {
                heads[h].addTo(sums[h], row.sets[h], scores(row, h), label, weight);
            }
        }
    }

    /** Adds the sums of a later part of a step. */
    void merge(LabelSums[] sums, LabelSums[] later) {
        for (int h : summed) {
            sums[h].merge(later[h]);
        }
    }

    // ---------------------------------------------------------------- heads whose trackers are given answers in order

    /** Whether there is such a head. */
    boolean needAnswers() {
        return ordered.length > 0;
    }

    /** Tells of a pull. */
    void addPull(DecisionRow row, boolean correct) {
        for (int h : ordered) {
            if (row.sets[h].isIssued) {
                heads[h].addPull(row.known(row.probabilities), row.known(scores(row, h)), row.weight, row.arm, correct);
            }
        }
    }

    /** Tells of a label that was revealed. */
    void addLabel(DecisionRow row, int label) {
        for (int h : ordered) {
            if (row.sets[h].isIssued) {
                heads[h].addLabel(row.known(row.probabilities), row.known(scores(row, h)), row.weight, label);
            }
        }
    }

    /** Adds to the step under way: with this weight, the true label of a decision was {@code label}. */
    void add(DecisionRow row, int label, double weight) {
        for (int h : ordered) {
            if (row.sets[h].isIssued) {
                heads[h].add(row.sets[h], scores(row, h), label, weight);
            }
        }
    }

    /** Tells whether the set of a decision held the true label. */
    void addMembership(DecisionRow row, int label) {
        for (int h : ordered) {
            if (row.sets[h].isIssued) {
                heads[h].addMembership(row.sets[h], label);
            }
        }
    }

    /** Tells whether the set held the true label, where the labels that are left all say the same. */
    void addMembership(DecisionRow row, boolean[] ruledOut) {
        for (int h : ordered) {
            if (row.sets[h].isIssued) {
                heads[h].addMembership(row.sets[h], ruledOut);
            }
        }
    }

    // ---------------------------------------------------------------- all heads

    /** Ends the step. A divisor of 0 says that it must move nothing. */
    void apply(LabelSums[] sums, double divisor) {
        for (int h : summed) {
            if (divisor <= 0) {
                sums[h].clear();
            }
            heads[h].apply(sums[h], divisor > 0 ? divisor : 1);
        }
        for (int h : ordered) {
            heads[h].apply(divisor > 0 ? divisor : 1);
        }
    }

    /** The thresholds a head's next set will be issued with, as far as they do not depend on the query. */
    double[] thresholds(int head) {
        IssuedSet set = heads[head].newSet(numbers[head], labels);
        heads[head].thresholdsInto(set.thresholds, set.record);
        return set.thresholds;
    }

    /** Works out the sets of a row whose scores, thresholds and added labels are known. */
    void takeSets(DecisionRow row) {
        for (int h = 0; h < heads.length; h++) {
            int added = row.sets[h].added;
            row.sets[h].take(scores(row, h));
            row.sets[h].added = added;
        }
    }

    // ---------------------------------------------------------------- keeping

    @Override
    public boolean isTouched(int page) {
        return touched;
    }

    @Override
    public void settle() {
        touched = false;
    }

    /** State: int, the number of the next head; by head, an int, its number. */
    @Override
    public void writePage(int page, StateWriter out) {
        out.writeInt(nextNumber);
        for (int number : numbers) {
            out.writeInt(number);
        }
    }

    @Override
    public void readPage(int page, StateReader in) {
        nextNumber = in.readInt();
        int before = -1;
        for (int h = 0; h < numbers.length; h++) {
            numbers[h] = in.readInt();
            if (numbers[h] <= before || numbers[h] >= nextNumber) {
                throw new SnapshotException("snapshot: head of number " + numbers[h] + " (expected: above " + before
                        + " and below " + nextNumber + ")");
            }
            before = numbers[h];
        }
    }
}
