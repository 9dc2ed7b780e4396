package dev.setpoint.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.setpoint.feature.FeatureVector;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OnlineScalerTest {
    private static float[] scaled(OnlineScaler scaler, float... row) {
        FeatureVector vector = FeatureVector.dense(row);
        scaler.scale(vector);
        float[] values = new float[row.length];
        for (int i = 0; i < row.length; i++) {
            values[i] = vector.value(i);
        }
        return values;
    }

    @Test
    void scalesByWhatWasSeenUpToTheRow() {
        OnlineScaler scaler = new OnlineScaler(2);
        // column 1: 1, 3, 5: means 1, 2, 3; variances 0, 1, 8/3. Column 2: constant
        assertThat(scaled(scaler, 1, 7)).containsExactly(0, 0);
        assertThat(scaled(scaler, 3, 7)).containsExactly(1, 0);
        assertThat(scaled(scaler, 5, 7)[0]).isCloseTo((float) (2 / Math.sqrt(8.0 / 3)), within(1e-6f));
        // a constant that changes at last: 7, 7, 7, 9: mean 7.5, variance 3/4
        assertThat(scaled(scaler, 3, 9)[1]).isCloseTo((float) (1.5 / Math.sqrt(0.75)), within(1e-6f));
    }

    @Test
    void clipsAtFive() {
        OnlineScaler scaler = new OnlineScaler(1);
        for (int i = 0; i < 100; i++) {
            scaled(scaler, 0);
        }
        assertThat(scaled(scaler, 1)).containsExactly(5); // sqrt(100) deviations
        OnlineScaler other = new OnlineScaler(1);
        for (int i = 0; i < 16; i++) {
            scaled(other, 0);
        }
        assertThat(scaled(other, -1)[0]).isCloseTo(-4, within(1e-6f));
        for (int i = 0; i < 84; i++) {
            scaled(other, 0);
        }
        assertThat(scaled(other, -1000)).containsExactly(-5);
    }

    @Test
    void doesNotLookAhead() {
        Random random = new Random(3);
        OnlineScaler one = new OnlineScaler(1);
        OnlineScaler other = new OnlineScaler(1);
        float[] common = new float[50];
        float[] first = new float[50];
        for (int i = 0; i < 50; i++) {
            common[i] = (float) random.nextGaussian();
            first[i] = scaled(one, common[i])[0];
        }
        scaled(one, 1e6f);
        for (int i = 0; i < 50; i++) {
            assertThat(scaled(other, common[i])).containsExactly(first[i]);
        }
        assertThat(scaled(one, 1)).isNotEqualTo(scaled(other, 1));
    }

    @Test
    void leavesSparseRowsAlone() {
        OnlineScaler scaler = new OnlineScaler(4);
        FeatureVector sparse = FeatureVector.sparse(4);
        sparse.add(2, 8);
        FeatureVector before = new FeatureVector();
        before.copyFrom(sparse);
        scaler.scale(sparse);
        assertThat(sparse).isEqualTo(before);
        // and learned nothing from it
        assertThat(scaled(scaler, 1, 1, 1, 1)).containsExactly(0, 0, 0, 0);
        assertThat(scaled(scaler, 3, 1, 3, 1)).containsExactly(1, 0, 1, 0);
    }

    @Test
    void largeNumbersStayFinite() {
        OnlineScaler scaler = new OnlineScaler(1);
        for (float value : new float[] {Float.MAX_VALUE, -Float.MAX_VALUE, Float.MIN_VALUE, Float.MAX_VALUE}) {
            assertThat(scaled(scaler, value)[0]).isBetween(-5f, 5f);
        }
    }
}
