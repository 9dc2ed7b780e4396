package dev.setpoint.bench.deep;

import dev.setpoint.deep.BareStep;
import dev.setpoint.deep.NetworkSettings;
import dev.setpoint.deep.NetworkSettings.Architecture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures what a network costs inside the loop and prints tables. */
public final class DeepBenchmarks {
    private static final String HELP = """
            usage: ./bench deep [--quick] [--network NAME] [--batch N] [--rounds N] [--threads N] [--python PATH]
                   ./bench deep --memory [--network NAME] [--batch N] [--steps N] [--threads N]

            Steps of a network by libtorch alone, in the whole loop and by PyTorch take turns; then the cost of 27 heads against a
            step of ResNet18. With --memory, the resident size over many steps of the whole loop, as CSV.

              --network   resnet50 (if nothing else is said) or resnet18
              --batch     queries per step: 256
              --rounds    how many turns each takes: 15
              --threads   each computes with: all processors
              --python    the interpreter whose PyTorch takes part, if it has one: /usr/bin/python3
              --steps     1000
              --quick     resnet18, batch 64, 5 rounds, where nothing else is said: for a first look
              --help      this text

            exit status: 0 if every limit is kept, 1 if one is missed, 2 for a mistake in the arguments
            """;

    private static final double MOST_BARE_STEPS = 1.10;
    private static final double MOST_PYTHON_STEPS = 1.05;
    private static final double MOST_OF_RESNET18_FOR_HEADS = 0.05;
    /** Until the code of the heads is compiled. */
    private static final int WARM_UP_OF_HEADS = 300;

    private static final String BARE = "libtorch, bare";
    private static final String LOOP = "whole loop, 27 heads";

    private final Arguments arguments;
    private final List<String> verdicts = new ArrayList<>();
    private boolean missed;

    private DeepBenchmarks(Arguments arguments) {
        this.arguments = arguments;
    }

    /** See {@code --help}. */
    public static void main(String[] given) throws IOException {
        if (List.of(given).contains("--help")) {
            System.out.print(HELP);
            return;
        }
        Arguments arguments;
        try {
            arguments = Arguments.parse(List.of(given));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        System.setProperty("setpoint.threads", Integer.toString(arguments.threads()));
        if (arguments.memory()) {
            System.exit(new MemoryRun(arguments).run() ? 0 : 1);
        }
        DeepBenchmarks benchmarks = new DeepBenchmarks(arguments);
        benchmarks.measureSteps();
        benchmarks.measureHeads();
        System.out.printf("%n| | | quartiles | of CPU | limit | |%n|---|---:|---|---:|---:|---|%n");
        benchmarks.verdicts.forEach(System.out::println);
        System.exit(benchmarks.missed ? 1 : 0);
    }

    private void measureSteps() {
        System.out.println(arguments.title());
        Turns turns = new Turns();
        List<PythonStep> pythons = startPythons();
        try (BareStep bare = new BareStep(arguments.network(), Loop.LABELS, arguments.batch());
                Loop loop = Loop.ofImages(arguments.network(), arguments.batch())) {
            turns.add(BARE, () -> Turn.of(bare::step)).add(LOOP, () -> Turn.of(loop::step));
            pythons.forEach(python -> turns.add(python.title(), python));
            turns.run(arguments.rounds(), System.out::println);
        } finally {
            pythons.forEach(PythonStep::close);
        }
        System.out.printf("%n%s%n", turns.table());
        addRatio(turns, BARE, MOST_BARE_STEPS);
        for (PythonStep python : pythons) {
            addRatio(turns, python.title(), python.isYardstick() ? MOST_PYTHON_STEPS : Double.NaN);
        }
    }

    private List<PythonStep> startPythons() {
        List<PythonStep> pythons = new ArrayList<>();
        try {
            for (PythonStep.Variant variant : PythonStep.Variant.values()) {
                pythons.add(PythonStep.start(arguments, variant));
            }
            System.out.println("Python's steps: " + pythons.get(0).version());
        } catch (IOException e) {
            System.out.println("Python's steps are left out: " + e.getMessage());
        }
        return pythons;
    }

    private void addRatio(Turns turns, String yardstick, double most) {
        Spread ratio = turns.ratio(LOOP, yardstick, Turn::seconds);
        verdicts.add(String.format(
                Locale.ROOT,
                "| %s / %s | %.3f | %.3f to %.3f | %.3f | %s |",
                LOOP,
                yardstick,
                ratio.median(),
                ratio.lower(),
                ratio.upper(),
                turns.ratio(LOOP, yardstick, Turn::processor).median(),
                Double.isNaN(most) ? "| for comparison" : most + " | " + verdict(ratio.median() > most)));
    }

    private void measureHeads() {
        System.out.printf("heads, K=%d, batch %d%n", Loop.LABELS, arguments.batch());
        NetworkSettings resnet18 = Arguments.network(Architecture.RESNET18);
        Turns turns = new Turns();
        try (BareStep bare = new BareStep(resnet18, Loop.LABELS, arguments.batch());
                Loop all = Loop.ofProbabilities(true, arguments.batch());
                Loop one = Loop.ofProbabilities(false, arguments.batch())) {
            for (int i = 0; i < WARM_UP_OF_HEADS; i++) {
                all.step();
                one.step();
            }
            turns.add("ResNet18, bare", () -> Turn.of(bare::step))
                    .add("27 heads without a network", () -> Turn.of(all::step))
                    .add(
                            "ResNet18 again",
                            () -> Turn.of(bare::step)) // so that either finds the caches cold, as in the loop
                    .add("1 head without a network", () -> Turn.of(one::step));
            turns.run(arguments.rounds(), System.out::println);
        }
        System.out.printf("%n%s", turns.table());
        Spread extra = turns.extra("27 heads without a network", "1 head without a network", "ResNet18, bare");
        verdicts.add(String.format(
                Locale.ROOT,
                "| (27 heads - 1 head) / ResNet18, bare | %.2f %% | %.2f %% to %.2f %% | | %.0f %% | %s |",
                100 * extra.median(),
                100 * extra.lower(),
                100 * extra.upper(),
                100 * MOST_OF_RESNET18_FOR_HEADS,
                verdict(extra.median() >= MOST_OF_RESNET18_FOR_HEADS)));
    }

    private String verdict(boolean miss) {
        missed |= miss;
        return miss ? "miss" : "pass";
    }
}
