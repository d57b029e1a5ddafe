package dev.svc.server.auth.login;

import java.time.Duration;
import java.time.Instant;

/// One signed-in browser or program, known by the hash of its cookie's id only.
///
/// @param digest SHA-256 of the id, in base64
public record Login(String digest, Instant createdAt, Instant lastSeenAt, String address, String agent) {
    public static final Duration IDLE = Duration.ofHours(12);
    public static final Duration ABSOLUTE = Duration.ofDays(7);

    private static final int HANDLE = 16;

    /// What it is called in lists and in the journal; opens nothing.
    public String handle() {
        return digest.substring(0, HANDLE);
    }

    boolean isOverAt(Instant now) {
        return !now.isBefore(endsAt());
    }

    /// When it ends unless it is used again.
    public Instant endsAt() {
        Instant idle = lastSeenAt.plus(IDLE);
        Instant absolute = createdAt.plus(ABSOLUTE);
        return idle.isBefore(absolute) ? idle : absolute;
    }

    Login seenAt(Instant now) {
        return new Login(digest, createdAt, now, address, agent);
    }
}
