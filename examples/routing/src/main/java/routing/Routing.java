package routing;

import dev.setpoint.Decision;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.Outcome;
import dev.setpoint.Query;
import dev.setpoint.feature.Features;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Routes tickets; answers come 50 tickets later. Run it twice: the second run resumes from the first one's last snapshot. */
public final class Routing {
    private static final String[] DEPARTMENTS = {"billing", "travel", "home"};
    private static final String[][] WORDS = {
        {"invoice", "charged", "refund"}, {"flight", "hotel", "luggage"}, {"heating", "plumber", "roof"}
    };

    private record Ticket(String id, String text, String channel, String department) {}

    /** Stands for your queue of tickets. Which department is the correct one is known only when somebody has worked on it. */
    private static Ticket ticket(long number) {
        Random random = new Random(number * 7919);
        int department = random.nextInt(3);
        String text = WORDS[department][random.nextInt(3)] + ", and " + WORDS[random.nextInt(3)][random.nextInt(3)];
        return new Ticket("ticket-" + number, text, random.nextBoolean() ? "mail" : "phone", DEPARTMENTS[department]);
    }

    public static void main(String[] arguments) throws IOException {
        Path state = Path.of("target", "routing.snapshot");
        Learner learner = Files.exists(state)
                ? Learner.restore(Files.readAllBytes(state)) // with the decisions that waited for an answer
                : new Learner(LearnerSettings.builder(DEPARTMENTS).alpha(0.1).build());
        long start = learner.decisions();
        // what came after the last snapshot is lost here; a journal keeps it, see docs/running.md
        System.out.println("start after " + start + " tickets, " + learner.pending() + " of them unanswered");

        int shown = 0;
        Map<Outcome, Integer> outcomes = new TreeMap<>();
        for (long number = start; number < start + 2500; number++) {
            Ticket ticket = ticket(number);
            Features features = Features.create().text("message", ticket.text()).category("channel", ticket.channel());
            Decision decision = learner.decide(Query.of(features).named(ticket.id()));
            shown += decision.set().size(); // send the ticket to decision.label(); decision.set() is who else may be meant

            if (number >= 50) { // an answer to an earlier ticket: its id is all that must be remembered for it
                Ticket done = ticket(number - 50);
                boolean correct = learner.find(done.id()).orElseThrow().label().equals(done.department());
                outcomes.merge(learner.learn(done.id(), correct), 1, Integer::sum);
            }
            if ((number + 1) % 1000 == 0) { // under another name first, so that a crash leaves a whole one
                Path part = Files.write(state.resolveSibling("routing.part"), learner.snapshot());
                Files.move(part, state, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        System.out.printf("%.2f departments per set; answers: %s%n", shown / 2500.0, outcomes);
        System.out.printf("correct: %.3f of all answers so far%n", learner.measures().correctPulls());
        learner.coverage().classes(0).forEach(System.out::println);
    }
}
