package dev.svc.server.engine.turn;

import java.nio.file.Path;

/// A stretch of a conversation's log: one file from its start to `end`. The last part of a log has no end of its own:
/// it grows.
public record LogPart(Path file, long end) {

    public static LogPart whole(Path file) {
        return new LogPart(file, Long.MAX_VALUE);
    }
}
