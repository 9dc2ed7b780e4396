package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.DecisionKey;
import dev.setpoint.DecisionStore;
import dev.setpoint.DecisionStore.Fate;
import dev.setpoint.random.Draws;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What every {@link DecisionStore} promises. To hold one to it, extend this in a test:
 *
 * <pre>{@code
 * class MyStoreTest extends DecisionStoreContract {
 *     protected DecisionStore create(int horizon) { return new MyStore(horizon); }
 * }
 * }</pre>
 */
public abstract class DecisionStoreContract {
    private static final int MOST_BYTES = 3000;
    private static final int MANNERS = 6;

    /** For stores of one kind. */
    protected DecisionStoreContract() {}

    /** A new, empty store that remembers so many ended decisions. */
    protected abstract DecisionStore create(int horizon);

    private record Past(Fate fate, long answer) {}

    private static DecisionKey key(String id) {
        DecisionKey key = new DecisionKey();
        key.set(id);
        return key;
    }

    private static byte[] decision(Source random, long sequenceNumber) {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES + random.below(random.oneOf(1, 100, MOST_BYTES)));
        bytes.putLong(sequenceNumber);
        while (bytes.hasRemaining()) {
            bytes.put((byte) random.bits());
        }
        return bytes.array();
    }

    private static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return copy;
    }

    /** Ids that are easily taken for each other, that return, that are new each time, or as long as any or outside the basic plane. */
    private static String id(Source random, int manner, int step) {
        return switch (manner) {
            case 0 -> Integer.toString(random.below(60));
            case 1 -> (random.chance(0.5) ? "" : random.chance(0.5) ? "0" : "x") + random.below(40);
            case 2 -> "t-" + step;
            case 3 -> longest(random.oneOf("x", "\u00e9", "\u8a9e", "\ud834\udd1e"), random.below(20));
            case 4 -> Character.toString(0x1f600 + random.below(60)); // all with the same first half
            default -> Long.toString(random.bits());
        };
    }

    /** A name of so many bytes as a name may have, that differs from others of this character at its end alone. */
    private static String longest(String character, int number) {
        String end = String.format(Locale.ROOT, "%02d", number);
        int bytes = character.getBytes(StandardCharsets.UTF_8).length;
        int room = DecisionKey.MOST_BYTES - end.length();
        return "-".repeat(room % bytes) + character.repeat(room / bytes) + end;
    }

    @Test
    void storeBehavesAsTwoLinkedMaps() throws Exception {
        for (int manner = 0; manner < MANNERS; manner++) {
            behavesAsTwoLinkedMaps(manner);
        }
    }

    private void behavesAsTwoLinkedMaps(int manner) throws Exception {
        Laws.forAll(8, random -> {
            int horizon = random.oneOf(0, 1, 5, 40, 1000);
            DecisionStore store = create(horizon);
            Map<String, byte[]> pending = new LinkedHashMap<>();
            Map<String, Past> past = new LinkedHashMap<>();
            for (int t = 0; t < 600; t++) {
                String id = id(random, manner, t);
                boolean isNew = !pending.containsKey(id) && !past.containsKey(id);
                if (random.chance(0.01)) {
                    horizon = random.oneOf(0, 3, 100);
                    store.setHorizon(horizon);
                    trim(past, horizon);
                } else if (isNew && random.chance(0.6)) {
                    byte[] decision = decision(random, t);
                    store.add(key(id), ByteBuffer.wrap(decision.clone()));
                    pending.put(id, decision);
                } else if (!pending.isEmpty()) {
                    List<String> ids = new ArrayList<>(pending.keySet());
                    String ended = random.chance(0.3) ? ids.get(0) : ids.get(random.below(ids.size()));
                    Past end = new Past(random.oneOf(Fate.ANSWERED, Fate.EXPIRED, Fate.CANCELLED), random.bits());
                    store.end(key(ended), end.fate(), end.answer());
                    pending.remove(ended);
                    past.put(ended, end);
                    trim(past, horizon);
                }
                assertThat(store.pending()).isEqualTo(pending.size());
                assertThat(store.horizon()).isEqualTo(horizon);
                if (t % 40 == 0) {
                    same(store, pending, past);
                }
            }
            same(store, pending, past);
            store.close();
        });
    }

    private static void trim(Map<String, Past> past, int horizon) {
        while (past.size() > horizon) {
            past.remove(past.keySet().iterator().next());
        }
    }

    private static void same(DecisionStore store, Map<String, byte[]> pending, Map<String, Past> past) {
        DecisionKey oldest = key("untouched");
        assertThat(store.oldest(oldest)).isEqualTo(!pending.isEmpty());
        assertThat(oldest.text())
                .isEqualTo(
                        pending.isEmpty()
                                ? "untouched"
                                : pending.keySet().iterator().next());
        if (pending.isEmpty() == past.isEmpty()) { // of remembered ones alone, it may not be known
            assertThat(store.isEmpty()).isEqualTo(pending.isEmpty());
        } else if (past.isEmpty()) {
            assertThat(store.isEmpty()).isFalse();
        }
        List<byte[]> shown = new ArrayList<>();
        store.forEachPending(decision -> shown.add(copy(decision)));
        assertThat(shown).containsExactlyElementsOf(pending.values());
        pending.forEach((id, decision) -> {
            assertThat(store.fate(key(id))).isEqualTo(Fate.PENDING);
            assertThat(copy(store.decision(key(id)))).isEqualTo(decision);
            assertThat(store.answer(key(id))).isZero();
        });
        past.forEach((id, end) -> {
            assertThat(store.fate(key(id))).isEqualTo(end.fate());
            assertThat(store.answer(key(id))).isEqualTo(end.answer());
            assertThat(store.decision(key(id))).isNull();
        });
        for (String id : new String[] {"never", "-1", "00", Long.toString(Long.MIN_VALUE)}) {
            if (!pending.containsKey(id) && !past.containsKey(id)) {
                assertThat(store.fate(key(id))).isEqualTo(Fate.UNKNOWN);
                assertThat(store.decision(key(id))).isNull();
                assertThat(store.answer(key(id))).isZero();
            }
        }
    }

    @Test
    void namesOfTheSameHashAreDifferentIds() throws Exception {
        // the table hashes a name to a number: the number of that hash must not stand for the name
        try (DecisionStore store = create(10)) {
            String name = "ticket";
            long hash = Draws.id(name);
            store.add(key(name), ByteBuffer.wrap(new byte[] {0, 0, 0, 0, 0, 0, 0, 1, 42}));
            assertThat(store.fate(key(Long.toString(hash)))).isEqualTo(Fate.UNKNOWN);
            store.add(key(Long.toString(hash)), ByteBuffer.wrap(new byte[] {0, 0, 0, 0, 0, 0, 0, 2, 43}));
            assertThat(copy(store.decision(key(name)))).endsWith(42);
            store.end(key(name), Fate.ANSWERED, 7);
            assertThat(store.fate(key(Long.toString(hash)))).isEqualTo(Fate.PENDING);
            assertThat(store.answer(key(name))).isEqualTo(7);
        }
    }
}
