package dev.setpoint.bench.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/** Measures Setpoint beside Vowpal Wabbit. */
public final class Peers {
    private static final String HELP = """
            usage: ./bench peers [options]

            Setpoint's defaults beside Vowpal Wabbit 9.3 at its best settings, both told only whether the label they pulled was
            correct: the same queries in the same order. Prints tables in markdown and writes them, with the numbers as CSV and SVG,
            into a folder. Data sets that are not there are named and left out; ./setpoint datasets says where to get them.

              --streams A,B    data sets; default: clinc150,clinc150-intents,banking77,optdigits,covertype,letter;
                               any other that ./setpoint datasets lists may be named
              --seeds N        replications; default: 5
              --first-seed S   the seed of the first; the others have the next ones; default: 301
              --data DIR       where data sets are; default: $SETPOINT_DATA, or the data folder of the project
              --out DIR        where results go; default: out/peers
              --threads N      replications at a time; default: all cores; time is measured afterwards, in one thread
              --grid           search for Vowpal Wabbit's best settings again, for hours, instead of taking the known ones
                               (always done for a stream without known ones)
              --timing         measure time per query alone, about a minute
              --quick          one seed and streams of 3,000 queries: for a first look, not for a number to quote
              --help           this text

            exit status: 0 if every bar and limit is met, 1 if one is missed, 2 for a mistake in the arguments or the data
            """;

    private static final String TIMED_OPTIONS = "--cb_type mtr --squarecb --gamma_scale 100";
    private static final double MOST_WORDS_10 = 1.0 / 4;
    private static final double MOST_WORDS_150 = 1.0 / 10;
    private static final double MOST_NGRAMS = 2.0 / 3;

    private final PeerArguments arguments;
    private final Map<String, VowpalSettings> known;
    private final StringBuilder searched = new StringBuilder("stream,correct_pulls,settings\n");

    private Peers(PeerArguments arguments) {
        this.arguments = arguments;
        this.known = knownSettings();
    }

    /** See {@code --help}. */
    public static void main(String[] arguments) {
        List<String> given = List.of(arguments);
        if (given.contains("--help")) {
            System.out.print(HELP);
            return;
        }
        try {
            System.exit(new Peers(PeerArguments.parse(given, System.getenv())).run() ? 0 : 1);
        } catch (IllegalArgumentException | IllegalStateException | IOException e) {
            System.err.println("bench: " + e.getMessage());
            System.exit(2);
        }
    }

    /** Whether every bar and limit is met. */
    private boolean run() throws IOException {
        List<StreamOutcome> outcomes = new ArrayList<>();
        if (!arguments.timing()) {
            List<String> present = PeerStream.present(arguments.streams(), arguments.data());
            for (String name : present) {
                outcomes.add(compare(load(name)));
                write(outcomes, List.of()); // what is done is not lost if a later one fails
            }
        }
        List<PeerTiming.Ratio> ratios = ratios();
        if (!outcomes.isEmpty()) {
            System.out.println(PeerReport.markdown(outcomes));
        }
        System.out.println(PeerReport.timing(ratios));
        write(outcomes, ratios);
        System.out.println("written to " + arguments.out());
        return outcomes.stream().allMatch(StreamOutcome::met) && ratios.stream().allMatch(PeerTiming.Ratio::met);
    }

    private PeerStream load(String name) throws IOException {
        PeerStream stream = PeerStream.load(name, arguments.data());
        return arguments.quick() ? stream.shortened(PeerStream.QUERIES_OF_QUICK) : stream;
    }

    private StreamOutcome compare(PeerStream stream) {
        VowpalSettings settings = known.get(stream.name());
        if (settings == null || arguments.grid()) {
            settings = search(stream);
        }
        SetpointKind setpoint = SetpointKind.standard();
        VowpalKind peer = VowpalKind.of(settings);
        List<Trial.Result> ofPeer = trials(stream, peer);
        List<Trial.Result> ofSetpoint = trials(stream, setpoint);
        say("%s: time per query", stream.name());
        List<Double> times = PeerTiming.standard(arguments.quick()).measure(stream, List.of(setpoint, peer));
        return new StreamOutcome(
                stream,
                new Standing(setpoint.name(), "defaults", ofSetpoint, times.get(0)),
                new Standing(peer.name(), settings.toString(), ofPeer, times.get(1)),
                setpoint.floor(stream));
    }

