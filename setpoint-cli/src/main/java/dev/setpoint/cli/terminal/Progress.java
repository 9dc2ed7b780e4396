package dev.setpoint.cli.terminal;

import java.io.PrintStream;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * One line on standard error that tells how far a job is. On a terminal it is drawn over itself ten times a second; elsewhere a
 * plain line after two seconds and then every ten, so that logs stay short.
 */
public final class Progress implements AutoCloseable {
    private static final long TERMINAL_INTERVAL = 100_000_000L;
    private static final long FIRST_PLAIN_LINE = 2_000_000_000L;
    private static final long PLAIN_INTERVAL = 10_000_000_000L;
    private static final int BAR = 10;

    /** Before so many seconds and this share of the work, start-up hides the pace: a guess would be hours for a run of seconds. */
    private static final double FIRST_GUESS_SECONDS = 2;

    private static final double FIRST_GUESS_SHARE = 0.02;

    private final PrintStream err;
    private final boolean terminal;
    private final String what;
    private final String unit;
    private final long before;
    private final long start = System.nanoTime();
    private long last = start;
    private boolean drawn;

    /** A job whose speed is not shown. */
    public Progress(String what) {
        this(what, "", 0);
    }

    /**
     * A job that also shows its speed.
     *
     * @param unit what it does many of in a second, for example {@code images}; empty to show no speed
     * @param before how many an earlier process has done: they count as done, but not for the speed
     */
    public Progress(String what, String unit, long before) {
        this.what = what;
        this.unit = unit;
        this.before = before;
        this.err = System.err;
        this.terminal = Console.isTerminal();
    }

    /** Says how far the job is, if it is time to. A total of 0 means it is not known. */
    public synchronized void show(long done, long total, Supplier<String> details) {
        long now = System.nanoTime();
        long interval = terminal ? TERMINAL_INTERVAL : drawn ? PLAIN_INTERVAL : FIRST_PLAIN_LINE;
        if (now - last >= interval || (terminal && done == total)) {
            last = now;
            draw(line(done, total, details.get(), (now - start) * 1e-9));
        }
    }

    private void draw(String line) {
        if (terminal) { // a wrapped line could not be drawn over
            String printed = PrintableStream.escaped(line);
            Console.redraw(printed.substring(0, Math.min(printed.length(), Console.columns() - 1)));
        } else {
            err.println(line);
        }
        err.flush();
        drawn = true;
    }

    /** What is said after so many seconds. */
    String line(long done, long total, String details, double seconds) {
        StringBuilder line = new StringBuilder(what).append(' ');
        if (total > 0) {
            int filled = (int) Math.min(BAR, BAR * done / total);
            line.append('[')
                    .append("#".repeat(filled))
                    .append(".".repeat(BAR - filled))
                    .append("] ");
            line.append(String.format(Locale.ROOT, "%3d%%", 100 * done / total));
        } else {
            line.append(done);
        }
        double speed = (done - before) / seconds;
        if (!unit.isEmpty() && speed > 0) {
            line.append(String.format(Locale.ROOT, speed < 10 ? " %.2f %s/s" : " %.0f %s/s", speed, unit));
        }
        boolean isPaceKnown = seconds >= FIRST_GUESS_SECONDS && done - before >= FIRST_GUESS_SHARE * (total - before);
        if (done < total && speed > 0 && isPaceKnown) {
            line.append(' ').append(duration((total - done) / speed)).append(" left");
        }
        if (!details.isEmpty()) {
            line.append(' ').append(details);
        }
        return line.toString();
    }

    /** A time as people say it: {@code 45 s}, {@code 12 min}, {@code 3.5 h}. */
    static String duration(double seconds) {
        return seconds < 100
                ? String.format(Locale.ROOT, "%.0f s", seconds)
                : seconds < 6000
                        ? String.format(Locale.ROOT, "%.0f min", seconds / 60)
                        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
    }

    @Override
    public void close() {
        if (drawn && terminal) {
            err.println();
        }
    }
}
