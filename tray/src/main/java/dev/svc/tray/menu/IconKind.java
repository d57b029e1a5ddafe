package dev.svc.tray.menu;

import dev.svc.shared.control.ServiceState;

/// One shape for each state, readable in one colour.
public enum IconKind {
    RUNNING("svc is running"),
    STOPPED("svc is not running"),
    UNSURE("looking for svc"),
    NEEDS_YOU("a session needs you"),
    UPDATE("an update is there");

    private final String words;

    IconKind(String words) {
        this.words = words;
    }

    /// What the shape says, for those who do not see it.
    public String words() {
        return words;
    }

    /// What asks for a person comes before what can wait. Nothing is claimed of a service that is not known, or on its
    /// way.
    public static IconKind of(TrayState desk) {
        if (desk.state() instanceof ServiceState.Unknown || desk.state() instanceof ServiceState.Starting) {
            return UNSURE;
        }
        if (!desk.state().answers()) {
            return STOPPED;
        }
        if (!desk.live().waiting().isEmpty()) {
            return NEEDS_YOU;
        }
        return desk.updates().state() instanceof UpdateState.Available ? UPDATE : RUNNING;
    }
}
