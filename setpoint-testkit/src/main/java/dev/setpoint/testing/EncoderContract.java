package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.state.SnapshotException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/**
 * What every {@link Encoder} promises. To hold one to it, extend this in a test:
 *
 * <pre>{@code
 * class MyEncoderTest extends EncoderContract {
 *     protected EncoderSettings settings() { return new MyEncoder.Settings(); }
 *     protected FeatureVector query(Source random) { return random.dense(3); }
 *     protected List<FeatureVector> extremes() { return List.of(FeatureVector.dense(Float.MAX_VALUE, 0, 0)); }
 * }
 * }</pre>
 *
 * <p>Snapshots keep settings as text, so its text must be read back: name it by a {@link dev.setpoint.notation.Plugin}.
 */
public abstract class EncoderContract {
    /** Of one encoder. */
    protected EncoderContract() {}

    /** The encoder and its constants. */
    protected abstract EncoderSettings settings();

    /** A new one. */
    protected final Encoder create() {
        return settings().create();
    }

    /** Any query of such an encoder. */
    protected abstract FeatureVector query(Source random);

    /** Queries at the edge of what floats can say. */
    protected abstract List<FeatureVector> extremes();

    /** What is said of a query of another dimension. */
    protected String dimensionRefused(int found, int expected) {
        return "dimension of the query: " + found + " (expected: " + expected + ")";
    }

    /** Whether anything is learned from the suite's queries. */
    protected boolean observes() {
        try (Encoder encoder = create()) {
            return encoder.observes();
        }
    }

    /** A copy of what the model reads. */
    public static FeatureVector input(Encoder encoder, FeatureVector query) {
        FeatureVector copy = new FeatureVector();
        copy.copyFrom(encoder.inputOf(query, new FeatureVector()));
        return copy;
    }

    /** All positions of what the model reads. */
    public static float[] values(Encoder encoder, FeatureVector query) {
        FeatureVector input = input(encoder, query);
        float[] values = new float[input.dimension()];
        input.valuesInto(values, 0);
        return values;
    }

