package dev.svc.shared.control;

/// What a keeper reports about the service.
///
/// @param why how it ended, for [Phase#FAILED]; else empty
public record Report(Phase phase, String why) {

    /// Where the keeper is with it.
    public enum Phase {
        UP,
        STARTING,
        STOPPING,
        DOWN,
        FAILED
    }

    static Report of(Phase phase) {
        return new Report(phase, "");
    }
}
