package ownmodel;

import dev.setpoint.ConformalLayer;
import dev.setpoint.Decision;
import dev.setpoint.DecisionLogWriter;
import dev.setpoint.Exploration;
import dev.setpoint.Feedback;
import dev.setpoint.HeadSettings;
import dev.setpoint.Learner;
import dev.setpoint.LearnerSettings;
import dev.setpoint.Normalization;
import dev.setpoint.policy.Policy;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Prediction sets around a classifier that is yours: first with a learner, then piece by piece. */
public final class OwnModel {
    private static final String[] LABELS = {"billing", "travel", "home"};

    /** Stands for your classifier and for the world: what it says of a ticket, and what the ticket is. */
    private record Ticket(double[] probabilities, int label) {}

    private static Ticket ticket(Random random) {
        double[] p = {Math.exp(2 * random.nextGaussian()), Math.exp(2 * random.nextGaussian()), 1};
        double sum = p[0] + p[1] + p[2];
        double u = random.nextDouble() * sum;
        int label = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
        return new Ticket(new double[] {p[0] / sum, p[1] / sum, p[2] / sum}, label);
    }

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of("target", "decisions.jsonl");
        withALearner(file);
        pieceByPiece();
    }

    /** The learner draws the label to act on, issues the set, keeps the decision until its answer comes, and knows its coverage. */
    private static void withALearner(Path file) throws IOException {
        Learner learner = new Learner(LearnerSettings.builder(LABELS).alpha(0.1).givenProbabilities().build());
        Random random = new Random(1);
        int covered = 0;
        int shown = 0;
        try (Writer out = Files.newBufferedWriter(file)) {
            DecisionLogWriter log = new DecisionLogWriter(out);
            for (int i = 0; i < 5000; i++) {
                Ticket ticket = ticket(random);
                Decision decision = learner.decide(ticket.probabilities());
                covered += decision.set().contains(ticket.label()) ? 1 : 0;
                shown += decision.set().size();
                Feedback feedback = Feedback.of(decision.arm() == ticket.label());
                log.write(decision, feedback); // for ./setpoint replay, whatif and validate-log
                learner.learn(decision.id(), feedback);
            }
        }
        System.out.printf("learner: %.3f covered, %.2f labels per set; log in %s%n", covered / 5e3, shown / 5e3, file);
    }

    /** You keep decisions yourself: exploration says what to act on, the layer which labels are plausible. */
    private static void pieceByPiece() {
        Exploration exploration = new Exploration(Policy.parse("trade-off"), 0.04, 3);
        ConformalLayer layer = new ConformalLayer(HeadSettings.DEFAULT, 3, 0.1, Normalization.NONE);
        Random random = new Random(1);
        int covered = 0;
        int shown = 0;
        for (int i = 0; i < 5000; i++) {
            Ticket ticket = ticket(random);
            double[] propensities = exploration.propensities(ticket.probabilities());
            int arm = exploration.pull(propensities, 1, String.valueOf(i)); // numbered as by the learner above
            layer.issue(ticket.probabilities(), null, propensities); // null: the softmax score draws nothing
            covered += layer.contains(ticket.label()) ? 1 : 0;
            shown += layer.setSize();
            layer.answer(arm, propensities[arm], arm == ticket.label());
            layer.endStep(); // thresholds move
        }
        System.out.printf("layer:   %.3f covered, %.2f labels per set%n", covered / 5e3, shown / 5e3);
    }
}
