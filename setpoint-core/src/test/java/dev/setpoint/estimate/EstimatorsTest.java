package dev.setpoint.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EstimatorsTest {
    @Nested
    class Ipw extends EstimatorContract {
        @Override
        IndicatorEstimator estimator() {
            return new IpwEstimator();
        }
    }

    @Test
    void rightPullWeighsOneOverItsPropensity() {
        double[] estimate = {7, 7, 7};
        new IpwEstimator().estimateInto(null, new double[] {0.5, 0.25, 0.25}, 1, true, estimate);
        assertThat(estimate).containsExactly(0, 4, 0);
    }

    @Test
    void wrongPullWeighsNothing() {
        double[] estimate = {7, 7, 7};
        new IpwEstimator().estimateInto(null, new double[] {0.5, 0.25, 0.25}, 1, false, estimate);
        assertThat(estimate).containsExactly(0, 0, 0);
    }
}
