package dev.setpoint;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** What a learner has written: a snapshot, and the increments that follow it. */
final class StoredChain {
    byte[] base;
    final List<byte[]> increments = new ArrayList<>();

    static byte[] snapshot(Learner learner) {
        return written(learner.pages()::writeSnapshot);
    }

    static byte[] increment(Learner learner) {
        return written(learner.pages()::writeIncrement);
    }

    private interface Writing {
        void to(OutputStream out) throws IOException;
    }

    private static byte[] written(Writing writing) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            writing.to(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    void begin(Learner learner) {
        base = snapshot(learner);
        increments.clear();
    }

    void add(Learner learner) {
        increments.add(increment(learner));
    }

    Learner restore() {
        return restore(base, increments);
    }

    static Learner restore(byte[] base, List<byte[]> increments) {
        try {
            return LearnerPages.restore(
                    new ByteArrayInputStream(base),
                    increments.stream().map(ByteArrayInputStream::new).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
