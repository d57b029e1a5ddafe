package dev.svc.server.terminal.status;

import dev.svc.server.session.Status;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Readings of one screen: what two agree about is announced, which skips a repaint caught halfway. A question is
/// announced soon; that there is none any more, only after a repaint would be over. Owned by the watching thread.
public final class Settling {
    private static final long SOON = Duration.ofMillis(60).toNanos();
    private static final long USUALLY = Duration.ofMillis(250).toNanos();

    private Reading seen = Reading.NOTHING;
    private long seenAt;
    private Reading told = Reading.NOTHING;

    /// What a screen says.
    ///
    /// @param menu what is asked while the program waits
    public record Reading(Status status, @Nullable Menu menu) {
        /// What is taken for granted before anything was read.
        static final Reading NOTHING = new Reading(Status.IDLE, null);

        private boolean offers() {
            return menu != null && !menu.choices().isEmpty();
        }
    }

    /// Whether the last reading is what was announced, so that only new output can change anything.
    public boolean isSettled() {
        return seen.equals(told);
    }

    /// Whether exactly this was announced, and nothing else has been read since.
    public boolean isSettledAt(Reading now) {
        return isSettled() && now.equals(told);
    }

    /// When the last reading can be announced, if the next one agrees.
    public long nextAt() {
        return seenAt + patience();
    }

    private long patience() {
        boolean isNews = seen.status() == Status.WAITING && (told.status() != Status.WAITING || seen.offers());
        return isNews ? SOON : USUALLY;
    }

    /// Takes a reading; true when it is to be announced.
    ///
    /// @param at in nanoseconds from any beginning
    public boolean read(Reading now, long at) {
        if (!now.equals(seen)) {
            seen = now;
            seenAt = at;
            return false;
        }
        if (Objects.equals(now, told) || at - nextAt() < 0) {
            return false;
        }
        told = now;
        return true;
    }
}
