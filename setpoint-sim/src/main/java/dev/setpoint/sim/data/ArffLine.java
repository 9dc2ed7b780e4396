package dev.setpoint.sim.data;

/** Splits one line of an ARFF file into its parts, and says where a part is wrong. */
final class ArffLine {
    /** A part of a line; in quotes, {@code ?} is a value and not a missing one. */
    record Token(String text, boolean quoted) {}

    private static final int END = -1;

    private final String source;
    private final long number;
    private final String text;
    private int at;

    ArffLine(String source, long number, String text) {
        this.source = source;
        this.number = number;
        this.text = text;
    }

    /** The next character that is not white space, or -1 at the end of the line or where a comment starts. */
    int peek() {
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at == text.length() || text.charAt(at) == '%' ? END : text.charAt(at);
    }

    boolean atEnd() {
        return peek() == END;
    }

    /** Moves past a character that {@link #peek} has just shown. */
    void skip(char shown) {
        at += peek() == shown ? 1 : 0;
    }

    void expect(char expected, String field) throws DataFormatException {
        if (peek() != expected) {
            throw wrong(field, atEnd() ? "end of line" : text.substring(at), "'" + expected + "'");
        }
        at++;
    }

    void expectEnd(String field) throws DataFormatException {
        if (!atEnd()) {
            throw wrong(field, text.substring(at), "end of line");
        }
    }

    /** A part that white space ends: a keyword, a name, a type or an index. */
    Token token(String field) throws DataFormatException {
        return next(field, true);
    }

    /** A part that a comma or brace ends; white space inside it is kept, around it dropped. */
    Token value(String field) throws DataFormatException {
        return next(field, false);
    }

    DataFormatException wrong(String field, String found, String expected) {
        return DataFormatException.atLine(source, number, field, found, expected);
    }

    private Token next(String field, boolean endsAtSpace) throws DataFormatException {
        int first = peek();
        if (first == '\'' || first == '"') {
            return quoted(field, (char) first);
        }
        int start = at;
        while (at < text.length() && !isEnd(text.charAt(at), endsAtSpace)) {
            at++;
        }
        String part = text.substring(start, at).strip();
        if (part.isEmpty()) {
            throw wrong(field, atEnd() ? "end of line" : text.substring(at), "a value");
        }
        return new Token(part, false);
    }

    private Token quoted(String field, char quote) throws DataFormatException {
        StringBuilder part = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                return new Token(part.toString(), true);
            }
            if (c == '\\' && at + 1 < text.length()) {
                c = unescaped(text.charAt(++at));
            }
            part.append(c);
        }
        throw wrong(field, "open quote", "closing " + quote);
    }

    private static char unescaped(char escaped) {
        return switch (escaped) {
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escaped;
        };
    }

    private static boolean isEnd(char c, boolean endsAtSpace) {
        return c == ',' || c == '{' || c == '}' || c == '%' || (endsAtSpace && isSpace(c));
    }

    private static boolean isSpace(char c) {
        return c <= ' ' && c != 0;
    }
}
