package dev.svc.tray.menu;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.Live;

/// Everything the tray knows at one moment; what it shows follows from this alone.
///
/// @param keeper what keeps the service running, for people; empty while unknown
/// @param channel stable or main
/// @param doing what the tray is busy with, as a sentence; empty when with nothing
public record TrayState(
        ServiceState state,
        String keeper,
        Live live,
        UpdateState update,
        String channel,
        boolean autoUpdate,
        boolean startsAtLogin,
        String doing) {

    /// Before the first look.
    public static final TrayState UNSEEN = new TrayState(
            new ServiceState.Unknown("Looking…"), "", Live.NONE, new UpdateState.Unknown(), "stable", false, false, "");

    public TrayState doing(String sentence) {
        return new TrayState(state, keeper, live, update, channel, autoUpdate, startsAtLogin, sentence);
    }

    /// Whether the settings can be read, so that something can be done with them.
    public boolean isReadable() {
        return !(state instanceof ServiceState.Unreadable);
    }
}