    final List<FeatureVector> queries(Source random, int count) {
        List<FeatureVector> queries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            queries.add(query(random));
        }
        return queries;
    }

    private static List<FeatureVector> inputs(Encoder encoder, List<FeatureVector> queries) {
        return queries.stream().map(query -> input(encoder, query)).toList();
    }

    @Test
    void queriesAndInputsHaveTheirDimension() {
        Laws.forAll(20, random -> {
            try (Encoder encoder = create()) {
                for (FeatureVector query : queries(random, 10)) {
                    assertThat(query.dimension()).isEqualTo(encoder.queryDimension());
                    assertThat(input(encoder, query).dimension()).isEqualTo(encoder.dimension());
                    encoder.observe(query);
                }
            }
        });
    }

    @Test
    void inputsChangeInObserveAlone() {
        Laws.forAll(20, random -> {
            try (Encoder encoder = create()) {
                queries(random, random.below(10)).forEach(encoder::observe);
                List<FeatureVector> queries = queries(random, 10);
                byte[] state = States.bytes(encoder);
                List<FeatureVector> before = inputs(encoder, queries);
                queries(random, 20).forEach(query -> {
                    encoder.check(query);
                    encoder.inputOf(query, new FeatureVector());
                });
                assertThat(inputs(encoder, queries)).isEqualTo(before);
                assertThat(States.bytes(encoder)).isEqualTo(state);
            }
        });
    }

    @Test
    void whatIsObservedChangesInputsIfAnythingDoes() {
        Source random = new Source(5);
        try (Encoder encoder = create()) {
            List<FeatureVector> queries = queries(random, 20);
            List<FeatureVector> before = inputs(encoder, queries);
            queries(random, 20).forEach(encoder::observe);
            assertThat(inputs(encoder, queries).equals(before)).isEqualTo(!observes());
        }
    }

    @Test
    void inputIsTheQueryItselfOrInTheScratch() {
        Source random = new Source(6);
        try (Encoder encoder = create()) {
            for (FeatureVector query : queries(random, 20)) {
                FeatureVector kept = new FeatureVector();
                kept.copyFrom(query);
                FeatureVector scratch = new FeatureVector();
                assertThat(encoder.inputOf(query, scratch)).isIn(query, scratch);
                encoder.observe(query);
                assertThat(query).as("a query is not written to").isEqualTo(kept);
            }
        }
    }

    @Test
    void scratchMayHaveBeenUsedForOtherQueries() {
        Laws.forAll(20, random -> {
            try (Encoder encoder = create()) {
                queries(random, 5).forEach(encoder::observe);
                FeatureVector scratch = new FeatureVector();
                for (FeatureVector query : queries(random, 10)) {
                    FeatureVector alone = input(encoder, query);
                    assertThat(encoder.inputOf(query, scratch)).isEqualTo(alone);
                }
            }
        });
    }

    @Test
    void sameCallsGiveTheSameBits() {
        Laws.forAll(20, random -> {
            List<FeatureVector> queries = queries(random, 20);
            try (Encoder one = create();
                    Encoder other = create()) {
                for (FeatureVector query : queries) {
                    one.observe(query);
                    other.observe(query);
                    assertThat(inputs(one, queries)).isEqualTo(inputs(other, queries));
                }
                assertThat(States.bytes(one)).isEqualTo(States.bytes(other));
            }
        });
    }

    @Test
    void stateResumesWhereItStopped() {
        Laws.forAll(10, random -> {
            List<FeatureVector> queries = queries(random, 12);
            for (int stop = 0; stop <= queries.size(); stop++) {
                try (Encoder original = create();
                        Encoder used = create()) {
                    queries.subList(0, stop).forEach(original::observe);
                    queries(random, random.below(8)).forEach(used::observe); // which reading must undo
                    Encoder copy = States.copied(original, used);
                    for (FeatureVector query : queries.subList(stop, queries.size())) {
                        assertThat(inputs(copy, queries)).isEqualTo(inputs(original, queries));
                        original.observe(query);
                        copy.observe(query);
                    }
                    assertThat(States.bytes(copy)).isEqualTo(States.bytes(original));
                }
            }
        });
    }

    private void read(byte[] snapshot) {
        try (Encoder encoder = create()) {
            States.read(snapshot, encoder);
        }
    }

    /** Whatever an encoder may have kept of the query that it was asked last. */
    @Test
    void inputsDoNotDependOnWhatWasAskedBefore() {
        Laws.forAll(20, random -> {
            FeatureVector asked = query(random);
            try (Encoder one = create();
                    Encoder fresh = create()) {
                for (FeatureVector query : queries(random, 10)) {
                    input(one, asked);
                    one.observe(query);
                    fresh.observe(query);
                    try (Encoder unasked = create()) {
                        States.copied(fresh, unasked);
                        assertThat(input(one, asked)).isEqualTo(input(unasked, asked));
                    }
                }
            }
        });
    }

    @Test
    void readingStateChangesTheInputThatWasAskedLast() {
        Laws.forAll(20, random -> {
            FeatureVector asked = query(random);
            try (Encoder original = create();
                    Encoder used = create()) {
                queries(random, random.within(1, 10)).forEach(original::observe);
                queries(random, random.below(10)).forEach(used::observe);
                input(used, asked);
                States.copied(original, used);
                assertThat(input(used, asked)).isEqualTo(input(original, asked));
            }
        });
    }

    @Test
    void touchedPagesAreAllThatChanges() {
        Laws.forAll(10, random -> {
            try (Encoder original = create();
                    Encoder follower = create()) {
                Increments increments = new Increments(original, follower);
                for (int step = 0; step < 20; step++) {
                    queries(random, random.below(3)).forEach(original::observe);
                    increments.follow();
                }
            }
        });
    }

    @Test
    void cutStateIsRefused() {
        try (Encoder encoder = create()) {
            queries(new Source(7), 6).forEach(encoder::observe);
            byte[] whole = States.bytes(encoder);
            read(whole);
            Sealed.pages(whole).forEach((id, page) -> {
                for (int length = 0; length < page.length; length++) {
                    byte[] cut = Sealed.replaced(whole, id, Arrays.copyOf(page, length));
                    assertThatThrownBy(() -> read(cut)).isInstanceOf(SnapshotException.class);
                }
            });
        }
    }

    @Test
    void alteredStateIsRefusedOrGivesFiniteInputs() {
        Laws.forAll(200, random -> {
            try (Encoder encoder = create()) {
                List<FeatureVector> queries = queries(random, 6);
                queries.forEach(encoder::observe);
                SortedMap<Long, byte[]> pages = Sealed.pages(States.bytes(encoder));
                if (pages.isEmpty()) {
                    return;
                }
                byte[] page = pages.get(pages.firstKey());
                page[random.below(page.length)] = (byte) random.bits();
                try (Encoder forged = create()) {
                    States.read(Sealed.learner(pages), forged);
                    queries.forEach(query -> assertFinite(forged, query));
                } catch (SnapshotException e) {
                    assertThat(e).hasMessageStartingWith("snapshot: ");
                }
            }
        });
    }

    static void assertFinite(Encoder encoder, FeatureVector query) {
        FeatureVector input = input(encoder, query);
        for (int i = 0; i < input.count(); i++) {
            assertThat(input.value(i)).isFinite();
            assertThat(input.index(i)).isBetween(0, encoder.dimension() - 1);
        }
    }

    @Test
    void extremeQueriesGiveFiniteInputs() {
        Laws.forAll(50, random -> {
            try (Encoder encoder = create()) {
                List<FeatureVector> extremes = extremes();
                for (int i = 0; i < 20; i++) {
                    FeatureVector query =
                            random.chance(0.3) ? query(random) : extremes.get(random.below(extremes.size()));
                    encoder.check(query);
                    encoder.observe(query);
                    extremes.forEach(extreme -> assertFinite(encoder, extreme));
                    assertFinite(encoder, query);
                }
            }
        });
    }

    @Test
    void vectorsOfAnotherDimensionAreRefused() {
        try (Encoder encoder = create()) {
            int expected = encoder.queryDimension();
            for (int other : new int[] {0, expected - 1, expected + 1}) {
                assertThatThrownBy(() -> encoder.check(FeatureVector.sparse(other)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage(dimensionRefused(other, expected));
            }
        }
    }

    @Test
    void readsBackWhatItPrints() {
        assertThat(EncoderSettings.parse(settings().toString())).isEqualTo(settings());
        try (Encoder encoder = create()) {
            assertThat(encoder.dimension()).isEqualTo(settings().dimension());
        }
    }
}
