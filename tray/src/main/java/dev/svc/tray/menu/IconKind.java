package dev.svc.tray.menu;

/// One shape for each state, readable in one colour.
public enum IconKind {
    RUNNING("svc is running"),
    STOPPED("svc is not running"),
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

    /// What asks for a person comes before what can wait.
    public static IconKind of(TrayState desk) {
        if (!desk.state().answers()) {
            return STOPPED;
        }
        if (!desk.live().waiting().isEmpty()) {
            return NEEDS_YOU;
        }
        return desk.update() instanceof UpdateState.Available ? UPDATE : RUNNING;
    }
}
