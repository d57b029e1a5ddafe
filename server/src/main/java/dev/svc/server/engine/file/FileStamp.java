package dev.svc.server.engine.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Attributes that reveal a changed file without opening it.
///
/// @param inode part of the file system's own key of the file; 0 where it has none
public record FileStamp(Path path, long size, long modifiedNanos, int inode) {

    /// Empty unless it is a regular file: links, pipes and devices in a store are never sessions.
    public static Optional<FileStamp> of(Path path) throws IOException {
        try {
            return of(path, Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        } catch (java.nio.file.NoSuchFileException gone) {
            return Optional.empty();
        }
    }

    public static Optional<FileStamp> of(Path path, BasicFileAttributes attributes) {
        if (!attributes.isRegularFile()) {
            return Optional.empty();
        }
        return Optional.of(new FileStamp(
                path,
                attributes.size(),
                attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                Objects.hashCode(attributes.fileKey())));
    }
}
