package dev.setpoint.sim.data;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What to say of columns: what each was read as, and which of them may not be meant so. */
final class ColumnNotes {
    /** A column of no more different values than this may well be categories, whatever they look like. */
    private static final int FEW_VALUES = 20;

    /** The largest share of values that are no numbers in a column that was probably meant to be one of numbers. */
    private static final double MOST_OTHERS = 0.05;

    private static final int MOST_NUMERIC_LABELS = 200;
    private static final int SHOWN_VALUES = 4;
    private static final int LONGEST_NUMBER = 8;
    private static final int SHOWN_DIGITS = 4;

    /** Of whole numbers: the share of rows with a value of their own from which on the numbers seem to name the rows. */
    private static final double MOST_NAMES = 0.95;

    /** With fewer rows per label, it may be another column that was meant. */
    private static final int ROWS_OF_A_CLASS = 5;

    /** Where most values have so many words, they are hardly names of categories. */
    private static final int WORDS_OF_A_SENTENCE = 4;

    private static final Pattern WHOLE = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern DATE =
            Pattern.compile("[0-9]{1,4}([-/.])[0-9]{1,2}\\1[0-9]{1,4}(?:[T ].*)?", Pattern.DOTALL);

    private final Function<CsvColumns.Place, String> places;
    private final List<String> warnings = new ArrayList<>();

    /** Notes that name a place in a file like this. */
    ColumnNotes(Function<CsvColumns.Place, String> places) {
        this.places = places;
    }

    /** Looks at all columns; those without a name and a value are not worth a word. */
    WhatWasRead of(List<String> layout, List<CsvColumn> columns, Collection<String> nameless)
            throws DataFormatException {
        Map<String, String> kinds = new LinkedHashMap<>();
        for (CsvColumn column : columns) {
            if (!column.isEmpty() || column.role() == CsvColumn.Role.IGNORED || !nameless.contains(column.name())) {
                kinds.put(column.name(), kind(column));
            }
            warn(column);
        }
        return new WhatWasRead(layout, kinds, warnings);
    }

    private static String kind(CsvColumn column) throws DataFormatException {
        int missing = column.missing();
        String holes = missing == 0 ? "" : String.format(Locale.ROOT, "; %,d missing", missing);
        return switch (column.role()) {
            case IGNORED -> "ignored";
            case LABEL -> "label";
            case TEXT -> "text" + (missing == 0 ? "" : String.format(Locale.ROOT, "; %,d empty", missing));
            case FOUND, CATEGORY ->
                column.isEmpty()
                        ? "no values, left out"
                        : (column.isNumeric()
                                        ? "number, " + range(column)
                                        : "category, " + values(Spelling.sorted(column.spellings())))
                                + holes;
        };
    }

    /** How many categories there are, and the first of them. */
    static String values(List<String> categories) {
        return String.format(
                Locale.ROOT,
                "%,d %s: %s",
                categories.size(),
                categories.size() == 1 ? "value" : "values",
                NearNames.listed(categories, SHOWN_VALUES));
    }

    /** That rows are left out. */
    static String unlabelled(int count, String first) {
        return String.format(
                Locale.ROOT,
                count == 1
                        ? "%,d more row has no label and is left out (%s)"
                        : "%,d more rows have no label and are left out (the first: %s)",
                count,
                first);
    }

    private static String range(CsvColumn column) throws DataFormatException {
        float[] numbers = column.numbers();
        int least = -1;
        int greatest = -1;
        for (int i = 0; i < numbers.length; i++) {
            if (!Float.isNaN(numbers[i])) {
                least = least < 0 || numbers[i] < numbers[least] ? i : least;
                greatest = greatest < 0 || numbers[i] > numbers[greatest] ? i : greatest;
            }
        }
        return shortened(column.spellings().get(least)) + " to "
                + shortened(column.spellings().get(greatest));
    }

    private static String shortened(String number) {
        return number.length() <= LONGEST_NUMBER
                ? number
                : new BigDecimal(number).round(new MathContext(SHOWN_DIGITS)).toString();
    }

    private void warn(CsvColumn column) {
        switch (column.role()) {
            case LABEL -> ofLabel(column);
            case FOUND, CATEGORY -> {
                if (column.isNumeric()) {
                    ofNumbers(column);
                } else {
                    ofCategories(column);
                }
            }
            default -> {
                // texts are as different as they like
            }
        }
    }

