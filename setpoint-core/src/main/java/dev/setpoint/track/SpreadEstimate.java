package dev.setpoint.track;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;

/** What an {@link AutoTracker} makes of answers, correct or not: hit rates, the spread of scores by them, and an alarm. */
final class SpreadEstimate {
    private final HitRates hitRates;
    private final ScoreSpread spread;
    private final HitAlarm alarm = new HitAlarm();
    private int thresholds;
    /** By label: of the query at hand. */
    private double[] shares;

    SpreadEstimate(AutoTracker.Settings settings, TrackingTask task) {
        this.hitRates = new HitRates(task.labels(), settings.prior(), settings.own());
        this.spread = new ScoreSpread(task.thresholds(), task.scores());
        this.thresholds = task.thresholds();
        this.shares = new double[task.labels()];
    }

    /** There are more labels from now on. Returns whether mass has moved to other bins. */
    boolean grow(TrackingTask task) {
        hitRates.grow(task.labels());
        thresholds = task.thresholds();
        shares = new double[task.labels()];
        return spread.grow(task.thresholds(), task.scores());
    }

    int labels() {
        return shares.length;
    }

    int thresholdOf(int label) {
        return thresholds == 1 ? 0 : label;
    }

    /** By threshold. */
    ScoreSpread spread() {
        return spread;
    }

    /** Adds a pull. Returns whether pulls are correct far less often than the hit rates say. */
    boolean addPull(
            double[] probabilities, double[] scores, double weight, int arm, boolean correct, AnswerClock clock) {
        double scale = clock.scale();
        if (correct) {
            spread.add(thresholdOf(arm), scores[arm], scale * weight);
        } else {
            shareOut(probabilities, scores, weight, arm, scale);
        }
        hitRates.add(arm, probabilities[arm], correct, scale);
        if (clock.isDueWithinSteps()) {
            hitRates.refresh(scale); // also in the midst of a large step, so that the alarm compares with what is known
        }
        return alarm.watch(hitRates.rate(probabilities[arm]), correct);
    }

    /** P(Y=k | Y is not the arm) = share_k / (sum of the shares of all but the arm), if shares are the probabilities of the labels. */
    private void shareOut(double[] probabilities, double[] scores, double weight, int arm, double scale) {
        double sum = 0;
        for (int k = 0; k < probabilities.length; k++) {
            shares[k] = k == arm || probabilities[k] == 0 ? 0 : hitRates.share(k, probabilities[k], scale);
            sum += shares[k];
        }
        if (!(sum > 0)) {
            return; // there is no other label
        }
        double perShare = scale * weight / sum;
        for (int k = 0; k < probabilities.length; k++) {
            if (shares[k] > 0) { // not the arm, nor a label that is retired
                spread.add(thresholdOf(k), scores[k], perShare * shares[k]);
            }
        }
    }

    /** Adds an answer that revealed the true label. */
    void addLabel(double[] probabilities, double[] scores, double weight, int label, double scale) {
        spread.add(thresholdOf(label), scores[label], scale * weight);
        for (int k = 0; k < probabilities.length; k++) { // as if every label had been pulled
            if (probabilities[k] > 0) {
                hitRates.add(k, probabilities[k], k == label, scale);
            }
        }
    }

    /** Works out the hit rates of the pool anew. */
    void refresh(double scale) {
        hitRates.refresh(scale);
    }

    void divide(double by) {
        hitRates.divide(by);
        spread.divide(by);
    }

    void clear() {
        hitRates.clear();
        spread.clear();
    }

    void writeCommon(StateWriter out) {
        hitRates.writeCommon(out);
        spread.writeCommon(out);
        alarm.writeState(out);
    }

    void readCommon(StateReader in) {
        hitRates.readCommon(in);
        spread.readCommon(in);
        alarm.readState(in);
    }

    void writeLabel(int label, StateWriter out) {
        hitRates.writeLabel(label, out);
        if (label < thresholds) {
            spread.writeLabel(label, out);
        }
    }

    void readLabel(int label, StateReader in) {
        hitRates.readLabel(label, in);
        if (label < thresholds) {
            spread.readLabel(label, in);
        }
    }

    void readVersion3(StateReader in) {
        hitRates.readVersion3(in);
        spread.readVersion3(in);
    }

    void readAlarmVersion3(StateReader in) {
        alarm.readState(in);
    }
}
