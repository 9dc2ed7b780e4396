package dev.setpoint.bench.peers;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.policy.Policy;
import java.util.List;

/** {@link FallingShare} by name. */
public final class FallingShares implements Plugin<Policy> {
    /** For the service loader. */
    public FallingShares() {}

    @Override
    public Class<Policy> kind() {
        return Policy.class;
    }

    @Override
    public List<String> names() {
        return List.of(FallingShare.NAME);
    }

    @Override
    public Policy parse(Notation notation) {
        return new FallingShare(
                Policy.parse(notation.text("policy", "softmax")),
                notation.number("first", 0),
                notation.number("last", 0),
                (long) notation.number("queries", 1));
    }
}
