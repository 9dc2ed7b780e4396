package dev.setpoint.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.state.PageReader;
import dev.setpoint.state.PageWriter;
import dev.setpoint.state.Paged;
import dev.setpoint.state.PagedState;
import dev.setpoint.state.Snapshot;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/** Follows an object by its touched pages alone, and finds changes that were not marked. A store of its pages follows as well. */
public final class Increments {
    private Paged original;
    private Paged follower;
    private final PagedState from;
    private final PagedState to;
    private final SortedMap<Long, byte[]> store;
    private SortedMap<Long, byte[]> before;

    /** With a follower that becomes as the original is now. */
    public Increments(Paged original, Paged follower) {
        this.original = original;
        this.follower = follower;
        this.from = new PagedState().add(0, original);
        this.to = new PagedState().add(0, follower);
        byte[] all = States.bytes(original);
        read(all, true);
        from.settle();
        before = Sealed.pages(all);
        store = new TreeMap<>(before);
    }

    /** Another object takes the place of the original from now on, and one that is to become as that is the follower's. */
    public void replace(Paged newOriginal, Paged newFollower) {
        original = newOriginal;
        follower = newFollower;
        from.replace(0, original);
        to.replace(0, follower);
    }

    private void read(byte[] stream, boolean all) {
        try {
            PageReader reader = new PageReader(new ByteArrayInputStream(stream));
            if (all) {
                to.read(reader);
            } else {
                to.readTouched(reader);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives the follower the touched pages. It must then be as the original is, and all other pages as they were. */
    public void follow() {
        byte[] increment;
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            PageWriter writer = new PageWriter(bytes, Snapshot.INCREMENT, 1, 0);
            from.writeTouched(writer);
            writer.finish();
            increment = bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        SortedMap<Long, byte[]> touched = Sealed.pages(increment);
        SortedMap<Long, byte[]> after = Sealed.pages(States.bytes(original));
        after.forEach((id, page) -> assertThat(touched.containsKey(id) || Arrays.equals(page, before.get(id)))
                .as("page %d was changed and not touched", id >> 16)
                .isTrue());
        touched.forEach((id, page) -> {
            if (page == null) {
                store.remove(id);
            } else {
                store.put(id, page);
            }
        });
        assertThat(store.keySet()).isEqualTo(after.keySet());
        store.forEach((id, page) -> assertThat(page).isEqualTo(after.get(id)));
        read(increment, false);
        assertThat(States.bytes(follower)).isEqualTo(States.bytes(original));
        from.settle();
        before = after;
    }
}
