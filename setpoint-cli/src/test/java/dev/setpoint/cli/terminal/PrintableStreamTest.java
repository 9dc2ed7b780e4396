package dev.setpoint.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrintableStreamTest {
    private static final String TEXT = "a\u001b[31m\r\u0007\u0000\u007f\u0085\u202e\u2028\tend é € 😀\n";
    private static final String PRINTED = "a\\u001b[31m\\u000d\\u0007\\u0000\\u007f\\u0085\\u202e\\u2028\tend é € 😀\n";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintableStream stream = new PrintableStream(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    private String printed() {
        stream.flush();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void controlCharactersAreShownAsNumbers() {
        stream.print(TEXT);
        stream.print((Object) TEXT);
        stream.print(TEXT.toCharArray());
        stream.print('\u001b');
        stream.append("\u001b").println();
        stream.printf("%s %d%n", "\u001b", 5);
        assertThat(printed()).isEqualTo(PRINTED.repeat(3) + "\\u001b\\u001b\n\\u001b 5\n");
    }

    @Test
    void bytesAreLookedAtToo() throws IOException {
        byte[] text = TEXT.getBytes(StandardCharsets.UTF_8);
        stream.write(text);
        for (byte b : text) { // also where a character's bytes come one by one
            stream.write(b);
        }
        assertThat(printed()).isEqualTo(PRINTED.repeat(2));
    }

    @Test
    void aLineIsDrawnOverByTheCommandAlone() {
        stream.redraw("50%\u001b[K");
        assertThat(printed()).isEqualTo("\r\u001b[K50%\\u001b[K");
    }

    @Test
    void errorsOfTheTerminalAreSeen() {
        PrintableStream full = new PrintableStream(new PrintStream(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("full");
            }
        }));
        full.print("a");
        assertThat(full.checkError()).isTrue();
        assertThat(stream.checkError()).isFalse();
    }
}
