package dev.setpoint.cli.features;

/** Which rows of a data set. */
enum Part {
    TRAIN,
    ALL
}