    /** There may be more numbers than could be meant as classes. */
    private void ofLabel(CsvColumn column) {
        List<String> spellings = column.spellings();
        if (spellings.size() > MOST_NUMERIC_LABELS && spellings.stream().allMatch(Spelling::isNumeric)) {
            add(
                    "label %s: %,d different numbers, each read as a class (expected: classes; put numbers into ranges first)",
                    quotedName(column), spellings.size());
        } else if (spellings.size() > FEW_VALUES && ROWS_OF_A_CLASS * spellings.size() > column.rows()) {
            add(
                    "label %s: %,d different values in %,d rows, each read as a class (expected: the column of the classes; with fewer"
                            + " than %d rows each, little can be learned about them)",
                    quotedName(column), spellings.size(), column.rows(), ROWS_OF_A_CLASS);
        }
    }

    /** These may be categories, and rather look like numbers, dates, texts, or names of rows. */
    private void ofCategories(CsvColumn column) {
        List<String> spellings = column.spellings();
        if (column.role() == CsvColumn.Role.FOUND && haveDecimalCommas(spellings)) {
            String first = spellings.stream()
                    .filter(text -> text.indexOf(',') >= 0)
                    .findFirst()
                    .orElseThrow();
            add(
                    "column %s: numbers with a comma (%s: '%s'), each read as a category; if it is a decimal comma, write a point",
                    quotedName(column), places.apply(column.first(first)), DataFormatException.quote(first));
            return;
        }
        if (spellings.size() <= FEW_VALUES) {
            return;
        }
        int present = column.rows() - column.missing();
        long numbers = spellings.stream().filter(Spelling::isNumeric).count();
        if (column.role() == CsvColumn.Role.FOUND && numbers > FEW_VALUES && isNumericButForFew(column)) {
            return;
        }
        long phrases = spellings.stream().filter(text -> text.indexOf(' ') >= 0).count();
        long sentences = spellings.stream()
                .filter(text -> text.split(" +", WORDS_OF_A_SENTENCE).length == WORDS_OF_A_SENTENCE)
                .count();
        if (2 * spellings.size() <= present && 2 * sentences <= spellings.size()) {
            return;
        }
        if (spellings.stream().allMatch(text -> DATE.matcher(text).matches())) {
            add(
                    "column %s: %,d different dates in %,d rows, each read as a category; ignore: [%s]"
                            + WhatWasRead.ORDER_HINT,
                    quotedName(column),
                    spellings.size(),
                    column.rows(),
                    quotedName(column));
        } else if (2 * phrases > spellings.size()) {
            add(
                    "column %s: %,d different values in %,d rows, each read as a category; if these are texts, say text: %s, else"
                            + " ignore: [%s]",
                    quotedName(column), spellings.size(), column.rows(), quotedName(column), quotedName(column));
        } else {
            add(
                    "column %s: %,d different values in %,d rows, each read as a category; if they name rows, ignore: [%s]",
                    quotedName(column), spellings.size(), column.rows(), quotedName(column));
        }
    }

    /** These may be numbers of rows, or codes; or a word makes them numbers with holes, and they are so few that it could be one category more. */
    private void ofNumbers(CsvColumn column) {
        List<String> spellings = column.spellings();
        int present = column.rows() - column.missing();
        if (spellings.size() > FEW_VALUES
                && spellings.size() >= MOST_NAMES * present
                && spellings.stream().allMatch(text -> WHOLE.matcher(text).matches())) {
            add(
                    "column %s: %,d different whole numbers in %,d rows, read as a number; if they name rows, ignore: [%s]",
                    quotedName(column), spellings.size(), column.rows(), quotedName(column));
        }
        List<String> words =
                spellings.stream().filter(Spelling::isMissingNumber).toList();
        int numbers = spellings.size() - words.size();
        if (words.isEmpty() || numbers > FEW_VALUES) {
            return;
        }
        add(
                "column %s: '%s' (%s) read as a missing number beside %,d different %s; if it is a category, say categories: [%s]",
                quotedName(column),
                words.get(0),
                places.apply(column.first(words.get(0))),
                numbers,
                numbers == 1 ? "number" : "numbers",
                quotedName(column));
    }

    private static boolean haveDecimalCommas(List<String> spellings) {
        return !spellings.isEmpty()
                && spellings.stream()
                        .allMatch(text -> Spelling.isMissingNumber(text) || Spelling.isNumeric(text.replace(',', '.')))
                && spellings.stream().anyMatch(text -> text.indexOf(',') >= 0);
    }

    private boolean isNumericButForFew(CsvColumn column) {
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
        if (others > MOST_OTHERS * present) {
            return false;
        }
        add(
                "column %s: %,d of %,d values %s (%s: '%s'); read as a category",
                quotedName(column),
                others,
                present,
                others == 1 ? "is not a number" : "are not numbers",
                places.apply(column.first(first)),
                DataFormatException.quote(first));
        return true;
    }

    private void add(String format, Object... values) {
        warnings.add(String.format(Locale.ROOT, format, values));
    }

    private static String quotedName(CsvColumn column) {
        return DataFormatException.quote(column.name());
    }
}
