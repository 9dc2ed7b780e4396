package dev.setpoint.shift;

import dev.setpoint.argument.Argument;
import dev.setpoint.estimate.IpwEstimator;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.loss.CrossEntropyLoss;
import dev.setpoint.loss.Observation;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.model.SoftmaxRegression;
import dev.setpoint.random.Draws;
import dev.setpoint.state.BlockPages;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedGroup;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.List;

/**
 * Learns online, without labels, how much more often a query occurs among the <em>targets</em> Q, whose coverage matters but
 * which nobody answers, than among the <em>sources</em> P, which are answered. A logistic regression tells the two apart, and
 * dQ/dP(x) = the odds of target against source, had there been as many of the one as of the other (Tibshirani et al. 2019).
 *
 * <p>So that they are as many whatever the order in which they come, it keeps a sample of {@value #KEPT} past queries of each kind
 * (reservoir sampling, Vitter 1985), and learns from every query together with one of the other kind.
 *
 * <p>Guarantees: 0 &lt;= weight &lt;= cap; the weight is 1 until both kinds were seen; nothing is allocated once the features were
 * seen. Where the odds are log-linear in the features, the weights approach dQ/dP cut at the cap. Not thread-safe.
 */
public final class DomainClassifier implements PagedGroup {
    /** Of the rates that were tried, the one whose weights were nearest to the truth after 4,000 queries. */
    public static final Optimizer DEFAULT_OPTIMIZER = new Optimizer.AdaGrad(0.1);

    /** How many queries of each kind are kept. */
    static final int KEPT = 256;

    private static final int SOURCE = 0;
    private static final int TARGET = 1;
    private static final int KEEP = 0;
    private static final int LOOK = 1;
    private final double cap;
    private final ProbabilityModel model;
    private final FeatureVector[] pair = new FeatureVector[2];
    /** Of a pair: its kinds are known. */
    private final Observation[] kinds = {new Observation(2).setLabel(SOURCE), new Observation(2).setLabel(TARGET)};

    private final FeatureVector[] query = new FeatureVector[1];
    private final double[] probabilities = new double[2];
    private final FeatureVector[][] kept = new FeatureVector[2][KEPT];
    private final long[] seen = new long[2];
    private final Kept keptPages = new Kept();

    /**
     * Knows nothing yet.
     *
     * @param dimension positions of a query's vector, at least 1
     * @param optimizer how the regression follows its gradient
     * @param cap the largest weight, finite and at least 1
     * @throws IllegalArgumentException if the dimension or the cap is out of its range
     */
    public DomainClassifier(int dimension, Optimizer optimizer, double cap) {
        if (!(cap >= 1) || Double.isInfinite(cap)) {
            throw new IllegalArgumentException("cap: " + cap + " (expected: finite and >= 1)");
        }
        this.cap = cap;
        this.model = new SoftmaxRegression.Settings(dimension, optimizer)
                .create(new ModelContext(2, new CrossEntropyLoss(new IpwEstimator()), 0));
    }

    /** Learns from a query of the answered population. */
    public void observeSource(FeatureVector features) {
        observe(features, SOURCE);
    }

    /** Learns from a query of the population whose coverage matters. */
    public void observeTarget(FeatureVector features) {
        observe(features, TARGET);
    }

    private void observe(FeatureVector features, int kind) {
        query[0] = Argument.given("features", features);
        model.probabilitiesInto(query, 1, probabilities); // refuses a wrong dimension before anything changes
        int other = 1 - kind;
        if (seen[other] > 0) {
            pair[kind] = features;
            pair[other] = kept[other][drawn(kind, LOOK, Math.min(seen[other], KEPT))];
            model.learn(pair, kinds, 2, 1);
        }
        keep(features, kind);
    }

    /** Keeps the n-th query of its kind with probability KEPT / n, in the place of a random one. */
    private void keep(FeatureVector features, int kind) {
        int place = seen[kind] < KEPT ? (int) seen[kind] : drawn(kind, KEEP, seen[kind] + 1);
        seen[kind]++;
        keptPages.touchSeen();
        if (place < KEPT) {
            keptPages.touchPlace(kind, place);
            if (kept[kind][place] == null) {
                kept[kind][place] = new FeatureVector();
            }
            kept[kind][place].copyFrom(features);
        }
    }

    /** A number below bound, or KEPT where it would be as much or more: a function of the kind, the use and how many were seen. */
    private int drawn(int kind, int use, long bound) {
        long stream = Draws.stream(kind, Draws.MEMORY, seen[kind]);
        return (int) Math.min(KEPT, (long) (Draws.uniform(stream, use) * bound));
    }

    /** The estimate of dQ/dP at this query, at most the cap; 1 until both kinds were seen. */
    public double weight(FeatureVector features) {
        query[0] = Argument.given("features", features);
        model.probabilitiesInto(query, 1, probabilities);
        if (seen[SOURCE] == 0 || seen[TARGET] == 0) {
            return 1;
        }
        return Math.min(cap, probabilities[TARGET] / probabilities[SOURCE]);
    }

    /** How many sources were seen. */
    public long sources() {
        return seen[SOURCE];
    }

    /** How many targets were seen. */
    public long targets() {
        return seen[TARGET];
    }

    /** The regression; then how many of each kind were seen, and those that are kept. */
    @Override
    public List<Paged> parts() {
        return List.of(model, keptPages);
    }

    /** The kept queries by kind and place. */
    private final class Kept extends BlockPages {
        private static final int BYTES_EACH = 512;

        Kept() {
            super(2 * KEPT, BYTES_EACH);
        }

        void touchSeen() {
            touchCommon();
        }

        void touchPlace(int kind, int place) {
            touch(kind * KEPT + place);
        }

        private boolean isKept(int entry) {
            return entry % KEPT < seen[entry / KEPT];
        }

        @Override
        protected int entries() {
            return 2 * KEPT;
        }

        @Override
        protected void writeCommon(StateWriter out) {
            out.writeLong(seen[SOURCE]);
            out.writeLong(seen[TARGET]);
        }

        @Override
        protected void readCommon(StateReader in) {
            readSeen(SOURCE, in);
            readSeen(TARGET, in);
        }

        private void readSeen(int kind, StateReader in) {
            seen[kind] = in.readLong();
            if (seen[kind] < 0) {
                throw new SnapshotException("snapshot: " + seen[kind] + " queries seen (expected: >= 0)");
            }
        }

        @Override
        protected void writeEntry(int entry, StateWriter out) {
            if (isKept(entry)) {
                kept[entry / KEPT][entry % KEPT].writeState(out);
            }
        }

        @Override
        protected void readEntry(int entry, StateReader in) {
            if (isKept(entry)) {
                FeatureVector vector = new FeatureVector();
                vector.readState(in);
                kept[entry / KEPT][entry % KEPT] = vector;
            }
        }

        @Override
        public void endRead() {
            for (int entry = 0; entry < 2 * KEPT; entry++) {
                if (isKept(entry) && kept[entry / KEPT][entry % KEPT] == null) {
                    throw new SnapshotException("snapshot: kept query " + entry + " is missing (expected: all)");
                }
            }
        }

        @Override
        public void readVersion3(StateReader in) {
            for (int kind = 0; kind < 2; kind++) {
                readSeen(kind, in);
                for (int i = 0; i < Math.min(seen[kind], KEPT); i++) {
                    readEntry(kind * KEPT + i, in);
                }
            }
        }
    }
}
