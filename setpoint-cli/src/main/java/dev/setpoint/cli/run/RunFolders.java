package dev.setpoint.cli.run;

import dev.setpoint.cli.file.FileKind;
import dev.setpoint.cli.file.OutputFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A folder of run folders, with files beside them that are made of them. It has no manifest of its own: it is ours if it holds a run folder where
 * the command would put one, or was held by it before, and if whatever has the name of one of the files is of its kind.
 */
public final class RunFolders implements OutputFolder.Contents {
    private final String expected;
    private final Map<String, FileKind> files;
    private final List<String> folders;
    private final Runs runs;

    /** Where run folders may be in it. */
    @FunctionalInterface
    public interface Runs {
        /** Those that may be there, whether they are or not. */
        List<Path> in(Path folder) throws IOException;
    }

    /**
     * Such a folder.
     *
     * @param expected what it is, as in "one that compare has written"
     * @param files beside the run folders
     * @param folders beside them
     * @param runs where the run folders are
     */
    public RunFolders(String expected, Map<String, FileKind> files, List<String> folders, Runs runs) {
        this.expected = expected;
        this.files = Map.copyOf(files);
        this.folders = List.copyOf(folders);
        this.runs = runs;
    }

    @Override
    public String expected() {
        return expected;
    }

    @Override
    public List<String> names() {
        List<String> names = new ArrayList<>(files.keySet());
        names.addAll(folders);
        return names;
    }

    @Override
    public boolean isFolder(String name) {
        return folders.contains(name);
    }

    @Override
    public boolean isOurs(Path folder) throws IOException {
        for (Map.Entry<String, FileKind> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            if (Files.isRegularFile(path) && !file.getValue().isOf(path)) {
                return false;
            }
        }
        for (Path run : runs.in(folder)) {
            if (Files.isDirectory(run) && RunFolder.isOurs(run)) {
                return true;
            }
        }
        return OutputFolder.wasHeld(folder);
    }
}
