package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.model.SummedModel;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.step.GradientSums;

/** Steps whose gradient is collected apart, written and read before it is applied. */
public final class Apart {
    private Apart() {}

    /** The gradient of some answers, read from what was written of it. Collecting it must change nothing. */
    public static GradientSums collect(
            SummedModel model, FeatureVector[] queries, Observation[] observations, double divisor, double parts) {
        byte[] before = States.bytes(model);
        boolean[] touched = touched(model);
        GradientSums sums = model.newSums();
        model.collect(queries, observations, queries.length, divisor, parts, sums);
        assertThat(States.bytes(model)).isEqualTo(before);
        assertThat(touched(model)).isEqualTo(touched);
        StateWriter out = new StateWriter();
        sums.writeState(out);
        GradientSums read = model.newSums();
        StateReader in = new StateReader(out.written());
        read.readState(in);
        in.finish();
        return read;
    }

    private static boolean[] touched(SummedModel model) {
        boolean[] touched = new boolean[model.pages()];
        for (int page = 0; page < touched.length; page++) {
            touched[page] = model.isTouched(page);
        }
        return touched;
    }

    /** What {@link ProbabilityModel#learn} does, by a sum. */
    public static void learn(SummedModel model, FeatureVector[] queries, Observation[] observations, double divisor) {
        model.apply(new GradientSums[] {collect(model, queries, observations, divisor, 1)}, new double[] {1}, 1);
    }
}
