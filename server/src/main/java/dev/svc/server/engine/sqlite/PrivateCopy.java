package dev.svc.server.engine.sqlite;

import dev.svc.server.engine.file.FileStamp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/// A database with its log or journal in a folder that only this user may enter, for as long as it is read.
record PrivateCopy(Path folder, Path database) implements AutoCloseable {

    static PrivateCopy of(DatabaseFiles files) throws IOException {
        Path folder = Files.createTempDirectory("svc-store-");
        var copy = new PrivateCopy(folder, target(folder, files.database()));
        try {
            for (FileStamp stamp : files.content().toList()) {
                Files.copy(stamp.path(), target(folder, stamp), LinkOption.NOFOLLOW_LINKS);
            }
            return copy;
        } catch (IOException failure) {
            copy.close();
            throw failure;
        }
    }

    private static Path target(Path folder, FileStamp stamp) {
        return folder.resolve(stamp.path().getFileName().toString());
    }

    @Override
    public void close() throws IOException {
        try (var left = Files.list(folder)) {
            for (Path file : left.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.delete(folder);
    }
}
