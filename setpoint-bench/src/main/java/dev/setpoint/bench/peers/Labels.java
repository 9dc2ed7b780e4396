package dev.setpoint.bench.peers;

import dev.setpoint.Change;
import dev.setpoint.DecisionBatch;
import dev.setpoint.Learner;
import dev.setpoint.feature.FeatureVector;
import dev.setpoint.feature.Features;
import dev.setpoint.random.Draws;
import dev.setpoint.sim.StreamOrder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Measures what a label that is added to a running learner does to the others. */
public final class Labels {
    private static final String HELP = """
            usage: ./bench labels [options]

            What a label that is added to a running learner does to the other labels over the next 1,000 of their queries: the default
            learner is taught all labels but one for half of a data set; then it goes on as before, or is given the missing label,
            for which nobody asks, or for which people begin to ask. Prints, as a table in markdown, the share of the others' queries whose
            set holds their label, the size of the sets and the share of correct pulls, by stretches of 250, as means over the seeds; and of the
            new label's own queries coverage and correct pulls, by quarters of the other half of the data set.

              --streams A,B    data sets; default: clinc150,clinc150-intents,optdigits,letter
              --seeds N        replications, each with another label missing; default: 5
              --first-seed S   the seed of the first; the others have the next ones; default: 1
              --data DIR       where data sets are; default: $SETPOINT_DATA, or the data folder of the project
              --threads N      replications at a time; default: all cores
              --help           this text

            exit status: 0, or 2 for a mistake in the arguments or the data
            """;

    private static final List<String> STREAMS = List.of("clinc150", "clinc150-intents", "optdigits", "letter");
    private static final List<String> OPTIONS = List.of("--streams", "--seeds", "--first-seed", "--data", "--threads");
    private static final int SEEDS = 5;
    private static final int STRETCHES = 4;
    private static final int QUERIES = 1000;

    /** What happens to a learner in the middle of the stream. */
    private enum Course {
        AS_BEFORE("as before"),
        ADDED("added, nobody asks for it"),
        ASKED_FOR("added and asked for");

        private final String title;

        Course(String title) {
            this.title = title;
        }
    }

    private Labels() {}

    /** See {@code --help}. */
    public static void main(String[] arguments) {
        List<String> given = List.of(arguments);
        if (given.contains("--help")) {
            System.out.print(HELP);
            return;
        }
        try {
            run(PeerArguments.values(given, List.of(), OPTIONS));
        } catch (IllegalArgumentException | IllegalStateException | IOException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(2);
        }
    }

    private static void run(Map<String, String> values) throws IOException {
        Path data = PeerArguments.data(values, System.getenv());
        long first = PeerArguments.count(values, "--first-seed", 1, 0);
        int seeds = PeerArguments.count(values, "--seeds", SEEDS, 1);
        int threads =
                PeerArguments.count(values, "--threads", Runtime.getRuntime().availableProcessors(), 1);
        System.out.println("| stream | course | coverage of the others | set size | correct pulls"
                + " | coverage of the new label | correct pulls |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (String name : PeerStream.present(PeerArguments.names(values.get("--streams"), STREAMS), data)) {
            PeerStream stream = PeerStream.load(name, data);
            List<Callable<Map<Course, Tallies>>> jobs = new ArrayList<>();
            LongStream.range(first, first + seeds)
                    .forEach(seed -> jobs.add(() -> {
                        Map<Course, Tallies> tallies = new EnumMap<>(Course.class);
                        for (Course course : Course.values()) {
                            tallies.put(course, new Run(stream, seed).after(course));
                        }
                        System.err.println(name + ": seed " + seed + " done");
                        return tallies;
                    }));
            List<Map<Course, Tallies>> all = Jobs.run("labels of " + name, jobs, threads);
            for (Course course : Course.values()) {
                Tallies sum = new Tallies();
                all.forEach(one -> sum.add(one.get(course)));
                System.out.println("| " + name + " | " + course.title + " | " + sum + " |");
            }
        }
    }

