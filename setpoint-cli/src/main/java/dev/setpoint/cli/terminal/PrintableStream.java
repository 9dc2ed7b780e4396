package dev.setpoint.cli.terminal;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A stream to a person's terminal. Names and values come from files that anyone may have written, so no control character but the line
 * feed and the tabulator goes through: the others, and the marks that turn the direction of text, are shown as a backslash, {@code u} and
 * their number. What the command itself draws with is written by {@link #redraw}.
 */
final class PrintableStream extends PrintStream {
    private final PrintStream terminal;

    /** Before another stream. */
    PrintableStream(PrintStream terminal) {
        super(new Escaping(terminal));
        this.terminal = terminal;
    }

    /** Writes a line over the present one, without what a terminal would take for a command. */
    void redraw(String line) {
        terminal.print("\r\u001b[K");
        print(line);
        terminal.flush();
    }

    @Override
    public void print(String text) {
        terminal.print(escaped(String.valueOf(text)));
    }

    @Override
    public void print(Object value) {
        print(String.valueOf(value));
    }

    @Override
    public void print(char[] text) {
        print(String.valueOf(text));
    }

    @Override
    public void print(char c) {
        print(String.valueOf(c));
    }

    /** The text with what is not printable as numbers. */
    static String escaped(String text) {
        if (text.chars().allMatch(PrintableStream::isPrintable)) {
            return text;
        }
        StringBuilder printed = new StringBuilder(text.length() + 8);
        text.chars().forEach(c -> printed.append(isPrintable(c) ? String.valueOf((char) c) : escape(c)));
        return printed.toString();
    }

    private static boolean isPrintable(int c) {
        boolean isDirection =
                c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
        boolean isControl = Character.isISOControl(c) && c != '\n' && c != '\t';
        return !isControl && !isDirection && c != 0x2028 && c != 0x2029;
    }

    private static String escape(int c) {
        return String.format("\\u%04x", c);
    }

    @Override
    public boolean checkError() {
        boolean failed = super.checkError(); // which flushes
        return terminal.checkError() || failed;
    }

    /** What comes as bytes, from writers before this stream: UTF-8, of which those of one character may come in two writes. */
    private static final class Escaping extends FilterOutputStream {
        private final byte[] begun = new byte[3];
        private int length;

        Escaping(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            int plain = from;
            for (int i = from; i < from + count; i++) {
                int b = bytes[i] & 0xff;
                if (length > 0 || isBeginning(b) || (b < 0x80 && !isPrintable(b))) {
                    out.write(bytes, plain, i - plain);
                    write(b);
                    plain = i + 1;
                }
            }
            out.write(bytes, plain, from + count - plain);
        }

        @Override
        public void write(int value) throws IOException {
            int b = value & 0xff;
            if (length > 0 && (b & 0xc0) == 0x80) { // goes on
                begun[length++] = (byte) b;
                endCharacter();
                return;
            }
            passBegun();
            if (isBeginning(b)) {
                begun[length++] = (byte) b;
            } else if (b < 0x80 && !isPrintable(b)) {
                writeEscape(b);
            } else {
                out.write(b);
            }
        }

        /** Whether a character begins that may be one to escape: of two bytes up to U+00BF, or of three from U+2000 on. */
        private static boolean isBeginning(int b) {
            return b == 0xc2 || b == 0xe2;
        }

        private void endCharacter() throws IOException {
            if (length < (begun[0] == (byte) 0xc2 ? 2 : 3)) {
                return;
            }
            int c = length == 2 ? begun[1] & 0xff : 0x2000 | (begun[1] & 0x3f) << 6 | (begun[2] & 0x3f);
            if (isPrintable(c)) {
                passBegun();
            } else {
                length = 0;
                writeEscape(c);
            }
        }

        private void passBegun() throws IOException {
            out.write(begun, 0, length);
            length = 0;
        }

        private void writeEscape(int c) throws IOException {
            out.write(escape(c).getBytes(StandardCharsets.US_ASCII));
        }
    }
}
