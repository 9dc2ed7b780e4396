package dev.setpoint.cli.draw;

/** Escapes untrusted text for the places it is put: HTML and XML text and attributes, and JSON inside a script. */
public final class Markup {
    private Markup() {}

    /**
     * Text or a double-quoted attribute of HTML or XML. Characters XML 1.0 has no way to write (controls, lone
     * surrogates) become U+FFFD.
     */
    public static String text(String raw) {
        StringBuilder escaped = new StringBuilder(raw.length() + 16);
        raw.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isXml(c) ? c : 0xFFFD);
            }
        });
        return escaped.toString();
    }

    /**
     * JSON that may stand inside a script element: no {@code <}, so neither {@code </script>} nor {@code <!--} can
     * end it, and no U+2028 or U+2029, which older readers take for line ends.
     */
    public static String json(String json) {
        return json.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029");
    }

    private static boolean isXml(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c < 0xD800)
                || (c > 0xDFFF && c != 0xFFFE && c != 0xFFFF);
    }
}
