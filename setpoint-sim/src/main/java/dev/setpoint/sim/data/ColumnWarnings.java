package dev.setpoint.sim.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What to say of columns that are read in a way that may not be meant. */
final class ColumnWarnings {
    /** A column of no more different values than this may well be categories, whatever they look like. */
    private static final int FEW_VALUES = 20;

    /** The largest share of values that are no numbers in a column that was probably meant to be one of numbers. */
    private static final double MOST_OTHERS = 0.05;

    private static final int MOST_NUMERIC_LABELS = 200;

    private final List<String> warnings = new ArrayList<>();

    List<String> all() {
        return List.copyOf(warnings);
    }

    /** Looks at a column of features. */
    void ofFeature(CsvColumn column) {
        ofCategories(column);
        ofMissingNumbers(column);
    }

    /** Looks at the column of labels: there may be more numbers than could be meant as classes. */
    void ofLabel(CsvColumn column) {
        List<String> spellings = column.spellings();
        if (spellings.size() > MOST_NUMERIC_LABELS && spellings.stream().allMatch(Spelling::isNumeric)) {
            add(
                    "label %s: %,d different numbers, each read as a class (expected: classes; put numbers into ranges first)",
                    quotedName(column), spellings.size());
        }
    }

    /** These may be categories, and rather look like numbers or texts. */
    private void ofCategories(CsvColumn column) {
        List<String> spellings = column.spellings();
        if (spellings.size() <= FEW_VALUES || column.isNumeric()) {
            return;
        }
        long numbers = spellings.stream().filter(Spelling::isNumeric).count();
        long phrases = spellings.stream().filter(text -> text.indexOf(' ') >= 0).count();
        if (numbers > FEW_VALUES) {
            ofFewOthers(column);
        } else if (2 * phrases > spellings.size() && 2 * spellings.size() > column.rows()) {
            add(
                    "column %s: %,d different values in %,d rows, each read as a category; if these are texts, say text: %s",
                    quotedName(column), spellings.size(), column.rows(), quotedName(column));
        }
    }

    /** A word may make these numbers with holes, and they are so few that it could be one category more. */
    private void ofMissingNumbers(CsvColumn column) {
        List<String> words =
                column.spellings().stream().filter(Spelling::isMissingNumber).toList();
        int numbers = column.spellings().size() - words.size();
        if (words.isEmpty() || numbers > FEW_VALUES || !column.isNumeric()) {
            return;
        }
        add(
                "column %s: '%s' (line %d) read as a missing number beside %,d different %s; if it is a category, write another word",
                quotedName(column),
                words.get(0),
                column.firstLine(words.get(0)),
                numbers,
                numbers == 1 ? "number" : "numbers");
    }

    private void ofFewOthers(CsvColumn column) {
        int present = 0;
        int others = 0;
        String first = "";
        for (int row = 0; row < column.rows(); row++) {
            if (column.isMissing(row) || Spelling.isMissingNumber(column.spelling(row))) {
                continue;
            }
            present++;
            if (Spelling.isNoNumber(column.spelling(row))) {
                first = others == 0 ? column.spelling(row) : first;
                others++;
            }
        }
        if (others <= MOST_OTHERS * present) {
            add(
                    "column %s: %,d of %,d values %s (line %d: '%s'); read as a category",
                    quotedName(column),
                    others,
                    present,
                    others == 1 ? "is not a number" : "are not numbers",
                    column.firstLine(first),
                    DataFormatException.quote(first));
        }
    }

    private void add(String format, Object... values) {
        warnings.add(String.format(Locale.ROOT, format, values));
    }

    private static String quotedName(CsvColumn column) {
        return DataFormatException.quote(column.name());
    }
}
