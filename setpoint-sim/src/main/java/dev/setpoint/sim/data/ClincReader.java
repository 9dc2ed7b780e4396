package dev.setpoint.sim.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads CLINC150 (Larson et al. 2019), {@code data_full.json} and {@code domains.json}, plain or gzip: utterances of 150
 * intents in 10 domains, and utterances that belong to none. Domains are ordered as in {@code domains.json}, intents by
 * domain and within it as listed there.
 */
public final class ClincReader {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private ClincReader() {}

    /** What is a class. */
    public enum Labels {
        /** One of the 10 domains. */
        DOMAIN,
        /** One of the 150 intents. */
        INTENT
    }

    /** A part of the set; always read in this order. */
    public enum Split {
        /** 15,000 utterances. */
        TRAIN,
        /** 3,000 utterances. */
        VAL,
        /** 4,500 utterances. */
        TEST;

        private String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Reads all utterances that have an intent, 22,500 in the published set: train, val, test.
     *
     * @throws DataFormatException if a file is missing or not of this format
     */
    public static LabelledTexts read(Path data, Path domains, Labels by) throws IOException {
        return read(data, domains, by, EnumSet.allOf(Split.class));
    }

    /**
     * Reads the utterances of some splits that have an intent.
     *
     * @throws DataFormatException if a file is missing or not of this format
     */
    public static LabelledTexts read(Path data, Path domains, Labels by, Set<Split> splits) throws IOException {
        try (DataFile dataFile = DataFile.open(data);
                DataFile domainFile = DataFile.open(domains)) {
            return parse(dataFile, domainFile, by, splits);
        }
    }

    /**
     * Reads the utterances that have no intent, 1,200 in the published set: those of train, val and test in this order.
     *
     * @throws DataFormatException if the file is missing or not of this format
     */
    public static List<String> readOutOfScope(Path data) throws IOException {
        try (DataFile file = DataFile.open(data)) {
            JsonNode root = object(file);
            List<String> texts = new ArrayList<>();
            for (Split split : Split.values()) {
                for (String[] pair : pairs(file, root, "oos_" + split.key())) {
                    texts.add(pair[0]);
                }
            }
            return List.copyOf(texts);
        }
    }

    static LabelledTexts parse(DataFile data, DataFile domains, Labels by, Set<Split> splits) throws IOException {
        if (splits.isEmpty()) {
            throw new IllegalArgumentException("splits: none (expected: >= 1)");
        }
        List<String> labels = new ArrayList<>();
        Map<String, Integer> labelOfIntent = labelOfIntent(domains, by, labels);
        JsonNode root = object(data);
        List<String> texts = new ArrayList<>();
        List<Integer> label = new ArrayList<>();
        for (Split split : EnumSet.copyOf(splits)) {
            List<String[]> pairs = pairs(data, root, split.key());
            for (int i = 0; i < pairs.size(); i++) {
                String[] pair = pairs.get(i);
                Integer known = labelOfIntent.get(pair[1]);
                if (known == null) {
                    throw DataFormatException.inFile(
                            data.source() + ", " + split.key() + "[" + i + "]",
                            "intent " + pair[1],
                            "an intent of " + domains.source());
                }
                texts.add(pair[0]);
                label.add(known);
            }
        }
        if (texts.isEmpty()) {
            throw DataFormatException.inFile(data.source(), "no utterances", "at least 1");
        }
        String name = by == Labels.DOMAIN ? "clinc150" : "clinc150-intents";
        return new LabelledTexts(
                name, labels, texts, label.stream().mapToInt(i -> i).toArray());
    }

    private static Map<String, Integer> labelOfIntent(DataFile file, Labels by, List<String> labels)
            throws IOException {
        Map<String, Integer> labelOfIntent = new HashMap<>();
        for (Map.Entry<String, JsonNode> domain : object(file).properties()) {
            if (by == Labels.DOMAIN) {
                labels.add(domain.getKey());
            }
            if (!domain.getValue().isArray()) {
                throw wrong(file, domain.getKey(), domain.getValue(), "a list of intents");
            }
            for (JsonNode intent : domain.getValue()) {
                if (!intent.isTextual()) {
                    throw wrong(file, domain.getKey(), intent, "the name of an intent");
                }
                if (by == Labels.INTENT) {
                    labels.add(intent.textValue());
                }
                if (labelOfIntent.putIfAbsent(intent.textValue(), labels.size() - 1) != null) {
                    throw wrong(file, domain.getKey(), intent, "an intent not named before");
                }
            }
        }
        return labelOfIntent;
    }

    private static JsonNode object(DataFile file) throws IOException {
        try {
            JsonNode root = JSON.readTree(file.text());
            if (root == null || !root.isObject()) {
                throw DataFormatException.inFile(file.source(), "no JSON object", "a JSON object");
            }
            return root;
        } catch (JsonProcessingException malformed) {
            long line = malformed.getLocation() == null
                    ? 1
                    : malformed.getLocation().getLineNr();
            throw DataFormatException.atLine(file.source(), line, "JSON", malformed.getOriginalMessage(), "valid JSON");
        }
    }

    private static List<String[]> pairs(DataFile file, JsonNode root, String key) throws IOException {
        JsonNode list = root.get(key);
        if (list == null || !list.isArray()) {
            throw DataFormatException.inFile(
                    file.source() + ", " + key, list == null ? "missing" : "no list", "a list");
        }
        List<String[]> pairs = new ArrayList<>(list.size());
        for (JsonNode pair : list) {
            if (pair.size() != 2 || !pair.path(0).isTextual() || !pair.path(1).isTextual()) {
                throw wrong(file, key + "[" + pairs.size() + "]", pair, "[text, intent]");
            }
            pairs.add(new String[] {pair.get(0).textValue(), pair.get(1).textValue()});
        }
        return pairs;
    }

    private static DataFormatException wrong(DataFile file, String field, JsonNode found, String expected) {
        return DataFormatException.inFile(
                file.source() + ", " + DataFormatException.quote(field), found.toString(), expected);
    }
}
