package dev.setpoint;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import dev.setpoint.track.Tracker;

/** The set that one head issued for one decision, with what the head's tracker wants back with the feedback. */
final class IssuedSet {
    private final int head;
    /** False if its head was added after the decision was issued. */
    boolean isIssued = true;
    /** Thresholds as issued; not kept while the decision waits, as {@link #held} is all that is needed of them. */
    final double[] thresholds;
    /** The labels that reached their threshold. */
    final long[] held;
    /** What the tracker wants back. */
    final double[] record;
    /** How much of the record there is: less than all of it, if there were fewer labels. */
    private int recordLength;

    /** The label that was added to an empty set, or {@link DecisionRow#NONE}. */
    int added = DecisionRow.NONE;

    /** Of the head of this number. */
    IssuedSet(int head, int labels, int recordSize) {
        this.head = head;
        thresholds = new double[labels];
        held = new long[LabelBits.words(labels)];
        record = new double[recordSize];
        recordLength = recordSize;
    }

    /** Works out which labels reach their threshold. Wang &amp; Qiao (2024), Algorithms 1 and 2, line 3. */
    void take(double[] scores) {
        LabelBits.clear(held);
        for (int k = 0; k < scores.length; k++) {
            if (scores[k] >= thresholds[k]) {
                LabelBits.add(held, k);
            }
        }
        added = DecisionRow.NONE;
    }

    /** The number of its head. */
    int head() {
        return head;
    }

    /** Whether a label reached its threshold, which is all that trackers answer for. */
    boolean reached(int label) {
        return LabelBits.contains(held, label);
    }

    boolean contains(int label) {
        return reached(label) || added == label;
    }

    int size() {
        return LabelBits.size(held) + (added == DecisionRow.NONE ? 0 : 1);
    }

    void copyFrom(IssuedSet other) {
        System.arraycopy(other.thresholds, 0, thresholds, 0, thresholds.length);
        System.arraycopy(other.held, 0, held, 0, held.length);
        System.arraycopy(other.record, 0, record, 0, record.length);
        recordLength = other.recordLength;
        added = other.added;
    }

    /**
     * State: int, the head's number; int, the label added plus one; longs, the labels that reached their threshold; int, the length of
     * the record; the record.
     */
    void write(StateWriter out, int labels) {
        out.writeInt(head);
        out.writeInt(added + 1);
        out.writeLongs(held, 0, LabelBits.words(labels));
        out.writeInt(recordLength);
        out.writeDoubles(record, 0, recordLength);
    }

    /** Reads what follows the head's number. A record of fewer labels is the beginning of one of more. */
    void read(StateReader in, int labels) {
        isIssued = true;
        readHeld(in, labels);
        recordLength = in.readCount("length of a record", record.length);
        if (recordLength != record.length && (long) recordLength * thresholds.length != (long) record.length * labels) {
            throw new SnapshotException("snapshot: record of " + recordLength + " numbers (expected: " + record.length
                    + ", or as many as " + labels + " of " + thresholds.length + " labels have of these)");
        }
        in.readDoublesInto(record, 0, recordLength);
    }

    /** Reads the set of a head that is no more, and so what its tracker no longer wants back. */
    void readWithoutRecord(StateReader in, int labels) {
        readHeld(in, labels);
        in.skipDoubles(in.readCount("length of a record", in.remaining() / Double.BYTES));
    }

    private void readHeld(StateReader in, int labels) {
        added = in.readCount("label added to an empty set, plus one", labels) - 1;
        LabelBits.readInto(in, labels, held);
    }

    /** Reads a record of version 3 of the snapshot format, in which a tracker was told its thresholds beside its record. */
    void readRecordVersion3(StateReader in, Tracker tracker) {
        int length = in.readCount("length of a record", record.length);
        in.readDoublesInto(record, 0, length);
        tracker.completeRecordVersion3(record, length, thresholds);
    }
}
