package dev.setpoint.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.Change;
import dev.setpoint.Decision;
import dev.setpoint.EventLogReader;
import dev.setpoint.EventLogWriter;
import dev.setpoint.Feedback;
import dev.setpoint.HeadSettings;
import dev.setpoint.Learner;
import dev.setpoint.LearnerPages;
import dev.setpoint.LearnerSettings;
import dev.setpoint.Query;
import dev.setpoint.Step;
import dev.setpoint.feature.Features;
import dev.setpoint.policy.Policy;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs what docs/running.md shows, section by section: its code stands here, line by line, and prints what stands there. */
@SuppressWarnings("SystemOut") // as the documentation does
class RunningTest {
    private interface Snippet {
        void run() throws Exception;
    }

    @TempDir
    private Path folder;

    private final LearnerSettings settings =
            LearnerSettings.builder("billing", "travel", "home").build();
    private final Features message = Features.ofText("my bill is wrong: I was charged twice");

    private void journal() throws IOException {
        Path file = folder.resolve("events.log");
        Learner learner = new Learner(settings);
        try (EventLogWriter log = EventLogWriter.begin(Files.newOutputStream(file))) {
            learner.recordTo(log); // before the first decision, so that the log begins with the settings
            for (int i = 0; i < 3; i++) {
                Decision decision = learner.decide(message);
                learner.learn(decision.id(), decision.label().equals("billing"));
            }
        }
        try (FileChannel log = FileChannel.open(file, StandardOpenOption.WRITE)) {
            log.truncate(log.size() - 5); // what a crash may leave: a part of the last event
        }

        EventLogReader reader;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            reader = new EventLogReader(in);
            learner = reader.fold(); // with the bits it had after the last whole event
        }
        System.out.println("torn: " + reader.isTorn() + ", still pending: " + learner.pending());
        try (FileChannel log = FileChannel.open(file, StandardOpenOption.WRITE)) {
            log.truncate(reader.bytes()); // what would be written behind a torn event could not be read
        }
        try (EventLogWriter log = EventLogWriter.resume(Files.newOutputStream(file, StandardOpenOption.APPEND))) {
            learner.recordTo(log);
            System.out.println(learner.learn("2", true)); // the answer that was lost is given again
        }
    }

    private void increments() throws IOException {
        Learner learner = new Learner(settings);
        Path base = folder.resolve("base");
        Path first = folder.resolve("increment-1");
        try (OutputStream out = Files.newOutputStream(base)) {
            learner.pages().writeSnapshot(out);
        }
        learner.learn(learner.decide(message).id(), true);
        try (OutputStream out = Files.newOutputStream(first)) {
            learner.pages().writeIncrement(out);
        }
        try (InputStream in = Files.newInputStream(base);
                InputStream increment = Files.newInputStream(first)) {
            Learner restored = LearnerPages.restore(in, List.of(increment));
            System.out.println("same: " + Arrays.equals(restored.snapshot(), learner.snapshot()));
        }
        learner.change(new Change.AddLabel("insurance"));
        System.out.println("an increment could follow: " + learner.pages().isFollowable());
    }

    private void ids() {
        Learner learner = new Learner(settings);
        Query query = Query.of(message).named("ticket-17");
        Decision decision = learner.decide(query);
        System.out.println(learner.find("ticket-17").orElseThrow().equals(decision));
        try {
            learner.decide(query);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    private void outcomes() {
        Learner learner = new Learner(settings);
        String first = learner.decide(message).id();
        String second = learner.decide(message).id();
        String third = learner.decide(message).id();
        System.out.println(learner.learn(first, true)); // answered
        System.out.println(learner.learn(first, true)); // delivered twice: nothing is learned again
        System.out.println(learner.learn(first, false)); // both cannot be true: the first one counts
        System.out.println(learner.learn(second, Feedback.CANCELLED)); // never acted on
        System.out.println(learner.learn(second, true)); // as it was cancelled
        System.out.println(learner.learn("nobody's", true)); // never asked

        learner.change(learner.settings().operation().withMaxAge(100)); // later than 100 decisions is too late
        for (int i = 0; i < 101; i++) {
            learner.learn(learner.decide(message).id(), true);
        }
        System.out.println(learner.learn(third, true) + ", " + learner.expired() + " so far");
    }

    private void steps() {
        Learner central = new Learner(settings);
        for (int i = 0; i < 2 * Step.CHUNK; i++) {
            central.decide(message);
        }
        byte[] state = central.snapshot();

        Step whole = null;
        for (int worker = 0; worker < 2; worker++) {
            Learner copy = Learner.restore(state); // each worker has its own, in a thread or process of its own
            Step part = Step.of(copy, 2 * Step.CHUNK); // how many answers all parts will have together
            for (int i = 0; i < Step.CHUNK; i++) {
                String id = Integer.toString(worker * Step.CHUNK + i);
                part.add(id, Feedback.of(copy.find(id).orElseThrow().label().equals("billing")));
            }
            Step received = Step.read(central, part.toBytes());
            if (whole == null) {
                whole = received;
            } else {
                whole.merge(received); // in the order of the answers
            }
        }
        central.apply(whole);
        System.out.println("pending: " + central.pending());
        System.out.println("answered: " + central.measures().answered());
    }

    private void store() {
        Learner learner = new Learner(settings, new TableStore(1000)); // remembers the last 1,000 that ended
        String id = learner.decide(message).id();
        System.out.println(learner.learn(id, true) + ", then " + learner.learn(id, true));
    }

    private void changes() {
        Learner learner = new Learner(settings);
        learner.change(
                learner.settings().operation().withAlpha(0.05).withPolicy(Policy.parse("softmax(temperature=1)")));
        learner.change(new Change.AddHead(HeadSettings.parse("paper: experts on softmax"))); // in the shadow
        for (int i = 0; i < 100; i++) {
            Decision decision = learner.decide(message);
            learner.learn(decision.id(), decision.label().equals("billing"));
        }
        System.out.println(learner.coverage().classes(1).get(0).estimate()); // of the new head, so far
        learner.change(learner.settings().operation().withIssuingHead("paper"));
        learner.change(new Change.RemoveHead(settings.heads().get(0).name()));
        System.out.println(learner.settings().heads());
    }

    private void threads() throws InterruptedException {
        Learner learner = new Learner(settings);
        Thread other = new Thread(() -> {
            synchronized (learner) {
                learner.decide(message);
            }
        });
        other.start();
        synchronized (learner) {
            learner.decide(message);
        }
        other.join();
        System.out.println(learner.decisions());
    }

    private Map<String, Snippet> snippets() {
        Map<String, Snippet> snippets = new LinkedHashMap<>();
        snippets.put("Journal and resuming", this::journal);
        snippets.put("Snapshot and increments", this::increments);
        snippets.put("Ids of your own, and looking a decision up", this::ids);
        snippets.put("Answers late, twice, contradictory or never", this::outcomes);
        snippets.put("Several workers", this::steps);
        snippets.put("A store of your own", this::store);
        snippets.put("Changing settings", this::changes);
        snippets.put("One thread at a time", this::threads);
        return snippets;
    }

    @TestFactory
    Stream<DynamicTest> sectionsShowWhatRunsAndPrintsHere() throws IOException {
        Map<String, String> sections = sections();
        Map<String, Snippet> snippets = snippets();
        assertThat(sections.keySet()).containsExactlyElementsOf(snippets.keySet());
        String source = stripped(Files.readString(Path.of("src/test/java/dev/setpoint/example/RunningTest.java")));
        return snippets.entrySet().stream()
                .map(entry -> DynamicTest.dynamicTest(entry.getKey(), () -> {
                    String section = sections.get(entry.getKey());
                    assertThat(source).contains(stripped(block(section, "```java\n")));
                    assertThat(printed(entry.getValue())).isEqualTo(block(section, "```\n\n```\n"));
                }));
    }

    /** By title, those with code. */
    private static Map<String, String> sections() throws IOException {
        Map<String, String> sections = new LinkedHashMap<>();
        for (String section : Files.readString(Path.of("../docs/running.md")).split("\n## ", -1)) {
            if (section.contains("```java\n") && !section.startsWith("# ")) {
                sections.put(section.lines().findFirst().orElseThrow(), section);
            }
        }
        return sections;
    }

    @Test
    void snippetsShareWhatThePageBeginsWith() throws IOException {
        String page = Files.readString(Path.of("../docs/running.md"));
        String source = Files.readString(Path.of("src/test/java/dev/setpoint/example/RunningTest.java"))
                .replaceAll("\\s+", " ");
        assertThat(block(page, "```java\n").lines()).hasSize(2).allMatch(source::contains);
    }

    /** What stands between the opening and the next fence. */
    private static String block(String section, String opening) {
        assertThat(section).contains(opening);
        int from = section.indexOf(opening) + opening.length();
        return section.substring(from, section.indexOf("```", from));
    }

    private static String stripped(String code) {
        return String.join("\n", code.lines().map(String::strip).toList());
    }

    private static String printed(Snippet snippet) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            snippet.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).replace(System.lineSeparator(), "\n");
    }
}
