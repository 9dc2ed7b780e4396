package dev.setpoint.cli.report;

import java.util.Map;

/** Names of metrics in files. What earlier versions wrote under another name is read under the present one. */
public final class MetricNames {
    private static final Map<String, String> EARLIER = Map.of(
            "right_pulls", "correct_pulls",
            "right_pulls_window", "correct_pulls_window",
            "least_propensity", "propensity_lower_bound");

    private MetricNames() {}

    /** The present name of a metric or column; any name that was never another stays as it is. */
    public static String present(String name) {
        return EARLIER.getOrDefault(name, name);
    }
}
