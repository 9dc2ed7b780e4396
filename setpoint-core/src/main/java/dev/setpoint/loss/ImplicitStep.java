package dev.setpoint.loss;

import dev.setpoint.math.Elementary;

/** Implicit steps down a logistic loss of one margin. */
final class ImplicitStep {
    private static final int MOST_ROUNDS = 16;
    private static final double TOLERANCE = 1e-9;

    private ImplicitStep() {}

    /**
     * The share a of a step down log(1 + exp m) that ends where its own gradient is taken: with sigma the logistic function, a
     * sigma(m) = sigma(m') and m' = m - r sigma(m').
     *
     * @param margin m, the log odds of what the answer is against
     * @param reach r, at least 0
     * @return in (0, 1]
     */
    static double share(double margin, double reach) {
        double least = margin - reach; // m' + r sigma(m') - m grows with m', is at most 0 here
        double most = margin; // and at least 0 here
        double at = Math.max(least, reach / 2 <= margin ? 0 : margin - lambert(Elementary.log(reach) + margin));
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double sigma = logistic(at);
            double excess = at + reach * sigma - margin;
            if (excess > 0) {
                most = at;
            } else {
                least = at;
            }
            double next = at - excess / (1 + reach * sigma * (1 - sigma)); // Newton's, kept between the two
            if (!(next >= least && next <= most)) {
                next = (least + most) / 2;
            }
            if (Math.abs(next - at) <= TOLERANCE * (1 + Math.abs(at))) {
                at = next;
                break;
            }
            at = next;
        }
        double before = logistic(margin);
        return before > 0 ? Math.min(1, logistic(at) / before) : 1;
    }

    /**
     * About the w with w exp w = exp x. Where m' is below 0, sigma(m') is nearly exp m', and m - m' nearly this w of x = log r + m.
     * Newton's steps from far above would go down the exponential by 1 each, and a reach may be exp 50. Iacono &amp; Boyd (2017),
     * equations 1 and 10.
     */
    private static double lambert(double x) {
        double log = Softmax.softplus(x);
        double w = log * (1 - Elementary.log1p(log) / (2 + log));
        return w > 0 ? w / (1 + w) * (1 + x - Elementary.log(w)) : 0;
    }

    private static double logistic(double x) {
        return 1 / (1 + Elementary.exp(-x));
    }
}
