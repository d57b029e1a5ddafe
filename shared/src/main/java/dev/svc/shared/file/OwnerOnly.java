package dev.svc.shared.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/// Files and folders that nobody but their owner may look into.
public final class OwnerOnly {
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
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
        var open = EnumSet.copyOf(Files.getPosixFilePermissions(file));
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
