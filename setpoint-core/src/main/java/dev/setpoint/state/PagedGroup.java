package dev.setpoint.state;

import java.util.List;

/**
 * State that is made of the pages of several parts, always the same ones in the same order: of n parts, page i of part p is page
 * {@code i * n + p}. So any part may grow without the pages of another changing their numbers.
 */
public interface PagedGroup extends Paged {
    /** The parts; at least one. */
    List<? extends Paged> parts();

    private Paged part(int page) {
        List<? extends Paged> parts = parts();
        return parts.get(page % parts.size());
    }

    private int own(int page) {
        return page / parts().size();
    }

    @Override
    default int pages() {
        List<? extends Paged> parts = parts();
        int most = 0;
        for (Paged part : parts) {
            most = Math.max(most, part.pages());
        }
        return Math.multiplyExact(most, parts.size());
    }

    @Override
    default boolean hasPage(int page) {
        return own(page) < part(page).pages() && part(page).hasPage(own(page));
    }

    @Override
    default boolean isTouched(int page) {
        return own(page) < part(page).pages() && part(page).isTouched(own(page));
    }

    @Override
    default void settle() {
        parts().forEach(Paged::settle);
    }

    @Override
    default void writePage(int page, StateWriter out) {
        part(page).writePage(own(page), out);
    }

    @Override
    default void beginRead() {
        parts().forEach(Paged::beginRead);
    }

    @Override
    default void readPage(int page, StateReader in) {
        part(page).readPage(own(page), in);
    }

    @Override
    default void removePage(int page) {
        part(page).removePage(own(page));
    }

    @Override
    default void endRead() {
        parts().forEach(Paged::endRead);
    }

    /** Part after part. */
    @Override
    default void readVersion3(StateReader in) {
        parts().forEach(part -> part.readVersion3(in));
    }
}
