/**
 * Labelled data sets for simulations: readers of the usual file formats and a catalogue of known sets.
 *
 * <p>A set of numbers is a {@link dev.setpoint.sim.data.LabelledData}, a set of sentences a {@link
 * dev.setpoint.sim.data.LabelledTexts}. Both are in memory, never change once read and may be shared by threads.
 *
 * <p>Readers accept a file as it is or compressed by gzip, told apart by content. What a reader cannot understand it refuses
 * with a {@link dev.setpoint.sim.data.DataFormatException}: one sentence with the file, the line or byte, the field, what was
 * found and what was expected. Memory is taken as
 * bytes arrive, not by the size a file claims; the exception is SVHN, whose MATLAB library allocates by claimed sizes: those
 * beyond memory are refused too.
 *
 * <h2>Columns, categories and missing values</h2>
 *
 * <p>{@link dev.setpoint.sim.data.CsvReader} and {@link dev.setpoint.sim.data.ArffReader} turn columns into features by one
 * rule, kept by {@link dev.setpoint.sim.data.TableData}:
 *
 * <ul>
 *   <li>a numeric column is one feature, named as the column;
 *   <li>a column of categories is one feature per category, named {@code column=category}, 1 for the row's category, else 0;
 *   <li>a column in which the file has a missing value is followed by the feature {@code column missing}, 1 exactly where the
 *       value is missing, else 0. The missing number itself is filled in with the mean of the column's present numbers, so
 *       that it is 0 once the column is standardised; a missing category has all its features 0;
 *   <li>features are in the order of columns; but where categories make more than 89 of them, all numbers come first, and rows are
 *       sparse;
 *   <li>rows without a label are left out, and in CSV columns without a value; a number that is spelled as NaN or infinite or does not
 *       fit a float is refused.
 * </ul>
 *
 * <p>Where a CSV has columns of texts, its rows are {@link dev.setpoint.sim.data.LabelledTexts} instead: named texts, categories and
 * numbers, as a program would give them to a learner.
 */
package dev.setpoint.sim.data;
