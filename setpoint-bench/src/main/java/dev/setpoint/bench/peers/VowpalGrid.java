package dev.setpoint.bench.peers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;

/**
 * The search for Vowpal Wabbit's best settings on a stream, in four rounds. The first tries its ways to explore, each with both
 * kinds of costs, on plain features; the second tries other features with the best three of them; the third tries learning rates
 * and other base learners with the best two so far; the last repeats the best five with other seeds, as one seed's winner may have
 * been lucky. What is best is judged by the share of correct pulls over the whole stream.
 *
 * <p>Its documentation and the study of its exploration algorithms (Bietti, Agarwal, Langford, <i>A Contextual Bandit
 * Bake-off</i>, JMLR 2021) name what is tried: RegCB, greedy and Online Cover do best there, {@code mtr} is the best way to learn
 * costs, and {@code squarecb} and {@code regcb} allow no other.
 */
final class VowpalGrid {
    /** The seeds of a search, the first of them that of all rounds but the last; none that is judged by. */
    static final List<Long> SEEDS = List.of(11L, 12L, 13L);

    private static final List<String> POLICIES = List.of(
            "--cb_type mtr --squarecb --gamma_scale 1",
            "--cb_type mtr --squarecb --gamma_scale 10",
            "--cb_type mtr --squarecb --gamma_scale 100",
            "--cb_type mtr --squarecb --gamma_scale 1000",
            "--cb_type mtr --epsilon 0",
            "--cb_type mtr --epsilon 0.02",
            "--cb_type dr --epsilon 0.02",
            "--cb_type ips --epsilon 0.02",
            "--cb_type mtr --epsilon 0.05",
            "--cb_type mtr --epsilon 0.1",
            "--cb_type mtr --first 1000",
            "--cb_type mtr --softmax --lambda 1",
            "--cb_type mtr --softmax --lambda 10",
            "--cb_type dr --softmax --lambda 10",
            "--cb_type mtr --softmax --lambda 100",
            "--cb_type mtr --bag 4 --greedify --epsilon 0",
            "--cb_type mtr --cover 4 --nounif --epsilon 0",
            "--cb_type mtr --regcb --mellowness 0.01",
            "--cb_type mtr --regcbopt --mellowness 0.001",
            "--cb_type mtr --regcbopt --mellowness 0.01",
            "--cb_type mtr --regcbopt --mellowness 0.1");
    private static final List<String> LEARNERS =
            List.of("-l 0.1", "-l 1", "-l 2", "--power_t 0", "--coin", "--loss_function logistic");
    private static final int BEST_POLICIES = 3;
    private static final int BEST_FEATURES = 2;
    private static final int BEST_REPEATED = 5;
    /** Indices are divided among the labels: with 2^18 of them, 150 labels would leave 1,700 features apart. */
    private static final int TEXT_BITS = 24;
    /** Enough for all pairs of 64 numbers and 26 labels, and small enough for a processor's cache. */
    private static final int DENSE_BITS = 18;

    private final Map<VowpalSettings, Double> tried = new LinkedHashMap<>();
    private final ToDoubleBiFunction<VowpalSettings, Long> trial;

    /** A search in which a trial with a seed gives the share of correct pulls. */
    VowpalGrid(ToDoubleBiFunction<VowpalSettings, Long> trial) {
        this.trial = trial;
    }

    /** Searches and returns what was repeated, with its mean over the seeds, then the rest; each part has its best first. */
    List<Map.Entry<VowpalSettings, Double>> search(boolean texts) {
        VowpalText plain = texts ? VowpalText.WORDS : VowpalText.STANDARDIZED;
        String base = texts ? "-b " + TEXT_BITS : "-b " + DENSE_BITS + " -q ::";
        for (String policy : POLICIES) {
            for (VowpalSettings.Costs costs : VowpalSettings.Costs.values()) {
                attempt(new VowpalSettings(plain, costs, base + " " + policy));
            }
        }
        for (VowpalSettings best : best(BEST_POLICIES)) {
            otherFeatures(best, texts).forEach(this::attempt);
        }
        for (VowpalSettings best : best(BEST_FEATURES)) {
            for (String learner : LEARNERS) {
                attempt(best.with(learner));
            }
        }
        return repeated();
    }

    private List<Map.Entry<VowpalSettings, Double>> repeated() {
        List<Map.Entry<VowpalSettings, Double>> once = ranking();
        int count = Math.min(BEST_REPEATED, once.size());
        for (Map.Entry<VowpalSettings, Double> entry : once.subList(0, count)) {
            double sum = entry.getValue();
            for (long seed : SEEDS.subList(1, SEEDS.size())) {
                sum += trial.applyAsDouble(entry.getKey(), seed);
            }
            tried.put(entry.getKey(), sum / SEEDS.size());
        }
        List<Map.Entry<VowpalSettings, Double>> all = new ArrayList<>(once.subList(0, count));
        all.replaceAll(entry -> Map.entry(entry.getKey(), tried.get(entry.getKey())));
        all.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
        all.addAll(once.subList(count, once.size()));
        return all;
    }

    private static List<VowpalSettings> otherFeatures(VowpalSettings settings, boolean texts) {
        List<VowpalSettings> others = new ArrayList<>();
        if (texts) {
            others.add(settings.with("--ngram 2"));
            others.add(settings.with(VowpalText.NGRAMS));
            others.add(settings.with(VowpalText.UNIT_NGRAMS));
        } else {
            others.add(settings.with(VowpalText.RANGED));
            String options = settings.options();
            others.add(new VowpalSettings(settings.text(), settings.costs(), options.replace(" -q ::", "")));
            others.add(new VowpalSettings(
                    settings.text(), settings.costs(), options.replace("-b " + DENSE_BITS, "-b " + TEXT_BITS)));
        }
        return others;
    }

    private void attempt(VowpalSettings settings) {
        tried.put(settings, trial.applyAsDouble(settings, SEEDS.get(0)));
    }

    private List<VowpalSettings> best(int count) {
        return ranking().stream().limit(count).map(Map.Entry::getKey).toList();
    }

    private List<Map.Entry<VowpalSettings, Double>> ranking() {
        return tried.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                .toList();
    }
}
