package dev.setpoint.bench.peers;

import java.util.List;

/**
 * All recipes on one stream.
 *
 * @param stream the queries
 * @param entries one per recipe
 */
record FrontierOutcome(PeerStream stream, List<Entry> entries) {
    /** Copies. */
    FrontierOutcome {
        entries = List.copyOf(entries);
    }

    /**
     * A recipe with what it has reached.
     *
     * @param recipe how it pulls
     * @param mostEvidence the largest weight that one answer can have
     * @param seeds what it has reached, by seed
     */
    record Entry(FrontierRecipe recipe, double mostEvidence, List<FrontierMetrics> seeds) {
        /** Copies. */
        Entry {
            seeds = List.copyOf(seeds);
        }

        FrontierMetrics mean() {
            return FrontierMetrics.mean(seeds);
        }
    }

    /** Whether no other recipe beats it. */
    boolean isOnFrontier(Entry entry) {
        return entries.stream().noneMatch(other -> other.mean().beats(entry.mean()));
    }

    /** Whether none beats it whose largest weight, which the mean importance weight does not show, is no larger. */
    boolean isOnFrontierAtItsWeight(Entry entry) {
        double most = entry.mostEvidence() * (1 + 1e-9); // equal ones may differ by rounding
        return entries.stream()
                .noneMatch(other -> other.mostEvidence() <= most && other.mean().beats(entry.mean()));
    }
}
