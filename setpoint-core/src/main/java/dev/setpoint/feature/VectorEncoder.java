package dev.setpoint.feature;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
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
    private final int crossed;
    private final boolean hasIndicators;
    private final boolean asGiven;
    private final RunningScale scale;
    /** Of a query that has indicators: what is standardised or crossed; otherwise empty. */
    private final float[] gathered;

    /** The dense query that was encoded last, and as what; an answer that comes at once asks for it again. */
    private final FeatureVector lastQuery = new FeatureVector();

    private final FeatureVector lastInput = new FeatureVector();
    private boolean hasLast;

    private boolean touched = true;

    VectorEncoder(VectorSettings settings) {
        this.settings = settings;
        this.numbers = settings.numbers();
        this.crossed = settings.crossed();
        this.hasIndicators = numbers < settings.queryDimension();
        this.asGiven = !settings.standardize() && settings.cross() == 1 && !settings.unitLength();
        this.scale = settings.standardize() ? new RunningScale(numbers) : null;
        this.gathered = new float[hasIndicators ? Math.max(numbers, crossed) : 0];
    }

    @Override
    public int queryDimension() {
        return settings.queryDimension();
    }

    @Override
    public int dimension() {
        return settings.dimension();
    }

    @Override
    public void encodeInto(Features features, FeatureVector query) {
        throw new IllegalArgumentException(
                "features: named (expected: a vector of " + settings.queryDimension() + " numbers)");
    }

    @Override
    public void check(FeatureVector query) {
        Encoder.super.check(query);
        if (query.quantities() > 0) {
            throw new IllegalArgumentException(
                    "query: of named numbers (expected: features that standardise them, or hashed(standardize=false))");
        }
        if (!asGiven && !hasIndicators && !query.isDense()) {
            throw new IllegalArgumentException(
                    "query: sparse (expected: dense, since its numbers are standardised, crossed or scaled)");
        }
    }

    @Override
    public FeatureVector inputOf(FeatureVector query, FeatureVector scratch) {
        if (asGiven) {
            return query;
        }
        if (hasIndicators) {
            return inputWithIndicators(query, scratch);
        }
        if (hasLast && lastQuery.equals(query)) {
            scratch.copyFrom(lastInput);
            return scratch;
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
        lastQuery.copyFrom(query);
        lastInput.copyFrom(scratch);
        hasLast = true;
        return scratch;
    }

    /** The same, sparse: indicators that a query does not name cost nothing. Each counts as much as a number at one deviation. */
    private FeatureVector inputWithIndicators(FeatureVector query, FeatureVector scratch) {
        float linear = settings.cross() == 2 ? LINEAR : 1;
        gather(query);
        scratch.clear(settings.dimension());
        for (int i = 0; i < numbers; i++) {
            gathered[i] = scale == null ? gathered[i] : (float) scale.scaled(i, gathered[i]);
            scratch.add(i, linear * gathered[i]);
        }
        for (int i = numbers; i < gathered.length; i++) {
            if (gathered[i] != 0) {
                scratch.add(i, linear * gathered[i]);
            }
        }
        int beyond = scratch.count();
        for (int i = 0; i < query.count(); i++) {
            if (query.index(i) >= gathered.length && query.value(i) != 0) {
                scratch.add(query.index(i), linear * query.value(i));
            }
        }
        scratch.mergeFrom(beyond); // the length is that of the sums
        addPairs(scratch);
        if (settings.unitLength()) {
            scratch.add(settings.dimension() - 1, 1);
            scratch.scale(1 / scratch.norm());
        }
        return scratch;
    }

    private void addPairs(FeatureVector input) {
        int row = settings.queryDimension(); // where the pair of i with itself stands
        for (int i = 0; i < crossed; i++) {
            for (int j = i; gathered[i] != 0 && j < crossed; j++) {
                if (gathered[j] != 0) {
                    input.add(row + j - i, gathered[i] * gathered[j]);
                }
            }
            row += crossed - i;
        }
    }

    /** A sparse query may name a position twice; before values are squared they must be added up, and the sum stay finite. */
    private void gather(FeatureVector query) {
        Arrays.fill(gathered, 0);
        for (int i = 0; i < query.count(); i++) {
            int position = query.index(i);
            if (position < gathered.length) {
                float sum = gathered[position] + query.value(i);
                gathered[position] = Math.max(-Float.MAX_VALUE, Math.min(Float.MAX_VALUE, sum));
            }
        }
    }

    @Override
    public void observe(FeatureVector query) {
        if (scale == null) {
            return;
        }
        touched = true;
        hasLast = false;
        if (hasIndicators) {
            gather(query);
        }
        for (int i = 0; i < numbers; i++) {
            scale.observe(i, hasIndicators ? gathered[i] : query.value(i));
        }
    }

    @Override
    public boolean observes() {
        return scale != null;
    }

    @Override
    public LabelTexts labelTexts(List<String> texts) {
        return null;
    }

    /** One page, the scales; none where nothing is standardised. */
    @Override
    public int pages() {
        return scale == null ? 0 : 1;
    }

    @Override
    public boolean isTouched(int page) {
        return touched;
    }

    @Override
    public void settle() {
        touched = false;
    }

    @Override
    public void writePage(int page, StateWriter out) {
        scale.writeState(out);
    }

    @Override
    public void readPage(int page, StateReader in) {
        if (scale == null) {
            throw new SnapshotException("snapshot: scaled numbers (expected: none)");
        }
        hasLast = false;
        scale.readState(in);
        if (scale.size() != numbers) {
            throw new SnapshotException("snapshot: " + scale.size() + " scaled numbers (expected: " + numbers + ")");
        }
    }

    @Override
    public void readVersion3(StateReader in) {
        if (scale != null) {
            readPage(0, in);
        }
    }

    @Override
    public void close() {
        // nothing to free
    }
}
