package dev.setpoint.model;

import dev.setpoint.state.Snapshot;
import dev.setpoint.state.StateReader;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.States;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The weights inside a model, by reading its state as its javadoc describes it. */
final class Weights {
    private Weights() {}

    /** All weights, layer by layer, row by row. */
    static float[] of(ProbabilityModel model) {
        return of(model, 0);
    }

    /** All weights of a model whose optimizer remembers this many numbers per weight. */
    static float[] of(ProbabilityModel model, int memories) {
        byte[] bytes = States.bytes(model);
        List<Integer> places = places(bytes, memories);
        float[] weights = new float[places.size()];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (int i = 0; i < weights.length; i++) {
            weights[i] = buffer.getFloat(places.get(i));
        }
        return weights;
    }

    /** A copy of the model with one weight moved. */
    static ProbabilityModel moved(ProbabilityModel model, ProbabilityModel into, int weight, float by) {
        byte[] bytes = States.bytes(model);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        int place = places(bytes, 0).get(weight);
        buffer.putFloat(place, buffer.getFloat(place) + by);
        StateReader in = Snapshot.open(Snapshot.LEARNER, Sealed.learner(Sealed.payload(bytes)));
        into.readState(in);
        in.finish();
        return into;
    }

    /** Where the floats are. */
    private static List<Integer> places(byte[] bytes, int memories) {
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
                for (int memory = 0; memory < memories; memory++) {
                    int length = buffer.getInt();
                    buffer.position(buffer.position() + Float.BYTES * length);
                }
            }
        }
        return places;
    }
}
