package dev.svc.shared.client;

import java.util.Optional;

/// A port's answer to the question whether svc runs there.
public sealed interface Answer {

    /// A service of ours.
    ///
    /// @param version what it reported; empty when only signed-in people may know
    record Healthy(Optional<String> version) implements Answer {}

    /// Some other program.
    record Stranger() implements Answer {}

    /// Nothing listens.
    record Nobody() implements Answer {}

    /// Something listens and did not answer, or not completely, in time.
    record Silence() implements Answer {}
}
