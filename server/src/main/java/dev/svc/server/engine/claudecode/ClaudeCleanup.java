package dev.svc.server.engine.claudecode;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.svc.server.engine.json.StoreFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// When Claude Code deletes transcripts: so many days after the time of the file.
record ClaudeCleanup(Path settings) {
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final String DAYS = "cleanupPeriodDays";
    private static final int USUAL = 30;
    private static final int MOST = 36_500;

    /// Empty where nobody can say: a settings file that cannot be read stops it from cleaning up at all.
    Optional<Duration> after() {
        try {
            var days = MAPPER.readTree(StoreFile.head(StoreFile.real(settings))).path(DAYS);
            return Optional.of(Duration.ofDays(days.isNumber() ? Math.clamp(days.asLong(), 0, MOST) : USUAL));
        } catch (NoSuchFileException absent) {
            return Optional.of(Duration.ofDays(USUAL));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }
}
