package dev.svc.shared.client;

import java.util.Optional;

/// What a port answered when it was asked whether svc lives there.
public sealed interface Answer {

    /// A service of ours.
    ///
    /// @param version what it said of its version; nothing when it tells that only to who is signed in
    record Healthy(Optional<String> version) implements Answer {}

    /// Some other program.
    record Stranger() implements Answer {}

    /// Nobody listens.
    record Nobody() implements Answer {}

    /// Somebody listens and said nothing, or not all of it, in time.
    record Silence() implements Answer {}
}
