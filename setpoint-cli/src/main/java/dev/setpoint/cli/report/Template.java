package dev.setpoint.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Pages with places to be filled in, and other texts that come with the program. */
public final class Template {
    private static final Pattern PLACE = Pattern.compile("\\{\\{(\\w+)}}");

    private Template() {}

    /** The template with each {@code {{name}}} replaced, in one pass: what is put in is never searched itself. */
    public static String filled(String template, Map<String, String> parts) {
        Matcher places = PLACE.matcher(template);
        StringBuilder page = new StringBuilder(1 << 20);
        while (places.find()) {
            places.appendReplacement(page, "");
            String part = parts.get(places.group(1));
            if (part == null) {
                throw new IllegalArgumentException(
                        "place: " + places.group(1) + " (expected: one of " + parts.keySet() + ")");
            }
            page.append(part);
        }
        return places.appendTail(page).toString();
    }

    /**
     * A text of this build.
     *
     * @param beside the class whose package holds it
     * @throws IOException if the build lacks it
     */
    public static String resource(Class<?> beside, String name) throws IOException {
        try (InputStream in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + ": missing from this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The styles of every report page. */
    public static String styles() throws IOException {
        return resource(Template.class, "report.css");
    }
}
