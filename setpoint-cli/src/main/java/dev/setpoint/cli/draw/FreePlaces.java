package dev.setpoint.cli.draw;

import java.util.ArrayList;
import java.util.List;

/** Finds room for small texts beside points where much else is drawn. */
final class FreePlaces {
    private static final double[] ACROSS = {1, -1, 0, 0, 1, 1, -1, -1};
    private static final double[] DOWN = {0, 0, -1, 1, -1, 1, -1, 1};
    private static final double[] GAPS = {3, 12, 21, 30};

    private final List<Frame> taken = new ArrayList<>();

    /** Nothing is to be written over this. */
    void take(Frame box) {
        taken.add(box);
    }

    /**
     * Takes a box of a size beside a disc, on the side (right, left, above, below, then the corners) and at the distance where it
     * covers least of what is taken, the nearest of equals.
     */
    Place beside(double x, double y, double radius, double width, double height) {
        Place best = null;
        double least = Double.POSITIVE_INFINITY;
        for (int ring = 0; ring < GAPS.length && least > 0; ring++) {
            for (int side = 0; side < ACROSS.length && least > 0; side++) {
                double middleX = x + ACROSS[side] * (radius + GAPS[ring] + width / 2);
                double middleY = y + DOWN[side] * (radius + GAPS[ring] + height / 2);
                Frame box = new Frame(middleX - width / 2, middleY - height / 2, width, height);
                double covered =
                        taken.stream().mapToDouble(other -> overlap(box, other)).sum();
                if (covered < least) {
                    least = covered;
                    best = new Place(box, ring == 0);
                }
            }
        }
        take(best.box());
        return best;
    }

    private static double overlap(Frame a, Frame b) {
        double across = Math.min(a.right(), b.right()) - Math.max(a.left(), b.left());
        double down = Math.min(a.bottom(), b.bottom()) - Math.max(a.top(), b.top());
        return across > 0 && down > 0 ? across * down : 0;
    }

    /**
     * A box that was found.
     *
     * @param isNext whether it is right beside the disc, so that no one wonders whose it is
     */
    record Place(Frame box, boolean isNext) {}
}
