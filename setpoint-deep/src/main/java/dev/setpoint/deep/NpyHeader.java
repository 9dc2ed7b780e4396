package dev.setpoint.deep;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What stands before the numbers of a NumPy .npy array, versions 1.0 to 3.0: six bytes of magic, two of version, the length
 * of the rest, and a Python dictionary of the type, the order and the shape.
 */
final class NpyHeader {
    /** NumPy's own limit for headers that it reads. */
    static final int LONGEST = 10_000;

    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};

    private final String where;
    private final String text;
    private final int length;
    private int at;

    private ElementType type;
    private boolean columnMajor;
    private long[] shape = {};

    private NpyHeader(String where, String text, int length) {
        this.where = where;
        this.text = text;
        this.length = length;
    }

    /**
     * Reads a header and leaves the stream at the first number.
     *
     * @throws WeightFileException if it is not one, or of a type that is not a plain float or 64-bit whole number
     */
    static NpyHeader read(InputStream in, String where) throws IOException {
        byte[] start = bytes(in, MAGIC.length + 2, where);
        for (int i = 0; i < MAGIC.length; i++) {
            if (start[i] != MAGIC[i]) {
                throw new WeightFileException(where, "no NumPy array", "an array in the .npy format");
            }
        }
        int version = start[MAGIC.length];
        if (version < 1 || version > 3 || start[MAGIC.length + 1] != 0) {
            throw new WeightFileException(
                    where,
                    ".npy version " + (version & 0xFF) + "." + (start[MAGIC.length + 1] & 0xFF),
                    "1.0, 2.0 or 3.0");
        }
        byte[] stored = bytes(in, version == 1 ? 2 : 4, where);
        long length = 0;
        for (int i = stored.length - 1; i >= 0; i--) {
            length = length << 8 | (stored[i] & 0xFF);
        }
        if (length > LONGEST) {
            throw new WeightFileException(where, "array header of " + length + " bytes", "at most " + LONGEST);
        }
        // version 3.0 is UTF-8; only names of fields can be other than ASCII, and these are refused anyway
        String text = new String(bytes(in, (int) length, where), StandardCharsets.ISO_8859_1);
        NpyHeader header = new NpyHeader(where, text, start.length + stored.length + (int) length);
        header.parse();
        return header;
    }

    private static byte[] bytes(InputStream in, int count, String where) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw new WeightFileException(where, "ends within the array's header", "a complete array");
        }
        return bytes;
    }

    ElementType type() {
        return type;
    }

    /** Whether the first index runs fastest, Fortran's order. */
    boolean columnMajor() {
        return columnMajor;
    }

    long[] shape() {
        return shape;
    }

    /** How many bytes it took. */
    int length() {
        return length;
    }

    private void parse() throws WeightFileException {
        Set<String> seen = new HashSet<>();
        expect('{');
        while (!next('}')) {
            String key = string();
            expect(':');
            switch (key) {
                case "descr" -> type = elementType();
                case "fortran_order" -> columnMajor = truth();
                case "shape" -> shape = tuple();
                default -> throw refused("'" + WeightFileException.quote(key) + "'");
            }
            if (!seen.add(key)) {
                throw refused("'" + key + "' twice");
            }
            if (!next(',')) {
                expect('}');
                break;
            }
        }
        skipBlanks();
        if (at < text.length()) {
            throw refused("more than a dictionary");
        }
        if (seen.size() < 3) {
            throw refused(
                    seen.isEmpty()
                            ? "an empty dictionary"
                            : String.join(", ", seen.stream().sorted().toList()) + " alone");
        }
    }

    private ElementType elementType() throws WeightFileException {
        String expected = "type <f2, <f4, <f8 or <i8";
        if (peek() == '[' || peek() == '(') {
            throw new WeightFileException(where, "a type of several fields", expected);
        }
        String descr = string();
        return switch (descr) {
            case "<f2" -> ElementType.F16;
            case "<f4" -> ElementType.F32;
            case "<f8" -> ElementType.F64;
            case "<i8" -> ElementType.I64;
            default ->
                throw new WeightFileException(where, "type '" + WeightFileException.quote(descr) + "'", expected);
        };
    }

    private boolean truth() throws WeightFileException {
        skipBlanks();
        for (boolean value : new boolean[] {true, false}) {
            String word = value ? "True" : "False";
            if (text.startsWith(word, at)) {
                at += word.length();
                return value;
            }
        }
        throw refused("fortran_order neither True nor False");
    }

    private long[] tuple() throws WeightFileException {
        List<Long> lengths = new ArrayList<>();
        expect('(');
        while (!next(')')) {
            lengths.add(number());
            if (!next(',')) {
                expect(')');
                break;
            }
        }
        return lengths.stream().mapToLong(Long::longValue).toArray();
    }

    private long number() throws WeightFileException {
        skipBlanks();
        int from = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        if (at == from || at - from > 18) {
            throw refused(
                    at == from
                            ? "a shape of other than whole numbers from 0 on"
                            : "a length of " + (at - from) + " digits");
        }
        return Long.parseLong(text, from, at, 10);
    }

    private String string() throws WeightFileException {
        char quote = peek();
        int end = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
        if (end < 0) {
            throw refused("no quoted word at character " + at);
        }
        String string = text.substring(at + 1, end);
        at = end + 1;
        return string;
    }

    private void expect(char c) throws WeightFileException {
        if (!next(c)) {
            throw refused("no '" + c + "' at character " + at);
        }
    }

    private boolean next(char c) {
        if (peek() == c) {
            at++;
            return true;
        }
        return false;
    }

    /** The next character that is no blank, or NUL at the end. */
    private char peek() {
        skipBlanks();
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void skipBlanks() {
        while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\n')) {
            at++;
        }
    }

    private WeightFileException refused(String found) {
        return new WeightFileException(
                where, "array header with " + found, "{'descr': ..., 'fortran_order': ..., 'shape': (...)}");
    }
}
