package dev.setpoint.deep;

import dev.setpoint.model.BatchEffect;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.model.Optimizer;
import dev.setpoint.model.ProbabilityModel;
import dev.setpoint.notation.Notation;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.bytedeco.pytorch.Generator;
import org.bytedeco.pytorch.TensorVector;

/**
 * Which network, and its constants.
 *
 * @param architecture its layers
 * @param dimension of a query; for images channels x side x side, the planes one after the other, each row by row
 * @param channels planes of an image; for a perceptron it is made 1
 * @param hidden the widths of a perceptron's hidden layers; for the others it is made empty
 * @param optimizer Adam or SGD, both libtorch's
 * @param clip to which logits are cut, infinite for none; the authors' code has 15
 * @param statistics by which batches are normalised when decisions are made
 * @param weights a file of first weights, as {@link WeightFile} reads them; empty for random ones
 */
public record NetworkSettings(
        Architecture architecture,
        int dimension,
        int channels,
        List<Integer> hidden,
        Optimizer optimizer,
        double clip,
        Statistics statistics,
        String weights)
        implements ModelSettings {
    private static final int MOST_WIDE = 1 << 20;

    /** The layers of a network. */
    public enum Architecture {
        /** 50 layers, torchvision's. */
        RESNET50,
        /** 18 layers, torchvision's. */
        RESNET18,
        /** Three convolutions and two full layers. */
        CNN,
        /** Full layers with ReLU between them. */
        TORCH_MLP;

        /** Its name in notation. */
        public String notation() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * By which statistics batch normalisation works when decisions are made. Learning from several queries at once uses their own; learning
     * from one alone uses the running ones and leaves them as they are, so a network with batch normalisation that never learns from
     * more than one answer at a time has no use of it.
     */
    public enum Statistics {
        /**
         * Those of the queries decided together, as in the authors' code: one forward pass decides and learns, but a decision depends on
         * its company. A query that is decided alone is normalised by the running statistics.
         */
        BATCH,
        /** The running ones: a decision depends on its own query alone, and learning goes forward again. */
        RUNNING
    }

    /** Checks the ranges. */
    public NetworkSettings {
        Objects.requireNonNull(architecture, "architecture");
        Objects.requireNonNull(statistics, "statistics");
        boolean images = architecture != Architecture.TORCH_MLP;
        hidden = images ? List.of() : List.copyOf(hidden);
        channels = images ? channels : 1;
        if (dimension < 1) {
            throw new IllegalArgumentException("dimension: " + dimension + " (expected: >= 1)");
        }
        if (!(clip > 0)) {
            throw new IllegalArgumentException("clip: " + clip + " (expected: > 0, Infinity for none)");
        }
        if (!(optimizer instanceof Optimizer.Adam) && !(optimizer instanceof Optimizer.Sgd)) {
            throw new IllegalArgumentException("optimizer: " + optimizer + " (expected: adam or sgd)");
        }
        if (!images) {
            if (hidden.stream().anyMatch(width -> width < 1 || width > MOST_WIDE)) {
                throw new IllegalArgumentException("hidden: " + hidden + " (expected: in [1, " + MOST_WIDE + "] each)");
            }
        } else {
            int least = architecture == Architecture.CNN ? SmallCnn.LEAST_SIDE : 1;
            if (channels < 1 || side(dimension, channels) < least) {
                throw new IllegalArgumentException("dimension: " + dimension + " with " + channels
                        + " channels (expected: channels x side x side with a side of at least " + least + ")");
            }
        }
    }

    /** The side of a square image, 0 if it is none. */
    private static int side(int dimension, int channels) {
        int side = (int) Math.round(Math.sqrt((double) dimension / channels));
        return (long) side * side * channels == dimension ? side : 0;
    }

    /**
     * A new network in its first state.
     *
     * @throws IllegalArgumentException if the file of weights cannot be read or does not fit
     */
    @Override
    public ProbabilityModel create(ModelContext context) {
        int labels = context.labels();
        NetworkModel[] model = new NetworkModel[1];
        Torch.scoped(() -> {
            Network network = build(Torch.generator(context.seed()), labels);
            if (!weights.isEmpty()) {
                network.load(weights);
            }
            model[0] = new NetworkModel(this, labels, context.loss(), network);
            network.keep(); // last: if anything fails, nothing is left
        });
        return model[0];
    }

    /** Only residual networks normalise batches; matrix products of batches of another size are summed in another order. */
    @Override
    public BatchEffect batchEffect() {
        boolean normalises = architecture == Architecture.RESNET50 || architecture == Architecture.RESNET18;
        return normalises && statistics == Statistics.BATCH ? BatchEffect.CONTENT : BatchEffect.ROUNDING;
    }

    private Network build(Generator generator, int labels) {
        int side = side(dimension, channels);
        return switch (architecture) {
            case RESNET50 -> ResNet.of50(generator, channels, side, labels);
            case RESNET18 -> ResNet.of18(generator, channels, side, labels);
            case CNN -> new SmallCnn(generator, channels, side, labels);
            case TORCH_MLP -> new Perceptron(generator, dimension, hidden, labels);
        };
    }

    org.bytedeco.pytorch.Optimizer createOptimizer(TensorVector parameters) {
        if (optimizer instanceof Optimizer.Adam adam) {
            return Torch.adam(parameters, adam.rate(), adam.beta1(), adam.beta2());
        }
        if (optimizer instanceof Optimizer.Sgd sgd) {
            return Torch.sgd(parameters, sgd.rate());
        }
        throw new IllegalStateException("optimizer: " + optimizer + " (expected: adam or sgd)");
    }

    @Override
    public String toString() {
        return architecture.notation() + "(dimension=" + dimension
                + (architecture == Architecture.TORCH_MLP ? ", hidden=" + hidden : ", channels=" + channels)
                + ", optimizer=" + optimizer + ", clip=" + clip + ", statistics="
                + statistics.name().toLowerCase(Locale.ROOT)
                + (weights.isEmpty() ? "" : ", weights=" + Notation.quoted(weights)) + ")";
    }
}
