package dev.setpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.testing.Laws;
import dev.setpoint.testing.Source;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** A learner is the fold of its events; and what a crash leaves of their log is a beginning of it. */
class EventLogTest {
    private static final int HEADER = 16;
    private static final int RECORD_HEADER = 8;

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    private static EventLogReader reader(byte[] log) {
        return new EventLogReader(new ByteArrayInputStream(log));
    }

    private static List<Event> events(EventLogReader reader) {
        List<Event> events = new ArrayList<>();
        reader.forEach(events::add);
        return events;
    }

    @Test
    void foldOfAllEventsIsTheLearner() {
        Laws.forAll(60, random -> {
            Learner learner = new Learner(EventfulRun.settings(random));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            learner.recordTo(EventLogWriter.begin(bytes));
            EventfulRun run = new EventfulRun(random.bits());
            for (int t = 0; t < 300; t++) {
                run.act(learner);
                if (t % 100 == 99) {
                    EventLogReader reader = reader(bytes.toByteArray());
                    Learner folded = reader.fold();
                    assertThat(folded.snapshot()).isEqualTo(learner.snapshot());
                    assertThat(reader.bytes()).isEqualTo(bytes.size());
                    assertThat(reader.isTorn()).isFalse();
                }
            }
            assertThat(learner.measures().answered()).isPositive();
            assertThat(learner.expired()).isPositive();
        });
    }

    @Test
    void snapshotAndTheEventsSinceAreTheLearner() {
        Laws.forAll(20, random -> {
            Learner learner = new Learner(EventfulRun.settings(random));
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            learner.recordTo(EventLogWriter.begin(whole));
            EventfulRun run = new EventfulRun(random.bits());
            for (int t = 0; t < 100; t++) {
                run.act(learner);
            }
            byte[] middle = learner.snapshot();
            int until = events(reader(whole.toByteArray())).size();
            ByteArrayOutputStream since = new ByteArrayOutputStream();
            EventLogWriter second = EventLogWriter.begin(since);
            EventLogWriter first = EventLogWriter.resume(whole);
            learner.recordTo(event -> {
                first.append(event.duplicate());
                second.append(event);
            });
            for (int t = 0; t < 100; t++) {
                run.act(learner);
            }
            Learner byTheRest = Learner.restore(middle);
            List<Event> all = events(reader(whole.toByteArray()));
            all.subList(until, all.size()).forEach(event -> event.applyTo(byTheRest));
            assertThat(byTheRest.snapshot()).isEqualTo(learner.snapshot());
            Learner byTheSecond = Learner.restore(middle);
            reader(since.toByteArray()).forEach(event -> event.applyTo(byTheSecond));
            assertThat(byTheSecond.snapshot()).isEqualTo(learner.snapshot());
        });
    }

    @Test
    void foldedLearnerGoesOnWithItsLogAlsoBeforeTheFirstDecision() {
        Learner learner = new Learner(Learners.plain(3).build());
        learner.recordTo(EventLogWriter.begin(log));
        for (int t = 0; t < 3; t++) { // three restarts
            learner = reader(log.toByteArray()).fold();
            learner.recordTo(EventLogWriter.resume(log));
            if (t > 0) {
                Learners.train(learner, new Source(t), 2);
            }
        }
        Learner folded = reader(log.toByteArray()).fold();
        assertThat(folded.snapshot()).isEqualTo(learner.snapshot());
        assertThat(folded.decisions()).isEqualTo(4);
    }

