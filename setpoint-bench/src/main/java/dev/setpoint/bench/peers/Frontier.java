package dev.setpoint.bench.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures policies and floors: how many pulls are correct, and what coverage costs under them. */
public final class Frontier {
    private static final String HELP = """
            usage: ./bench frontier [options]

            The frontier between correct pulls and what coverage costs, the mean importance weight 1/pi(y|x) with y the true label and
            pi the distribution that is pulled from: the default learner with other policies and floors, with a floor that falls along
            the stream, and the defaults of before. Prints a table in markdown and writes it, with a figure (SVG) per stream and all
            metrics as CSV, into a folder. Data sets that are not there are named and left out.

              --streams A,B    data sets; default: clinc150,letter; any other that ./setpoint datasets lists may be named
              --seeds N        replications; default: 2
              --first-seed S   the seed of the first; the others have the next ones; default: 1
              --data DIR       where data sets are; default: $SETPOINT_DATA, or the data folder of the project
              --out DIR        where results go; default: out/frontier
              --threads N      replications at a time; default: all cores
              --quick          one seed and streams of 3,000 queries: for a first look, not for a number to quote
              --help           this text

            exit status: 0, or 2 for a mistake in the arguments or the data
            """;

    private final FrontierArguments arguments;

    private Frontier(FrontierArguments arguments) {
        this.arguments = arguments;
    }

    /** See {@code --help}. */
    public static void main(String[] arguments) {
        List<String> given = List.of(arguments);
        if (given.contains("--help")) {
            System.out.print(HELP);
            return;
        }
        try {
            new Frontier(FrontierArguments.parse(given, System.getenv())).run();
        } catch (IllegalArgumentException | IllegalStateException | IOException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(2);
        }
    }

    private void run() throws IOException {
        List<FrontierOutcome> outcomes = new ArrayList<>();
        for (String name : PeerStream.present(arguments.streams(), arguments.data())) {
            PeerStream stream = PeerStream.load(name, arguments.data());
            outcomes.add(measure(arguments.quick() ? stream.shortened(PeerStream.QUERIES_OF_QUICK) : stream));
            write(outcomes); // what is done is not lost if a later one fails
        }
        System.out.println(FrontierReport.markdown(outcomes));
        System.out.println("written to " + arguments.out());
    }

    private FrontierOutcome measure(PeerStream stream) {
        List<FrontierRecipe> recipes = FrontierRecipe.all();
        List<Callable<FrontierMetrics>> jobs = new ArrayList<>();
        int total = recipes.size() * arguments.seeds().size();
        AtomicInteger done = new AtomicInteger();
        for (FrontierRecipe recipe : recipes) {
            for (long seed : arguments.seeds()) {
                jobs.add(() -> {
                    FrontierMetrics metrics = recipe.run(stream, seed);
                    System.err.println(String.format(
                            Locale.ROOT,
                            "%s: %s %s, seed %d [%d/%d]: correct pulls %.3f, 1/pi %.2f",
                            stream.name(),
                            recipe.family().title(),
                            recipe.name(),
                            seed,
                            done.incrementAndGet(),
                            total,
                            metrics.whole(),
                            metrics.price()));
                    return metrics;
                });
            }
        }
        List<FrontierMetrics> metrics = Jobs.run("frontier on " + stream.name(), jobs, arguments.threads());
        List<FrontierOutcome.Entry> entries = new ArrayList<>();
        int seeds = arguments.seeds().size();
        for (int i = 0; i < recipes.size(); i++) {
            entries.add(new FrontierOutcome.Entry(
                    recipes.get(i), recipes.get(i).mostEvidence(stream), metrics.subList(i * seeds, (i + 1) * seeds)));
        }
        return new FrontierOutcome(stream, entries);
    }

    private void write(List<FrontierOutcome> outcomes) throws IOException {
        Files.createDirectories(arguments.out());
        Files.writeString(arguments.out().resolve("results.md"), FrontierReport.markdown(outcomes));
        Files.writeString(arguments.out().resolve("results.csv"), FrontierReport.csv(outcomes, arguments.seeds()));
        for (FrontierOutcome outcome : outcomes) {
            String svg = FrontierReport.svg(outcome, arguments.seeds().size());
            Files.writeString(
                    arguments.out().resolve("frontier-" + outcome.stream().name() + ".svg"), svg);
        }
    }
}
