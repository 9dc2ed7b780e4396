package dev.setpoint.cli.draw;

/** Where a plot itself is, without the numbers at its axes. */
record Frame(double left, double top, double width, double height) {
    double right() {
        return left + width;
    }

    double bottom() {
        return top + height;
    }

    double middle() {
        return left + width / 2;
    }
}
