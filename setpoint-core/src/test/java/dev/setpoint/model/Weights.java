package dev.setpoint.model;

import dev.setpoint.state.Snapshot;
import dev.setpoint.state.StateReader;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.States;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The weights inside a model, by reading its state as its javadoc describes it (SGD: no memories). */
final class Weights {
    private Weights() {}

    /** All weights, layer by layer, row by row. */
    static float[] of(ProbabilityModel model, int labels) {
        byte[] bytes = States.bytes(model);
        List<Integer> places = places(bytes);
        float[] weights = new float[places.size()];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (int i = 0; i < weights.length; i++) {
            weights[i] = buffer.getFloat(places.get(i));
        }
        if (weights.length % labels != 0 && model instanceof SoftmaxRegression) {
            throw new IllegalStateException("weights: " + weights.length);
        }
        return weights;
    }

    /** The weights of a network whose biases have not yet come into being. */
    static float[] ofMlp(ProbabilityModel model, int hidden, int labels) {
        float[] weights = of(model, labels);
        if (weights.length % hidden != 0) {
            throw new IllegalStateException("weights: " + weights.length);
        }
        return weights;
    }

    /** A copy of the model with one weight moved. */
    static ProbabilityModel moved(ProbabilityModel model, ProbabilityModel into, int weight, float by) {
        byte[] bytes = States.bytes(model);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int place = places(bytes).get(weight);
        buffer.putFloat(place, buffer.getFloat(place) + by);
        StateReader in = Snapshot.open(Snapshot.LEARNER, Sealed.learner(Sealed.payload(bytes)));
        into.readState(in);
        in.finish();
        return into;
    }

    /** Where the floats are. */
    private static List<Integer> places(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, Sealed.HEADER, bytes.length - Sealed.HEADER - Sealed.CHECKSUM);
        buffer.getLong(); // steps
        List<Integer> places = new ArrayList<>();
        while (buffer.hasRemaining()) {
            for (int rows = buffer.getInt(); rows > 0; rows--) {
                buffer.getInt(); // input
                for (int n = buffer.getInt(); n > 0; n--) {
                    places.add(buffer.position());
                    buffer.getFloat();
                }
            }
        }
        return places;
    }
}
