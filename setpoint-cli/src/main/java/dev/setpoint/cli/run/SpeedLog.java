package dev.setpoint.cli.run;

import dev.setpoint.cli.file.NamedOutput;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Seconds and resident memory along a seed, once a second at most; not part of its result. */
final class SpeedLog implements AutoCloseable {
    private static final double NANOS = 1e-9;
    private static final long INTERVAL = 1_000_000_000L;

    private final Writer writer;
    private final long start = System.nanoTime();
    private long last = start;

    /** Opens the file; it goes on where it ended if some steps were made before. */
    SpeedLog(Path file, long steps) throws IOException {
        boolean begins = steps == 0 || !Files.exists(file);
        this.writer = new OutputStreamWriter(
                begins ? NamedOutput.anew(file.toString(), file) : NamedOutput.atTheEnd(file), StandardCharsets.UTF_8);
        if (begins) {
            writer.write("step,seconds_since_start,resident_mib\n");
        }
    }

    void stepped(long step) throws IOException {
        long now = System.nanoTime();
        if (now - last >= INTERVAL) {
            last = now;
            writer.write(String.format(Locale.ROOT, "%d,%.1f,%d\n", step, (now - start) * NANOS, residentMib()));
            writer.flush();
        }
    }

    /** Of this process, 0 where the system does not tell. */
    private static long residentMib() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return 0;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        return 0;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
