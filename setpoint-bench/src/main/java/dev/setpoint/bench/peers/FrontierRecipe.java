package dev.setpoint.bench.peers;

import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.LearnerSettingsBuilder;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.loss.Loss;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.policy.EpsilonGreedyPolicy;
import dev.setpoint.policy.Policy;
import dev.setpoint.policy.SoftmaxPolicy;
import dev.setpoint.policy.SquareCbPolicy;
import dev.setpoint.policy.TradeOffPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * The default learner but for its policy and its floor.
 *
 * @param family under which it is drawn
 * @param policy which label is pulled
 * @param first the share of pulls that is spread evenly at the beginning; the floor unless it falls
 * @param floor the share at the end, which the learner promises
 */
record FrontierRecipe(Family family, Policy policy, double first, double floor) {
    private static final List<Double> PRICES = List.of(0.001, 0.003, 0.01, 0.03, 0.1);
    private static final List<Double> TEMPERATURES = List.of(0.35, 0.5, 0.7, 1.0);
    private static final List<Double> GAMMAS = List.of(100.0, 300.0, 1000.0, 3000.0);
    private static final List<Double> FLOORS = List.of(0.01, 0.02, 0.03, 0.04, 0.05);
    private static final double FLOOR = 0.04;
    private static final double TEMPERATURE = 0.5;
    private static final double GAMMA = 1000;

    /** What recipes have in common. */
    enum Family {
        /** The most correct pulls for what weights cost. */
        TRADE_OFF("trade-off"),
        /** Softmax of the model's logits, at several temperatures. */
        SOFTMAX("softmax"),
        /** Inverse gap weighting. */
        SQUARE_CB("SquareCB"),
        /** The most probable label and nothing else but the floor. */
        GREEDY("epsilon-greedy"),
        /** A share of even pulls that falls along the stream. */
        FALLING("falling share"),
        /** The defaults of an earlier time: loss, optimizer and features differ, too. */
        BEFORE("before");

        private final String title;

        Family(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    private static FrontierRecipe constant(Family family, Policy policy, double floor) {
        return new FrontierRecipe(family, policy, floor, floor);
    }

    /** All that are measured, no two of them the same. */
    static List<FrontierRecipe> all() {
        List<FrontierRecipe> all = new ArrayList<>();
        for (double price : PRICES) {
            for (double floor : price == TradeOffPolicy.DEFAULT_PRICE ? FLOORS : List.of(FLOOR)) {
                all.add(constant(Family.TRADE_OFF, new TradeOffPolicy(price), floor));
            }
        }
        for (double temperature : TEMPERATURES) {
            for (double floor : temperature == TEMPERATURE ? FLOORS : List.of(FLOOR)) {
                all.add(constant(Family.SOFTMAX, new SoftmaxPolicy(temperature), floor));
            }
        }
        for (double gamma : GAMMAS) {
            for (double floor : gamma == GAMMA ? FLOORS : List.of(FLOOR)) {
                all.add(constant(Family.SQUARE_CB, new SquareCbPolicy(gamma), floor));
            }
        }
        for (double floor : FLOORS) {
            all.add(constant(Family.GREEDY, new EpsilonGreedyPolicy(0), floor));
        }
        // each beside the constant share that spreads as many pulls over the whole stream
        Policy policy = new TradeOffPolicy(TradeOffPolicy.DEFAULT_PRICE);
        all.add(constant(Family.TRADE_OFF, policy, 0.06));
        all.add(new FrontierRecipe(Family.FALLING, policy, 0.1, 0.02));
        all.add(constant(Family.TRADE_OFF, policy, 0.045));
        all.add(new FrontierRecipe(Family.FALLING, policy, 0.08, 0.01));
        all.add(constant(Family.BEFORE, new SoftmaxPolicy(1), FLOOR));
        return all;
    }

    /** Whether the share falls. */
    boolean falls() {
        return first > floor;
    }

    /** What tables and figures call it. */
    String name() {
        return (family == Family.BEFORE ? "before: " : "")
                + pulls()
                + (falls() ? ", floor " + first + " to " + floor : ", floor " + floor);
    }

    private String pulls() {
        if (policy instanceof TradeOffPolicy tradeOff) {
            return "price " + tradeOff.price();
        }
        if (policy instanceof SoftmaxPolicy softmax) {
            return "T " + softmax.temperature();
        }
        return policy instanceof SquareCbPolicy square ? "gamma " + (long) square.gamma() : "greedy";
    }

    private LearnerSettings settings(PeerStream stream, long seed, Policy pulls) {
        LearnerSettingsBuilder builder =
                SetpointKind.standard().builder(stream, seed).policy(pulls).floor(floor);
        if (family == Family.BEFORE) {
            builder.loss(Loss.parse("sdr")).labelTexts(List.of());
            if (stream.holdsTexts()) {
                builder.model(ModelSettings.parse("softmax-regression(optimizer=adagrad(rate=0.5))"));
            } else {
                int numbers = stream.rows().dimension();
                builder.features(new VectorSettings(numbers, true, 1, false));
                builder.model(ModelSettings.parse("mlp(hidden=128, optimizer=adam(rate=0.001))", numbers));
            }
        }
        return builder.build();
    }

    /** The largest weight that one answer can have, which every interval pays for: W. */
    double mostEvidence(PeerStream stream) {
        return settings(stream, 1, policy).mostEvidence();
    }

    /** Runs through the whole stream. */
    FrontierMetrics run(PeerStream stream, long seed) {
        FallingShare falling = falls() ? new FallingShare(policy, first, floor, stream.queries()) : null;
        Learner learner = new Learner(settings(stream, seed, falls() ? falling : policy));
        try (MeasuredContender contender =
                new MeasuredContender(new SetpointKind.Running(learner, stream), stream, falling)) {
            new Trial(stream, contender, seed).advance(stream.queries());
            return contender.metrics();
        }
    }
}
