package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.PrivateFolder;
import dev.svc.server.terminal.ring.Ring;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/// The ring files, one for each session that ever had a terminal here.
final class Rings {
    private final Path folder;
    private final long capacity;

    Rings(Path folder, long capacity) throws IOException {
        this.folder = PrivateFolder.make(folder);
        this.capacity = capacity;
    }

    Ring open(SessionId session) throws IOException {
        return Ring.open(file(session), capacity);
    }

    <T> Optional<T> read(SessionId session, ScrollbackReading<T> reading) throws IOException {
        if (!Files.exists(file(session))) {
            return Optional.empty();
        }
        try (var ring = open(session)) {
            return Optional.of(reading.read(ring));
        }
    }

    void rename(SessionId placeholder, SessionId real) throws IOException {
        Files.move(file(placeholder), file(real), StandardCopyOption.REPLACE_EXISTING);
    }

    private Path file(SessionId session) {
        return folder.resolve(Slot.nameOf(session) + ".ring");
    }
}
