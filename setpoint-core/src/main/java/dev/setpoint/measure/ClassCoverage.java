package dev.setpoint.measure;

/**
 * What is known of one label's coverage without ever seeing a label.
 *
 * @param label its name
 * @param estimate the estimated coverage, NaN before any evidence
 * @param effectiveSampleSize how many unweighted observations the evidence is worth
 * @param calibrated whether that is at least 1/alpha
 * @param low where coverage lies at least, see {@link CoverageInterval} for what is promised
 * @param high where it lies at most
 * @param alarm whether that interval lies wholly outside what is wanted
 */
public record ClassCoverage(
        String label,
        double estimate,
        double effectiveSampleSize,
        boolean calibrated,
        double low,
        double high,
        CoverageInterval.Alarm alarm) {}
