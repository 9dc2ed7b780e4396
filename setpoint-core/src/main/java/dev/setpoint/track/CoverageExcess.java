package dev.setpoint.track;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.Arrays;

/**
 * By how much each label's weighted coverage exceeds the target, in units of what its evidence is worth: with I the sum over evidence
 * of {@code u (alpha - 1{missed})} and V the sum of {@code u^2}, {@code I / sqrt(V)}. With g the amount by which weighted coverage lies
 * below 1 - alpha and m = (sum of u)^2 / V the effective number of observations, that is {@code -sqrt(m) g}.
 */
final class CoverageExcess {
    private double alpha;
    private double[] errors;
    private double[] squares;

    CoverageExcess(int labels, double alpha) {
        this.alpha = alpha;
        this.errors = new double[labels];
        this.squares = new double[labels];
    }

    /** Adds evidence of this weight, faded as the caller wants it to be. */
    void add(int label, double weight, boolean held) {
        errors[label] += weight * CheckLoss.descent(alpha, held);
        squares[label] += weight * weight;
    }

    /** I / sqrt(V); 0 before any evidence. */
    double of(int label) {
        return squares[label] > 0 ? errors[label] / Math.sqrt(squares[label]) : 0;
    }

    /** The target is another from now on; what was added stays as it was. */
    void retarget(double newAlpha) {
        alpha = newAlpha;
    }

    /** There are more labels from now on. */
    void grow(int labels) {
        errors = Arrays.copyOf(errors, labels);
        squares = Arrays.copyOf(squares, labels);
    }

    /** Divides all weights so far. */
    void divide(double by) {
        for (int k = 0; k < errors.length; k++) {
            errors[k] /= by;
            squares[k] /= by * by;
        }
    }

    void clear() {
        Arrays.fill(errors, 0);
        Arrays.fill(squares, 0);
    }

    void writeLabel(int label, StateWriter out) {
        out.writeDouble(errors[label]);
        out.writeDouble(squares[label]);
    }

    void readLabel(int label, StateReader in) {
        errors[label] = in.readDouble();
        squares[label] = in.readDouble();
    }

    void readVersion3(StateReader in) {
        in.readDoublesInto(errors);
        in.readDoublesInto(squares);
    }
}