    @Test
    void eventsSayWhatHappened() {
        List<String> labels = Learners.names(3);
        Learner learner = new Learner(Learners.plain(3).maxWeight(2).build());
        learner.recordTo(EventLogWriter.begin(log));
        LabelSet excluded = LabelSet.of(labels, "label1");
        learner.decide(new Query(new Source(1).dense(Learners.DIMENSION), "x", excluded, 1.5));
        learner.decide(new Source(2).dense(Learners.DIMENSION));
        learner.learn("x", Feedback.noneOf(excluded));
        learner.learn("x", true); // which changes nothing and is no event
        learner.learn(List.of(new Answer("1", Feedback.label(2)), new Answer("x", new Feedback.Cancelled())));
        assertThat(events(reader(log.toByteArray())))
                .containsExactly(
                        new Event.Created(learner.settings()),
                        new Event.Decided(
                                List.of(new Query(new Source(1).dense(Learners.DIMENSION), "x", excluded, 1.5))),
                        new Event.Decided(List.of(Query.of(new Source(2).dense(Learners.DIMENSION)))),
                        new Event.Answered(List.of(new Answer("x", Feedback.noneOf(excluded)))),
                        new Event.Answered(List.of(
                                new Answer("1", Feedback.label(2)), new Answer("x", new Feedback.Cancelled()))));
    }

    @Test
    void logIsNotTakenForASnapshotNorASnapshotForALog() {
        byte[] log = Log.of(3).bytes();
        byte[] snapshot = new Learner(EventfulRun.settings(new Source(5))).snapshot();
        assertThatThrownBy(() -> Learner.restore(log))
                .hasMessage("snapshot: kind event log (expected: a stream of pages)");
        assertThatThrownBy(() -> LearnerPages.restore(
                        new ByteArrayInputStream(snapshot), List.of(new ByteArrayInputStream(log))))
                .hasMessageContaining("kind event log (expected: a stream of pages)");
        assertThatThrownBy(() -> reader(snapshot)).hasMessageContaining("kind 1 (expected: 4, kind 5)");
    }

    // ---------------------------------------------------------------- what a crash leaves

