package dev.setpoint.cli.paper;

/**
 * One statement of the paper, held against one run of ours.
 *
 * @param claim in our words
 * @param data the title of the data set
 * @param detail the numbers behind the outcome
 */
record Check(String claim, String data, Outcome outcome, String detail) {}
