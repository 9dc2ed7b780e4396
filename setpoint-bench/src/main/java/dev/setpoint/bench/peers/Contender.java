package dev.setpoint.bench.peers;

/**
 * A learner that takes part in a comparison. It is asked for the label of one query at a time and told whether that was correct
 * before the next query comes. It owns what it learns with; {@link #close} frees it.
 */
interface Contender extends AutoCloseable {
    /** Encodes the row of the stream's data that is the next query, and pulls a label. */
    int decide(int row);

    /** Learns whether the label pulled last was correct. */
    void learn(boolean correct);

    /** The size of all that is needed to go on learning later, as the contender itself stores it. */
    long modelBytes();

    @Override
    void close();

    /** Makes contenders of one kind. */
    interface Kind {
        /** What tables call it. */
        String name();

        /** One that has learned nothing, with this seed for all that it draws. */
        Contender create(PeerStream stream, long seed);
    }
}
