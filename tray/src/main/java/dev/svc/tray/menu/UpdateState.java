package dev.svc.tray.menu;

/// What the last look for an update found, or how far one is that runs.
public sealed interface UpdateState {

    /// Nobody looked yet.
    record Unknown() implements UpdateState {}

    record Current(String version) implements UpdateState {}

    record Available(String version) implements UpdateState {}

    /// No answer could be had.
    record Unclear(String sentence) implements UpdateState {}

    /// One is under way.
    ///
    /// @param back whether it goes to a former version
    /// @param target its version; empty while it does not know one
    /// @param step in words, as the update writes it down
    record Running(boolean back, String target, String step) implements UpdateState {
        private String aim() {
            if (target.isEmpty()) {
                return back ? "Going back" : "Updating";
            }
            return (back ? "Going back to " : "Updating to ") + target;
        }
    }

    default String sentence() {
        return switch (this) {
            case Unknown _ -> "Not looked for yet";
            case Current current -> current.version() + " is the newest";
            case Available available -> available.version() + " is available";
            case Unclear unclear -> unclear.sentence();
            case Running running -> "%s: %s".formatted(running.aim(), running.step());
        };
    }
}
