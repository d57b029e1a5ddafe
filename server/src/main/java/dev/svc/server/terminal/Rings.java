package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.terminal.ring.Ring;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The ring files, one for each session that had a terminal here recently.
final class Rings {
    private static final String ENDING = ".ring";

    private final Path folder;
    private final long capacity;

    Rings(Path folder, long capacity) throws IOException {
        this.folder = OwnerOnly.closed(folder);
        this.capacity = capacity;
    }

    /// Opening touches a ring, so that it is not pruned while somebody is about to use it.
    synchronized Ring open(SessionId session) throws IOException {
        var ring = Ring.open(file(session), capacity);
        Files.setLastModifiedTime(file(session), FileTime.from(Instant.now()));
        return ring;
    }

    synchronized <T> Optional<T> read(SessionId session, ScrollbackReading<T> reading) throws IOException {
        if (!Files.exists(file(session))) {
            return Optional.empty();
        }
        try (var ring = Ring.open(file(session), capacity)) {
            return Optional.of(reading.read(ring));
        }
    }

    void rename(SessionId placeholder, SessionId real) throws IOException {
        Files.move(file(placeholder), file(real), StandardCopyOption.REPLACE_EXISTING);
    }

    /// Deletes rings not written to since `before`, and returns how many; old output must not fill the disk.
    synchronized int prune(Instant before, Collection<SessionId> living) throws IOException {
        Set<Path> kept = living.stream().map(this::file).collect(Collectors.toSet());
        int pruned = 0;
        try (var files = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (var file : files) {
                if (!kept.contains(file)
                        && Files.getLastModifiedTime(file).toInstant().isBefore(before)) {
                    Files.deleteIfExists(file);
                    pruned++;
                }
            }
        }
        return pruned;
    }

    long capacity() {
        return capacity;
    }

    Path file(SessionId session) {
        return folder.resolve(LaunchRecord.nameOf(session) + ENDING);
    }
}