    /** One trial per seed, several at a time. */
    private List<Trial.Result> trials(PeerStream stream, Contender.Kind kind) {
        List<Callable<Trial.Result>> jobs = new ArrayList<>();
        AtomicInteger done = new AtomicInteger();
        for (long seed : arguments.seeds()) {
            jobs.add(() -> {
                Trial.Result result = Trial.run(stream, kind, seed);
                say(
                        "%s: %s, seed %d [%d/%d]: correct pulls %.3f, last quarter %.3f",
                        stream.name(),
                        kind.name(),
                        seed,
                        done.incrementAndGet(),
                        arguments.seeds().size(),
                        result.tally().whole(),
                        result.tally().lastQuarter());
                return result;
            });
        }
        return Jobs.run(kind.name() + " on " + stream.name(), jobs, arguments.threads());
    }

    private VowpalSettings search(PeerStream stream) {
        VowpalGrid grid = new VowpalGrid((settings, seed) -> {
            double correct =
                    Trial.run(stream, VowpalKind.of(settings), seed).tally().whole();
            say("%s: %.4f correct with seed %d and %s", stream.name(), correct, seed, settings);
            return correct;
        });
        List<Map.Entry<VowpalSettings, Double>> ranking = grid.search(stream.holdsTexts());
        for (Map.Entry<VowpalSettings, Double> entry : ranking) {
            searched.append(
                    String.format(Locale.ROOT, "%s,%.4f,\"%s\"%n", stream.name(), entry.getValue(), entry.getKey()));
        }
        return ranking.get(0).getKey();
    }

    private List<PeerTiming.Ratio> ratios() throws IOException {
        List<PeerTiming.Ratio> ratios = new ArrayList<>();
        for (String name : List.of("clinc150", "clinc150-intents")) {
            Optional<String> missing = PeerStream.missing(name, arguments.data());
            if (missing.isPresent()) {
                System.err.println("not timed: " + missing.get());
                continue;
            }
            say("%s: time per query with the same words, and with n-grams against words", name);
            ratios.addAll(ratios(PeerStream.load(name, arguments.data())));
        }
        return ratios;
    }

    private List<PeerTiming.Ratio> ratios(PeerStream stream) {
        // The default size of its table, which is its fastest.
        VowpalKind peer = VowpalKind.of(new VowpalSettings(VowpalText.WORDS, VowpalSettings.Costs.LOSS, TIMED_OPTIONS));
        List<Double> times = PeerTiming.standard(arguments.quick())
                .measure(stream, List.of(SetpointKind.wordsOnly(), SetpointKind.standard(), peer));
        int labels = stream.labels().size();
        double mostWords = labels > 10 ? MOST_WORDS_150 : MOST_WORDS_10;
        return List.of(
                new PeerTiming.Ratio(stream.name(), labels, "words", times.get(0), times.get(2), mostWords),
                new PeerTiming.Ratio(stream.name(), labels, "default", times.get(1), times.get(2), MOST_NGRAMS));
    }

    private void write(List<StreamOutcome> outcomes, List<PeerTiming.Ratio> ratios) throws IOException {
        Files.createDirectories(arguments.out());
        if (!outcomes.isEmpty()) {
            Files.writeString(arguments.out().resolve("results.md"), PeerReport.markdown(outcomes));
            Files.writeString(arguments.out().resolve("results.csv"), PeerReport.csv(outcomes));
            draw(
                    "text",
                    "Texts",
                    outcomes.stream().filter(o -> o.stream().holdsTexts()).toList());
            draw(
                    "dense",
                    "Numbers",
                    outcomes.stream().filter(o -> !o.stream().holdsTexts()).toList());
        }
        if (!ratios.isEmpty()) {
            Files.writeString(arguments.out().resolve("timing.md"), PeerReport.timing(ratios));
        }
        if (searched.indexOf("\n") < searched.length() - 1) {
            Files.writeString(arguments.out().resolve("grid.csv"), searched);
        }
    }

    private void draw(String id, String title, List<StreamOutcome> outcomes) throws IOException {
        if (!outcomes.isEmpty()) {
            String svg = PeerFigure.svg("peers-" + id, title + ": Setpoint beside Vowpal Wabbit", outcomes);
            Files.writeString(arguments.out().resolve("peers-" + id + ".svg"), svg);
        }
    }

    /** The best settings found so far by {@code --grid}, by stream. */
    static Map<String, VowpalSettings> knownSettings() {
        Map<String, VowpalSettings> settings = new LinkedHashMap<>();
        try (InputStream in = Peers.class.getResourceAsStream("vowpal-wabbit.txt");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    String[] parts = line.split(" ; ", 2);
                    settings.put(parts[0], VowpalSettings.parse(parts[1]));
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("vowpal-wabbit.txt: " + e.getMessage(), e);
        }
        return settings;
    }

    private static void say(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
