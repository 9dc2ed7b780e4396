package dev.setpoint.model;

import dev.setpoint.math.Elementary;
import dev.setpoint.notation.Notation;

/**
 * How weights follow a gradient: each on its own ({@link ByWeight}), or a feature's row of weights as one ({@link RowAdaGrad}). The
 * numbers it remembers are kept by the model and are part of its snapshot.
 */
public sealed interface Optimizer {
    /** One that moves each weight by that weight's own gradient and memories. */
    sealed interface ByWeight extends Optimizer {
        /** How many numbers are remembered per weight: 0, 1 or 2. */
        int memories();

        /**
         * Moves the weights at [from, to); all arrays are laid out alike.
         *
         * @param weights what moves
         * @param gradient the gradient of the loss in these weights
         * @param first the first memory, or null
         * @param second the second memory, or null
         * @param from the first place that moves
         * @param to the place after the last that moves
         * @param step how many steps the model has made, this one included
         */
        void update(float[] weights, float[] gradient, float[] first, float[] second, int from, int to, long step);
    }

    /** Weights are floats: beyond this, a step is not finite. */
    double MOST_RATE = 3.4e38;

    /**
     * From text: {@code sgd(rate=0.1)}, {@code adagrad(rate=0.5)}, {@code row-adagrad(rate=8, implicit=true)}, {@code adam(rate=0.001,
     * beta1=0.9, beta2=0.999)}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static Optimizer parse(String text) {
        Notation notation = Notation.parse(text);
        Optimizer optimizer = switch (notation.name()) {
            case "sgd" -> new Sgd(notation.number("rate", 0.1));
            case "adagrad" -> new AdaGrad(notation.number("rate", AdaGrad.DEFAULT.rate()));
            case "row-adagrad" -> {
                boolean implicit = notation.flag("implicit", RowAdaGrad.DEFAULT.implicit());
                double rate = implicit ? RowAdaGrad.DEFAULT.rate() : RowAdaGrad.EXPLICIT_RATE;
                yield new RowAdaGrad(notation.number("rate", rate), implicit);
            }
            case "adam" ->
                new Adam(
                        notation.number("rate", 0.001), notation.number("beta1", 0.9), notation.number("beta2", 0.999));
            default -> throw notation.unknownName("optimizer", "sgd", "adagrad", "row-adagrad", "adam");
        };
        notation.finish();
        return optimizer;
    }

    /**
     * Plain stochastic gradient descent: w -= rate * g.
     *
     * @param rate finite and above 0
     */
    record Sgd(double rate) implements ByWeight {
        /** Checks the range. */
        public Sgd {
            checkRate(rate);
        }

        @Override
        public int memories() {
            return 0;
        }

        @Override
        public void update(
                float[] weights, float[] gradient, float[] first, float[] second, int from, int to, long step) {
            float eta = (float) rate;
            for (int k = from; k < to; k++) {
                weights[k] -= eta * gradient[k];
            }
        }

        @Override
        public String toString() {
            return "sgd(rate=" + rate + ")";
        }
    }

    /**
     * AdaGrad (Duchi, Hazan, Singer 2011): G += g^2, w -= rate * g / (sqrt(G) + 1e-8). Its steps do not depend on the scale of
     * the gradient, which tames the large weights of rarely pulled labels.
     *
     * @param rate finite and above 0
     */
    record AdaGrad(double rate) implements ByWeight {
        /** With rate 0.5. */
        public static final AdaGrad DEFAULT = new AdaGrad(0.5);

        /** Checks the range. */
        public AdaGrad {
            checkRate(rate);
        }

        @Override
        public int memories() {
            return 1;
        }

        @Override
        public void update(
                float[] weights, float[] gradient, float[] first, float[] second, int from, int to, long step) {
            float eta = (float) rate;
            for (int k = from; k < to; k++) {
                float g = gradient[k];
                first[k] += g * g;
                weights[k] -= eta * g / ((float) Math.sqrt(first[k]) + 1e-8f);
            }
        }

        @Override
        public String toString() {
            return "adagrad(rate=" + rate + ")";
        }
    }

