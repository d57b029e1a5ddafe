package dev.svc.server.terminal;

import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Exit;
import dev.svc.server.terminal.launch.LaunchRecord;

/// Where a terminal stands. It goes one way only: it lives under the id it was launched with, perhaps under its real
/// one after that, and ends. Only the [Registry] moves it on.
sealed interface Life {

    /// What is written down about its program.
    LaunchRecord launchRecord();

    record Living(LaunchRecord launchRecord) implements Life {}

    /// Its program has shown its real id.
    ///
    /// @param placeholder the id before
    record Adopted(LaunchRecord launchRecord, SessionId placeholder) implements Life {}

    record Ended(LaunchRecord launchRecord, Exit exit) implements Life {}
}
