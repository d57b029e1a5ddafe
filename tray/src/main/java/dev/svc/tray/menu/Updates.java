package dev.svc.tray.menu;

/// What is known of updates, and how they are set.
///
/// @param outcome of the last one
/// @param state what the last look at the channel found, or how far the one is that runs
/// @param former the version that can be gone back to; empty for none
/// @param channel stable or main; empty while the settings are not known
/// @param byItself whether svc updates once a day
public record Updates(UpdateOutcome outcome, UpdateState state, String former, String channel, boolean byItself) {

    /// While nothing is known.
    public static final Updates UNKNOWN = new Updates(UpdateOutcome.NONE, new UpdateState.Unknown(), "", "", false);

    /// What pressing the button for updates leads to.
    public String offer() {
        return switch (state) {
            case UpdateState.Available it when outcome.isAbout(it.version()) -> "Try %s again…".formatted(it.version());
            case UpdateState.Available it -> "Update to %s…".formatted(it.version());
            case UpdateState.Unknown _, UpdateState.Current _, UpdateState.Unclear _, UpdateState.Running _ ->
                "Look for a newer version";
        };
    }
}
