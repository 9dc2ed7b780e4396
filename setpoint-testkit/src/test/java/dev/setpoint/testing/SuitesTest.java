package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Each suite finds a mistake, and tells it by the law that it breaks. */
class SuitesTest {
    static Stream<Arguments> mistakes() {
        return Stream.of(
                arguments(BrokenParts.PartialScore.class, "renamingLabelsRenamesScores"),
                arguments(BrokenParts.ShortPolicy.class, "pullProbabilitiesSumToOne"),
                arguments(
                        BrokenParts.SilentGreedyPolicy.class,
                        "tellsLabelsApartBesideAnExcludedOneOrSaysThatItComparesThem"),
                arguments(
                        BrokenParts.SilentEpsilonGreedyPolicy.class,
                        "tellsLabelsApartBesideAnExcludedOneOrSaysThatItComparesThem"),
                arguments(BrokenParts.UnweightedEstimator.class, "meanOverTheArmsIsTheIndicatorOfTheTrueLabel"),
                arguments(BrokenParts.SteepLoss.class, "gradientIsThatOfTheValue"),
                arguments(BrokenParts.ForgetfulTracker.class, "restoredAtAnyStepItContinuesBitForBit"),
                arguments(BrokenParts.HastyTracker.class, "thresholdsChangeOnlyInApply"),
                arguments(BrokenParts.StubbornTracker.class, "retargetedItGoesOnAsOneMadeForThatAlpha"),
                arguments(BrokenParts.RestlessTracker.class, "retargetingLeavesEveryThresholdWhereItIs"),
                arguments(BrokenParts.PresentMindedTracker.class, "sumsAreTheSameWhereverTheThresholdsStand"),
                arguments(BrokenParts.SecretiveTracker.class, "sumsOfAStepMoveItToTheBitAsItsEvidenceDoes"),
                arguments(BrokenParts.LastWordTracker.class, "sumsOfPartsOfAStepMoveItAsThoseOfTheWholeDo"),
                arguments(BrokenParts.CuriousModel.class, "probabilitiesChangeOnlyInLearn"),
                arguments(BrokenParts.CountingEncoder.class, "inputsChangeInObserveAlone"),
                arguments(BrokenParts.DriftingTextEncoder.class, "aVectorDependsOnItsTextAlone"),
                arguments(BrokenParts.ConfusingStore.class, "storeBehavesAsTwoLinkedMaps"),
                arguments(BrokenParts.NarrowStore.class, "storeBehavesAsTwoLinkedMaps"),
                arguments(BrokenParts.WesternStore.class, "storeBehavesAsTwoLinkedMaps"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void suiteFindsAMistake(Class<?> part, String law) {
        assertThat(brokenLaws(part)).contains(law + "()");
    }

    @Test
    void everySuiteIsShownToFindOne() {
        List<? extends Class<?>> suites = mistakes()
                .map(arguments -> ((Class<?>) arguments.get()[0]).getSuperclass())
                .toList();
        assertThat(ModuleRules.classesBeside(Laws.class).stream()
                        .map(type -> type.getSimpleName())
                        .filter(name -> name.endsWith("Contract")))
                .isSubsetOf(suites.stream().map(Class::getSimpleName).toList())
                .hasSizeGreaterThan(5);
    }

    /** The laws of a suite that a part does not keep, as names of methods. */
    private static List<String> brokenLaws(Class<?> part) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(part))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary().getFailures().stream()
                .map(failure -> failure.getTestIdentifier().getDisplayName())
                .toList();
    }
}
