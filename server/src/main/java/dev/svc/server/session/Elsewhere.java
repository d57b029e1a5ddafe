package dev.svc.server.session;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A program that svc did not start is on a session.
///
/// @param place its name there, such as `main:2.1` for a pane of tmux; null where it has none
/// @param since when it began to do what it does, or started where nothing says that
/// @param join whether it can be opened here, as it is, by one more terminal
/// @param sure false where the session was concluded from folder and time
/// @param joined whether a terminal of svc is open on it already
public record Elsewhere(
        Where where, @Nullable String place, Instant since, boolean join, boolean sure, boolean joined) {

    public Elsewhere asJoined() {
        return new Elsewhere(where, place, since, join, sure, true);
    }

    /// The place as people read it, in the page's words.
    ///
    /// @param program as people call it
    public String words(String program) {
        var named = switch (where) {
            case TMUX, SCREEN -> place == null ? where.word() : where.word() + " " + place;
            case DAEMON -> program + " daemon";
            case BACKGROUND -> "background";
            case TTY -> "a terminal";
        };
        return sure ? named : "probably " + named;
    }

    /// The kind of place.
    public enum Where {
        /// A pane of tmux.
        TMUX,
        /// A window of GNU screen.
        SCREEN,
        /// A server of the program that holds sessions for its terminals.
        DAEMON,
        /// The program's own background.
        BACKGROUND,
        /// A terminal, or none that can be seen.
        TTY;

        /// As interfaces write it.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
