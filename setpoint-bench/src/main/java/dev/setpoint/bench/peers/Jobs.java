package dev.setpoint.bench.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Work that is done several pieces at a time. */
final class Jobs {
    private Jobs() {}

    /**
     * Does all of it.
     *
     * @param what the work is, for the message of a failure
     * @param threads pieces at a time
     * @return the results in the order of the jobs
     * @throws IllegalStateException if a job fails; those not begun are not begun any more
     */
    static <T> List<T> run(String what, List<Callable<T>> jobs, int threads) {
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (Callable<T> job : jobs) {
                futures.add(workers.submit(job));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(what + ": " + e.getCause(), e);
        } finally {
            workers.shutdownNow();
        }
    }
}
