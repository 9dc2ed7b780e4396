package dev.setpoint.loss;

import dev.setpoint.math.Elementary;

/** The softmax and its logarithm, for logits of any finite size. */
final class Softmax {
    private Softmax() {}

    /** p(k|X) = exp z_k / sum_j exp z_j. Wang &amp; Qiao (2024), equation of the softmax. */
    static void into(double[] logits, double[] probabilities, int offset) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double logit : logits) {
            largest = Math.max(largest, logit);
        }
        double sum = 0;
        for (int k = 0; k < logits.length; k++) {
            double e = Elementary.exp(logits[k] - largest);
            probabilities[offset + k] = e;
            sum += e;
        }
        for (int k = 0; k < logits.length; k++) {
            probabilities[offset + k] /= sum;
        }
    }

    /** log sum_k exp z_k over all labels. */
    static double logSum(double[] logits) {
        double largest = Double.NEGATIVE_INFINITY;
        for (double logit : logits) {
            largest = Math.max(largest, logit);
        }
        double sum = 0;
        for (double logit : logits) {
            sum += Elementary.exp(logit - largest);
        }
        return largest + Elementary.log(sum);
    }

    /** log sum_k exp z_k over the labels that an observation rules out, or over those it does not; there must be one. */
    static double logSum(double[] logits, Observation observation, boolean ruledOut) {
        double largest = Double.NEGATIVE_INFINITY;
        for (int k = 0; k < logits.length; k++) {
            if (observation.isRuledOut(k) == ruledOut) {
                largest = Math.max(largest, logits[k]);
            }
        }
        double sum = 0;
        for (int k = 0; k < logits.length; k++) {
            if (observation.isRuledOut(k) == ruledOut) {
                sum += Elementary.exp(logits[k] - largest);
            }
        }
        return largest + Elementary.log(sum);
    }

    /** log(1 + exp x), without overflow. */
    static double softplus(double x) {
        return Math.max(x, 0) + Elementary.log1p(Elementary.exp(-Math.abs(x)));
    }
}
