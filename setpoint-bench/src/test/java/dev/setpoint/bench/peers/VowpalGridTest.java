package dev.setpoint.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VowpalGridTest {
    @Test
    void bestPolicyMeetsTheBestFeaturesAndTheBestLearner() {
        VowpalGrid grid = new VowpalGrid(settings -> (settings.options().contains("--epsilon 0.05") ? 4 : 0)
                + (settings.costs() == VowpalSettings.Costs.REWARD ? 2 : 0)
                + (settings.text() == VowpalText.NGRAMS ? 1 : 0)
                + (settings.options().endsWith("-l 2") ? 0.5 : 0));
        assertThat(grid.search(true).get(0).getKey())
                .hasToString("ngrams ; reward ; -b 24 --cb_type mtr --epsilon 0.05 -l 2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nothingIsTriedTwiceAndTheRankingFallsAlong(boolean texts) {
        List<VowpalSettings> tried = new ArrayList<>();
        List<Map.Entry<VowpalSettings, Double>> ranking = new VowpalGrid(settings -> {
                    tried.add(settings);
                    return Math.floorMod(settings.toString().hashCode(), 1000);
                })
                .search(texts);
        assertThat(tried).doesNotHaveDuplicates().hasSameSizeAs(ranking);
        assertThat(ranking.stream().map(Map.Entry::getValue)).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }

    @Test
    void featuresFitTheKindOfStream() {
        assertThat(new VowpalGrid(settings -> 0).search(false))
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
