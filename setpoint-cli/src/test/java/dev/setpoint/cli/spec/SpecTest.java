package dev.setpoint.cli.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.LearnerSettings;
import dev.setpoint.cli.Cli;
import dev.setpoint.feature.EncoderSettings;
import dev.setpoint.feature.FeatureSettings;
import dev.setpoint.feature.SentenceSettings;
import dev.setpoint.feature.VectorSettings;
import dev.setpoint.model.ModelSettings;
import dev.setpoint.sim.Drift;
import dev.setpoint.sim.EncodedTexts;
import dev.setpoint.sim.ExperimentSettings;
import dev.setpoint.sim.FeedbackSettings;
import dev.setpoint.sim.Shift;
import dev.setpoint.sim.data.LabelledData;
import dev.setpoint.sim.data.LabelledTexts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Experiment files: what every key means when it is absent, and what is said when it is wrong. */
class SpecTest {
    private static final LabelledData DATA =
            LabelledData.dense("data", List.of("a", "b"), new int[] {0, 1, 0}, new float[][] {{1, 2}, {3, 4}, {5, 6}});

    @TempDir
    Path folder;

    private Path spec;

    @BeforeEach
    void files() throws IOException {
        spec = folder.resolve("my-spec.yaml");
        Files.writeString(folder.resolve("rows.csv"), "x,class\n1,a\n2,b\n3,a\n");
    }

    private Cli run(String text) throws IOException {
        Files.writeString(spec, text);
        return Cli.run("run", spec, "--out", folder.resolve("out"), "--data", folder);
    }

