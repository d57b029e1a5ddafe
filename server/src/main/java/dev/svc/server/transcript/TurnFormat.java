package dev.svc.server.transcript;

/// How turns are given out.
public sealed interface TurnFormat {
    /// As lines of a terminal of this width.
    record Console(int cols) implements TurnFormat {}

    /// As they are.
    record Plain() implements TurnFormat {}
}
