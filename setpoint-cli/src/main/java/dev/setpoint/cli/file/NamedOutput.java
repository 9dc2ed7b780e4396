package dev.setpoint.cli.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file being written, which names itself where the system says only that the device is full. */
public final class NamedOutput extends OutputStream {
    private final String name;
    private final FileChannel channel;

    /** Opens a file anew, in the place of what it holds; a link in its place is not followed. */
    public static NamedOutput anew(String name, Path file) throws IOException {
        return new NamedOutput(
                name,
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    /** Opens a file, to go on at its end; a link in its place is not followed. */
    public static NamedOutput atTheEnd(Path file) throws IOException {
        return new NamedOutput(
                file.toString(),
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.APPEND,
                LinkOption.NOFOLLOW_LINKS);
    }

    /** Opens what is there but is no file, such as a pipe or a device. */
    static NamedOutput through(String name, Path place) throws IOException {
        return new NamedOutput(name, place, StandardOpenOption.WRITE);
    }

    /** Opens a file that is not there, and locks it until it is closed, where the file system knows locks. */
    static NamedOutput locked(String name, Path file) throws IOException {
        NamedOutput out = new NamedOutput(name, file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            out.channel.tryLock();
        } catch (IOException e) {
            // without a lock it is not taken for one that was left: see isLeft
        }
        return out;
    }

    /** Whether no process has this file locked; false where there are no locks. */
    static boolean isLeft(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // this process, for another command
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Opens a file.
     *
     * @param name what it is called in messages: one that is written beside its place has the name of that
     */
    private NamedOutput(String name, Path file, OpenOption... options) throws IOException {
        this.name = name;
        if (List.of(options).contains(LinkOption.NOFOLLOW_LINKS) && Files.isSymbolicLink(file)) {
            throw named(file.getFileName() + " is a link (expected: none there)", null);
        }
        try {
            this.channel = FileChannel.open(file, options);
        } catch (FileSystemException e) {
            throw e.getReason() == null ? e : named(e.getReason(), e);
        }
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            for (ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length); rest.hasRemaining(); ) {
                channel.write(rest);
            }
        } catch (IOException e) {
            throw named(e.getMessage(), e);
        }
    }

    /** Hands what was written to the disk. */
    public void force() throws IOException {
        try {
            channel.force(true);
        } catch (IOException e) {
            throw named(e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } catch (IOException e) {
            throw named(e.getMessage(), e);
        }
    }

    private IOException named(String reason, IOException cause) {
        FileSystemException named = new FileSystemException(name, null, reason);
        named.initCause(cause);
        return named;
    }
}
