package dev.setpoint.cli.draw;

import java.util.ArrayList;
import java.util.List;

/**
 * What a pen follows, in pixels: polylines, each {@code x, y, x, y, ...}.
 *
 * @param isClosed whether each piece ends where it began, and may be filled
 */
record Outline(List<double[]> pieces, boolean isClosed) {
    Outline {
        pieces = List.copyOf(pieces);
    }

    static Outline line(double fromX, double fromY, double toX, double toY) {
        return new Outline(List.of(new double[] {fromX, fromY, toX, toY}), false);
    }

    static Outline box(double x, double y, double width, double height) {
        return new Outline(List.of(new double[] {x, y, x + width, y, x + width, y + height, x, y + height}), true);
    }

    static Outline triangle(
            double firstX, double firstY, double secondX, double secondY, double thirdX, double thirdY) {
        return new Outline(List.of(new double[] {firstX, firstY, secondX, secondY, thirdX, thirdY}), true);
    }

    /** A curve through the points whose y is finite, interrupted at the others. */
    static Outline curve(List<Double> x, List<Double> y) {
        List<double[]> pieces = new ArrayList<>();
        for (int start = 0; start < x.size(); start++) {
            int end = endOfPiece(start, y, y);
            if (end - start == 1) {
                // A lone point between gaps would be a line of no length, which no renderer shows.
                pieces.add(new double[] {x.get(start), y.get(start), x.get(start) + 1, y.get(start)});
            } else if (end > start) {
                double[] piece = new double[2 * (end - start)];
                for (int i = start; i < end; i++) {
                    piece[2 * (i - start)] = x.get(i);
                    piece[2 * (i - start) + 1] = y.get(i);
                }
                pieces.add(piece);
            }
            start = end;
        }
        return new Outline(pieces, false);
    }

    /** The area between two curves, where both are finite. */
    static Outline band(List<Double> x, List<Double> from, List<Double> to) {
        List<double[]> pieces = new ArrayList<>();
        for (int start = 0; start < x.size(); start++) {
            int end = endOfPiece(start, from, to);
            if (end > start) {
                int length = end - start;
                double[] piece = new double[4 * length];
                for (int i = 0; i < length; i++) {
                    piece[2 * i] = x.get(start + i);
                    piece[2 * i + 1] = to.get(start + i);
                    piece[2 * (length + i)] = x.get(end - 1 - i);
                    piece[2 * (length + i) + 1] = from.get(end - 1 - i);
                }
                pieces.add(piece);
            }
            start = end;
        }
        return new Outline(pieces, true);
    }

    private static int endOfPiece(int start, List<Double> one, List<Double> other) {
        int end = start;
        while (end < one.size() && Double.isFinite(one.get(end)) && Double.isFinite(other.get(end))) {
            end++;
        }
        return end;
    }
}
