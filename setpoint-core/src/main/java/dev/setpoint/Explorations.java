package dev.setpoint;

import dev.setpoint.policy.Policy;
import dev.setpoint.state.Paged;
import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * By which policies and floors, among how many labels, arms were pulled: the present one, and the earlier ones of decisions that still
 * wait, whose
 * distributions are worked out again when their answers come.
 */
final class Explorations implements Paged {
    private record Earlier(int number, long until, int labels, Policy policy, double floor, Exploration exploration) {}

    private int labels;
    private final List<Earlier> earlier = new ArrayList<>();
    private Policy policy;
    private double floor;
    private Exploration present;
    private int number;
    private boolean touched = true;

    Explorations(LearnerSettings settings) {
        set(settings);
    }

    private void set(LearnerSettings settings) {
        labels = settings.labels().size();
        policy = settings.policy();
        floor = settings.floor();
        present = new Exploration(policy, floor, labels);
    }

    Exploration present() {
        return present;
    }

    /** The number of the present one. */
    int number() {
        return number;
    }

    /** The one of this number. */
    Exploration of(int which) {
        if (which == number) {
            return present;
        }
        for (Earlier one : earlier) {
            if (one.number == which) {
                return one.exploration;
            }
        }
        throw new IllegalStateException("exploration: " + which + " (expected: one that decisions wait under)");
    }

    /** Whether there is one of this number, among so many labels. */
    boolean has(int which, int count) {
        return which == number
                ? count == labels
                : earlier.stream().anyMatch(one -> one.number == which && one.labels == count);
    }

    /** Arms are pulled differently, from the decision of this sequence number on. */
    void change(LearnerSettings settings, long from) {
        if (!settings.policy().equals(policy)
                || settings.floor() != floor
                || settings.labels().size() != labels) {
            earlier.add(new Earlier(number, from, labels, policy, floor, present));
            number++;
            set(settings);
            touched = true;
        }
    }

    /** What was read is operated so. */
    void restore(LearnerSettings settings) {
        set(settings);
    }

    /** Whether decisions may wait that an earlier one pulled. */
    boolean haveEarlier() {
        return !earlier.isEmpty();
    }

    /** No decision before that of this sequence number waits any more. */
    void forgetBefore(long sequenceNumber) {
        for (int i = earlier.size() - 1; i >= 0; i--) { // without a lambda, which would take memory with each decision
            if (earlier.get(i).until <= sequenceNumber) {
                earlier.remove(i);
                touched = true;
            }
        }
    }

    @Override
    public boolean isTouched(int page) {
        return touched;
    }

    @Override
    public void settle() {
        touched = false;
    }

    /**
     * State: int, the number of the present one; int, how many earlier ones there are; each: int number, long the sequence number it
     * was in force until, int labels, text policy, double floor.
     */
    @Override
    public void writePage(int page, StateWriter out) {
        out.writeInt(number);
        out.writeInt(earlier.size());
        for (Earlier one : earlier) {
            out.writeInt(one.number);
            out.writeLong(one.until);
            out.writeInt(one.labels);
            out.writeText(one.policy.toString());
            out.writeDouble(one.floor);
        }
    }

    @Override
    public void readPage(int page, StateReader in) {
        number = in.readCount("exploration", Integer.MAX_VALUE);
        earlier.clear();
        int count = in.readCount("earlier explorations", in.remaining());
        for (int i = 0; i < count; i++) {
            int which = in.readCount("earlier exploration", number - 1);
            long until = in.readLong();
            int known = in.readCount("labels", labels);
            if (known < 2) {
                throw new SnapshotException("snapshot: exploration among " + known + " labels (expected: >= 2)");
            }
            String text = in.readText();
            double share = in.readDouble();
            if (!(share >= 0 && share <= 1)) {
                throw new SnapshotException("snapshot: floor " + share + " (expected: in [0, 1])");
            }
            try {
                Policy read = Policy.parse(text);
                earlier.add(new Earlier(which, until, known, read, share, new Exploration(read, share, known)));
            } catch (IllegalArgumentException e) {
                throw new SnapshotException("snapshot: " + e.getMessage());
            }
        }
    }
}