    private void assertRefused(String text, String sentence) throws IOException {
        run(text).refusedData("setpoint: " + spec + ": ", sentence);
        assertThat(folder.resolve("out")).as("the run folder").doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "coverage: label             | coverage: 'label' (expected: class, marginal)",
                "colour: red                 | colour: unknown key (expected: one of [alpha, batch, checkpoints, coverage,",
                "labelTexts: none            | seeds, shift, standardize, theorems, title, window]; nearest: labeltexts)",
                "emptySets: allowed          | nearest: empty)",
                "title: [a, b]               | title: [\"a\",\"b\"] (expected: one value)",
                "description: {a: b}         | description: {\"a\":\"b\"} (expected: one value)",
                "standardize: 1              | standardize: 1 (expected: true or false)",
                "standardize: maybe          | standardize: \"maybe\" (expected: true or false)",
                "passes: 0                   | passes: 0 (expected: a whole number >= 1)",
                "passes: 1.5                 | passes: 1.5 (expected: a whole number >= 1)",
                "queries: many               | queries: \"many\" (expected: a whole number >= 1)",
                "queries: 0                  | queries: 0 (expected: a whole number >= 1)",
                "batch: 0                    | batch: 0 (expected: a whole number >= 1)",
                "window: -3                  | window: -3 (expected: a whole number >= 1)",
                "checkpoints: 0              | checkpoints: 0 (expected: a whole number >= 1)",
                "checkpoints: [1]            | checkpoints: [1] (expected: a whole number >= 1)",
                "alpha: 1.5                  | alpha: 1.5 (expected: in (0, 1))",
                "alpha: '0.1'                | alpha: \"0.1\" (expected: a number)",
                "floor: -0.1                 | floor: -0.1 (expected: in [0, 1])",
                "floor: none                 | floor: \"none\" (expected: a number)",
                "model: tree                 | model: 'tree' (expected: softmax-regression, mlp, given, or a network of the module setpoint-deep); ./setpoint --deep has it",
                "model: mlp(hidden=0)        | hidden: 0 (expected: ",
                "model: mlp(depth=3)         | depth in 'mlp(depth=3)' (expected: dimension,",
                "model: mlp(hidden=3         | 'mlp(hidden=3' (expected: a closing bracket at the end)",
                "model: {mlp: 1}             | model: {\"mlp\":1} (expected: one value)",
                "model: softmax-regression(optimizer=adam(rate=x)) | rate: 'x' (expected: a number)",
                "policy: best                | policy: 'best' (expected: trade-off, softmax, uniform, epsilon-greedy, squarecb, set-aware)",
                "policy: softmax(temperature=0) | temperature: 0.0 (expected: ",
                "policy: [uniform]           | policy: [\"uniform\"] (expected: one value)",
                "loss: hinge                 | loss: 'hinge' (expected: likelihood, pulled-arm, ipw, dr, sdr)",
                "loss: [sdr]                 | loss: [\"sdr\"] (expected: one value)",
                "estimator: knn              | estimator: 'knn' (expected: ipw, dr, sdr)",
                "estimator: [ipw]            | estimator: [\"ipw\"] (expected: keys [model, thresholds])",
                "estimator: {both: ipw}      | estimator: both: unknown key (expected: one of [model, thresholds])",
                "estimator: {model: knn}     | estimator: 'knn' (expected: ipw, dr, sdr)",
                "empty: never                | empty sets: 'never' (expected: allowed, most-probable)",
                "normalize: rows             | normalize: 'rows' (expected: none, batch-size, correct-pulls)",
                "normalize: {a: 1}           | normalize: {\"a\":1} (expected: one value)",
                "features: words             | features: 'words' (expected: hashed, sentence, dense, vectors)",
                "features: hashed(bits=99)   | bits: 99 (expected: in [1, 28])",
                "features: []                | features: [] (expected: one value)",
                "features: hashed            | (expected: dense(...) or vectors(...), as the data are numbers)",
                "features: sentence          | (expected: dense(...) or vectors(...), as the data are numbers)",
                "features: dense(cross=3)    | cross: 3 (expected: 1 or 2)",
                "features: dense(pairs=true) | pairs in 'dense(pairs=true)' (expected: dimension,",
                "features: dense(dimension=3) | dimension of features: 3 (expected: 1, that of the data)",
                "features: dense; standardize: false | standardize: false beside features (expected: one of the two;",
                "labeltexts: some            | labeltexts: some (expected: names, none, or a text per label)",
                "labeltexts: [x, y]          | labeltexts: [\"x\",\"y\"] (expected: one value)",
                "labeltexts: {c: x}          | labeltexts: c: unknown key (expected: one of [a, b])",
                "labeltexts: {a: x}          | labeltexts: {\"a\":\"x\"} (expected: none, or to be left out, as the data are numbers)",
                "labeltexts: names           | labeltexts: names (expected: none, or to be left out, as the data are numbers)",
                "heads: experts              | heads: \"experts\" (expected: a list of heads)",
                "heads: {score: aps}         | heads: {\"score\":\"aps\"} (expected: a list of heads)",
                "heads: [aps]                | heads: \"aps\" (expected: keys [name, score, tracker])",
                "heads: [{scores: aps}]      | heads: scores: unknown key (expected: one of [name, score, tracker]; nearest: score)",
                "heads: [{score: margin}]    | score: 'margin' (expected: softmax, aps, raps)",
                "heads: [{tracker: adam}]    | tracker: 'adam' (expected: sgd, experts, scale-free, decaying, weighted-quantile, strongly-adaptive, outer, auto)",
                "heads: [{tracker: sgd(eta=0)}] | eta: 0.0 (expected: > 0 and <= 1.0E9)",
                "heads: [{score: [aps]}]     | score: [\"aps\"] (expected: one value)",
                "heads: [{name: x}, {name: x}] | heads: two are named 'x' (expected: different names)",
                "heads: [{tracker: auto}, {score: softmax}] | heads: two are named 'auto on softmax' (expected: different names)",
                "heads: [{name: ' '}]        | name of a head: ' ' (expected: not blank)",
                "feedback: 3                 | feedback: 3 (expected: keys [delay, dropout, labels, noise, noneof])",
                "feedback: {late: 3}         | feedback: late: unknown key (expected: one of [delay, dropout, labels, noise, noneof])",
                "feedback: {delay: -1}       | delay: -1 (expected: a whole number >= 0)",
                "feedback: {dropout: 1}      | dropout: 1.0 (expected: in [0, 1))",
                "feedback: {noise: some}     | noise: \"some\" (expected: a number)",
                "feedback: {labels: 2}       | labels: 2.0 (expected: in [0, 1])",
                "feedback: {noneof: -1}      | noneof: -1.0 (expected: in [0, 1])",
                "oracle: both                | oracle: \"both\" (expected: true or false)",
                "outofscope: 1               | outofscope: 1 (expected: true or false)",
                "outofscope: true            | outofscope: true for rows (expected: false; only CLINC150 has messages of",
                "drift: sudden               | drift: 'sudden' (expected: none, abrupt, slow)",
                "drift: abrupt(at=2)         | at: 2.0 (expected: in [0, 1])",
                "drift: [slow]               | drift: [\"slow\"] (expected: one value)",
                "shift: label                | shift: 'label' (expected: none, covariate)",
                "shift: covariate(cap=0)     | cap: 0.0 (expected: in [1, 1.0E9])",
                "shift: covariate(weights=x) | weights: 'x' (expected: none, true, classifier)",
                "seeds: []                   | seeds: none (expected: at least one)",
                "seeds: 0                    | seeds: 0 (expected: a whole number >= 1)",
                "seeds: [1, 2, 1]            | seeds: 1 (expected: different whole numbers)",
                "seeds: [1, a]               | seeds: \"a\" (expected: different whole numbers)",
                "seeds: few                  | seeds: \"few\" (expected: a whole number >= 1)",
            })
    void everyWrongKeyIsSaidInOneSentence(String line, String sentence) throws IOException {
        assertRefused("data: {format: csv, files: rows.csv}\n" + line.replace("; ", "\n") + "\n", sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``                                        | data: missing (expected: a data set's name, or format",
                "data: nonesuch                            | data set: nonesuch (expected: one of",
                "data: [clinc150]                          | data: [\"clinc150\"] (expected: a data set's name, or format",
                "data: {format: csv}                       | data: files: none (expected: at least one)",
                "data: {files: rows}                       | data: format: '' (expected: one of csv, arff, libsvm, idx,",
                "data: {format: xls, files: rows.csv}      | data: format: 'xls' (expected: one of csv, arff, libsvm, idx,",
                "data: {format: csv, file: rows.csv}       | data: file: unknown key (expected: one of [categories, delimiter, files,",
                "data: {format: csv, files: [rows.csv, rows.csv]} | data: files: rows.csv twice (expected: each once)",
                "data: {format: arff, files: [rows.csv, my-spec.yaml]} | data: files: 2 (expected: one for this format)",
                "data: {format: idx, files: rows.csv}      | data: files: 1 (expected: two: images, labels)",
                "data: {format: clinc150, files: rows.csv} | data: files: 1 (expected: two: data_full.json, domains.json)",
                "data: {format: csv, files: rows.csv, delimiter: ab}  | data: delimiter: 'ab' (expected: one character)",
                "data: {format: csv, files: rows.csv, header: 0}      | header: 0 (expected: true or false)",
                "data: {format: csv, files: rows.csv, label: -2}      | label: -2 (expected: a whole number >= 0)",
                "data: {format: libsvm, files: rows.csv, firstIndex: one} | firstIndex: \"one\" (expected: a whole number >= 0)",
                "data: {format: clinc150, files: [rows.csv, my-spec.yaml], labels: all} | data: labels: 'all' (expected: domains or intents)",
            })
    void everyWrongKeyOfDataIsSaidInOneSentence(String line, String sentence) throws IOException {
        assertRefused("title: t\n" + line + "\n", sentence);
    }

    @Test
    void aFileThatIsNotAnExperimentIsRefused() throws IOException {
        assertRefused("", "not an experiment (expected: keys such as data, model, heads)");
        assertRefused("- a\n- b\n", "not an experiment");
        assertRefused("just words\n", "not an experiment");
        assertRefused("data: [1, 2\nalpha: 3\n", "line ");
        assertRefused("title: a: b\n", "line 1: ");
        assertRefused("data: x\nalpha: 0.1\nalpha: 0.2\n", "line 3: Duplicate field 'alpha'");
        Files.write(spec, "title: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1));
        Cli.run("run", spec).refusedData(spec + ": not UTF-8 text");
        Cli.run("run", folder.resolve("none.yaml")).refusedData("none.yaml: no such file");
    }

    @Test
    void aDataFileThatIsMissingOrWrongIsRefused() throws IOException {
        run("data: {format: csv, files: none.csv}\n").refusedData("none.csv", "no such file");
        run("data: {format: csv, files: rows.csv, label: kind}\n").refusedData("rows.csv", "kind");
        run("data: clinc150\n").refusedData("clinc150", "missing");
        Files.writeString(folder.resolve("one.csv"), "x,class\n1,a\n2,a\n");
        run("data: {format: csv, files: one.csv}\n")
                .refusedData("data: all rows have the label 'a' (expected: at least 2 labels)");
        assertThat(folder.resolve("out")).doesNotExist();
    }

    @Test
    void whatIsAbsentIsAtTheLearnersDefault() {
        ExperimentSettings settings = Spec.parse("data: x\n").experiment(DATA);
        LearnerSettings expected =
                LearnerSettings.builder(DATA.labels()).dense(2).build();
        assertThat(settings.learner()).isEqualTo(expected);
        assertThat(settings).isEqualTo(new ExperimentSettings(expected, 3, 1, FeedbackSettings.IMMEDIATE, 1, 100));
        assertThat(expected.model()) // 2 numbers, 3 pairs, 1 constant
                .hasToString(
                        "softmax-regression(dimension=6, optimizer=row-adagrad(rate=8.0, implicit=true), clip=Infinity)");
        assertThat(Spec.parse("data: x\n").seeds()).containsExactly(1L);
        assertThat(Spec.parse("data: x\n").textFeatures()).isEqualTo(FeatureSettings.DEFAULT);
        assertThat(Spec.parse("data: x\n").title("rows")).isEqualTo("rows");
        assertThat(Spec.parse("data: x\n").description()).isEmpty();
        assertThat(Spec.parse("data: x\n").outOfScope()).isFalse();
    }

    @Test
    void whatIsGivenIsTaken() {
        ExperimentSettings settings = Spec.parse("""
                data: x
                standardize: true
                passes: 5
                batch: 4
                alpha: 0.2
                model: mlp(hidden=3)
                policy: uniform
                floor: 0.3
                loss: likelihood
                estimator: {thresholds: dr}
                normalize: batch-size
                empty: most-probable
                heads:
                  - {name: one, score: aps, tracker: sgd(eta=0.5)}
                  - {score: raps(kreg=2)}
                feedback: {delay: 20000, dropout: 0.1, noise: 0.2, labels: 0.3, noneof: 0.4}
                drift: slow(from=0.1, to=0.2)
                shift: covariate(tilt=1, share=0.3, weights=classifier, cap=7)
                oracle: true
                window: 6
                checkpoints: 7
                """).experiment(DATA);
        assertThat(settings.learner().toString())
                .isEqualTo("""
                labels: [a, b]
                alpha: 0.2
                seed: 1
                features: vectors(dimension=2, standardize=true, cross=1, unitlength=false)
                model: %s
                policy: uniform
                floor: 0.3
                loss: likelihood
                thresholdEstimator: dr
                normalize: batch-size
                emptySets: most-probable
                maxWeight: 7.0
                maxPending: 40008
                maxAge: 1000000
                head one: sgd(eta=0.5, start=0.0) on aps(randomised=true)
                head auto on raps(kreg=2): auto(prior=0.015, own=0.3, fading=1.0, memory=5000.0, pool=1.0) on raps(lambda=0.01, kreg=2, randomised=true)""".formatted(ModelSettings.parse("mlp(dimension=2, hidden=3)")));
        assertThat(settings)
                .isEqualTo(new ExperimentSettings(
                        settings.learner(),
                        15,
                        4,
                        new FeedbackSettings(20000, 0.1, 0.2, 0.3, 0.4),
                        new Drift.Slow(0.1, 0.2),
                        new Shift.Covariate(1, 0.3, Shift.Weights.CLASSIFIER, 7),
                        6,
                        7,
                        true));
    }

    @Test
    void lossIsTheNewerSpellingOfTheModelsEstimator() throws IOException {
        assertThat(learner("estimator: dr")).isEqualTo(learner("loss: dr\nestimator: {thresholds: dr}"));
        assertThat(learner("estimator: {model: ipw}")).isEqualTo(learner("loss: ipw"));
        String data = "data: {format: csv, files: rows.csv}\nloss: sdr\n";
        assertRefused(
                data + "estimator: {model: sdr}\n",
                "estimator: model: sdr beside loss (expected: loss alone for the model)");
        assertRefused(
                data + "estimator: ipw\n",
                "estimator: ipw beside loss (expected: loss alone for the model, and estimator: {thresholds: ipw})");
    }

    @Test
    void theDefaultsNameSaysNoMoreThanLeavingItOut() {
        assertThat(learner("model: softmax-regression")).isEqualTo(learner(""));
        assertThat(learner("model: softmax-regression\nloss: ipw")).isEqualTo(learner("loss: ipw"));
        assertThat(learner("model: softmax-regression(clip=15)").features()).isEqualTo(VectorSettings.asGiven(2));
    }

    private static LearnerSettings learner(String lines) {
        return learner(lines, DATA);
    }

    @Test
    void featuresOfNumbersAreDenseUnlessTheModelOrTheKeysSayOtherwise() {
        assertThat(learner("").features()).isEqualTo(VectorSettings.dense(2));
        assertThat(learner("features: dense").features()).isEqualTo(VectorSettings.dense(2));
        assertThat(learner("features: dense(cross=1, unitlength=false)").features())
                .isEqualTo(new VectorSettings(2, true, 1, false));
        assertThat(learner("features: vectors").features()).isEqualTo(VectorSettings.asGiven(2));
        assertThat(learner("features: vectors(standardize=true)").features())
                .isEqualTo(new VectorSettings(2, true, 1, false));
        assertThat(learner("model: mlp").features()).isEqualTo(VectorSettings.asGiven(2));
        assertThat(learner("model: mlp\nfeatures: dense").model().dimension()).isEqualTo(6);
        assertThat(learner("standardize: true").features()).isEqualTo(new VectorSettings(2, true, 1, false));
        assertThat(learner("standardize: false").features()).isEqualTo(VectorSettings.asGiven(2));
        assertThat(learner("labeltexts: none").labelTexts()).isEmpty();
    }

    @Test
    void textsAreComparedWithTheNamesOfLabelsOrWithWhatIsSaidOfThem() {
        FeatureSettings small = new FeatureSettings(8, 1, 3, 3, true, true);
        LabelledTexts texts = new LabelledTexts(
                "texts", List.of("pay_bill", "book-flight"), List.of("pay", "book"), new int[] {0, 1});
        EncodedTexts data = new EncodedTexts(texts, small);
        assertThat(learner("", data).labelTexts()).containsExactly("pay bill", "book flight");
        assertThat(learner("labeltexts: names", data).labelTexts()).containsExactly("pay bill", "book flight");
        assertThat(learner("labeltexts: none", data).labelTexts()).isEmpty();
        assertThat(learner("labeltexts: {pay_bill: send money}", data).labelTexts())
                .containsExactly("send money", "book flight");
        assertThat(learner("", data).features()).isEqualTo(small);
        assertThat(Spec.parse("features: hashed(bits=8)\n").textFeatures())
                .isEqualTo(EncoderSettings.parse("hashed(bits=8)"));
        assertThat(Spec.parse("features: sentence\n").textFeatures()).isEqualTo(SentenceSettings.DEFAULT);
        assertThatThrownBy(() -> Spec.parse("features: dense(dimension=4)\n").textFeatures())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageEndingWith("(expected: hashed(...) or sentence(...), as the data are texts)");
    }

    private static LearnerSettings learner(String lines, LabelledData data) {
        return Spec.parse("data: x\n" + lines + "\n").experiment(data).learner();
    }

    @Test
    void withoutWeightsAShiftLeavesTheLearnerAsItIs() {
        assertThat(Spec.parse("shift: covariate(cap=7)\n")
                        .experiment(DATA)
                        .learner()
                        .maxWeight())
                .isEqualTo(1);
    }

    @Test
    void everyKeyIsNamedInTheHelp() throws IOException {
        String help = Cli.run("run", "--help").succeeded().out().replaceAll("\\s+", " ");
        String keys = run("colour: red\n").err().replaceAll(".*one of \\[(.*)\\].*\\s*", "$1");
        assertThat(keys.split(", "))
                .hasSizeGreaterThan(20)
                .allSatisfy(key -> assertThat(help).containsPattern("[ ,]" + key + "[,;]"));
    }

    @Test
    void queriesTakePrecedenceOverPasses() {
        assertThat(Spec.parse("data: x\npasses: 3\nqueries: 11\n")
                        .experiment(DATA)
                        .queries())
                .isEqualTo(11);
    }

    @Test
    void aNumberOfSeedsCountsFromOne() {
        assertThat(Spec.parse("seeds: 3\n").seeds())
                .isEqualTo(Spec.parse("seeds: [1, 2, 3]\n").seeds())
                .containsExactly(1L, 2L, 3L);
        assertThat(Spec.parse("seeds: [7, -2]\n").seeds()).containsExactly(7L, -2L);
    }

    @Test
    void anAnswerCanWaitAsLongAsItsDelay() {
        LearnerSettings learner =
                Spec.parse("feedback: {delay: 1500000000}\n").experiment(DATA).learner();
        assertThat(learner.maxPending()).isGreaterThan(1_500_000_000);
        assertThat(learner.maxAge()).isGreaterThan(1_500_000_000);
    }
}
