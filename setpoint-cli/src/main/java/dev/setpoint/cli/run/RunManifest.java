package dev.setpoint.cli.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.setpoint.cli.terminal.Failure;
import dev.setpoint.cli.terminal.Versions;
import dev.setpoint.sim.Drift;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.Shift;
import dev.setpoint.sim.StreamOrder;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code manifest.json}: what is run on what, how far it is, and by which version. */
final class RunManifest {
    /** What was understood of the data; not in manifests from before. */
    private static final String READ = "read";

    /** A run whose manifest says otherwise in one of these computes other numbers. */
    private static final List<String> DECISIVE = List.of("threads", "experiment", "learner", "data", READ);

    private final RunPlan plan;

    RunManifest(RunPlan plan) {
        this.plan = plan;
    }

    /** Whether this is the manifest of a run, by this version or an earlier one, and not merely a file of the same name. */
    static boolean isOne(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try {
            JsonNode root = RunJson.MAPPER.readTree(file.toFile());
            return root.path("labels").isArray()
                    && root.path("seeds").isArray()
                    && root.path("versions").has("setpoint");
        } catch (JsonProcessingException | CharConversionException e) {
            return false;
        }
    }

    /**
     * The file's content.
     *
     * @param stepsDone how far each seed is
     * @param examples queries shown to people; may be empty
     */
    byte[] bytes(Map<Long, Long> stepsDone, List<RunExample> examples) throws IOException {
        ObjectNode root = root();
        ObjectMapper json = RunJson.MAPPER;
        root.set("stepsDone", json.valueToTree(stepsDone));
        ObjectNode versions = root.putObject("versions");
        versions.put("setpoint", Versions.setpoint());
        versions.put("commit", Versions.commit());
        versions.put("java", Runtime.version().toString());
        versions.put("vm", System.getProperty("java.vm.name"));
        versions.put("system", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        root.set("examples", json.valueToTree(examples));
        return RunJson.bytes(root);
    }

    private ObjectNode root() {
        ObjectMapper json = RunJson.MAPPER;
        ExperimentSettings settings = plan.settings();
        ObjectNode root = json.createObjectNode();
        root.put("title", plan.title());
        root.put("description", plan.description());
        root.put("issuingHead", settings.learner().issuingHead());
        root.put("alpha", settings.learner().alpha());
        root.set("labels", json.valueToTree(settings.learner().labels()));
        root.set("seeds", json.valueToTree(plan.seeds()));
        root.put("queries", settings.queries());
        root.put("batch", settings.batch());
        root.put("steps", plan.steps());
        root.put("window", settings.window());
        if (!(settings.drift() instanceof Drift.None)) {
            root.put("drift", settings.drift().sentence(settings.queries()));
        }
        if (!(settings.shift() instanceof Shift.None)) {
            root.put("shift", settings.shift().sentence());
        }
        plan.particulars().forEach((field, value) -> root.set(field, json.valueToTree(value)));
        root.put("experiment", experiment(settings));
        root.put("learner", settings.learner().toString());
        root.set("warnings", json.valueToTree(plan.warnings()));
        ObjectNode data = root.putObject("data");
        data.put("name", plan.name());
        data.put("rows", plan.data().size());
        if (!plan.outOfScope().isEmpty()) {
            data.put("outOfScope", plan.outOfScope().size());
        }
        data.set("sha256", json.valueToTree(plan.checksums()));
        return root;
    }

    /** All that decides over a run's numbers beside the learner, the data and the seed. */
    private static String experiment(ExperimentSettings settings) {
        String order = settings.order() == StreamOrder.Kind.SHUFFLED ? "" : "\norder: " + settings.order();
        return String.join(
                "\n",
                "queries: " + settings.queries(),
                "batch: " + settings.batch(),
                "feedback: " + settings.feedback(),
                "drift: " + settings.drift(),
                "shift: " + settings.shift(),
                "window: " + settings.window(),
                "checkpoints: " + settings.checkpoints(),
                "oracle: " + settings.oracle(),
                "images: " + settings.images(),
                "theorems: " + settings.theorems() + order);
    }

    /**
     * Refuses a run that was begun otherwise. One that is under way may have been begun with other seeds.
     *
     * @throws Failure if it differs in what decides over the numbers of a seed
     */
    void expectSameUnderWay(RunFolder folder) throws IOException {
        expectSame(folder.path(), folder.manifestUnderWay(), DECISIVE);
    }

    /**
     * Refuses a complete run of something else.
     *
     * @throws Failure if it differs in what decides over its numbers
     */
    void expectSameComplete(RunFolder folder) throws IOException {
        List<String> fields = new ArrayList<>(DECISIVE);
        fields.add("seeds");
        expectSame(folder.path(), folder.manifest(), fields);
    }

    private void expectSame(Path folder, Path found, List<String> fields) throws IOException {
        JsonNode before = RunJson.read(found);
        JsonNode now = RunJson.MAPPER.readTree(RunJson.bytes(root()));
        for (String field : fields) {
            JsonNode theirs = before.path(field);
            JsonNode ours = now.path(field);
            boolean isUnknown = field.equals(READ) && theirs.isMissingNode();
            if (!isUnknown && !theirs.equals(ours)) {
                throw Failure.data(
                        folder + ": begun with " + differing(field, theirs, ours) + " as now, or another --out)");
            }
        }
    }

    private static String differing(String field, JsonNode before, JsonNode now) {
        if (field.equals(READ)) {
            return "data that were read differently (expected: the same columns";
        }
        List<String> theirs = before.asText().lines().toList();
        List<String> ours = now.asText().lines().toList();
        for (int i = 0; i < Math.min(ours.size(), theirs.size()); i++) {
            if (!ours.get(i).equals(theirs.get(i))) {
                return field + " " + theirs.get(i) + " (expected: " + ours.get(i);
            }
        }
        return "other " + field + " (expected: the same";
    }

    /** How far a seed is by a manifest; 0 where it does not say. */
    static long stepsDone(Path manifest, long seed) throws IOException {
        return RunJson.read(manifest)
                .path("stepsDone")
                .path(String.valueOf(seed))
                .asLong(0);
    }
}
