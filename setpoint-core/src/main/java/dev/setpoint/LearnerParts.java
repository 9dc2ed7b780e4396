package dev.setpoint;

import dev.setpoint.feature.Encoder;
import dev.setpoint.feature.LabelTexts;
import dev.setpoint.measure.Measures;
import dev.setpoint.model.ModelContext;
import dev.setpoint.model.ProbabilityModel;
import java.util.List;

/**
 * What a learner is made of, and how its parts work together. When labels or heads change, the parts are made anew around the same
 * encoder, model, trackers and decisions.
 */
final class LearnerParts {
    private LearnerSettings settings;
    private boolean untouched = true;
    private final Recorder recorder;
    private final OneWriter writer;
    final SettingsPage settingsPage = new SettingsPage(this);
    final Encoder encoder;
    /** Null if labels have none. */
    private final LabelTexts texts;

    final ProbabilityModel model;
    final Explorations explorations;
    final Heads heads;
    final Measures measures;
    final DecisionLedger ledger;
    final Lesson lesson;
    final Decider decider;
    final DecisionLoop loop;

    /** Of a learner that has seen nothing. */
    LearnerParts(LearnerSettings settings, DecisionStore store, Recorder recorder, OneWriter writer) {
        this.settings = settings;
        this.recorder = recorder;
        this.writer = writer;
        this.explorations = new Explorations(settings);
        this.heads = new Heads(settings);
        this.measures = new Measures(settings.labels().size(), heads.count());
        this.encoder = settings.features().create(); // which may hold native memory, as the model may: after the rest
        try {
            this.texts = settings.labelTexts().isEmpty() ? null : encoder.labelTexts(settings.labelTexts());
            this.model = settings.model().create(context(settings, texts));
        } catch (RuntimeException | Error e) {
            try (encoder) { // there will be no learner to close
                throw e;
            }
        }
        this.ledger = new DecisionLedger(settings, store, heads, explorations, model);
        this.lesson = new Lesson(settings, encoder, model, heads, measures);
        this.decider = new Decider(settings, encoder, model, explorations, heads);
        this.loop = new DecisionLoop(this, recorder, writer);
    }

    /**
     * Of the learner that the parts before belong to, whose labels or heads have changed.
     *
     * @param texts of all labels, if they have some
     * @param fresh by place, the heads that were not there; null for the others
     */
    private LearnerParts(LearnerParts before, LearnerSettings changed, LabelTexts texts, Head[] fresh) {
        this.settings = changed;
        this.recorder = before.recorder;
        this.writer = before.writer;
        this.encoder = changed.features().equals(before.settings.features())
                ? before.encoder
                : changed.features().create(); // of given probabilities alone, whose encoder holds nothing
        this.texts = texts;
        this.model = before.model;
        this.untouched = false;
        int labels = changed.labels().size();
        if (labels > before.settings.labels().size()) {
            model.grow(context(changed, texts));
        }
        this.explorations = before.explorations;
        explorations.change(changed, before.ledger.decisions());
        this.heads = before.heads.changed(changed, fresh);
        before.measures.grow(labels);
        this.measures =
                heads.isOf(before.heads) ? before.measures : before.measures.withHeads(heads.places(before.heads));
        this.ledger = new DecisionLedger(changed, before.ledger, heads);
        this.lesson = new Lesson(changed, encoder, model, heads, measures);
        this.decider = new Decider(changed, encoder, model, explorations, heads);
        this.loop = new DecisionLoop(this, recorder, writer);
        before.lesson.end();
        lesson.updateCalibrated();
    }

    /**
     * Refuses a store with decisions of another learner.
     *
     * @param restored whether it may have those of this learner
     * @throws IllegalArgumentException if it is not empty
     */
    static void checkStore(DecisionStore store, boolean restored) {
        if (!restored && !store.isEmpty()) {
            throw new IllegalArgumentException("store: with decisions, " + store.pending()
                    + " of them pending (expected: an empty one; LearnerPages.restore goes on with a used one)");
        }
    }

    private static ModelContext context(LearnerSettings settings, LabelTexts texts) {
        return new ModelContext(settings.labels().size(), settings.loss(), texts, settings.seed());
    }

    LearnerSettings settings() {
        return settings;
    }

    Step newStep(int expected) {
        return new Step(lesson, ledger, recorder, writer, expected);
    }

    /**
     * The parts after a change: these, or new ones around what these have learned.
     *
     * @throws IllegalArgumentException if it cannot be made; then nothing has changed
     */
    LearnerParts changed(Change change) {
        LearnerSettings changed = settings.with(change);
        SettingsText.checkReadable(changed);
        int added = changed.labels().size() - settings.labels().size();
        if (added > 0 && !model.canGrow()) {
            throw new IllegalArgumentException("label: one more (expected: none, as the model " + settings.model()
                    + " cannot be given more than it was made with)");
        }
        List<String> addedTexts = changed.labelTexts()
                .subList(settings.labelTexts().size(), changed.labelTexts().size());
        LabelTexts allTexts = addedTexts.isEmpty() ? texts : texts.and(encoder.labelTexts(addedTexts));
        Head[] fresh = heads.fresh(changed); // all that may refuse comes before
        recorder.changed(change);
        untouched = false;
        if (!(change instanceof Operation)) {
            return new LearnerParts(this, changed, allTexts, fresh);
        }
        explorations.change(changed, ledger.decisions());
        operate(changed);
        ledger.setSettings(changed);
        return this;
    }

    /** Takes the operation of settings that were read. */
    void restore(LearnerSettings stored) {
        explorations.restore(stored);
        operate(stored);
        ledger.restoreSettings(stored);
    }

    private void operate(LearnerSettings changed) {
        settings = changed;
        heads.change(changed.operation());
        decider.setSettings(changed);
        lesson.setSettings(changed);
    }

    /** The event that a record of the learner begins with, from here on. */
    Event beginning() {
        return untouched && ledger.decisions() == 0
                ? new Event.Created(settings)
                : new Event.Continued(
                        settings,
                        ledger.decisions(),
                        measures.answered(),
                        ledger.store().pending());
    }

    /** Something has happened that is no decision. */
    void touch() {
        untouched = false;
    }

    /** Puts what follows from the state in order, after it was read. */
    void endRead() {
        touch();
        ledger.endRead();
        lesson.updateCalibrated();
    }

    void close() {
        if (writer.enterLast()) {
            try (writer; // each of them also if another throws
                    encoder;
                    model) {
                ledger.store().close();
            } finally {
                recorder.end();
            }
        }
    }
}