    /** A log, and where its events end. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Log(byte[] bytes, List<Integer> ends, List<Event> events) {
        static Log of(int actions) {
            Learner learner = new Learner(EventfulRun.settings(new Source(5)));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            EventLogWriter writer = EventLogWriter.begin(out);
            List<Integer> ends = new ArrayList<>(List.of(out.size()));
            learner.recordTo(event -> {
                writer.append(event);
                ends.add(out.size());
            });
            EventfulRun run = new EventfulRun(7);
            for (int t = 0; t < actions; t++) {
                run.act(learner);
            }
            return new Log(out.toByteArray(), ends, EventLogTest.events(reader(out.toByteArray())));
        }

        /** How many events are whole in so many bytes. */
        int whole(int length) {
            return (int) ends.stream().filter(end -> end <= length).count() - 1;
        }
    }

    @Test
    void tornLogEndsWithItsLastWholeEvent() {
        Log whole = Log.of(25);
        for (int length = HEADER; length <= whole.bytes().length; length++) {
            EventLogReader reader = reader(Arrays.copyOf(whole.bytes(), length));
            int count = whole.whole(length);
            assertThat(events(reader)).isEqualTo(whole.events().subList(0, count));
            assertThat(reader.bytes()).isEqualTo((long) whole.ends().get(count));
            assertThat(reader.isTorn()).isEqualTo(!whole.ends().contains(length));
            assertThat(reader.next()).isEmpty(); // and stays at its end
        }
    }

    @Test
    void alteredByteIsDamageUnlessItLiesInTheLastEvent() {
        Log whole = Log.of(25);
        int last = whole.ends().get(whole.events().size() - 1);
        int torn = 0;
        for (int at = HEADER; at < whole.bytes().length; at++) {
            for (int bits : new int[] {1 << at % 8, 0xff}) {
                byte[] altered = whole.bytes().clone();
                altered[at] ^= (byte) bits;
                int count = whole.whole(at);
                int begin = whole.ends().get(count);
                EventLogReader reader = reader(altered);
                List<Event> events = new ArrayList<>();
                if (at < last + RECORD_HEADER) { // also its header, as nobody knows whether it is the last
                    for (int again = 0; again < 2; again++) { // and it stays refused
                        assertThatThrownBy(() -> reader.forEach(events::add))
                                .isInstanceOf(SnapshotException.class)
                                .hasMessage("event log: damaged in the event at byte " + begin + ", after " + count
                                        + " intact ones (expected: an intact one, as more follows it)");
                    }
                    assertThat(reader.isTorn()).isFalse();
                    assertThatThrownBy(reader(altered)::fold).isInstanceOf(SnapshotException.class);
                } else {
                    reader.forEach(events::add);
                    assertThat(reader.isTorn()).isTrue();
                    torn++;
                }
                assertThat(events).isEqualTo(whole.events().subList(0, count));
                assertThat(reader.bytes()).isEqualTo(begin);
            }
        }
        assertThat(torn).isEqualTo(2 * (whole.bytes().length - last - RECORD_HEADER));
    }

    @Test
    void zerosBehindATornEndBelongToIt() { // as a file has them that was given its length before its bytes
        Log whole = Log.of(3);
        for (int length = HEADER; length <= whole.bytes().length; length++) {
            for (int zeros : new int[] {1, RECORD_HEADER, 20_000}) {
                byte[] padded = Arrays.copyOf(Arrays.copyOf(whole.bytes(), length), length + zeros);
                EventLogReader reader = reader(padded);
                int count = whole.whole(length);
                List<Event> events = events(reader);
                if (events.size() > count) { // the bytes that were cut off were zeros
                    assertThat(padded).startsWith(Arrays.copyOf(whole.bytes(), (int) reader.bytes()));
                    count = events.size();
                }
                assertThat(events).isEqualTo(whole.events().subList(0, count));
                assertThat(reader.bytes()).isEqualTo((long) whole.ends().get(count));
                assertThat(reader.isTorn()).isEqualTo(reader.bytes() < padded.length);
            }
        }
    }

    @Test
    void whatWasAppendedToATornEndIsNotLostInSilence() {
        Log whole = Log.of(8);
        for (int length = whole.ends().get(1); length < whole.bytes().length; length++) {
            int count = whole.whole(length);
            if (whole.ends().get(count) == length) {
                continue;
            }
            ByteArrayOutputStream behind = new ByteArrayOutputStream();
            behind.write(whole.bytes(), 0, length); // and nobody cut it
            Learner learner = reader(behind.toByteArray()).fold();
            learner.recordTo(EventLogWriter.resume(behind));
            for (int t = 0; t < 3; t++) { // a short record, and then longer ones
                EventLogReader reader = reader(behind.toByteArray());
                List<Event> events = new ArrayList<>();
                assertThatThrownBy(() -> reader.forEach(events::add))
                        .isInstanceOf(SnapshotException.class)
                        .hasMessageStartingWith("event log: damaged in the event at byte " + reader.bytes() + ", after "
                                + events.size() + " intact ones");
                // a checksum that lacks a zero may be whole by the first of what was appended
                assertThat(events.size()).isBetween(count, count + 1);
                assertThat(events).isEqualTo(whole.events().subList(0, events.size()));
                learner.decide(new Source(t).dense(Learners.DIMENSION));
            }
        }
    }

    @Test
    void streamThatFailsIsNotReadOnFromTheMidst() throws IOException {
        Log whole = Log.of(3);
        InputStream closed = InputStream.nullInputStream();
        closed.close(); // and so refuses to be read
        InputStream beginning =
                new ByteArrayInputStream(whole.bytes(), 0, whole.ends().get(1) + 5);
        EventLogReader reader = new EventLogReader(new SequenceInputStream(beginning, closed));
        assertThat(reader.next()).isPresent();
        assertThatThrownBy(reader::next)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("event log: ");
        assertThatThrownBy(reader::next).isInstanceOf(UncheckedIOException.class);
        assertThat(reader.bytes()).isEqualTo((long) whole.ends().get(1));
        assertThat(reader.isTorn()).isFalse();
    }

    @Test
    void logThatWasCutAtItsEndGoesOn() {
        Log whole = Log.of(25);
        byte[] torn = Arrays.copyOf(whole.bytes(), whole.bytes().length - 3);
        EventLogReader reader = reader(torn);
        Learner learner = reader.fold();
        log.write(torn, 0, (int) reader.bytes());
        learner.recordTo(EventLogWriter.resume(log));
        EventfulRun run = new EventfulRun(8);
        for (int t = 0; t < 20; t++) {
            run.decide(learner);
            run.learn(learner);
        }
        assertThat(reader(log.toByteArray()).fold().snapshot()).isEqualTo(learner.snapshot());
    }

    @Test
    void foreignOrShortBeginningIsRefused() {
        byte[] whole = Log.of(1).bytes();
        for (int length = 0; length < HEADER; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> reader(cut))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessage("event log: cut short (expected: at least 16 bytes)");
        }
        for (int at = 0; at < HEADER; at++) {
            byte[] foreign = whole.clone();
            foreign[at] ^= 1;
            assertThatThrownBy(() -> reader(foreign))
                    .isInstanceOf(SnapshotException.class)
                    .hasMessageStartingWith("event log: ")
                    .hasMessageContaining("(expected: ");
        }
        byte[] snapshot = new Learner(Learners.plain(3).build()).snapshot();
        assertThatThrownBy(() -> reader(snapshot)).isInstanceOf(SnapshotException.class);
    }

    // ---------------------------------------------------------------- where a log begins

    @Test
    void logBeginsWithTheLearnerExactlyIfNothingHasHappenedToIt() {
        LearnerSettings settings = Learners.plain(3).build();
        Learner decided = new Learner(settings);
        Learners.train(decided, new Source(1), 2);
        Learner operated = new Learner(settings);
        operated.change(settings.operation().withAlpha(0.3));
        Learner grown = new Learner(settings);
        grown.change(new Change.AddLabel("new"));
        Learner restored = Learner.restore(new Learner(settings).snapshot());
        assertThat(firstEvent(new Learner(settings))).isEqualTo(new Event.Created(settings));
        String pending = decided.decide(new Source(1).dense(Learners.DIMENSION)).id();
        assertThat(firstEvent(decided)).isEqualTo(new Event.Continued(settings, 3, 2, 1));
        decided.recordTo(null);
        decided.learn(pending, Feedback.CANCELLED);
        assertThat(firstEvent(decided)).isEqualTo(new Event.Continued(settings, 3, 2, 0));
        for (Learner learner : List.of(operated, grown, restored)) {
            assertThat(firstEvent(learner)).isEqualTo(new Event.Continued(learner.settings(), 0, 0, 0));
        }
    }

    private static Event firstEvent(Learner learner) {
        ByteArrayOutputStream begun = new ByteArrayOutputStream();
        learner.recordTo(EventLogWriter.begin(begun));
        assertThat(events(reader(begun.toByteArray()))).hasSize(1);
        return reader(begun.toByteArray()).next().orElseThrow();
    }

    @Test
    void logThatGoesOnFromASnapshotSaysSoWhenItIsFolded() {
        Learner learner = new Learner(Learners.plain(3).build());
        Learners.train(learner, new Source(1), 3);
        byte[] snapshot = learner.snapshot();
        learner.recordTo(EventLogWriter.begin(log));
        Learners.train(learner, new Source(2), 3);
        assertThatThrownBy(() -> reader(log.toByteArray()).fold())
                .isInstanceOf(SnapshotException.class)
                .hasMessage("event log: goes on from a snapshot after 3 decisions (expected: a log from the beginning;"
                        + " with the learner of the snapshot, forEach(event -> event.applyTo(learner)))");
        Learner restored = Learner.restore(snapshot);
        reader(log.toByteArray()).forEach(event -> event.applyTo(restored));
        assertThat(restored.snapshot()).isEqualTo(learner.snapshot());
        assertThatThrownBy(() -> reader(log.toByteArray()).forEach(event -> event.applyTo(learner)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("event: goes on after 3 decisions and 3 answers with 0 pending"
                        + " (expected: after 6 and 6 with 0, and equal settings)");
        assertThat(learner.snapshot()).isEqualTo(restored.snapshot());
    }

    @Test
    void logThatLacksWhatHappenedBetweenItsEventsIsNotFolded() {
        Learner learner = new Learner(Learners.plain(3).build());
        EventLogWriter writer = EventLogWriter.begin(log);
        learner.recordTo(writer);
        Learners.train(learner, new Source(1), 3);
        String pending = learner.decide(new Source(1).dense(Learners.DIMENSION)).id();
        byte[] whole = log.toByteArray();
        for (Consumer<Learner> missing : List.<Consumer<Learner>>of(
                to -> to.decide(new Source(2).dense(Learners.DIMENSION)),
                to -> to.learn(pending, true),
                to -> to.learn(pending, Feedback.CANCELLED),
                to -> to.change(to.settings().operation().withAlpha(0.3)))) {
            Learner gap = reader(whole).fold();
            missing.accept(gap);
            ByteArrayOutputStream goesOn = new ByteArrayOutputStream();
            goesOn.writeBytes(whole);
            gap.recordTo(EventLogWriter.resume(goesOn));
            assertThatThrownBy(() -> reader(goesOn.toByteArray()).fold())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith("event: goes on after ");
        }
    }

    @Test
    void logThatBeginsWithAnythingElseIsRefusedAndCountsNothingAsSound() {
        Learner learner = new Learner(Learners.plain(3).build());
        List<ByteBuffer> recorded = new ArrayList<>();
        learner.recordTo(event ->
                recorded.add(ByteBuffer.allocate(event.remaining()).put(event).flip()));
        Learners.train(learner, new Source(1), 1);
        learner.change(new Change.AddLabel("new"));
        for (ByteBuffer event : recorded.subList(1, recorded.size())) {
            ByteArrayOutputStream since = new ByteArrayOutputStream();
            EventLogWriter.begin(since).append(event.duplicate());
            EventLogReader reader = reader(since.toByteArray());
            for (int again = 0; again < 2; again++) {
                assertThatThrownBy(reader::next)
                        .isInstanceOf(SnapshotException.class)
                        .hasMessage("event log: without the settings of its learner (expected: the settings first)");
            }
            assertThat(reader.bytes()).isEqualTo(HEADER);
            assertThat(reader.isTorn()).isFalse();
        }
    }

    @Test
    void sinkThatRefusesTheFirstEventLeavesTheOldOneInPlace() {
        Learner learner = new Learner(Learners.plain(3).build());
        learner.recordTo(EventLogWriter.begin(log));
        Learners.train(learner, new Source(1), 2);
        assertThatThrownBy(() -> learner.recordTo(event -> {
                    throw new IllegalStateException("disk is full");
                }))
                .hasMessage("disk is full");
        Learners.train(learner, new Source(2), 2);
        assertThat(reader(log.toByteArray()).fold().snapshot()).isEqualTo(learner.snapshot());
    }

    @Test
    void foldNeedsTheEventThatMadeTheLearner() {
        Learner learner = new Learner(Learners.plain(3).build());
        assertThatThrownBy(() -> {
                    EventLogWriter.begin(log); // and nothing else
                    reader(log.toByteArray()).fold();
                })
                .isInstanceOf(SnapshotException.class)
                .hasMessage("event log: without the settings of its learner (expected: the settings first)");
        Event made = new Event.Created(Learners.plain(2).build());
        assertThatThrownBy(() -> made.applyTo(learner))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("event: a learner is made (expected: what happened to one)");
    }

    // ---------------------------------------------------------------- sinks that refuse

    @Test
    void eventThatItsSinkRefusesChangesNothing() {
        Laws.forAll(20, random -> {
            // a network draws the weights of a feature when it first decides with it, refused or not
            LearnerSettings settings = EventfulRun.settings(random, Learners.regression());
            Learner learner = new Learner(settings);
            Learner twin = new Learner(settings);
            long seed = random.bits();
            EventfulRun run = new EventfulRun(seed);
            EventfulRun alike = new EventfulRun(seed);
            int refused = 0;
            for (int t = 0; t < 120; t++) {
                if (random.chance(0.5)) {
                    learner.recordTo(null);
                    long other = random.bits();
                    byte[] before = learner.snapshot();
                    refused += refuse(learner, new EventfulRun(other)::decide) ? 1 : 0;
                    assertThat(learner.snapshot()).isEqualTo(before);
                    refused += refuse(learner, new EventfulRun(other)::learn) ? 1 : 0;
                    refused += refuse(learner, to -> answerAll(to)) ? 1 : 0;
                    assertThat(learner.snapshot()).isEqualTo(before);
                    learner.recordTo(null);
                }
                run.act(learner);
                alike.act(twin);
                assertThat(learner.snapshot()).isEqualTo(twin.snapshot());
            }
            assertThat(refused).isPositive();
        });
    }

    /** Every way to learn, of a decision that may be pending. */
    private static void answerAll(Learner learner) {
        long last = learner.decisions() - 1;
        List<Runnable> ways = List.of(
                () -> learner.learn(last, true),
                () -> learner.learn(last, Feedback.label(0)),
                () -> learner.learn(Long.toString(last), false),
                () -> learner.learn(Long.toString(last), new Feedback.Expired()),
                () -> learner.learn(new long[] {last}, new boolean[] {true}, 1),
                () -> learner.learn(List.of(new Answer(last, new Feedback.Cancelled()))));
        RuntimeException refused = null;
        for (Runnable way : ways) {
            try {
                way.run();
            } catch (FullDisk e) {
                refused = e;
            }
        }
        if (refused != null) {
            throw refused;
        }
    }

    private static boolean refuse(Learner learner, Consumer<Learner> action) {
        boolean[] armed = {false};
        learner.recordTo(event -> {
            if (armed[0]) {
                throw new FullDisk();
            }
        });
        armed[0] = true;
        try {
            action.accept(learner);
            return false;
        } catch (FullDisk e) {
            return true;
        }
    }

    private static final class FullDisk extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @Test
    void sinkThatRefusesTheFirstEventGetsNoOther() {
        Learner learner = new Learner(Learners.plain(3).build());
        assertThatThrownBy(() -> learner.recordTo(event -> {
                    throw new FullDisk();
                }))
                .isInstanceOf(FullDisk.class);
        learner.decide(new Source(1).dense(Learners.DIMENSION));
        assertThat(learner.decisions()).isEqualTo(1);
    }

    /** Takes so many bytes and no more, for a while. */
    private static final class SmallDisk extends OutputStream {
        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private int room;

        @Override
        public void write(int b) throws IOException {
            if (taken.size() == room) {
                throw new IOException("no space left");
            }
            taken.write(b);
        }
    }

    @Test
    void nothingIsWrittenBehindAPartOfAnEvent() {
        // or the reader would end before what was written, and acted on, after it
        Log whole = Log.of(3);
        for (int room = whole.ends().get(1); room < whole.bytes().length; room++) {
            SmallDisk disk = new SmallDisk();
            disk.room = room;
            EventLogWriter writer = EventLogWriter.begin(disk);
            Learner learner = new Learner(EventfulRun.settings(new Source(5)));
            learner.recordTo(writer);
            EventfulRun run = new EventfulRun(7);
            byte[] before = null;
            try {
                for (int t = 0; t < 3; t++) {
                    before = learner.snapshot();
                    run.act(learner);
                }
            } catch (UncheckedIOException e) {
                assertThat(e).hasMessage("event log: no space left");
            }
            assertThat(learner.snapshot()).isEqualTo(before);
            disk.room = Integer.MAX_VALUE; // there is space again
            assertThatThrownBy(() -> learner.decide(new Source(1).dense(Learners.DIMENSION)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(
                            "event log: ends in a part of an event (expected: the log cut there, and a new writer)");
            assertThat(reader(disk.taken.toByteArray()).fold().snapshot()).isEqualTo(before);
        }
    }

    @Test
    void eventOfAForeignLearnerIsRefused() {
        ByteBuffer[] bytes = new ByteBuffer[1];
        Learner four = new Learner(Learners.plain(4).build());
        four.recordTo(event ->
                bytes[0] = ByteBuffer.allocate(event.remaining()).put(event).flip());
        String id = four.decide(new Source(1).dense(Learners.DIMENSION)).id();
        four.learn(id, Feedback.label(3));
        EventLogWriter writer = EventLogWriter.begin(log);
        new Learner(Learners.plain(3).build()).recordTo(writer);
        writer.append(bytes[0]);
        assertThatThrownBy(() -> events(reader(log.toByteArray())))
                .isInstanceOf(SnapshotException.class)
                .hasMessageContaining("label 3 (expected: in [0, 2])");
    }
}
