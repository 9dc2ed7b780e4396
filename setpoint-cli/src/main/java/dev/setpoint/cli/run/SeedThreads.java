package dev.setpoint.cli.run;

import dev.setpoint.cli.terminal.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs the seeds of a plan on several threads; when one fails, the others are interrupted. */
final class SeedThreads {
    private SeedThreads() {}

    /** The results in the order of the tasks. One thread is the caller's own, since engines of networks keep settings by thread. */
    static <T> List<T> call(List<Callable<T>> tasks, int threads) throws IOException {
        ExecutorService pool = threads == 1 ? null : Executors.newFixedThreadPool(Math.min(threads, tasks.size()));
        try {
            List<T> results = new ArrayList<>();
            List<Future<T>> futures =
                    pool == null ? List.of() : tasks.stream().map(pool::submit).toList();
            for (int i = 0; i < tasks.size(); i++) {
                results.add(pool == null ? tasks.get(i).call() : futures.get(i).get());
            }
            return results;
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("interrupted", e));
        } catch (Exception e) {
            throw failure(e);
        } finally {
            if (pool != null) {
                pool.shutdownNow();
                awaitEnd(pool);
            }
        }
    }

    private static RuntimeException failure(Throwable cause) throws IOException {
        if (cause instanceof IOException failure) {
            throw failure;
        }
        if (cause instanceof LinkageError failure) {
            throw failure;
        }
        if (cause instanceof OutOfMemoryError) {
            return Failure.outOfMemory();
        }
        return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }

    private static void awaitEnd(ExecutorService pool) {
        try {
            pool.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
