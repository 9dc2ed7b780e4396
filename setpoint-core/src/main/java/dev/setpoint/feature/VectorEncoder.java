package dev.setpoint.feature;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.List;

/** {@link VectorSettings} at work. */
final class VectorEncoder implements Encoder {
    /*
     * With pairs, the numbers themselves count twice: (1, 2 z, z z') is close to the features of the kernel (1 + z.z')^2, whose
     * linear part is sqrt(2) z, and learned faster than (1, z, z z') on letter and covertype.
     */
    private static final float LINEAR = 2;

    private final VectorSettings settings;
    private final int numbers;
    private final boolean asGiven;
    private final RunningScale scale;

    VectorEncoder(VectorSettings settings) {
        this.settings = settings;
        this.numbers = settings.queryDimension();
        this.asGiven = !settings.standardize() && settings.cross() == 1 && !settings.unitLength();
        this.scale = settings.standardize() ? new RunningScale(numbers) : null;
    }

    @Override
    public int queryDimension() {
        return numbers;
    }

    @Override
    public int dimension() {
        return settings.dimension();
    }

    @Override
    public void encodeInto(Features features, FeatureVector query) {
        throw new IllegalArgumentException("features: named (expected: a vector of " + numbers + " numbers)");
    }

    @Override
    public void check(FeatureVector query) {
        Encoder.super.check(query);
        if (query.quantities() > 0) {
            throw new IllegalArgumentException(
                    "query: of named numbers (expected: features that standardise them, or hashed(standardize=false))");
        }
        if (!asGiven && !query.isDense()) {
            throw new IllegalArgumentException(
                    "query: sparse (expected: dense, since its numbers are standardised, crossed or scaled)");
        }
    }

    @Override
    public FeatureVector inputOf(FeatureVector query, FeatureVector scratch) {
        if (asGiven) {
            return query;
        }
        float[] input = scratch.denseValues(settings.dimension());
        for (int i = 0; i < numbers; i++) {
            input[i] = scale == null ? query.value(i) : (float) scale.scaled(i, query.value(i));
        }
        int at = numbers;
        if (settings.cross() == 2) {
            for (int i = 0; i < numbers; i++) {
                float value = input[i];
                for (int j = i; j < numbers; j++) {
                    input[at++] = value * input[j];
                }
            }
            for (int i = 0; i < numbers; i++) {
                input[i] *= LINEAR;
            }
        }
        if (settings.unitLength()) {
            input[at] = 1;
            scratch.scale(1 / scratch.norm());
        }
        scratch.checkFinite();
        return scratch;
    }

    @Override
    public void observe(FeatureVector query) {
        for (int i = 0; scale != null && i < numbers; i++) {
            scale.observe(i, query.value(i));
        }
    }

    @Override
    public LabelTexts labelTexts(List<String> texts) {
        return null;
    }

    @Override
    public void writeState(StateWriter out) {
        if (scale != null) {
            scale.writeState(out);
        }
    }

    @Override
    public void readState(StateReader in) {
        if (scale != null) {
            scale.readState(in);
            if (scale.size() != numbers) {
                throw new SnapshotException(
                        "snapshot: " + scale.size() + " scaled numbers (expected: " + numbers + ")");
            }
        }
    }

    @Override
    public void close() {
        // nothing to free
    }
}