    /**
     * AdaGrad with one memory per row, that is, per feature: G_f += the sum over a step's answers of |x_f g|^2, the squared length
     * of an answer's gradient over all outputs, and W_f -= rate * g_f / (sqrt(G_f) + 1e-8), g_f being the sum of these gradients.
     * The direction of a row's step is the gradient's own, whereas {@link AdaGrad}'s first step moves every output of the row by
     * the full rate. It remembers one number per feature instead of one per weight.
     *
     * <p>Implicit: of each answer's gradient only the share is taken that {@link dev.setpoint.loss.Loss#share} finds, so that no
     * step moves the logits past what its answers ask for, however many features a query has and however large they are (of the
     * answers of one step, each is treated as if all were like it). Learning then
     * hardly depends on the rate, which may be large. Kulis &amp; Bartlett (2010); Karampatziakis &amp; Langford (2011).
     *
     * @param rate finite and above 0
     * @param implicit whether steps are implicit; for models that are linear in the features, with a loss that has shares
     */
    record RowAdaGrad(double rate, boolean implicit) implements Optimizer {
        /** Implicit, with rate 8. */
        public static final RowAdaGrad DEFAULT = new RowAdaGrad(8, true);
        /** Implicit, with rate 16: the rows of n-grams are many and each is met seldom, so that a step may be bolder. */
        public static final RowAdaGrad OF_TEXTS = new RowAdaGrad(16, true);

        /** The rate where steps are not implicit and none is given. */
        static final double EXPLICIT_RATE = 1;

        /** Checks the range. */
        public RowAdaGrad {
            checkRate(rate);
        }

        /**
         * By what a gradient is multiplied to be taken from its row.
         *
         * @param memory of the row
         * @param squaredLength of the gradient, which is not remembered yet
         */
        float rate(float memory, double squaredLength) {
            return (float) (rate / (Math.sqrt(memory + (float) squaredLength) + 1e-8));
        }

        /** Turns what the memories of some rows will be, floats all, into what {@link #rate} says of them before it is a float. */
        void scalesInto(double[] memories, int count) {
            for (int i = 0; i < count; i++) {
                memories[i] = rate / (Math.sqrt(memories[i]) + 1e-8);
            }
        }

        /**
         * Remembers a row's gradient.
         *
         * @param memory one number per row
         * @param row which
         * @param squaredLength of the row's gradient
         * @return by what the gradient is multiplied to be taken from the row
         */
        float remember(float[] memory, int row, double squaredLength) {
            float scale = rate(memory[row], squaredLength);
            memory[row] += (float) squaredLength;
            return scale;
        }

        @Override
        public String toString() {
            return "row-adagrad(rate=" + rate + ", implicit=" + implicit + ")";
        }
    }

    /**
     * Adam (Kingma, Ba 2015) with epsilon 1e-8 outside the root, as in PyTorch. Rows of the weights that a step's queries do
     * not touch keep their weights and their memories ("lazy Adam"); with dense queries there are none.
     *
     * @param rate finite and above 0
     * @param beta1 in [0, 1)
     * @param beta2 in [0, 1)
     */
    record Adam(double rate, double beta1, double beta2) implements ByWeight {
        /** Checks the ranges. */
        public Adam {
            checkRate(rate);
            checkBeta("beta1", beta1);
            checkBeta("beta2", beta2);
        }

        @Override
        public int memories() {
            return 2;
        }

        @Override
        public void update(
                float[] weights, float[] gradient, float[] first, float[] second, int from, int to, long step) {
            float b1 = (float) beta1;
            float b2 = (float) beta2;
            float eta = (float) (rate / (1 - Elementary.pow(beta1, (double) step)));
            float correction = (float) (1 / Math.sqrt(1 - Elementary.pow(beta2, (double) step)));
            for (int k = from; k < to; k++) {
                float g = gradient[k];
                first[k] = b1 * first[k] + (1 - b1) * g;
                second[k] = b2 * second[k] + (1 - b2) * g * g;
                weights[k] -= eta * first[k] / ((float) Math.sqrt(second[k]) * correction + 1e-8f);
            }
        }

        @Override
        public String toString() {
            return "adam(rate=" + rate + ", beta1=" + beta1 + ", beta2=" + beta2 + ")";
        }
    }

    private static void checkRate(double rate) {
        if (!(rate > 0 && rate <= MOST_RATE)) {
            throw new IllegalArgumentException("rate: " + rate + " (expected: > 0 and <= " + MOST_RATE + ")");
        }
    }

    private static void checkBeta(String name, double beta) {
        if (!(beta >= 0 && beta < 1)) {
            throw new IllegalArgumentException(name + ": " + beta + " (expected: in [0, 1))");
        }
    }
}
