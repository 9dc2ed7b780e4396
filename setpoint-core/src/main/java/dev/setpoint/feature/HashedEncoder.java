package dev.setpoint.feature;

import dev.setpoint.argument.Argument;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;
import java.util.List;

/** {@link FeatureSettings} at work: named features and texts, with their numbers standardised. */
final class HashedEncoder implements Encoder {
    private final FeatureSettings settings;
    private final FeatureEncoder encoder;
    /** The positions of numbers, in the order they came, and the scale of each. */
    private int[] positions = {};

    private final RunningScale scale = new RunningScale(0);
    private boolean touched = true;

    HashedEncoder(FeatureSettings settings) {
        this.settings = settings;
        this.encoder = new FeatureEncoder(settings);
    }

    @Override
    public int queryDimension() {
        return settings.dimension();
    }

    @Override
    public int dimension() {
        return settings.dimension();
    }

    @Override
    public void encodeInto(Features features, FeatureVector query) {
        encoder.encodeInto(features, Argument.given("query", query));
    }

    @Override
    public void check(FeatureVector query) {
        checkEncoded(query, queryDimension());
    }

    /** Refuses what the first stage cannot have made. Who gives a vector of another dimension means a query of numbers. */
    void checkEncoded(FeatureVector query, int dimension) {
        if (Argument.given("query", query).dimension() != dimension) {
            throw new IllegalArgumentException("query: a vector of dimension " + query.dimension()
                    + " (expected: Features, which this learner encodes into " + dimension
                    + " positions; for vectors make it with dense(" + Math.max(1, query.dimension()) + "))");
        }
        if (query.quantities() > 0 && !settings.standardize()) {
            throw new IllegalArgumentException(
                    "query: of numbers to be standardised (expected: one of this learner, which leaves numbers as they are)");
        }
    }

    @Override
    public FeatureVector inputOf(FeatureVector query, FeatureVector scratch) {
        int quantities = query.quantities();
        if (quantities == 0) {
            return query;
        }
        double rest = 0;
        for (int i = quantities; i < query.count(); i++) {
            rest += isHashed(query.index(i)) ? (double) query.value(i) * query.value(i) : 0;
        }
        double factor = settings.unitLength() && rest > 0 ? 1 / Math.sqrt(rest) : 1;
        double share = 1 / Math.sqrt(quantities); // so that numbers together weigh about as much as the rest
        scratch.clear(query.dimension());
        for (int i = 0; i < query.count(); i++) {
            int index = query.index(i);
            double value = query.value(i);
            double input = i < quantities ? share * scaled(index, value) : isHashed(index) ? factor * value : value;
            scratch.add(index, (float) input);
        }
        return scratch;
    }

    /** Behind the hashed positions there may be a sentence vector, which has length 1 already. */
    private boolean isHashed(int position) {
        return position < settings.dimension();
    }

    private double scaled(int position, double value) {
        int which = find(position);
        return which < 0 ? 0 : scale.scaled(which, value);
    }

    @Override
    public void observe(FeatureVector query) {
        touched |= query.quantities() > 0;
        for (int i = 0; i < query.quantities(); i++) {
            int which = find(query.index(i));
            if (which < 0) {
                which = scale.size();
                scale.extend();
                if (which == positions.length) {
                    positions = Arrays.copyOf(positions, Math.max(8, which * 2));
                }
                positions[which] = query.index(i);
            }
            scale.observe(which, query.value(i));
        }
    }

    @Override
    public boolean observes() {
        return settings.standardize();
    }

    /** Numbers are few: a search from the front is as fast as any. */
    private int find(int position) {
        for (int i = 0; i < scale.size(); i++) {
            if (positions[i] == position) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public LabelTexts labelTexts(List<String> texts) {
        return new LabelTexts(encoded(texts, encoder), settings.dimension());
    }

    static FeatureVector[] encoded(List<String> texts, FeatureEncoder encoder) {
        return Argument.allGiven("texts", texts).stream()
                .map(text -> encoder.encode(Features.ofText(text)))
                .toArray(FeatureVector[]::new);
    }

    @Override
    public boolean isTouched(int page) {
        return touched;
    }

    @Override
    public void settle() {
        touched = false;
    }

    /** One page: the positions of numbers, then their scales. */
    @Override
    public void writePage(int page, StateWriter out) {
        out.writeInt(scale.size());
        for (int i = 0; i < scale.size(); i++) {
            out.writeInt(positions[i]);
        }
        scale.writeState(out);
    }

    @Override
    public void readPage(int page, StateReader in) {
        int count =
                in.readCount("positions of numbers", Math.min(settings.dimension(), in.remaining() / Integer.BYTES));
        positions = new int[count];
        for (int i = 0; i < count; i++) {
            positions[i] = in.readCount("position of a number", settings.dimension() - 1);
        }
        scale.readState(in);
        if (scale.size() != count) {
            throw new SnapshotException("snapshot: " + scale.size() + " scales (expected: " + count + ")");
        }
    }

    @Override
    public void readVersion3(StateReader in) {
        readPage(0, in);
    }

    @Override
    public void close() {
        // nothing to free
    }
}
