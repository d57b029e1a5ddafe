package dev.svc.server.terminal.status;

import dev.svc.server.session.Status;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Readings of one screen: what was read twice in a row is announced, which skips a repaint caught halfway. Owned by
/// the watching thread.
public final class Settling {
    private Reading seen = Reading.NOTHING;
    private Reading told = Reading.NOTHING;

    /// What a screen says.
    ///
    /// @param menu what is asked while the program waits
    public record Reading(Status status, @Nullable Menu menu) {
        /// What is taken for granted before anything was read.
        static final Reading NOTHING = new Reading(Status.IDLE, null);
    }

    /// Whether the last reading is what was announced, so that only new output can change anything.
    public boolean isSettled() {
        return seen.equals(told);
    }

    /// Takes a reading; true when it is to be announced.
    public boolean read(Reading now) {
        boolean again = now.equals(seen);
        seen = now;
        if (!again || Objects.equals(now, told)) {
            return false;
        }
        told = now;
        return true;
    }
}
