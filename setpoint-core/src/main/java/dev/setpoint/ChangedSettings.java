package dev.setpoint;

import dev.setpoint.argument.Argument;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.GivenProbabilities;
import dev.setpoint.notation.Excerpt;
import java.util.ArrayList;
import java.util.List;

/** The settings of a learner after a {@link Change}. */
final class ChangedSettings {
    private final LearnerSettings before;
    private LabelNames labels;
    private List<String> retired;
    private List<String> texts;
    private List<HeadSettings> heads;
    private Operation operation;

    private ChangedSettings(LearnerSettings before) {
        this.before = before;
        this.labels = LabelNames.copyOf(before.labels());
        this.retired = before.retired();
        this.texts = before.labelTexts();
        this.heads = before.heads();
        this.operation = before.operation();
    }

    /**
     * The settings after a change.
     *
     * @throws IllegalArgumentException if it cannot be made
     */
    static LearnerSettings of(LearnerSettings before, Change change) {
        Argument.given("change", change);
        ChangedSettings changed = new ChangedSettings(before);
        if (change instanceof Operation otherwise) {
            changed.operation = otherwise;
        } else if (change instanceof Change.AddLabel add) {
            changed.addLabel(add);
        } else if (change instanceof Change.RetireLabel retire) {
            changed.retire(retire.name());
        } else if (change instanceof Change.RestoreLabel restore) {
            changed.restore(restore.name());
        } else if (change instanceof Change.RenameLabel rename) {
            changed.rename(rename);
        } else if (change instanceof Change.AddHead add) {
            changed.heads = new ArrayList<>(before.heads());
            changed.heads.add(add.head());
        } else if (change instanceof Change.RemoveHead remove) {
            changed.removeHead(remove.name());
        }
        return changed.settings();
    }

    /** The labels after a change that can be made. */
    static List<String> labels(List<String> before, Change change) {
        LabelNames names = LabelNames.copyOf(before);
        if (change instanceof Change.AddLabel add) {
            return names.with(add.name());
        }
        if (change instanceof Change.RenameLabel rename && names.contains(rename.name())) {
            return names.with(names.indexOf(rename.name()), rename.newName());
        }
        return names;
    }

    private void addLabel(Change.AddLabel add) {
        checkFree(add.name());
        if (texts.isEmpty() && add.text() != null) {
            throw new IllegalArgumentException(
                    "text of label '" + add.name() + "': given (expected: none, as the other labels have none)");
        }
        if (!texts.isEmpty()) {
            texts = new ArrayList<>(texts);
            texts.add(add.text() != null ? add.text() : LearnerSettings.textOf(add.name()));
        }
        labels = labels.with(add.name());
    }

    private void retire(String name) {
        boolean before = retired.contains(name);
        if (before || !labels.contains(name)) {
            List<String> used =
                    labels.stream().filter(label -> !retired.contains(label)).toList();
            throw new IllegalArgumentException("label: '" + Excerpt.of(name) + "'"
                    + (before ? ", which is retired" : "") + " (expected: one in use, of " + Excerpt.of(used) + ")");
        }
        List<String> more = new ArrayList<>(retired);
        more.add(name);
        more.sort((a, b) -> Integer.compare(labels.indexOf(a), labels.indexOf(b)));
        retired = more;
    }

    private void restore(String name) {
        List<String> fewer = new ArrayList<>(retired);
        if (!fewer.remove(name)) {
            throw new IllegalArgumentException(
                    "label: '" + Excerpt.of(name) + "'" + (labels.contains(name) ? ", which is in use" : "")
                            + " (expected: one that is retired, of " + Excerpt.of(retired) + ")");
        }
        retired = fewer;
    }

    private void rename(Change.RenameLabel rename) {
        int place = labels.indexOf(rename.name());
        if (place < 0) {
            throw new IllegalArgumentException(
                    "label: '" + Excerpt.of(rename.name()) + "' (expected: one of " + Excerpt.of(labels) + ")");
        }
        checkFree(rename.newName());
        labels = labels.with(place, rename.newName());
        retired = retired.stream()
                .map(name -> name.equals(rename.name()) ? rename.newName() : name)
                .toList();
    }

    private void checkFree(String name) {
        LabelNames.check(name);
        if (labels.contains(name)) {
            throw new IllegalArgumentException("label: '" + Excerpt.of(name) + "' (expected: a name that no label has"
                    + (retired.contains(name) ? "; this one is retired and can be restored)" : ")"));
        }
    }

    private void removeHead(String name) {
        String issuing = operation.issuingHead();
        List<HeadSettings> fewer = new ArrayList<>(heads);
        if (name.equals(issuing) || !fewer.removeIf(head -> head.name().equals(name))) {
            List<String> shadows = heads.stream()
                    .map(HeadSettings::name)
                    .filter(head -> !head.equals(issuing))
                    .toList();
            throw new IllegalArgumentException(
                    "head: '" + Excerpt.of(name) + "'" + (name.equals(issuing) ? ", which issues the sets" : "")
                            + " (expected: one in the shadow of '" + Excerpt.of(issuing) + "', of "
                            + Excerpt.of(shadows) + ")");
        }
        heads = fewer;
    }

    private LearnerSettings settings() {
        // probabilities that are given are one per label
        boolean widened = before.model() instanceof GivenProbabilities.Settings
                && labels.size() > before.labels().size();
        return new LearnerSettings(
                labels,
                retired,
                before.seed(),
                widened ? VectorSettings.asGiven(labels.size()) : before.features(),
                texts,
                widened ? new GivenProbabilities.Settings(labels.size()) : before.model(),
                before.loss(),
                before.thresholdEstimator(),
                before.normalization(),
                heads,
                before.coverage(),
                operation);
    }
}
