package dev.setpoint.cli;

import java.util.List;
import java.util.regex.Pattern;

/** What is drawn in an SVG. */
public final class SvgPaths {
    private SvgPaths() {}

    /** Where the paths of a kind run, in their order. */
    public static List<String> paths(String svg, String kind) {
        return Pattern.compile("<path class=\"" + kind + "\" d=\"([^\"]*)\"")
                .matcher(svg)
                .results()
                .map(found -> found.group(1))
                .toList();
    }
}
