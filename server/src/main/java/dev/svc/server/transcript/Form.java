package dev.svc.server.transcript;

/// How turns are given out.
public sealed interface Form {
    /// As lines of a terminal of this width.
    record Console(int cols) implements Form {}

    /// As they are.
    record Plain() implements Form {}
}
