package dev.svc.shared.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// Replaces a file so that a reader, a crash or a full disk sees the old bytes or the new ones, never a mix.
public final class AtomicFile {
    private static final int BUFFER = 1 << 16;

    private AtomicFile() {}

    /// What is written.
    ///
    /// @param <T> what is to be said of it afterwards
    @FunctionalInterface
    public interface Writing<T> {
        T to(OutputStream out) throws IOException;
    }

    /// Writes beside the file, forces it to disk, renames, and forces the folder. The file is readable by its owner
    /// only.
    ///
    /// A symbolic link in the file's place is refused: following it would write somewhere nobody named.
    public static void write(Path file, byte[] content) throws IOException {
        write(file, out -> {
            out.write(content);
            return true;
        });
    }

    /// Writes a file that is too large to be held.
    ///
    /// @return what the writing returns
    public static <T> T write(Path file, Writing<T> writing) throws IOException {
        if (Files.isSymbolicLink(file)) {
            throw new FileSystemException(
                    file.toString(), null, "is a symbolic link, and svc never writes through one");
        }
        Path folder = OwnerOnly.folder(parent(file));
        Path temporary = folder.resolve("." + file.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + Thread.currentThread().threadId() + ".tmp");
        try {
            var result = writeForced(temporary, writing);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceFolder(folder);
            return result;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /// Forces a folder's entries to disk, where the platform can: what was renamed into it stays renamed.
    public static void forceFolder(Path folder) throws IOException {
        if (OwnerOnly.isPosix(folder)) {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static <T> T writeForced(Path temporary, Writing<T> writing) throws IOException {
        Files.deleteIfExists(temporary);
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (var channel = FileChannel.open(temporary, options, OwnerOnly.fileAttributes(parent(temporary)))) {
            var out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER);
            var result = writing.to(out);
            out.flush();
            channel.force(true);
            return result;
        }
    }

    private static Path parent(Path file) {
        Path parent = file.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IllegalArgumentException(file + " names no file");
        }
        return parent;
    }
}
