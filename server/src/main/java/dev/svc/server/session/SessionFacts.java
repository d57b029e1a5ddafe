package dev.svc.server.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a program's store says about one session, before anything that people set in svc.
///
/// @param title the program's own title, never derived from a message
/// @param firstMessage the first thing a person really typed, at most 500 characters
/// @param messageCount messages of the person and visible answers; -1 while only head and tail have been read
/// @param archived the program's own flag
/// @param parent the session that started this one as a sub-agent; such sessions are not rows
/// @param unreadable records that could not be understood, for "n records unreadable"
public record SessionFacts(
        SessionId id,
        @Nullable String title,
        @Nullable String firstMessage,
        @Nullable String cwd,
        Instant createdAt,
        Instant updatedAt,
        int messageCount,
        @Nullable String model,
        @Nullable String branch,
        long sizeBytes,
        boolean archived,
        @Nullable SessionId parent,
        int unreadable) {

    public static final int MAX_TITLE = 200;
    public static final int MAX_FIRST_MESSAGE = 500;

    /// The same session in a folder that something other than its own record named.
    public SessionFacts withCwd(String folder) {
        return with(title, folder, parent);
    }

    public SessionFacts withTitle(@Nullable String other) {
        return with(other, cwd, parent);
    }

    public SessionFacts withParent(@Nullable SessionId other) {
        return with(title, cwd, other);
    }

    private SessionFacts with(@Nullable String itsTitle, @Nullable String folder, @Nullable SessionId itsParent) {
        return new SessionFacts(
                id,
                itsTitle,
                firstMessage,
                folder,
                createdAt,
                updatedAt,
                messageCount,
                model,
                branch,
                sizeBytes,
                archived,
                itsParent,
                unreadable);
    }
}
