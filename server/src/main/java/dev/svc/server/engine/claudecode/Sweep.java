package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.SessionStaysException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;

/// Keeps a transcript that comes back from Claude Code's own clean-up, which deletes by the time of the file: whatever
/// `projects` holds and was not written for `cleanupPeriodDays` (30 by default).
final class Sweep {
    /// Claude Code counts in days, so a time this close to now needs no new one. A file whose time svc must not set
    /// can come back when its owner has touched it, and a second request writes nothing.
    private static final Duration RECENT = Duration.ofHours(1);

    private final Clock clock;
    private final Times times;

    /// Sets the time of a file; only its owner may do that.
    interface Times {
        void set(Path file, FileTime time) throws IOException;
    }

    Sweep(Clock clock, Times times) {
        this.clock = clock;
        this.times = times;
    }

    static Sweep ofThisHost() {
        return new Sweep(Clock.systemUTC(), Files::setLastModifiedTime);
    }

    /// The bytes stay, and so does what a row shows: that is the time of the records.
    ///
    /// @throws SessionStaysException when the time is old and cannot be set
    void spares(Path transcript) throws IOException {
        var now = clock.instant();
        if (Files.getLastModifiedTime(transcript).toInstant().isAfter(now.minus(RECENT))) {
            return;
        }
        try {
            times.set(transcript, FileTime.from(now));
        } catch (IOException refused) {
            throw new SessionStaysException(
                    "Claude Code would delete " + transcript + " for its age, and svc cannot set the time of that file."
                            + " It stays where it is; unarchive the session again when the file's owner has touched it.",
                    refused);
        }
    }
}
