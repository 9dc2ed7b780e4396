package dev.setpoint.testing;

import dev.setpoint.step.LabelSums;
import dev.setpoint.testing.TrackerContract.Issued;
import dev.setpoint.track.SummedTracker;
import dev.setpoint.track.Tracker;
import java.util.Arrays;

/**
 * One answer, told to a tracker as a learner tells it: first what was pulled or revealed, then the evidence that follows from it, then
 * whether the set held the label.
 *
 * @param probabilities of the model, by label
 * @param scores by label
 * @param weight the query's
 * @param arm the pulled label
 * @param label the true one
 * @param revealed whether the answer names the true label
 * @param evidence by label, the estimate of 1{Y=label}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ToldAnswer(
        double[] probabilities,
        double[] scores,
        double weight,
        int arm,
        int label,
        boolean revealed,
        double[] evidence) {
    private static final double LARGEST_WEIGHT = 20;

    /** Of a model that is mostly correct about itself, whose pulls are drawn from its probabilities. */
    static ToldAnswer random(Source random, int labels) {
        double[] p = random.distribution(labels);
        int label = random.chance(0.1) ? random.below(labels) : draw(random, p);
        int arm = draw(random, p);
        boolean revealed = random.chance(0.3);
        double weight = random.chance(0.2) ? random.between(0.1, 3) : 1;
        double[] evidence = new double[labels];
        if (revealed) {
            evidence[label] = weight;
        } else if (arm == label) {
            evidence[arm] = weight * Math.min(LARGEST_WEIGHT, 1 / p[arm]);
        }
        if (random.chance(0.1)) { // doubly robust estimates take back some of what they added
            evidence[random.below(labels)] -= random.between(0, 0.5);
        }
        double[] scores = labels == 1 ? random.uniforms(1) : p.clone(); // of one label the probability is always 1
        return new ToldAnswer(p, scores, weight, arm, label, revealed, evidence);
    }

    private static int draw(Source random, double[] p) {
        double u = random.uniform();
        int k = 0;
        while (k < p.length - 1 && u >= p[k]) {
            u -= p[k++];
        }
        return k;
    }

    /** The same with one score and all weights replaced. */
    ToldAnswer with(double newWeight, int at, double score, double newEvidence) {
        double[] newScores = scores.clone();
        newScores[at] = score;
        double[] all = new double[evidence.length];
        Arrays.fill(all, newEvidence);
        return new ToldAnswer(probabilities, newScores, newWeight, arm, label, revealed, all);
    }

    /** The same where label k has become label {@code to[k]}. */
    ToldAnswer moved(int[] to) {
        return new ToldAnswer(
                Arrangement.moved(probabilities, to),
                Arrangement.moved(scores, to),
                weight,
                to[arm],
                to[label],
                revealed,
                Arrangement.moved(evidence, to));
    }

    void tell(Tracker tracker, Issued issued) {
        tellAnswer(tracker);
        tellEvidence(tracker, issued);
        tellMembership(tracker, issued);
    }

    void tellAnswer(Tracker tracker) {
        if (revealed) {
            tracker.addLabel(probabilities, scores, weight, label);
        } else {
            tracker.addPull(probabilities, scores, weight, arm, arm == label);
        }
    }

    void tellEvidence(Tracker tracker, Issued issued) {
        giveEvidence(issued, tracker::add);
    }

    /** Adds the evidence to sums that a tracker like the one that issued works out. */
    void sumEvidence(SummedTracker tracker, LabelSums sums, Issued issued) {
        giveEvidence(
                issued,
                (label, weight, score, held, record) -> tracker.addTo(sums, label, weight, score, held, record));
    }

    private interface Taker {
        void take(int label, double weight, double score, boolean held, double[] record);
    }

    private void giveEvidence(Issued issued, Taker to) {
        for (int k = 0; k < evidence.length; k++) {
            if (evidence[k] != 0) {
                int at = issued.thresholds().length == 1 ? 0 : k;
                to.take(at, evidence[k], scores[k], scores[k] >= issued.thresholds()[at], issued.record());
            }
        }
    }

    void tellMembership(Tracker tracker, Issued issued) {
        if (revealed || arm == label) {
            tracker.addMembership(scores[label] >= issued.thresholds()[issued.thresholds().length == 1 ? 0 : label]);
        }
    }
}
