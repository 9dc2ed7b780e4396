package dev.setpoint.model;

import dev.setpoint.state.PageId;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.States;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The weights inside a model, by reading its pages as its javadoc describes them. */
final class Weights {
    private record Place(ByteBuffer page, int at) {
        float value() {
            return page.getFloat(at);
        }
    }

    private Weights() {}

    /** All weights of a model whose optimizer remembers nothing, page by page, row by row. */
    static float[] of(ProbabilityModel model) {
        return of(model, 0);
    }

    /** All weights of a model whose optimizer remembers this many numbers per weight. */
    static float[] of(ProbabilityModel model, int memories) {
        List<Place> places = places(Sealed.pages(States.bytes(model)), memories);
        float[] weights = new float[places.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = places.get(i).value();
        }
        return weights;
    }

    /** A copy of the model with one weight moved. */
    static ProbabilityModel moved(ProbabilityModel model, ProbabilityModel into, int weight, float by) {
        SortedMap<Long, byte[]> pages = Sealed.pages(States.bytes(model));
        Place place = places(pages, 0).get(weight);
        place.page().putFloat(place.at(), place.value() + by);
        return States.read(Sealed.learner(pages), into);
    }

    /** Where the floats are. A page of rows: int rows, int the input of each, then their numbers, one as long as the other. */
    private static List<Place> places(SortedMap<Long, byte[]> pages, int memories) {
        List<Place> places = new ArrayList<>();
        for (Map.Entry<Long, byte[]> entry : pages.entrySet()) {
            byte[] page = entry.getValue();
            if (PageId.page(entry.getKey()) == 0) {
                continue; // what there is once
            }
            int rows = ByteBuffer.wrap(page).getInt();
            int from = Integer.BYTES * (1 + rows);
            int to = from + (page.length - from) / (1 + memories);
            for (int at = from; at < to; at += Float.BYTES) {
                places.add(new Place(ByteBuffer.wrap(page), at));
            }
        }
        return places;
    }
}
