package dev.svc.shared.live;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A session whose program runs.
///
/// @param id as it stands in the page's addresses
/// @param title never empty: the id where there is no better one
/// @param place the last part of its folder
/// @param since when the status began, or the question came up
/// @param question what a waiting program asks; empty where that is not known
/// @param outside where it runs when svc did not start it, joined or not; null when it did
public record LiveSession(
        String id,
        String title,
        String place,
        Status status,
        Instant since,
        String question,
        @Nullable Outside outside) {

    /// Where a program runs that svc did not start.
    ///
    /// @param words as people say it, in the page's words
    /// @param where the kind of place: `tmux`, `screen`, `daemon`, `background` or `tty`
    /// @param place its name there; empty where it has none
    /// @param join whether one more terminal can be opened on it
    /// @param sure false where the session was concluded from folder and time
    /// @param joined whether a terminal of svc is open on it
    public record Outside(String words, String where, String place, boolean join, boolean sure, boolean joined) {}

    /// What the program is doing.
    public enum Status {
        /// It runs outside svc, and does not say what it does.
        UNKNOWN,
        IDLE,
        WORKING,
        WAITING
    }
}
