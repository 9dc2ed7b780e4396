package dev.setpoint.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Seeded random settings and logs, with what breaks code: ties, zeros, unanswered lines, uneven steps. */
public record RandomLog(ReferenceLayer.Settings settings, List<ReferenceLayer.Line> lines) {
    private static final List<String> SCORES = List.of("softmax", "aps", "raps");
    private static final List<String> NORMALIZATIONS = List.of("none", "batch-size", "correct-pulls");
    private static final List<Double> RATES = List.of(0.3, 0.1, 0.03, 0.01, 0.003, 0.001, 0.0001);

    public static RandomLog of(long seed) {
        Random random = new Random(seed);
        int labels = 2 + random.nextInt(11);
        boolean sgd = random.nextBoolean();
        List<Double> etas = new ArrayList<>();
        for (int j = 0; j < (sgd ? 1 : 1 + random.nextInt(5)); j++) {
            etas.add(RATES.get(random.nextInt(RATES.size())));
        }
        ReferenceLayer.Settings settings = new ReferenceLayer.Settings(
                labels,
                List.of(0.05, 0.1, 0.3).get(random.nextInt(3)),
                SCORES.get(random.nextInt(3)),
                List.of(0.0, 0.01, 0.07).get(random.nextInt(3)),
                random.nextInt(4),
                random.nextInt(5) > 0,
                sgd ? "sgd" : "experts",
                etas,
                NORMALIZATIONS.get(random.nextInt(3)),
                random.nextInt(1000));
        return new RandomLog(settings, lines(random, labels, 20 + random.nextInt(60)));
    }

    /** The same settings, over another part of the log. */
    public RandomLog with(List<ReferenceLayer.Line> part) {
        return new RandomLog(settings, part);
    }

    private static List<ReferenceLayer.Line> lines(Random random, int labels, int steps) {
        boolean named = random.nextBoolean();
        boolean withU = random.nextBoolean();
        List<ReferenceLayer.Line> lines = new ArrayList<>();
        long step = random.nextInt(3);
        for (int i = 0; i < steps; i++) {
            int rows = named ? 1 + random.nextInt(7) : 1;
            for (int row = 0; row < rows; row++) {
                List<Double> u = withU && random.nextInt(10) > 0 ? uniforms(random, labels) : null;
                lines.add(new ReferenceLayer.Line(
                        named ? step : null,
                        100L + lines.size(),
                        probabilities(random, labels),
                        random.nextInt(labels),
                        random.nextInt(8) == 0 ? 1 : 0.02 + 0.9 * random.nextDouble(),
                        random.nextInt(6) == 0 ? null : (Boolean) random.nextBoolean(),
                        u));
            }
            step += random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 1;
        }
        return lines;
    }

    /** Half the time of few different values, so that ties and zeros are common. */
    private static List<Double> probabilities(Random random, int labels) {
        boolean coarse = random.nextBoolean();
        double[] mass = random.doubles(labels)
                .map(v -> coarse ? Math.floor(v * 4) : v * v * v)
                .toArray();
        mass[random.nextInt(labels)] += 1;
        double sum = 0;
        for (double m : mass) {
            sum += m;
        }
        List<Double> p = new ArrayList<>();
        for (double m : mass) {
            p.add(m / sum);
        }
        return p;
    }

    private static List<Double> uniforms(Random random, int labels) {
        return random.doubles(labels)
                .map(v -> v < 0.05 ? 0 : v > 0.95 ? 1 : v)
                .boxed()
                .toList();
    }

    /** The log as a file. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (ReferenceLayer.Line line : lines) {
            text.append('{');
            if (line.step() != null) {
                text.append("\"step\":").append(line.step()).append(',');
            }
            if (line.id() != null) {
                text.append("\"id\":\"").append(line.id()).append("\",");
            }
            text.append("\"p\":").append(line.p());
            text.append(",\"arm\":").append(line.arm());
            text.append(",\"propensity\":").append(line.propensity());
            text.append(",\"correct\":").append(line.correct());
            if (line.u() != null) {
                text.append(",\"u\":").append(line.u());
            }
            text.append("}\n");
        }
        return text.toString();
    }

    /** The settings as options of {@code replay}. */
    public List<Object> options() {
        List<Object> options = new ArrayList<>(List.of("--alpha", settings.alpha(), "--score", settings.score()));
        if (settings.score().equals("raps")) {
            options.addAll(List.of("--raps-lambda", settings.lambda(), "--raps-kreg", settings.kreg()));
        }
        options.addAll(List.of("--tracker", settings.tracker()));
        options.add("--etas");
        options.add(
                String.join(",", settings.etas().stream().map(String::valueOf).toList()));
        options.addAll(List.of("--normalize", settings.normalize(), "--seed", settings.seed()));
        if (!settings.randomised() && !settings.score().equals("softmax")) {
            options.add("--not-randomised");
        }
        return options;
    }

    /** {@code replay} of a log file with these settings and more options. */
    public Object[] command(Object log, Object... more) {
        List<Object> command = new ArrayList<>(List.of("replay", log));
        command.addAll(options());
        command.addAll(List.of(more));
        return command.toArray();
    }
}
