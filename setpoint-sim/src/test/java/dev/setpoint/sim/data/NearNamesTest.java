package dev.setpoint.sim.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearNamesTest {
    @Test
    void distanceCountsInsertionsDeletionsAndReplacements() {
        assertThat(NearNames.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(NearNames.distance("", "abc")).isEqualTo(3);
        assertThat(NearNames.distance("abc", "abc")).isZero();
    }

    @Test
    void nearIsWhatDiffersInAThirdOrIsAPart() {
        assertThat(NearNames.nearest(List.of("letter", "vowel"), "leter")).isEqualTo("; nearest: letter");
        assertThat(NearNames.nearest(List.of("letter", "vowel"), "nodata")).isEmpty();
        assertThat(NearNames.nearest(List.of("fashion-mnist"), "machines.csv")).isEmpty();
        assertThat(NearNames.nearest(List.of("cifar10", "cifar100-coarse"), "cifar"))
                .isEqualTo("; nearest: cifar10");
        assertThat(NearNames.nearest(List.of("fashion-mnist"), "fashion")).isEqualTo("; nearest: fashion-mnist");
        assertThat(NearNames.nearest(List.of("a"), "zebra a")).isEmpty(); // too short for a part
        assertThat(NearNames.nearest(List.of(), "a")).isEmpty();
    }

    @Test
    void noMoreThanTenNamesAreListed() {
        List<String> ten = IntStream.range(0, 10).mapToObj(i -> "c" + i).toList();
        assertThat(NearNames.oneOf(ten, "zebra")).isEqualTo("one of " + String.join(", ", ten));
        List<String> twelve = IntStream.range(0, 12).mapToObj(i -> "c" + i).toList();
        assertThat(NearNames.oneOf(twelve, "zebra")).isEqualTo("one of " + String.join(", ", ten) + " and 2 more");
        assertThat(NearNames.oneOf(List.of("a\nb"), "zebra")).isEqualTo("one of a b");
        assertThat(NearNames.listed(twelve)).isEqualTo(String.join(", ", ten) + " and 2 more");
        assertThat(NearNames.listed(List.of("a\nb", "c"))).isEqualTo("a b, c");
    }
}
