package dev.setpoint;

import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/** The sums of a step, chunk by chunk, in order. What is cleared is used again: a steady load allocates nothing. */
final class StepChunks {
    private final Lesson lesson;
    /** Those that count come first. */
    private final List<ChunkSums> chunks = new ArrayList<>();

    private int count;

    StepChunks(Lesson lesson) {
        this.lesson = lesson;
    }

    int count() {
        return count;
    }

    ChunkSums get(int i) {
        return chunks.get(i);
    }

    /** Sums of nothing for the chunk that comes next, which does not count before {@link #add}. */
    ChunkSums empty() {
        if (count == chunks.size()) {
            chunks.add(lesson.newSums());
        }
        ChunkSums sums = chunks.get(count);
        sums.clear();
        return sums;
    }

    /** What was {@linkplain #empty empty} counts from now on. */
    void add() {
        count++;
    }

    /**
     * Takes all chunks of another step, behind those that are here. The other is given sums of nothing in their place, if there are some
     * here, so that none pile up.
     */
    void takeFrom(StepChunks later) {
        for (int i = 0; i < later.count; i++) {
            ChunkSums taken = later.chunks.get(i);
            if (count < chunks.size()) {
                later.chunks.set(i, chunks.set(count, taken));
            } else {
                later.chunks.set(i, lesson.newSums());
                chunks.add(taken);
            }
            count++;
        }
        later.count = 0;
    }

    void clear() {
        for (int i = 0; i < count; i++) {
            chunks.get(i).clear();
        }
        count = 0;
    }

    /** Appends int, how many there are, and each chunk's sums. */
    void write(StateWriter out) {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            chunks.get(i).write(out);
        }
    }

    /** Reads what was written behind the chunks that are here; returns how many answers there are in what was read. */
    int read(StateReader in) {
        int stored = in.readCount("chunks", in.remaining());
        int answers = 0;
        for (int i = 0; i < stored; i++) {
            ChunkSums sums = empty();
            sums.read(in);
            add();
            answers += sums.answers;
        }
        return answers;
    }
}
