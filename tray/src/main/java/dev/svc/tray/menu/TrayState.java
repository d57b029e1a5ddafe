package dev.svc.tray.menu;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.Live;

/// Everything the tray knows at one moment; what it shows follows from this alone.
///
/// @param keeper what keeps the service running, for people; empty while unknown
/// @param orphans how many programs run on in terminals while no service holds them
/// @param doing what the tray is busy with, as a sentence; empty when with nothing
public record TrayState(
        ServiceState state,
        String keeper,
        Live live,
        int orphans,
        Updates updates,
        boolean startsAtLogin,
        String doing) {

    /// Before the first look.
    public static final TrayState UNSEEN =
            new TrayState(new ServiceState.Unknown("Looking…"), "", Live.NONE, 0, Updates.UNKNOWN, false, "");

    /// With what only the tray itself knows.
    public TrayState with(boolean startingAtLogin, String sentence) {
        return new TrayState(state, keeper, live, orphans, updates, startingAtLogin, sentence);
    }

    /// Whether the settings were read, so that something can be done with them.
    public boolean isReadable() {
        return !(state instanceof ServiceState.Unreadable) && !updates.channel().isEmpty();
    }

    /// Whether it stays as it is until something happens that leaves a mark.
    public boolean isSettled() {
        return doing.isEmpty()
                && !(updates.state() instanceof UpdateState.Running)
                && switch (state) {
                    case ServiceState.Running _,
                            ServiceState.OtherVersion _,
                            ServiceState.Stopped _,
                            ServiceState.EnvGone _,
                            ServiceState.Unreadable _ -> true;
                    case ServiceState.Starting _,
                            ServiceState.Stopping _,
                            ServiceState.Dead _,
                            ServiceState.Hanging _,
                            ServiceState.PortTaken _,
                            ServiceState.Unknown _ -> false;
                };
    }

    /// Whether the way back belongs here: its page has it too, but a page that cannot be reached helps nobody.
    public boolean offersFormer() {
        return !updates.former().isEmpty()
                && doing.isEmpty()
                && !(updates.state() instanceof UpdateState.Running)
                && switch (state) {
                    case ServiceState.Stopped _, ServiceState.Dead _, ServiceState.Hanging _ -> true;
                    case ServiceState.Running _,
                            ServiceState.OtherVersion _,
                            ServiceState.Starting _,
                            ServiceState.Stopping _,
                            ServiceState.PortTaken _,
                            ServiceState.EnvGone _,
                            ServiceState.Unreadable _,
                            ServiceState.Unknown _ -> false;
                };
    }
}
