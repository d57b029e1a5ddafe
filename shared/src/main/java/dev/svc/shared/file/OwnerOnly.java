package dev.svc.shared.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Function;

/// Files and folders that only their owner may access.
public final class OwnerOnly {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final int STICKY = 01000;
    private static final FileAttribute<?>[] NONE = {};

    private OwnerOnly() {}

    /// Makes the folder and those above it that are missing, each closed to others; one that is there stays as it is.
    public static Path folder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return folder;
        }
        var attributes = isPosix(folder) ? attribute(FOLDER) : NONE;
        return Files.createDirectories(folder, attributes);
    }

    /// The same, and one that is there is closed to others: for folders that nobody but svc writes to.
    ///
    /// One that is everybody's by its nature (`/tmp`) is left as it is.
    public static Path closed(Path folder) throws IOException {
        if (!isShared(folder(folder))) {
            close(folder.toRealPath());
        }
        return folder;
    }

    private static boolean isShared(Path folder) throws IOException {
        return folder.getFileSystem().supportedFileAttributeViews().contains("unix")
                && Files.getAttribute(folder, "unix:mode") instanceof Integer mode
                && (mode & STICKY) != 0;
    }

    /// Removes other people's permissions from a file or folder; links are left alone. Works by path: opening and
    /// closing a file would drop the locks that this process holds on it.
    ///
    /// @return whether there were any to remove
    public static boolean close(Path entry) throws IOException {
        try {
            if (Files.isSymbolicLink(entry) || !isOpenToOthers(entry)) {
                return false;
            }
            var kept = Files.getPosixFilePermissions(entry);
            kept.retainAll(FOLDER);
            Files.setPosixFilePermissions(entry, kept);
            return true;
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    /// Writes a short file, readable by its owner only from its first byte.
    public static void write(Path file, String text) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try (var channel = FileChannel.open(file, options, fileAttributes(file))) {
            var buffer = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
        close(file);
    }

    /// Reads a whole file that grants access: a regular one, closed to others, and no larger than svc makes it.
    ///
    /// @param refusal makes the exception from what is wrong with the file, as it reads behind the file's path
    /// @throws NoSuchFileException where there is none
    public static byte[] read(Path file, int most, Function<String, IOException> refusal) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw refusal.apply("is no regular file");
        }
        if (isOpenToOthers(file)) {
            throw refusal.apply("can be changed or read by others: run  chmod 600  on it, or remove it");
        }
        if (Files.size(file) > most) {
            throw refusal.apply("is too large");
        }
        return Files.readAllBytes(file);
    }

    /// What to create a file with, so that it is closed to others from its first byte.
    public static FileAttribute<?>[] fileAttributes(Path folder) {
        return isPosix(folder) ? attribute(FILE) : NONE;
    }

    /// Whether anybody but the owner may read or write the file. Always false where the platform has no such
    /// permissions.
    public static boolean isOpenToOthers(Path file) throws IOException {
        if (!isPosix(file)) {
            return false;
        }
        var open = Files.getPosixFilePermissions(file);
        open.removeAll(FOLDER);
        return !open.isEmpty();
    }

    static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private static FileAttribute<?>[] attribute(Set<PosixFilePermission> permissions) {
        return new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)};
    }
}