    /** Counts over stretches of the others' queries, then of the new label's. */
    private static final class Tallies {
        private final int[] queries = new int[2 * STRETCHES];
        private final int[] covered = new int[2 * STRETCHES];
        private final int[] members = new int[2 * STRETCHES];
        private final int[] correct = new int[2 * STRETCHES];

        void add(int stretch, DecisionBatch batch, int label) {
            queries[stretch]++;
            covered[stretch] += batch.contains(0, 0, label) ? 1 : 0;
            members[stretch] += batch.setSize(0, 0);
            correct[stretch] += batch.arm(0) == label ? 1 : 0;
        }

        void add(Tallies other) {
            for (int i = 0; i < queries.length; i++) {
                queries[i] += other.queries[i];
                covered[i] += other.covered[i];
                members[i] += other.members[i];
                correct[i] += other.correct[i];
            }
        }

        private String shares(int[] counts, int from, String form) {
            StringBuilder text = new StringBuilder();
            for (int i = from; i < from + STRETCHES; i++) {
                String share = String.format(Locale.ROOT, form, (double) counts[i] / queries[i]);
                text.append(i == from ? "" : " ").append(queries[i] == 0 ? "-" : share);
            }
            return text.toString();
        }

        @Override
        public String toString() {
            return shares(covered, 0, "%.3f") + " | " + shares(members, 0, "%.2f") + " | " + shares(correct, 0, "%.3f")
                    + " | " + shares(covered, STRETCHES, "%.3f") + " | " + shares(correct, STRETCHES, "%.3f");
        }
    }

    /** One learner on its way through a stream. */
    private static final class Run {
        private final PeerStream stream;
        private final int[] order;
        /** The label of the stream that is missing at first, and the numbers the learner has for the labels of the stream. */
        private final int missing;

        private final int[] numbers;
        private final Learner learner;
        private final DecisionBatch batch;
        private final FeatureVector query = new FeatureVector();

        Run(PeerStream stream, long seed) {
            this.stream = stream;
            StreamOrder rows = new StreamOrder(stream.size(), seed);
            this.order = IntStream.range(0, stream.size()).map(rows::row).toArray();
            int labels = stream.labels().size();
            this.missing = (int) Math.floorMod(Draws.mix(seed), (long) labels);
            this.numbers = new int[labels];
            List<String> known = new ArrayList<>(stream.labels());
            known.remove(missing);
            for (int k = 0; k < labels; k++) {
                numbers[k] = k == missing ? labels - 1 : k < missing ? k : k - 1;
            }
            this.learner = new Learner(
                    SetpointKind.standard().builder(stream, known, seed).build());
            this.batch = learner.newBatch();
        }

        Tallies after(Course course) {
            try (learner) {
                int half = stream.size() / 2;
                Arrays.stream(order, 0, half)
                        .filter(row -> stream.label(row) != missing)
                        .forEach(this::ask);
                if (course != Course.AS_BEFORE) {
                    learner.change(new Change.AddLabel(stream.labels().get(missing)));
                }
                Tallies tallies = new Tallies();
                int asked = 0;
                int last = course == Course.ASKED_FOR ? order.length : Math.min(order.length, half + 2 * QUERIES);
                for (int i = half; i < last; i++) {
                    int label = stream.label(order[i]);
                    if (label != missing) {
                        ask(order[i]);
                        if (asked < QUERIES) {
                            tallies.add(asked++ * STRETCHES / QUERIES, batch, numbers[label]);
                        }
                    } else if (course == Course.ASKED_FOR) {
                        ask(order[i]);
                        int quarter = (int) ((long) (i - half) * STRETCHES / (order.length - half));
                        tallies.add(STRETCHES + quarter, batch, numbers[label]);
                    }
                }
                return tallies;
            }
        }

        private void ask(int row) {
            if (stream.holdsTexts()) {
                learner.encodeInto(Features.ofText(stream.texts().texts().get(row)), query);
            } else {
                stream.rows().readInto(row, query);
            }
            learner.decideInto(query, batch);
            learner.learn(batch.id(0), batch.arm(0) == numbers[stream.label(row)]);
        }
    }
}
