package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Ids: texts of 1 to 128 bytes, of which some are numbers. */
class DecisionKeyTest {
    static DecisionKey key(String text) {
        DecisionKey key = new DecisionKey();
        key.set(text);
        return key;
    }

    private static DecisionKey key(long number) {
        DecisionKey key = new DecisionKey();
        key.set(number);
        return key;
    }

    /** A text of so many bytes or a few less, of characters from all planes of Unicode. */
    static String text(Source random, int bytes) {
        StringBuilder text = new StringBuilder();
        int length = 0;
        while (length < bytes) {
            int most = Math.min(4, bytes - length);
            int character = switch (random.within(1, most)) {
                case 1 -> random.below(0x80);
                case 2 -> random.within(0x80, 0x7ff);
                case 3 -> random.chance(0.5) ? random.within(0x800, 0xd7ff) : random.within(0xe000, 0xffff);
                default -> random.within(0x10000, 0x10ffff);
            };
            text.appendCodePoint(character);
            length += Character.toString(character).getBytes(StandardCharsets.UTF_8).length;
        }
        return text.toString();
    }

    private static DecisionKey stored(DecisionKey key) {
        StateWriter out = new StateWriter();
        key.write(out);
        DecisionKey read = key("another");
        StateReader in = new StateReader(out.written());
        read.read(in);
        in.finish();
        return read;
    }

    @Test
    void everyTextOfUpTo128BytesIsAnIdAndNoOtherIs() {
        Laws.forAll(300, random -> {
            int bytes = random.within(1, DecisionKey.MOST_BYTES + 8);
            String text = text(random, bytes);
            assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSize(bytes);
            if (bytes <= DecisionKey.MOST_BYTES) {
                DecisionKey key = key(text);
                assertThat(key.text()).isEqualTo(text);
                assertThat(stored(key)).isEqualTo(key).hasSameHashCodeAs(key).hasToString(text);
            } else {
                assertThatThrownBy(() -> key(text)).hasMessage("id: " + bytes + " bytes (expected: 1 to 128)");
            }
        });
        assertThatThrownBy(() -> key("")).hasMessage("id: 0 bytes (expected: 1 to 128)");
        assertThatThrownBy(() -> key("ab\ud800")).hasMessage("id: half a surrogate pair at 2 (expected: text)");
        assertThatThrownBy(() -> key("\udc00\ud800")).hasMessage("id: half a surrogate pair at 0 (expected: text)");
    }

    @Test
    void numbersAreTheirDecimalTexts() {
        for (long number : new long[] {0, 1, -1, 10, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1}) {
            DecisionKey key = key(Long.toString(number));
            assertThat(key.isNumber()).isTrue();
            assertThat(key.number()).isEqualTo(number);
            assertThat(key).isEqualTo(key(number)).hasSameHashCodeAs(key(number));
            assertThat(stored(key)).isEqualTo(key);
            assertThat(key.text()).isEqualTo(Long.toString(number));
        }
        for (String name : new String[] {
            "00", "01", "+1", "-0", "-", "1 ", "9223372036854775808", "-9223372036854775809", "1e3", "\u0661"
        }) {
            DecisionKey key = key(name);
            assertThat(key.isNumber()).as(name).isFalse();
            assertThat(key.name()).isEqualTo(name);
            assertThat(key).isNotEqualTo(key(key.drawKey())); // its hash is another id
            assertThat(stored(key)).isEqualTo(key);
        }
    }

    @Test
    void keyCanBeUsedAgain() {
        DecisionKey key = key("name");
        key.set(7);
        assertThat(key).isEqualTo(key(7)).isNotEqualTo(key("name"));
        key.set("name");
        assertThat(key).isEqualTo(key("name")).isNotEqualTo(key(0)); // what its number would be
        DecisionKey copy = key(3);
        copy.copyFrom(key);
        assertThat(copy).isEqualTo(key);
    }

    @Test
    void numberStoredAsANameIsRefused() {
        StateWriter out = new StateWriter();
        out.writeBoolean(true);
        out.writeText("17");
        assertThatThrownBy(() -> new DecisionKey().read(new StateReader(out.written())))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: id 17 as a name (expected: as a number)");
        StateWriter empty = new StateWriter();
        empty.writeBoolean(true);
        empty.writeText("");
        assertThatThrownBy(() -> new DecisionKey().read(new StateReader(empty.written())))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: id: 0 bytes (expected: 1 to 128)");
    }
}
