package dev.setpoint.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Sealed;
import dev.setpoint.testing.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** States whose parts grow, are replaced and are taken out, stored and followed by their touched pages alone. */
class PagedStateTest {
    /** Numbers, each of which takes so many bytes; with a page of their own, if they have anything in common. */
    private static final class Numbers extends BlockPages {
        private final long identity;
        private final int bytes;
        private final boolean common;
        private long[] numbers;

        Numbers(long identity, int count, int bytes, boolean common) {
            super(count, bytes);
            this.identity = identity;
            this.bytes = bytes;
            this.common = common;
            this.numbers = new long[count];
        }

        void set(int at, long number) {
            numbers[at] = number;
            touch(at);
        }

        void growTo(int count) {
            numbers = Arrays.copyOf(numbers, count);
            grown();
        }

        @Override
        protected int entries() {
            return numbers.length;
        }

        @Override
        protected boolean hasCommon() {
            return common;
        }

        @Override
        protected void writeCommon(StateWriter out) {
            out.writeLong(identity);
        }

        @Override
        protected void readCommon(StateReader in) {
            assertThat(in.readLong()).isEqualTo(identity);
        }

        @Override
        protected void writeEntry(int entry, StateWriter out) {
            out.writeLong(numbers[entry]);
            out.writeLongs(new long[bytes / Long.BYTES], 0, bytes / Long.BYTES - 1);
        }

        @Override
        protected void readEntry(int entry, StateReader in) {
            numbers[entry] = in.readLong();
            in.readLongsInto(new long[bytes / Long.BYTES], 0, bytes / Long.BYTES - 1);
        }
    }

    /** A state whose first page says what its parts are; reading that page makes them. */
    private static final class World implements Paged {
        final PagedState state = new PagedState().add(0, this);
        final SortedMap<Integer, Numbers> parts = new TreeMap<>();

        void replace(int number, Numbers part) {
            parts.put(number, part);
            state.replace(number, part);
        }

        void remove(int number) {
            parts.remove(number);
            state.remove(number);
        }

        /** Another part in its place, or one more, or one less; or one that moves to another number. */
        void change(Source random) {
            int number = random.within(1, 4);
            if (random.chance(0.3) && parts.containsKey(number)) {
                Numbers moved = parts.get(number);
                remove(number);
                if (random.chance(0.5)) {
                    replace(random.within(1, 4), moved);
                }
            } else {
                replace(
                        number,
                        new Numbers(
                                random.bits(),
                                random.within(1, 12),
                                random.oneOf(1000, 2000, 140_000), // the last in pages of three pieces
                                random.chance(0.5)));
            }
        }

        void set(Source random) {
            for (Numbers part : parts.values()) {
                if (random.chance(0.1)) {
                    part.growTo(part.entries() + random.within(1, 6));
                }
                if (random.chance(0.5)) {
                    part.set(random.below(part.entries()), random.bits());
                }
            }
        }

        @Override
        public void writePage(int page, StateWriter out) {
            out.writeInt(parts.size());
            parts.forEach((number, part) -> {
                out.writeInt(number);
                out.writeLong(part.identity);
                out.writeInt(part.entries());
                out.writeInt(part.bytes);
                out.writeBoolean(part.common);
            });
        }

        @Override
        public void readPage(int page, StateReader in) {
            List<Integer> gone = new ArrayList<>(parts.keySet());
            for (int i = in.readInt(); i > 0; i--) {
                int number = in.readInt();
                Numbers part = new Numbers(in.readLong(), in.readInt(), in.readInt(), in.readBoolean());
                gone.remove((Integer) number);
                Numbers present = parts.get(number);
                if (present == null || present.identity != part.identity) {
                    replace(number, part);
                } else if (part.entries() > present.entries()) {
                    present.growTo(part.entries());
                }
            }
            gone.forEach(this::remove);
        }

        SortedMap<Long, byte[]> all() throws IOException {
            Store store = new Store();
            state.writeAll(store);
            return store.pages;
        }
    }

    /** What is put into it is what it holds; and what was put and removed last, in order. */
    private static final class Store implements PageSink {
        final SortedMap<Long, byte[]> pages = new TreeMap<>();
        final SortedMap<Long, byte[]> last = new TreeMap<>();

        @Override
        public void put(long id, ByteBuffer bytes) {
            assertThat(last.isEmpty() || id > last.lastKey()).isTrue();
            byte[] copy = new byte[bytes.remaining()];
            bytes.get(copy);
            pages.put(id, copy);
            last.put(id, copy);
        }

        @Override
        public void remove(long id) {
            assertThat(last.isEmpty() || id > last.lastKey()).isTrue();
            pages.remove(id);
            last.put(id, null);
        }
    }

    private static void assertSame(Map<Long, byte[]> found, Map<Long, byte[]> expected) {
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        found.forEach((id, bytes) -> assertThat(bytes).isEqualTo(expected.get(id)));
    }

    private static PageReader increment(SortedMap<Long, byte[]> pages) throws IOException {
        return new PageReader(new ByteArrayInputStream(Sealed.stream(Snapshot.INCREMENT, pages)));
    }

    @Test
    void touchedPagesAreEnoughForAStoreAndForAFollowerWhateverBecomesOfTheParts() {
        Laws.forAll(60, random -> {
            try {
                World world = new World();
                World follower = new World();
                Store store = new Store();
                follower.state.read(increment(world.all()));
                for (int step = 0; step < 40; step++) {
                    for (int i = random.chance(0.3) ? random.within(1, 3) : 0; i > 0; i--) {
                        world.change(random);
                    }
                    world.set(random);
                    if (random.chance(0.1)) { // not stored at last, so all of it is to be written again
                        world.state.writeTouched(new Store());
                        continue;
                    }
                    store.last.clear();
                    world.state.writeTouched(store);
                    world.state.settle();
                    assertSame(store.pages, world.all());
                    follower.state.readTouched(increment(store.last));
                    assertSame(follower.all(), world.all());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Test
    void partThatWasReplacedMustComeWhole() throws IOException {
        World world = new World();
        world.replace(1, new Numbers(5, 9, 1000, false));
        World follower = new World();
        follower.state.read(increment(world.all()));
        world.state.settle();
        world.replace(1, new Numbers(6, 9, 1000, false));
        SortedMap<Long, byte[]> pages = world.all();
        pages.remove(PageId.of(1, 2, 0));
        assertThatThrownBy(() -> follower.state.readTouched(increment(pages)))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: page 2 of part 1 is missing (expected: all pages)");
    }

    @Test
    void pagesOfAPartThatIsNotThereMayBeRemovedButNotPut() throws IOException {
        World world = new World(); // a part may come and go between two increments
        SortedMap<Long, byte[]> pages = world.all();
        pages.put(PageId.of(3, 0, 0), null);
        world.state.readTouched(increment(pages));
        pages.put(PageId.of(3, 0, 0), new byte[1]);
        assertThatThrownBy(() -> world.state.readTouched(increment(pages)))
                .isInstanceOf(SnapshotException.class)
                .hasMessage("snapshot: page 0 of part 3 (expected: a part of this state)");
    }
}
