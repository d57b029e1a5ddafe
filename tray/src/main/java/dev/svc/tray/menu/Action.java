package dev.svc.tray.menu;

/// Something a person asked for.
public sealed interface Action {

    /// What asks nothing more.
    enum Plain implements Action {
        OPEN,
        SHOW_WINDOW,
        START,
        STOP,
        RESTART,
        CHECK_UPDATE,
        APPLY_UPDATE,
        GO_BACK,
        CLEAR_TWO_FACTOR,
        RESET_PASSWORD,
        SHOW_LOG,
        QUIT
    }

    record OpenSession(String id) implements Action {}

    /// What a session asks, with the buttons that answer it.
    record OpenQuestion(String session) implements Action {}

    record SetChannel(String channel) implements Action {}

    record SetAutoUpdate(boolean on) implements Action {}

    record SetStartAtLogin(boolean on) implements Action {}
}
