package dev.setpoint;

import dev.setpoint.feature.FeatureVector;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Runs of every tracker, model and encoder, in which labels, heads and the operation change, and what format version 4 stores of them: the
 * event log from the first decision on, a snapshot, the increment that follows it, and a step. {@code main} writes the files.
 */
final class Version4Story {
    static final int STORIES = 4;
    private static final int SNAPSHOT_AFTER = 100;
    static final int WRITTEN_AFTER = 130;
    private static final int ANSWERS = 3;

    /** What there is of a run. */
    enum File {
        SNAPSHOT,
        INCREMENT,
        EVENTS,
        STEP;

        String name(int which) {
            return "story-" + which + "-v4." + name().toLowerCase(Locale.ROOT);
        }
    }

    private Version4Story() {}

    /** A learner as it was when the increment was written; puts what was stored into the map, if that is not null. */
    static Learner live(int which, Map<File, byte[]> stored) throws IOException {
        Learner learner = new Learner(Version3Story.settings(which));
        ByteArrayOutputStream events = new ByteArrayOutputStream();
        EventLogWriter log = EventLogWriter.begin(events);
        learner.recordTo(log);
        Version3Story.run(learner, which, 0, 40);
        learner.change(learner.settings().operation().withAlpha(0.2).withFloor(0.1));
        learner.decide(new Query(query(which), "a ticket \ud83c\udfab", null, 1));
        Version3Story.run(learner, which, 41, 60); // one further, as the ticket was a decision
        learner.change(new Change.AddLabel("taxes", which % 2 == 0 ? "pay taxes" : null));
        learner.change(new Change.AddHead(HeadSettings.parse("gone: auto on softmax")));
        learner.change(new Change.AddHead(HeadSettings.parse("later: sgd(eta=0.1) on aps")));
        Version3Story.run(learner, which, 60, 80);
        learner.change(new Change.RetireLabel("a flight"));
        learner.change(new Change.RenameLabel("music", "songs"));
        learner.change(new Change.RemoveHead("gone"));
        learner.change(learner.settings().operation().withIssuingHead("later"));
        Version3Story.run(learner, which, 80, SNAPSHOT_AFTER);
        ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
        learner.pages().writeSnapshot(snapshot);
        Version3Story.run(learner, which, SNAPSHOT_AFTER, WRITTEN_AFTER);
        ByteArrayOutputStream increment = new ByteArrayOutputStream();
        learner.pages().writeIncrement(increment);
        learner.recordTo(null);
        log.close();
        if (stored != null) {
            stored.put(File.SNAPSHOT, snapshot.toByteArray());
            stored.put(File.INCREMENT, increment.toByteArray());
            stored.put(File.EVENTS, events.toByteArray());
            stored.put(File.STEP, step(learner, which).toBytes());
        }
        return learner;
    }

    private static FeatureVector query(int which) {
        FeatureVector query = FeatureVector.dense(1, 2, 3, 4);
        if (which % 2 == 0) {
            query.clear(1 << 10);
            query.add(3, 1);
        }
        return query;
    }

    /** A few more decisions of a learner. */
    static List<String> decide(Learner learner, int which) {
        return Stream.generate(() -> learner.decide(query(which)).id())
                .limit(ANSWERS)
                .toList();
    }

    /** The same, and their answers. */
    static Step step(Learner learner, int which) {
        List<String> ids = decide(learner, which);
        Step step = Step.of(learner, ANSWERS);
        step.add(ids.get(0), Feedback.of(false));
        step.add(ids.get(1), Feedback.label(0));
        step.add(ids.get(2), Feedback.of(true));
        return step;
    }

    static Map<File, byte[]> stored(int which) throws IOException {
        Map<File, byte[]> stored = new TreeMap<>();
        live(which, stored);
        return stored;
    }

    public static void main(String[] folder) throws IOException {
        for (int which = 0; which < STORIES; which++) {
            for (Map.Entry<File, byte[]> file : stored(which).entrySet()) {
                Files.write(Path.of(folder[0], file.getKey().name(which)), file.getValue());
            }
        }
    }
}
