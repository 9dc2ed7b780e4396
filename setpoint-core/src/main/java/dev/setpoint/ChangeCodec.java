package dev.setpoint;

import dev.setpoint.state.SnapshotException;
import dev.setpoint.state.StateReader;
import dev.setpoint.state.StateWriter;
import java.util.function.Function;

/** The stored form of a {@link Change}, which {@link EventCodec} maps. */
final class ChangeCodec {
    private static final int OPERATION = 0;
    private static final int ADD_LABEL = 1;
    private static final int RETIRE_LABEL = 2;
    private static final int RESTORE_LABEL = 3;
    private static final int RENAME_LABEL = 4;
    private static final int ADD_HEAD = 5;
    private static final int REMOVE_HEAD = 6;
    private static final int KINDS = 7;

    private ChangeCodec() {}

    static void write(Change change, StateWriter out) {
        if (change instanceof Operation operation) {
            write(OPERATION, operation.toString(), out);
        } else if (change instanceof Change.AddLabel add) {
            write(ADD_LABEL, add.name(), out);
            out.writeBoolean(add.text() != null);
            if (add.text() != null) {
                out.writeText(add.text());
            }
        } else if (change instanceof Change.RetireLabel retire) {
            write(RETIRE_LABEL, retire.name(), out);
        } else if (change instanceof Change.RestoreLabel restore) {
            write(RESTORE_LABEL, restore.name(), out);
        } else if (change instanceof Change.RenameLabel rename) {
            write(RENAME_LABEL, rename.name(), out);
            out.writeText(rename.newName());
        } else if (change instanceof Change.AddHead add) {
            write(ADD_HEAD, add.head().toString(), out);
        } else if (change instanceof Change.RemoveHead remove) {
            write(REMOVE_HEAD, remove.name(), out);
        }
    }

    private static void write(int kind, String text, StateWriter out) {
        out.writeInt(kind);
        out.writeText(text);
    }

    static Change read(StateReader in) {
        return switch (in.readCount("kind of change", KINDS - 1)) {
            case OPERATION -> readText(in, Operation::parse);
            case ADD_LABEL -> new Change.AddLabel(in.readText(), in.readBoolean() ? in.readText() : null);
            case RETIRE_LABEL -> new Change.RetireLabel(in.readText());
            case RESTORE_LABEL -> new Change.RestoreLabel(in.readText());
            case RENAME_LABEL -> new Change.RenameLabel(in.readText(), in.readText());
            case ADD_HEAD -> new Change.AddHead(readText(in, HeadSettings::parse));
            default -> new Change.RemoveHead(in.readText());
        };
    }

    static <T> T readText(StateReader in, Function<String, T> parse) {
        String text = in.readText();
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new SnapshotException("event: settings that cannot be read: " + e.getMessage());
        }
    }
}
