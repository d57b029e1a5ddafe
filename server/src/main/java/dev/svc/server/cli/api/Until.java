package dev.svc.server.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Waits for what a session does.
enum Until {
    /// The program is at its prompt or has ended, so it has done what it was told.
    idle,
    /// It asks something.
    waiting,
    /// No program of it runs.
    ended;

    private static final Duration LOOK = Duration.ofMillis(300);
    private static final int NOT_FOUND = 404;

    boolean holds(JsonNode row) {
        boolean runs = row.path("live").asBoolean();
        var status = row.path("status").asText();
        return switch (this) {
            case idle -> !runs || status.equals("idle");
            case waiting -> runs && status.equals("waiting");
            case ended -> !runs;
        };
    }

    /// The session as it is then.
    ///
    /// @param seconds zero for as long as it takes
    JsonNode await(Verb verb, String sid, long seconds) {
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        var row = verb.get(Verb.session(sid));
        while (!holds(row)) {
            if (this == waiting && !row.path("live").asBoolean()) {
                throw new CommandException(ExitCode.FAILED, "Its program does not run, so it will not ask anything.");
            }
            if (seconds > 0 && System.nanoTime() - end >= 0) {
                throw new CommandException(ExitCode.TIMED_OUT, "It is %s still.".formatted(word(row)));
            }
            LockSupport.parkNanos(LOOK.toNanos());
            if (Thread.interrupted()) {
                throw new CommandException(ExitCode.FAILED, "Interrupted.");
            }
            row = next(verb, sid);
        }
        return row;
    }

    /// A session that never wrote anything is gone with its program.
    private static JsonNode next(Verb verb, String sid) {
        var reply = verb.call("GET", Verb.session(sid), null);
        return reply.status() == NOT_FOUND ? Verb.object().put("live", false) : Verb.good(reply);
    }

    /// What a session does, in a word.
    static String word(JsonNode row) {
        return row.path("live").asBoolean() ? row.path("status").asText() : ended.name();
    }
}
