package dev.svc.server.terminal.launch;

import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// Since when no server reads the terminals, written down by the one that let go of them. One that was killed writes
/// nothing.
public final class Absence {
    private static final int LONGEST = 100; // characters of a time, and more than enough

    private final Path file;

    public Absence(Path folder) {
        this.file = folder.resolve("let-go");
    }

    public void begin(Instant now) throws IOException {
        OwnerOnly.write(file, now.toString());
    }

    /// Whether it has begun and no server has ended it.
    public boolean isNoted() {
        return Files.exists(file);
    }

    /// When it began, once: the next server must get the value of this one. Empty when that is unknown, or cannot
    /// be because the clock has been set back.
    public Optional<Instant> end(Instant now) throws IOException {
        try {
            String text = Files.size(file) > LONGEST ? "" : Files.readString(file);
            return Optional.of(Instant.parse(text)).filter(began -> !began.isAfter(now));
        } catch (NoSuchFileException | DateTimeException unknown) {
            return Optional.empty();
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
