package dev.setpoint.bench.deep;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * Steps of several kinds that take turns: A B C, C B A, and so on, so that none has the better place. Whatever else the machine does
 * then falls on all of them, and they are compared round by round.
 */
final class Turns {
    private final Map<String, Turn.Taker> takers = new LinkedHashMap<>();
    private final Map<String, List<Turn>> taken = new LinkedHashMap<>();

    Turns add(String name, Turn.Taker taker) {
        takers.put(name, taker);
        taken.put(name, new ArrayList<>());
        return this;
    }

    /** Lets everyone take a turn that does not count, then as many as asked for; one line says how each round went. */
    void run(int rounds, Consumer<String> lines) {
        takers.values().forEach(Turn.Taker::take);
        List<String> order = new ArrayList<>(takers.keySet());
        for (int round = 1; round <= rounds; round++) {
            order.forEach(name -> taken.get(name).add(takers.get(name).take()));
            Collections.reverse(order);
            StringBuilder line = new StringBuilder(format("[%d/%d]", round, rounds));
            taken.forEach((name, turns) -> line.append(
                    format(" | %s %.4f s", name, turns.get(turns.size() - 1).seconds())));
            lines.accept(line.toString());
        }
    }

    /** One row of a table per kind. */
    String table() {
        StringBuilder table = new StringBuilder("""
                | step | s | quartiles | CPU s |
                |---|---:|---|---:|
                """);
        taken.forEach((name, turns) -> {
            Spread seconds = spread(turns, Turn::seconds);
            table.append(format(
                    "| %s | %.4f | %.4f to %.4f | %.4f |%n",
                    name,
                    seconds.median(),
                    seconds.lower(),
                    seconds.upper(),
                    spread(turns, Turn::processor).median()));
        });
        return table.toString();
    }

    private static Spread spread(List<Turn> turns, ToDoubleFunction<Turn> measure) {
        return Spread.of(turns.stream().mapToDouble(measure).toArray());
    }

    /** How many times as much of something as another a step took, over the rounds. */
    Spread ratio(String name, String yardstick, ToDoubleFunction<Turn> measure) {
        List<Turn> turns = taken.get(name);
        List<Turn> others = taken.get(yardstick);
        double[] ratios = new double[turns.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = measure.applyAsDouble(turns.get(i)) / measure.applyAsDouble(others.get(i));
        }
        return Spread.of(ratios);
    }

    /** How much longer a step took than a shorter one, as a share of a third, over the rounds. */
    Spread extra(String name, String shorter, String yardstick) {
        double[] shares = new double[taken.get(name).size()];
        for (int i = 0; i < shares.length; i++) {
            double more =
                    taken.get(name).get(i).seconds() - taken.get(shorter).get(i).seconds();
            shares[i] = more / taken.get(yardstick).get(i).seconds();
        }
        return Spread.of(shares);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
