package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VowpalGridTest {
    @Test
    void bestPolicyMeetsTheBestFeaturesAndTheBestLearner() {
        VowpalGrid grid = new VowpalGrid((settings, seed) -> (settings.options().contains("--epsilon 0.05") ? 4 : 0)
                + (settings.costs() == VowpalSettings.Costs.REWARD ? 2 : 0)
                + (settings.text() == VowpalText.NGRAMS ? 1 : 0)
                + (settings.options().endsWith("-l 2") ? 0.5 : 0));
        assertThat(grid.search(true).get(0).getKey())
                .hasToString("ngrams ; reward ; -b 24 --cb_type mtr --epsilon 0.05 -l 2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void onlyTheBestFiveAreTriedMoreThanOnceAndTheyLeadTheRanking(boolean texts) {
        List<VowpalSettings> tried = new ArrayList<>();
        List<VowpalSettings> repeated = new ArrayList<>();
        List<Map.Entry<VowpalSettings, Double>> ranking = new VowpalGrid((settings, seed) -> {
                    (seed == 11 ? tried : repeated).add(settings);
                    return Math.floorMod(settings.toString().hashCode(), 1000);
                })
                .search(texts);
        assertThat(tried).doesNotHaveDuplicates().hasSameSizeAs(ranking);
        assertThat(ranking.stream().map(Map.Entry::getValue)).isSortedAccordingTo((a, b) -> Double.compare(b, a));
        List<VowpalSettings> leaders =
                ranking.stream().limit(5).map(Map.Entry::getKey).toList();
        assertThat(repeated).hasSize(10).hasSameElementsAs(leaders);
    }

    @Test
    void luckWithOneSeedDoesNotWin() {
        List<Map.Entry<VowpalSettings, Double>> ranking = new VowpalGrid((settings, seed) -> {
                    boolean lucky = settings.options().endsWith("--epsilon 0.1") && settings.text() == VowpalText.WORDS;
                    boolean steady =
                            settings.options().endsWith("--epsilon 0.05") && settings.text() == VowpalText.WORDS;
                    return lucky ? (seed == 11 ? 0.9 : 0.3) : steady ? 0.8 : 0.1;
                })
                .search(true);
        assertThat(ranking.get(0).getKey().options()).endsWith("--epsilon 0.05");
        assertThat(ranking.get(0).getValue()).isCloseTo(0.8, within(1e-12));
        assertThat(ranking.get(2).getKey().options()).endsWith("--epsilon 0.1");
        assertThat(ranking.get(2).getValue()).isCloseTo(0.5, within(1e-12));
    }

    @Test
    void featuresFitTheKindOfStream() {
        assertThat(new VowpalGrid((settings, seed) -> 0).search(false))
                .allMatch(entry -> entry.getKey().text() == VowpalText.STANDARDIZED
                        || entry.getKey().text() == VowpalText.RANGED)
                .anyMatch(entry -> !entry.getKey().options().contains("-q ::"));
    }

    @Test
    void everyStreamOfTheComparisonHasKnownSettings() {
        assertThat(Peers.knownSettings().keySet()).containsAll(PeerStream.DEFAULT);
    }

    @Test
    void settingsAreReadBack() {
        VowpalSettings settings =
                new VowpalSettings(VowpalText.UNIT_NGRAMS, VowpalSettings.Costs.REWARD, "-b 24 -q :: --epsilon 0");
        assertThat(VowpalSettings.parse(settings.toString())).isEqualTo(settings);
        assertThatThrownBy(() -> VowpalSettings.parse("words ; loss"))
                .hasMessage("settings: words ; loss (expected: features ; costs ; options)");
        assertThatThrownBy(() -> VowpalSettings.parse("words ; gain ; -b 18"))
                .hasMessage("costs: gain (expected: loss or reward)");
    }

    @Test
    void costsAreLowerForCorrectPulls() {
        assertThat(VowpalSettings.Costs.LOSS.of(true)).isZero();
        assertThat(VowpalSettings.Costs.LOSS.of(false)).isEqualTo(1);
        assertThat(VowpalSettings.Costs.REWARD.of(true)).isEqualTo(-1);
        assertThat(VowpalSettings.Costs.REWARD.of(false)).isZero();
    }
}
