package dev.svc.tray.menu;

import java.time.Instant;

/// What became of the last update, or of the last return to a former version.
///
/// @param back whether it went to a former version
/// @param to the version that it was about; empty where it did not come to know one
/// @param reason why it did not stay; empty where there is none
/// @param at when it ended
public record UpdateOutcome(Result result, boolean back, String to, String reason, Instant at) {

    /// Before there was any.
    public static final UpdateOutcome NONE = new UpdateOutcome(Result.NONE, false, "", "", Instant.EPOCH);

    /// How it ended.
    public enum Result {
        NONE,
        DONE,
        /// It ended before anything was changed.
        REFUSED,
        /// The new version was not healthy, and the former one runs again.
        CAME_BACK
    }

    /// Whether somebody should know of it before trying again.
    public boolean isBad() {
        return result == Result.REFUSED || result == Result.CAME_BACK;
    }

    /// Whether this version was tried last, and did not stay.
    public boolean isAbout(String version) {
        return isBad() && !back && to.equals(version);
    }

    /// Empty before there was any.
    public String sentence(Instant now) {
        String what = to.isEmpty() ? "the newest" : to;
        String when = Words.ago(at, now);
        return switch (result) {
            case NONE -> "";
            case DONE -> (back ? "Went back to %s, %s" : "Updated to %s, %s").formatted(what, when);
            case REFUSED ->
                (back ? "Did not go back to %s, %s: %s" : "Not updated to %s, %s: %s").formatted(what, when, reason);
            case CAME_BACK ->
                (back ? "Could not stay at %s, %s: %s" : "The update to %s came back, %s: %s")
                        .formatted(what, when, reason);
        };
    }
}
