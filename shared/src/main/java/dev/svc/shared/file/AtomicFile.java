package dev.svc.shared.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/// Replaces a small file so that a reader, a crash or a full disk sees the old bytes or the new ones, never a mix.
public final class AtomicFile {
    private AtomicFile() {}

    /// Writes beside the file, forces it to disk, renames, and forces the folder. The file is readable by its owner
    /// only.
    ///
    /// A symbolic link in the file's place is refused: following it would write somewhere nobody named.
    public static void write(Path file, byte[] content) throws IOException {
        if (Files.isSymbolicLink(file)) {
            throw new FileSystemException(
                    file.toString(), null, "is a symbolic link, and svc never writes through one");
        }
        Path folder = OwnerOnly.folder(parent(file));
        Path temporary = folder.resolve("." + file.getFileName() + "."
                + ProcessHandle.current().pid() + "-" + Thread.currentThread().threadId() + ".tmp");
        try {
            writeForced(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            Files.deleteIfExists(temporary);
            throw failure;
        }
        forceFolder(folder);
    }

    /// Forces a folder's entries to disk, where the platform can: what was renamed into it stays renamed.
    public static void forceFolder(Path folder) throws IOException {
        if (OwnerOnly.isPosix(folder)) {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }

    private static void writeForced(Path temporary, byte[] content) throws IOException {
        Files.deleteIfExists(temporary);
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (var channel = FileChannel.open(temporary, options, OwnerOnly.fileAttributes(parent(temporary)))) {
            var buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
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
