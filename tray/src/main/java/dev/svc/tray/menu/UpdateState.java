package dev.svc.tray.menu;

/// What is known of updates.
public sealed interface UpdateState {

    /// Nobody looked yet.
    record Unknown() implements UpdateState {}

    record Current(String version) implements UpdateState {}

    record Available(String version) implements UpdateState {}

    /// No answer could be had.
    record Unclear(String sentence) implements UpdateState {}

    /// One is under way.
    ///
    /// @param step in words, as the update writes it down
    record Running(String target, String step) implements UpdateState {}

    /// The last one did not work; what ran before runs on or again.
    record Failed(String target, String reason) implements UpdateState {}

    default String sentence() {
        return switch (this) {
            case Unknown _ -> "Not looked for yet";
            case Current current -> current.version() + " is the newest";
            case Available available -> available.version() + " is available";
            case Unclear unclear -> unclear.sentence();
            case Running running -> "Updating to %s: %s".formatted(running.target(), running.step());
            case Failed failed -> "The update to %s did not work: %s".formatted(failed.target(), failed.reason());
        };
    }
}
