package dev.setpoint.track;

/** The check (pinball) loss whose minimiser is the alpha-quantile. Wang &amp; Qiao (2024), section 3.3. */
public final class CheckLoss {
    private CheckLoss() {}

    /** rho_alpha(s, tau) = (s - tau)(alpha - 1{s &lt; tau}), at least 0. */
    public static double loss(double alpha, double score, double threshold) {
        return (score - threshold) * descent(alpha, score, threshold);
    }

    /** alpha - 1{s &lt; tau}: minus the derivative of the loss in tau, the direction a threshold moves in. */
    public static double descent(double alpha, double score, double threshold) {
        return descent(alpha, !(score < threshold));
    }

    /** The same where it is known whether the score reached the threshold. */
    public static double descent(double alpha, boolean held) {
        return held ? alpha : alpha - 1;
    }
}
