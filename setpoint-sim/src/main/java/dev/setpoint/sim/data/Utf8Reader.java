package dev.setpoint.sim.data;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Decodes UTF-8, skips a leading byte order mark, and refuses other bytes by their line; Java's own reader cannot tell it. */
final class Utf8Reader extends Reader {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final String source;
    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(1 << 14).flip();
    private final CharBuffer chars = CharBuffer.allocate(1 << 14).flip();
    private long lines = 1;
    private boolean started;
    private boolean ended;

    Utf8Reader(String source, InputStream in) {
        this.source = source;
        this.in = in;
    }

    @Override
    public int read(char[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (!chars.hasRemaining()) {
            if (!decodeMore()) {
                return -1;
            }
        }
        int count = Math.min(length, chars.remaining());
        chars.get(target, offset, count);
        return count;
    }

    /** Returns false when the input has ended and all of it has been decoded. */
    private boolean decodeMore() throws IOException {
        if (ended && !bytes.hasRemaining()) {
            return false;
        }
        if (!ended) {
            bytes.compact();
            int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
            ended = count < 0;
            bytes.position(bytes.position() + Math.max(count, 0)).flip();
        }
        CoderResult result = decoder.decode(bytes, chars.clear(), ended);
        chars.flip();
        if (result.isError() && !chars.hasRemaining()) { // what came before the bad byte is handed out first
            throw DataFormatException.atLine(
                    source,
                    lines,
                    "text",
                    String.format("byte 0x%02X", bytes.get(bytes.position())),
                    "UTF-8; in a spreadsheet, save as CSV UTF-8");
        }
        lines += chars.chars().filter(c -> c == '\n').count();
        if (!started && chars.hasRemaining()) {
            started = true;
            if (chars.charAt(0) == BYTE_ORDER_MARK) {
                chars.get();
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
