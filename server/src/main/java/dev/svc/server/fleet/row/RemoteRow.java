package dev.svc.server.fleet.row;

import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What another host's list shows of one of its sessions.
///
/// @param title as that host shows it, whoever gave it
/// @param titleSource `user`, `engine`, `first_message` or `none`
/// @param project the name of its project there; null for none
/// @param marks what people there made of it
/// @param messageCount -1 while only head and tail have been read
/// @param live whether it has a terminal of svc there
/// @param outside whether a program there is on it that svc did not start
/// @param asking what its program asks; null while it does not wait
public record RemoteRow(
        SessionId id,
        @Nullable String title,
        String titleSource,
        @Nullable String firstMessage,
        @Nullable String cwd,
        @Nullable String project,
        RemoteMarks marks,
        Instant createdAt,
        Instant updatedAt,
        int messageCount,
        @Nullable String model,
        @Nullable String branch,
        long sizeBytes,
        Status status,
        boolean live,
        boolean outside,
        @Nullable RemoteQuestion asking) {

    /// What people there made of a session.
    ///
    /// @param snoozed whether it is snoozed
    /// @param snoozedUntil when it comes back; null without a time
    public record RemoteMarks(
            boolean sticky,
            boolean archived,
            boolean snoozed,
            @Nullable Instant snoozedUntil) {
        public boolean isSnoozed(Instant now) {
            return snoozed && (snoozedUntil == null || now.isBefore(snoozedUntil));
        }
    }

    /// What a program there asks.
    ///
    /// @param text null where its screen is not known
    public record RemoteQuestion(String id, @Nullable String text, Instant since) {}
}
