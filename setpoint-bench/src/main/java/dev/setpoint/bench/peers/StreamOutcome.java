package dev.setpoint.bench.peers;

/**
 * A stream with all that was measured on it.
 *
 * @param stream the queries
 * @param setpoint the contender that is judged
 * @param peer the yardstick at its best
 * @param floor the share of Setpoint's pulls that is spread evenly
 */
record StreamOutcome(PeerStream stream, Standing setpoint, Standing peer, double floor) {
    Verdict whole() {
        return verdict(setpoint.spread(Tally::whole), peer.spread(Tally::whole));
    }

    Verdict lastQuarter() {
        return verdict(setpoint.spread(Tally::lastQuarter), peer.spread(Tally::lastQuarter));
    }

    boolean met() {
        return whole().met() && lastQuarter().met();
    }

    private Verdict verdict(Spread reached, Spread yardstick) {
        return Verdict.of(yardstick.mean(), floor, stream.labels().size(), reached.mean());
    }
}
