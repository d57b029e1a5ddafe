package dev.svc.server.terminal;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Who writes. Guarded by its terminal's lock.
///
/// The writer is the latest claimant: by opening a free session, by typing while nobody writes, or by taking over.
final class Roles {
    static final Duration SILENCE = Duration.ofSeconds(10);

    /// A viewer as roles see it: one socket of a tab, whose name may return with the next socket.
    ///
    /// @param exact it sees only what is drawn at the size of its window
    record Seat(String name, Object socket, boolean exact) {}

    private @Nullable Seat writer;
    private Instant lastSign = Instant.EPOCH;
    private boolean earned;
    private @Nullable String former;

    @Nullable
    Seat writer() {
        return writer;
    }

    boolean isWriter(Seat viewer) {
        return viewer.equals(writer);
    }

    /// Adds a viewer; returns whether it is now the writer.
    boolean opened(Seat viewer, boolean takeover, Instant now) {
        boolean returns = viewer.name().equals(former) && !earned;
        if (takeover || writer == null || writer.name().equals(viewer.name()) || returns) {
            appoint(viewer, takeover, now);
        } else {
            lastSign = now; // the writer gets the same grace period as everyone
        }
        return isWriter(viewer);
    }

    /// A viewer types or claims the role; returns whether it may, and makes it the writer if nobody else is.
    boolean claimed(Seat viewer, Instant now) {
        if (writer == null || viewer.equals(writer) || isSilent(now)) {
            appoint(viewer, true, now);
        }
        return isWriter(viewer);
    }

    void taken(Seat viewer, Instant now) {
        appoint(viewer, true, now);
    }

    void heard(Seat viewer, Instant now) {
        if (isWriter(viewer)) {
            lastSign = now;
        }
    }

    /// Removes a viewer; its role is free at once.
    void closed(Seat viewer) {
        if (isWriter(viewer)) {
            former = viewer.name();
            writer = null;
            earned = false;
        }
    }

    private boolean isSilent(Instant now) {
        return Duration.between(lastSign, now).compareTo(SILENCE) >= 0;
    }

    private void appoint(Seat viewer, boolean asked, Instant now) {
        writer = viewer;
        earned = asked;
        lastSign = now;
    }
}
