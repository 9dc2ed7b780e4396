package dev.setpoint.score;

import dev.setpoint.notation.Notation;
import dev.setpoint.notation.Plugin;
import dev.setpoint.notation.Plugins;

/**
 * How well each label conforms to a query, from the model's probabilities: the larger, the more plausible.
 *
 * <p>Contract: stateless and deterministic in (probabilities, u); finite for probabilities that sum to 1 and u in [0, 1];
 * renaming the labels renames the scores (where no two probabilities are equal); of two labels with the same u, the more probable one has
 * no lower score; labels of probability 0 that come last change no other score.
 */
public interface Score {
    /**
     * Writes the score of every label.
     *
     * @param query the probabilities, which rank themselves if asked
     * @param u one number in [0, 1] per label, for randomised scores
     * @param scores receives one score per label
     */
    void scoresInto(RankedProbabilities query, double[] u, double[] scores);

    /** Whether the score depends on {@code u}; if not, u may be anything. */
    boolean randomised();

    /** Between which values the scores of so many labels lie, and that they can take, up to rounding. */
    ScoreRange range(int labels);

    /** The softmax score: the probability itself. */
    static Score softmax() {
        return new SoftmaxScore();
    }

    /** Adaptive prediction sets, randomised. */
    static Score aps() {
        return new ApsScore(true);
    }

    /** Regularised adaptive prediction sets, randomised. */
    static Score raps(double lambda, int kreg) {
        return new RapsScore(lambda, kreg, true);
    }

    /**
     * From text: {@code softmax}, {@code aps(randomised=true)}, {@code raps(lambda=0.01, kreg=1, randomised=true)}; other
     * names are those of the {@link Plugin}s that are there.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static Score parse(String text) {
        Notation notation = Notation.parse(text);
        Score score = switch (notation.name()) {
            case "softmax" -> new SoftmaxScore();
            case "aps" -> new ApsScore(notation.flag("randomised", true));
            case "raps" ->
                new RapsScore(
                        notation.number("lambda", RapsScore.DEFAULT_LAMBDA),
                        notation.integer("kreg", RapsScore.DEFAULT_KREG),
                        notation.flag("randomised", true));
            default -> Plugins.parse(Score.class, "score", notation, "softmax", "aps", "raps");
        };
        notation.finish();
        return score;
    }
}
